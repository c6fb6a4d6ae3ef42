import { randomUUID } from 'node:crypto'
import type { PurchaseDetail } from '@huoqiao/contract/purchases/purchases.schema'
import { describe, expect, it } from 'vitest'
import { until } from '../../../test/until.ts'
import { withBuying } from './purchases.testing.ts'
import { selling } from './purchases-selling.testing.ts'
import type { Sold } from './purchases-selling.testing.ts'

const buying = withBuying({ work: true })
const { sell, staff } = selling(buying)

const request = (...sold: Sold[]) => ({
  orderLines: sold.flatMap(({ lineIds }) => lineIds.map((orderLineId) => ({ orderLineId }))),
})
const create = (orderLines: { orderLineId: string; saleQuantity?: number }[]) =>
  buying.app.ok('createPurchaseOrder', { key: randomUUID(), orderLines })
const detail = (purchaseId: string): Promise<PurchaseDetail> =>
  buying.app.ok('getPurchaseOrderSkuDetails', { purchaseId })
const counters = async (sold: Sold) => {
  const { rows } = await buying.app.db.pool.query<{ id: string; purchased: number; placed: number }>(
    'select id, purchased, placed from sales_order_line where order_id = $1',
    [sold.orderId],
  )
  return sold.lineIds.map((lineId) => rows.find((row) => row.id === lineId)!.purchased)
}
/** Which order needs what, without ids, which would be new in a new purchase. */
const demandOf = ({ lines }: PurchaseDetail) =>
  lines.flatMap((line) => line.demand.map((one) => [line.offerId, one.orderName, one.saleQuantity, one.orderLineId]))
const alarmed = (purchaseId: string, quantity: number): Promise<PurchaseDetail> =>
  until(
    () => detail(purchaseId),
    ({ alarmQuantity }) => alarmQuantity === quantity,
  )

