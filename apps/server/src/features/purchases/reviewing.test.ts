import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { byHand, item } from './by-hand.testing.ts'
import { withBuying } from './purchases.testing.ts'

const buying = withBuying()
const { buy, detail } = byHand(buying)

describe('review', () => {
  it('passes, goes back and deletes in bulk with an outcome per row', async () => {
    const { app, offers } = buying
    const [one, two] = [await buy(item(offers[4]!, 60)), await buy(item(offers[5]!, 60))]
    const nobody = randomUUID()
    const passed = await app.ok('completeReviewOrder', { purchaseIds: [one.id, nobody, two.id].join(',') })
    expect(passed.rows.map((row) => [row.key, row.ok, row.word])).toEqual([
      [one.id, true, undefined],
      [nobody, false, 'not-found'],
      [two.id, true, undefined],
    ])
    expect((await app.ok('completeReviewOrder', { purchaseIds: one.id })).rows[0]).toMatchObject({
      ok: false,
      word: 'state-not-allowed',
    })
    expect(await detail(one.id)).toMatchObject({
      state: 'to-place',
      reviewedBy: '管理员',
      can: { createAlibabaOrder: true },
    })
    const stuck = await app.ok('deletePurchaseOrder', { purchaseIds: one.id })
    expect(stuck.rows[0]!.message).toBe('只有待审核的采购单能删除，当前是待下单')
    expect(
      await app.ok('backToPendingReviewStatus', { purchaseIds: [one.id, two.id].join(','), reason: '换地址' }),
    ).toMatchObject({ succeeded: 2 })
    expect(await detail(one.id)).toMatchObject({ state: 'reviewing', reason: '退回：换地址', reviewedBy: null })
    expect(await app.ok('deletePurchaseOrder', { purchaseIds: [one.id, two.id].join(',') })).toMatchObject({
      succeeded: 2,
    })
    expect(await app.call('getPurchaseOrderSkuDetails', { purchaseId: one.id })).toMatchObject({ code: 400 })
    const { list } = await app.ok('getPurchaseHistory', { purchaseId: one.id })
    expect(list.map((entry) => entry.reason)).toEqual(['删除', '退回：换地址', '待下单', '手工创建'])
  })

  it('needs an address, and reports a minimum that is not reached', async () => {
    const { app, offers, addressId } = buying
    const plans = await Promise.all(
      offers.map((offer) => app.ok('planPurchase', { items: [item(offer, 1)], estimate: false })),
    )
    const short = plans.flatMap((plan) => plan.groups).find((group) => !group.minimum.met)!.lines[0]!
    const made = await buy({ offerId: short.offerId, skuId: short.skuId, quantity: 1 })
    const { warnings, minimum } = await detail(made.id)
    expect(minimum.met).toBe(false)
    expect(warnings.map((warning) => warning.word)).toEqual(
      expect.arrayContaining([expect.stringMatching(/below-minimum/)]),
    )
    await app.db.pool.query('update purchase_order set address_id = null where id = $1', [made.id])
    expect((await app.ok('completeReviewOrder', { purchaseIds: made.id })).rows[0]!.message).toBe('没有选择收货地址')
    const edited = await app.ok('editPurchaseOrder', { purchaseId: made.id, version: made.version, addressId })
    expect(edited.addressName).toBe('义乌仓')
    const passed = await app.ok('completeReviewOrder', { purchaseIds: made.id })
    expect(passed.rows[0]!.message).toMatch(/^审核通过；注意：.*还差/)
  })
})
