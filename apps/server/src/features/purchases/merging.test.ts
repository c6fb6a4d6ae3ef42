import { randomUUID } from 'node:crypto'
import type { PurchaseCard } from '@huoqiao/contract/purchases/purchases.schema'
import { describe, expect, it } from 'vitest'
import { byHand, item } from './by-hand.testing.ts'
import { WAREHOUSE, withBuying } from './purchases.testing.ts'
import type { Bought } from './purchases.testing.ts'

const buying = withBuying()
const { buy, detail } = byHand(buying)

describe('manual merging', () => {
  it('adds the members up, saves freight, and is undone completely', async () => {
    const { app, offers } = buying
    const [a, b] = offers as [Bought, Bought]
    const members = [await buy(item(a, 20)), await buy(item(a, 20), item(b, 40))]
    const numbers = members.map(({ number }) => number)
    const before = await Promise.all(members.map(({ id }) => detail(id)))
    const preview = await app.ok('previewMerge', { numbers })
    expect(preview.groups).toHaveLength(1)
    expect(preview.groups[0]).toMatchObject({ obstacle: null, quantity: 80, lineCount: 2 })
    const { freightApartMinor, freightTogetherMinor, freightSavedMinor } = preview.groups[0]!
    expect(freightSavedMinor).toBe(freightApartMinor! - freightTogetherMinor!)
    const target = await app.ok('mergeOrderByPurOrderNo', { numbers })
    expect(target).toMatchObject({ origin: 'merge', memberCount: 2, quantity: 80 })
    expect(target.members.map(({ number }) => number)).toEqual(numbers)
    const member = await detail(members[0]!.id)
    expect(member).toMatchObject({ state: 'merged', mergedInto: { id: target.id, number: target.number } })
    expect(member.can.editPurchaseOrder).toContain(target.number)
    expect(await app.call('mergeOrderByPurOrderNo', { numbers })).toMatchObject({
      code: 409,
      data: { refusal: 'not-mergeable' },
    })
    expect((await app.ok('deletePurchaseOrder', { purchaseIds: target.id })).rows[0]!.message).toBe(
      '这是合并单，请用拆回',
    )
    const split = await app.ok('splitMerged', { purchaseId: target.id, version: target.version })
    expect(split.members.map((one) => [one.number, one.state])).toEqual(numbers.map((number) => [number, 'reviewing']))
    const after = await Promise.all(members.map(({ id }) => detail(id)))
    const kept = ({ lines, goodsMinor, quantity }: (typeof after)[number]) => ({ lines, goodsMinor, quantity })
    expect(after.map(kept)).toEqual(before.map(kept))
    expect(await app.call('getPurchaseOrderSkuDetails', { number: target.number })).toMatchObject({ code: 400 })
  })

  it('compares the current quote of 1688, whatever freight somebody typed', async () => {
    const { app, offers } = buying
    const [a] = offers as [Bought]
    const members = [await buy(item(a, 20)), await buy(item(a, 30))]
    const numbers = members.map(({ number }) => number)
    const [quoted] = (await app.ok('previewMerge', { numbers })).groups
    const { id } = members[0]!
    const { version } = await detail(id)
    await app.ok('editPurchaseOrder', { purchaseId: id, version, freightMinor: 1 })
    const [typed] = (await app.ok('previewMerge', { numbers })).groups
    expect(typed!.freightSavedMinor).not.toBeNull()
    expect(typed).toEqual(quoted)
  })

  it('of different suppliers or addresses is refused with the reason', async () => {
    const { app, offers } = buying
    const other = await app.ok('addReceivingAddress', { ...WAREHOUSE, name: '广州仓' })
    const [a] = offers as [Bought]
    const elsewhere = offers.find((one) => one.supplierName !== a.supplierName)!
    const [one, two] = [await buy(item(a, 20)), await buy(item(elsewhere, 20))]
    const far = (await app.ok('createPurchaseOrder', { key: randomUUID(), items: [item(a, 20)], addressId: other.id }))
      .purchases[0]!
    const merge = (...cards: PurchaseCard[]) =>
      app.call('mergeOrderByPurOrderNo', { numbers: cards.map(({ number }) => number) })
    expect(await merge(one, two)).toMatchObject({ code: 409, data: { why: expect.stringContaining('供应商不同') } })
    expect(await merge(one, far)).toMatchObject({ code: 409, data: { why: expect.stringContaining('收货地址不同') } })
    expect(await merge(one, { ...two, number: 'CG209901019999' })).toMatchObject({
      code: 400,
      data: { refusal: 'not-found' },
    })
  })

  it('with one click merges everything that is compatible, once', async () => {
    const { app, offers } = buying
    const offer = offers[30]!
    const made = [await buy(item(offer, 20)), await buy(item(offer, 20)), await buy(item(offer, 20))]
    const supplierId = made[0]!.supplierId
    const answers = await Promise.all([
      app.ok('oneClickMergeOrder', { supplierId }),
      app.ok('oneClickMergeOrder', { supplierId }),
    ])
    const merged = answers.flatMap((answer) => answer.merged)
    expect(merged).toHaveLength(1)
    expect(merged[0]!.numbers).toEqual(expect.arrayContaining(made.map(({ number }) => number)))
    expect(merged[0]!.target.state).toBe('reviewing')
  })
})
