import { randomUUID } from 'node:crypto'
import type { Parcel } from '@huoqiao/contract/deliveries/deliveries.schema'
import type { PurchaseDetail } from '@huoqiao/contract/purchases/purchases.schema'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startDeliveryBench } from '../../../test/delivery-bench.ts'
import type { DeliveryBench } from '../../../test/delivery-bench.ts'
import { handBuyer } from '../../../test/hand-buyer.ts'
import { until } from '../../../test/until.ts'
import type { Sold } from '../purchases/purchases-selling.testing.ts'

/** 1688 orders that a person placed by hand, from taking them over to the shop's fulfilment. */
let bench: DeliveryBench
let person: ReturnType<typeof handBuyer>
let accountId: string
beforeAll(async () => {
  bench = await startDeliveryBench()
  person = handBuyer(bench.simulator)
  accountId = (await bench.app.ok('queryMarketplaceAccountNames', {}))[0]!.id
})
afterAll(() => bench?.close())

const DAY = 86_400_000
const detail = (purchaseId: string): Promise<PurchaseDetail> =>
  bench.app.ok('getPurchaseOrderSkuDetails', { purchaseId })
/** A reviewed purchase for the order, not placed. */
async function planned(sold: Sold): Promise<PurchaseDetail> {
  const orderLines = sold.lineIds.map((orderLineId) => ({ orderLineId }))
  const made = await bench.app.ok('createPurchaseOrder', { key: randomUUID(), orderLines })
  const { id } = made.purchases[0]!
  await until(
    () => detail(id),
    ({ freightMinor }) => freightMinor !== null,
  )
  await bench.app.ok('completeReviewOrder', { purchaseIds: [id] })
  return detail(id)
}
const take = async (number: string, ...orderIds: string[]) =>
  (
    await bench.app.ok('takeOverAlibabaOrders', {
      accountId,
      items: orderIds.map((orderId) => ({ orderId, purchaseNumber: number })),
    })
  ).rows
const listed = async (orderId: string) =>
  (await bench.app.ok('getHandPlacedOrders', { accountId, from: Date.now() - DAY, to: Date.now() + DAY })).list.find(
    (order) => order.orderId === orderId,
  )
/** The person pays at 1688. */
async function paid(purchase: PurchaseDetail, ...orderIds: string[]): Promise<void> {
  for (const orderId of orderIds) await bench.simulator.control('POST', `/1688/orders/${orderId}/pay`, {})
  await bench.app.ok('refreshAlibabaOrders', { purchaseIds: [purchase.id] })
}
/** Receives what each parcel holds, found by the number on it, as at the receiving bench. */
async function receiveParcels(parcels: readonly Parcel[]): Promise<void> {
  for (const { id, trackingNo } of parcels) {
    const [found] = await bench.app.ok('getReceiving', { code: trackingNo! })
    expect(found).toMatchObject({ parcelId: id })
    const lines = found!.lines.flatMap(({ lineId, inParcel }) => (inParcel ? [{ lineId, quantity: inParcel }] : []))
    await bench.app.ok('receiveGoods', { purchaseId: found!.purchaseId, key: randomUUID(), parcelId: id, lines })
  }
}
/** Ships everything that the shopper bought; the shop then has exactly one fulfilment, with this tracking number. */
async function shipsOnce(sold: Sold, units: number): Promise<void> {
  const id = await bench.ship(sold.orderId, { carrier: 'DHL', numbers: ['JD014600077'] })
  await bench.shipment(id, 'sent')
  const { fulfillments } = await bench.inShop(sold)
  expect(fulfillments).toMatchObject([{ status: 'SUCCESS', units, tracking: [{ number: 'JD014600077' }] }])
  expect(await bench.order(sold)).toMatchObject({ tracking: 'sent' })
}
const ledgerHolds = async () => expect(await bench.app.ok('verifyLedger', {})).toMatchObject({ ok: true, problems: [] })

