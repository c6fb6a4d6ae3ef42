import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { until } from '../../../test/until.ts'
import { byHand, item } from './by-hand.testing.ts'
import { withBuying } from './purchases.testing.ts'
import type { Bought } from './purchases.testing.ts'
import { selling } from './purchases-selling.testing.ts'

const buying = withBuying({ work: true })
const { detail, history, edit, undo } = byHand(buying)
const { sell, staff } = selling(buying)

/** The newest change by a person: a job records the freight from 1688 before or after it. */
const lastEdit = async (purchaseId: string) => (await history(purchaseId)).find(({ reason }) => reason === '修改')!
const boughtFor = async (orderLineId: string): Promise<number> => {
  const { rows } = await buying.app.db.pool.query<{ purchased: number }>(
    'select purchased from sales_order_line where id = $1',
    [orderLineId],
  )
  return rows[0]!.purchased
}

describe('undoing an edit of a purchase for orders', () => {
  it('removes added goods, and restores removed goods with the orders that need them', async () => {
    const [a, b] = buying.offers as [Bought, Bought]
    const sold = await sell({ offer: a, quantity: 30 }, { offer: b, quantity: 40 })
    const orderLines = sold.lineIds.map((orderLineId) => ({ orderLineId }))
    const made = (await buying.app.ok('createPurchaseOrder', { key: randomUUID(), orderLines })).purchases[0]!
    const before = await detail(made.id)
    const gone = before.lines.find((line) => line.offerId === a.offerId)!
    await edit(made.id, { removeLineIds: [gone.id], addLines: [item(a, 5)] })
    expect(await boughtFor(sold.lineIds[0]!)).toBe(0)
    const latest = await lastEdit(made.id)
    expect(latest.changes.map(({ label, before: was }) => [label, was])).toEqual(
      expect.arrayContaining([['移出商品', expect.stringContaining(`为 ${sold.number} 30 件`)]]),
    )
    expect(await undo(made.id, latest.id)).toMatchObject({ code: 200 })
    const after = await detail(made.id)
    const plain = ({ lines }: typeof after) =>
      lines
        .map(({ id, need, quantity, demand }) => [
          id,
          need,
          quantity,
          demand.map((one) => [one.orderName, one.saleQuantity]),
        ])
        .toSorted((a, b) => String(a[0]).localeCompare(String(b[0])))
    expect(plain(after)).toEqual(plain(before))
    expect(await boughtFor(sold.lineIds[0]!)).toBe(30)
  })

  it('does not restore an order line that was bought elsewhere meanwhile, or is not needed any more', async () => {
    const [a, b] = buying.offers as [Bought, Bought]
    const sold = await sell({ offer: a, quantity: 30 }, { offer: b, quantity: 40 })
    const orderLines = sold.lineIds.map((orderLineId) => ({ orderLineId }))
    const made = (await buying.app.ok('createPurchaseOrder', { key: randomUUID(), orderLines })).purchases[0]!
    const gone = (await detail(made.id)).lines.find((line) => line.offerId === a.offerId)!
    await edit(made.id, { removeLineIds: [gone.id] })
    const latest = await lastEdit(made.id)
    const again = await buying.app.ok('createPurchaseOrder', { key: randomUUID(), orderLines: [orderLines[0]!] })
    const refused = { code: 409, data: { why: expect.stringContaining(`订单 ${sold.number} 已在别处采购或不再需要`) } }
    expect(await undo(made.id, latest.id)).toMatchObject(refused)
    expect(await boughtFor(sold.lineIds[0]!)).toBe(30)
    await buying.app.ok('deletePurchaseOrder', { purchaseIds: again.purchases[0]!.id })
    await staff(sold, 'cancel')
    // The rest of the purchase is updated first, which makes a new version.
    await until(
      () => detail(made.id),
      ({ alarmQuantity }) => alarmQuantity > 0,
    )
    expect(await undo(made.id, latest.id)).toMatchObject(refused)
    expect(await boughtFor(sold.lineIds[0]!)).toBe(0)
  })
})