describe('the demand of orders', () => {
  it('is added up over orders by SKU, and every part refers to its order', async () => {
    const [offer, other] = buying.offers
    const one = await sell({ offer: offer!, quantity: 3, ratio: { source: 1, sale: 2 } })
    const two = await sell(
      { offer: offer!, quantity: 3, ratio: { source: 1, sale: 2 } },
      { offer: other!, quantity: 4 },
    )
    const plan = await buying.app.ok('planPurchase', { ...request(one, two), estimate: false })
    expect(plan.left).toEqual([])
    const planned = plan.groups[0]!.lines.find((line) => line.offerId === offer!.offerId)!
    // 3 and 3 sale pieces at two per source piece: 3. Rounded for each order it would be 4.
    expect(planned).toMatchObject({
      need: 3,
      orders: [{ orderName: one.number, storeName: expect.any(String) }, { orderName: two.number }],
    })
    const { purchases, rows } = await create(request(one, two).orderLines)
    expect(rows).toMatchObject({ succeeded: 3, failed: 0 })
    expect(await counters(one)).toEqual([3])
    expect(await counters(two)).toEqual([3, 4])
    const made = await detail(purchases[0]!.id)
    expect(demandOf(made)).toEqual(
      expect.arrayContaining([
        [offer!.offerId, one.number, 3, one.lineIds[0]],
        [offer!.offerId, two.number, 3, two.lineIds[0]],
      ]),
    )
    expect(made).toMatchObject({ orderCount: 2, origin: 'orders' })
    const byOrder = await buying.app.ok('getPurchaseOrdersByCondition', { orderName: one.number.slice(1) })
    expect(byOrder.list.map(({ number }) => number)).toEqual([made.number])
  })

  it('is found by its order, also where another shop has an order with the same name', async () => {
    const offer = buying.offers[0]!
    const [one, other] = [await sell({ offer, quantity: 2 }), await sell({ offer, quantity: 3 })]
    const made = [await create(request(one).orderLines), await create(request(other).orderLines)].map(
      (answer) => answer.purchases[0]!.number,
    )
    // The order names of every shop begin at #1001.
    await buying.app.db.pool.query('update purchase_demand set order_name = $1 where order_id = $2', [
      one.number,
      other.orderId,
    ])
    const find = async (filter: { orderId: string } | { orderName: string }) =>
      (await buying.app.ok('getPurchaseOrdersByCondition', filter)).list.map(({ number }) => number)
    expect(await find({ orderId: one.orderId })).toEqual([made[0]])
    expect(await find({ orderId: other.orderId })).toEqual([made[1]])
    expect((await find({ orderName: one.number })).toSorted()).toEqual(made.toSorted())
  })

  it('is never bought twice: of two at the same time one succeeds, and the other is refused', async () => {
    const sold = await sell({ offer: buying.offers[2]!, quantity: 5 })
    const answers = await Promise.all([1, 2, 3].map(() => create(request(sold).orderLines)))
    expect(answers.map(({ purchases }) => purchases.length).sort((a, b) => a - b)).toEqual([0, 0, 1])
    const lost = answers.find(({ purchases }) => purchases.length === 0)!
    expect(lost.rows.rows[0]).toMatchObject({ ok: false, word: 'beyond-need' })
    expect(await counters(sold)).toEqual([5])
  })

  it('takes no number while everything is refused, also as the first call of a day', async () => {
    const { pool } = buying.app.db
    const sold = await sell({ offer: buying.offers[2]!, quantity: 1 })
    await create(request(sold).orderLines)
    const { rows: days } = await pool.query<{ day: string; last: number }>(
      'delete from purchase_day returning day, last',
    )
    try {
      const { purchases } = await create(request(sold).orderLines)
      expect(purchases).toEqual([])
      expect((await pool.query('select * from purchase_day')).rows).toEqual([])
    } finally {
      const put = 'insert into purchase_day values ($1, $2) on conflict (day) do update set last = excluded.last'
      for (const { day, last } of days) await pool.query(put, [day, last])
    }
  })

  it('may be bought in parts, never more than is open, and is released when the purchase is deleted', async () => {
    const sold = await sell({ offer: buying.offers[3]!, quantity: 5 })
    const [orderLineId] = sold.lineIds
    const part = await create([{ orderLineId: orderLineId!, saleQuantity: 2 }])
    const much = await create([{ orderLineId: orderLineId!, saleQuantity: 4 }])
    expect(much.rows.rows[0]!.message).toContain('只需再买3件')
    const rest = await create([{ orderLineId: orderLineId! }])
    expect(await counters(sold)).toEqual([5])
    const ids = [part, rest].map(({ purchases }) => purchases[0]!.id)
    expect(await buying.app.ok('deletePurchaseOrder', { purchaseIds: ids.join(',') })).toMatchObject({ succeeded: 2 })
    expect(await counters(sold)).toEqual([0])
    expect((await create(request(sold).orderLines)).rows.succeeded).toBe(1)
  })

  it('returns to its orders with a line that is removed', async () => {
    const [a, b] = buying.offers
    const sold = await sell({ offer: a!, quantity: 5 }, { offer: b!, quantity: 6 })
    const { purchases } = await create(request(sold).orderLines)
    const made = await detail(purchases[0]!.id)
    const line = made.lines.find((one) => one.offerId === a!.offerId)!
    await buying.app.ok('editPurchaseOrder', { purchaseId: made.id, version: made.version, removeLineIds: [line.id] })
    expect(await counters(sold)).toEqual([0, 6])
  })

  it('beyond the stock of the source is reported by line, with the quantity of each order, before and after the purchase is created', async () => {
    const offer = buying.offers[2]!
    const few = await sell({ offer, quantity: 2 })
    const plannedOf = async (...sold: Sold[]) => {
      const { groups } = await buying.app.ok('planPurchase', { ...request(...sold), estimate: false })
      return groups[0]!.lines[0]!
    }
    const stock = (await plannedOf(few)).stock!
    const many = await sell({ offer, quantity: stock, ratio: { source: 2, sale: 1 } })
    expect(await plannedOf(few, many)).toMatchObject({
      stock,
      quantity: 2 + 2 * stock,
      parts: [
        { orderLineId: few.lineIds[0], pieces: 2 },
        { orderLineId: many.lineIds[0], pieces: 2 * stock },
      ],
    })
    const made = await detail((await create(request(few, many).orderLines)).purchases[0]!.id)
    expect(made.lines).toMatchObject([{ quantity: 2 + 2 * stock, sourceStock: stock }])
    expect(made.warnings.map(({ word }) => word)).toContain('stock-short')
  })

  it('without a source, or of an order that is not to be bought, is left out with the reason', async () => {
    const sold = await sell({ offer: buying.offers[4]!, quantity: 1 })
    await staff(sold, 'cancel')
    const nobody = randomUUID()
    const { left, groups } = await buying.app.ok('planPurchase', {
      orderLines: [{ orderLineId: sold.lineIds[0]! }, { orderLineId: nobody }],
      estimate: false,
    })
    expect(groups).toEqual([])
    expect(left.map((row) => [row.key, row.word])).toEqual([
      [sold.lineIds[0], 'state-not-allowed'],
      [nobody, 'not-found'],
    ])
  })
})