it('the parcels of an order that was taken over are read and received, and its goods reach the shop, as if it had been placed here', async () => {
  const sold = await bench.sell({ offer: bench.offers[0]!, quantity: 4 })
  const purchase = await planned(sold)
  const orderId = await person.buy(purchase.lines)
  await bench.simulator.control('POST', `/1688/orders/${orderId}/pay`, {})
  await bench.simulator.control('POST', `/1688/orders/${orderId}/ship`, { how: 'parcels' })
  // Taken over when the parcels are under way already.
  expect(await take(purchase.number, orderId)).toMatchObject([{ ok: true }])
  const parcels = await bench.parcels(purchase.id, (list) => list.length === 2)
  expect(await bench.until(purchase.id, 'to-receive')).toMatchObject({ alibabaOrderIds: [orderId], payment: 'paid' })
  const [ofOrder] = await bench.app.ok('getOrderParcels', { orderIds: sold.orderId })
  expect(ofOrder!.parcels.map(({ id }) => id).toSorted()).toEqual(parcels.map(({ id }) => id).toSorted())
  await receiveParcels(parcels)
  expect(await bench.receiving(purchase.id)).toMatchObject({ state: 'done', lines: [{ received: 4, rest: 0 }] })
  expect(await bench.line(sold)).toMatchObject({ received: 4 })
  await shipsOnce(sold, 4)
  expect(await bench.simulator.control('GET', `/1688/witness?outOrderId=${purchase.number}`)).toMatchObject({
    orders: 0,
  })
  await ledgerHolds()
})

it('several orders whose goods add up to a purchase are proposed together, taken over together or not at all, and received from all of them', async () => {
  const [offer] = bench.offers
  const sold = await bench.sell({ offer: offer!, quantity: 5 }, { offer: offer!, quantity: 2, sku: 1 })
  const purchase = await planned(sold)
  const [five, two] = purchase.lines
  const first = await person.buy([{ ...five!, quantity: 3 }])
  const second = await person.buy([{ ...five!, quantity: 2 }, two!])
  const other = await person.buy([{ ...five!, quantity: 4 }])
  for (const [orderId, together] of [
    [first, second],
    [second, first],
  ] as const)
    expect(await listed(orderId)).toMatchObject({
      purchase: { number: purchase.number },
      together: [together],
      obstacle: null,
      reasons: expect.arrayContaining([expect.stringContaining(`${together} 合起来`)]) as unknown,
    })
  expect(await listed(other)).toMatchObject({ together: [], obstacle: expect.stringContaining('货品不同') as unknown })

  for (const [orderIds, words] of [
    [[first], '货品不同'],
    [[second], '件数不同：采购单 5 件，订单 2 件'],
    [[first, second, other], '件数不同：采购单 5 件，这 3 个订单合起来 9 件'],
  ] as const)
    expect(await take(purchase.number, ...orderIds)).toMatchObject(
      orderIds.map(() => ({ ok: false, message: expect.stringContaining(words) as unknown })),
    )
  expect(await detail(purchase.id)).toMatchObject({ state: 'to-place', alibabaOrderIds: [] })

  const both = await Promise.all([take(purchase.number, first, second), take(purchase.number, second, first)])
  const succeeded = both.map((rows) => rows.filter(({ ok }) => ok).length)
  expect(succeeded.toSorted((a, b) => a - b)).toEqual([0, 2])
  const { orders } = await bench.app.ok('getPlacement', { purchaseId: purchase.id })
  expect(orders.map(({ orderId }) => orderId).toSorted()).toEqual([first, second].toSorted())
  const { actualMinor } = await detail(purchase.id)
  expect(actualMinor).toBe(orders.reduce((sum, { totalMinor }) => sum + totalMinor, 0))
  for (const orderId of [first, second])
    expect((await bench.app.ok('getLedger', { keyword: orderId })).list).toMatchObject([{ kind: 'place-taken-over' }])
  await ledgerHolds()

  await paid(purchase, first)
  expect(await detail(purchase.id)).toMatchObject({ state: 'to-pay' })
  await paid(purchase, second)
  expect(await bench.until(purchase.id, 'to-send')).toMatchObject({ payment: 'paid' })
  await bench.send({ ...purchase, alibabaOrderIds: [first] })
  await receiveParcels(await bench.parcels(purchase.id, (list) => list.length === 1))
  expect(await bench.receiving(purchase.id)).toMatchObject({
    state: 'part-received',
    lines: [
      { lineId: five!.id, received: 3, rest: 2 },
      { lineId: two!.id, received: 0, rest: 2 },
    ],
  })
  await bench.send({ ...purchase, alibabaOrderIds: [second] })
  const parcels = await bench.parcels(purchase.id, (list) => list.length === 2)
  await receiveParcels(parcels.filter(({ alibabaOrderId }) => alibabaOrderId === second))
  expect(await bench.receiving(purchase.id)).toMatchObject({ state: 'done' })
  await shipsOnce(sold, 7)
  await ledgerHolds()
})
