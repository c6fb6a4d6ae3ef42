import { randomUUID } from 'node:crypto'
import type { PurchaseDetail } from '@huoqiao/contract/purchases/purchases.schema'
import { expect, it } from 'vitest'
import { until } from '../../../test/until.ts'
import { withBuying } from './purchases.testing.ts'
import { selling } from './purchases-selling.testing.ts'
import type { Sold } from './purchases-selling.testing.ts'

const buying = withBuying({ work: true })
const { sell } = selling(buying)

const reached = (purchaseId: string, isSo: (now: PurchaseDetail) => boolean): Promise<PurchaseDetail> =>
  until(() => buying.app.ok('getPurchaseOrderSkuDetails', { purchaseId }), isSo)
const counters = async ({ orderId }: Sold): Promise<{ purchased: number; placed: number }[]> =>
  (
    await buying.app.db.pool.query<{ purchased: number; placed: number }>(
      'select purchased, placed from sales_order_line where order_id = $1 order by position',
      [orderId],
    )
  ).rows

it('a cancelled purchase releases its demand, and is copied with what is still needed', async () => {
  const { app, simulator } = buying
  const offer = buying.offers.find((one) => one.minOrderQuantity <= 5)!
  const sold = await sell({ offer, quantity: 40 })
  const orderLines = sold.lineIds.map((orderLineId) => ({ orderLineId }))
  const { purchases } = await app.ok('createPurchaseOrder', { key: randomUUID(), orderLines })
  const made = purchases[0]!
  // A job reads the freight, with which placing compares.
  await reached(made.id, ({ freightMinor }) => freightMinor !== null)
  await app.ok('completeReviewOrder', { purchaseIds: made.id })
  expect(await app.ok('createAlibabaOrder', { purchaseIds: [made.id] })).toMatchObject({ succeeded: 1 })
  const placed = await reached(made.id, ({ state }) => state === 'to-pay')
  expect(await counters(sold)).toEqual([{ purchased: 40, placed: 40 }])
  const back = await app.ok('backToPendingReviewStatus', { purchaseIds: made.id })
  expect(back.rows[0]!.message).toContain(placed.alibabaOrderIds[0])

  // 1688 refuses to close an order within its first ten seconds.
  await simulator.control('POST', '/clock', { advanceMs: 15_000 })
  expect(await app.ok('cancelAlibabaOrder', { purchaseIds: [made.id] })).toMatchObject({ succeeded: 1 })
  await reached(made.id, ({ state }) => state === 'cancelled')
  expect(await counters(sold)).toEqual([{ purchased: 0, placed: 0 }])

  const copied = await app.ok('copyPurchaseOrder', { purchaseIds: [made.id] })
  expect(copied).toMatchObject({ succeeded: 1 })
  const copy = await app.ok('getPurchaseOrderSkuDetails', { purchaseId: copied.rows[0]!.id! })
  expect(copy).toMatchObject({ state: 'reviewing', origin: 'copy', addressName: '义乌仓', quantity: placed.quantity })
  expect(copy.lines[0]!.demand.map((one) => [one.orderName, one.saleQuantity])).toEqual([[sold.number, 40]])
  expect(await counters(sold)).toEqual([{ purchased: 40, placed: 0 }])
  const again = await app.ok('copyPurchaseOrder', { purchaseIds: [made.id] })
  expect(again.rows[0]!.message).toBe('订单都不再需要，没有可复制的内容')
})