describe('merged orders', () => {
  it('keep the orders of each piece while merged and after the split', async () => {
    const [offer] = buying.offers
    const [one, two] = [await sell({ offer: offer!, quantity: 3 }), await sell({ offer: offer!, quantity: 4 })]
    const made = [await create(request(one).orderLines), await create(request(two).orderLines)].map(
      (answer) => answer.purchases[0]!,
    )
    const before = await Promise.all(made.map(({ id }) => detail(id)))
    const target = await buying.app.ok('mergeOrderByPurOrderNo', { numbers: made.map(({ number }) => number) })
    expect(target.lines).toHaveLength(1)
    expect(target.lines[0]!.need).toBe(7)
    expect(target.lines[0]!.demand.map((part) => [part.orderName, part.saleQuantity, part.purchaseNumber])).toEqual([
      [one.number, 3, made[0]!.number],
      [two.number, 4, made[1]!.number],
    ])
    expect(target.orders.map(({ orderName }) => orderName)).toEqual([one.number, two.number])
    const found = await buying.app.ok('getPurchaseOrdersByCondition', { orderName: one.number })
    expect(found.list.map(({ number }) => number).sort()).toEqual([made[0]!.number, target.number].sort())
    await buying.app.ok('splitMerged', { purchaseId: target.id, version: target.version })
    const after = await Promise.all(made.map(({ id }) => detail(id)))
    expect(after.map(demandOf)).toEqual(before.map(demandOf))
    expect([await counters(one), await counters(two)]).toEqual([[3], [4]])
  })
})

describe('an order that is cancelled while its goods are being bought', () => {
  it('marks the purchase with the quantity, notifies people, blocks the review, and the line is reduced', async () => {
    const offer = buying.offers.at(-3)!
    const [gone, kept] = [await sell({ offer, quantity: 30 }), await sell({ offer, quantity: 30 })]
    const { purchases } = await create(request(gone, kept).orderLines)
    await staff(gone, 'cancel')
    const marked = await alarmed(purchases[0]!.id, 30)
    expect(marked.lines[0]!.demand.find((one) => one.orderName === gone.number)).toMatchObject({
      alarmSaleQuantity: 30,
      alarmWhy: `${gone.number} 已取消`,
    })
    const { list } = await buying.app.ok('queryNotices', { kind: 'order-cut' })
    expect(list[0]!.text).toContain(`采购单 ${marked.number}：${gone.number} 不再需要30件`)
    expect((await buying.app.ok('completeReviewOrder', { purchaseIds: marked.id })).rows[0]!.message).toContain(
      '截单提醒',
    )
    expect((await buying.app.ok('getPurchaseOrdersByCondition', { alarm: 'true' })).list.map(({ id }) => id)).toEqual([
      marked.id,
    ])
    const resolved = await buying.app.ok('settlePurchaseAlarm', {
      purchaseId: marked.id,
      version: marked.version,
      action: 'reduce',
    })
    expect(resolved).toMatchObject({ alarmQuantity: 0, quantity: marked.quantity / 2 })
    expect([await counters(gone), await counters(kept)]).toEqual([[0], [30]])
    expect((await buying.app.ok('completeReviewOrder', { purchaseIds: marked.id })).succeeded).toBe(1)
  })

  it('of a merged purchase is kept as stock on the target, and the member shows the same', async () => {
    const offer = buying.offers.at(-3)!
    const [one, two] = [await sell({ offer, quantity: 20 }), await sell({ offer, quantity: 20 })]
    const made = [await create(request(one).orderLines), await create(request(two).orderLines)].map(
      (answer) => answer.purchases[0]!,
    )
    const target = await buying.app.ok('mergeOrderByPurOrderNo', { numbers: made.map(({ number }) => number) })
    await staff(one, 'edit', { quantities: [{ lineId: one.remoteLines[0], quantity: 15 }] })
    const marked = await alarmed(target.id, 5)
    // Listed only at the target, where it can be resolved.
    const listed = await buying.app.ok('getPurchaseOrdersByCondition', { alarm: 'true' })
    expect(listed.list.map(({ id }) => id)).toEqual([target.id])
    expect((await buying.app.ok('getOrderCountByStatus', {})).alarms).toBe(1)
    const resolved = await buying.app.ok('settlePurchaseAlarm', {
      purchaseId: target.id,
      version: marked.version,
      action: 'keep',
    })
    expect(resolved).toMatchObject({ alarmQuantity: 0, quantity: target.quantity })
    expect(resolved.lines[0]).toMatchObject({ need: 40, stockQuantity: 5 })
    expect(await counters(one)).toEqual([15])
    const member = await detail(made[0]!.id)
    expect(member.lines[0]).toMatchObject({ need: 20, stockQuantity: 5 })
    expect(member.lines[0]!.demand[0]).toMatchObject({ saleQuantity: 15, alarmSaleQuantity: 0 })
  })
})
