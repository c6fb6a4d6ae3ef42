import { randomUUID } from 'node:crypto'
import type { Parcel, Receiving, Shipment } from '@huoqiao/contract/deliveries/deliveries.schema'
import type { ShipmentState } from '@huoqiao/contract/deliveries/deliveries.status'
import type { OrderDetail, OrderLine } from '@huoqiao/contract/orders/orders.schema'
import type { PurchaseDetail } from '@huoqiao/contract/purchases/purchases.schema'
import type { PurchaseState } from '@huoqiao/contract/purchases/purchases.status'
import { startTestApp } from './harness.ts'
import type { TestApp } from './harness.ts'
import { startTestSimulator } from './simulator.ts'
import type { TestSimulator } from './simulator.ts'
import { until as untilSeen } from './until.ts'
import type { Bought, Buying } from '../src/features/purchases/purchases.testing.ts'
import { selling } from '../src/features/purchases/purchases-selling.testing.ts'
import type { Sold } from '../src/features/purchases/purchases-selling.testing.ts'

/** A shop's order as the simulator's control API describes it: what really arrived at the shop. */
export type ShopWitness = {
  cancelledAt: string | null
  fulfillments: {
    id: string
    status: string
    notified: boolean
    units: number
    tracking: { company: string | null; number: string | null; url: string | null }[]
  }[]
}

type Selling = ReturnType<typeof selling>

/** An installation with a shop that has orders, with purchases, and with suppliers that send. */
export type DeliveryBench = {
  app: TestApp
  simulator: TestSimulator
  sell: Selling['sell']
  staff: Selling['staff']
  offers: Bought[]
  /** moves the app's clock forward */
  later(ms: number): void
  /** Purchases for these orders: created, placed and paid at 1688. */
  buy(...sold: Sold[]): Promise<PurchaseDetail>
  /** The seller sends the 1688 orders of a purchase. */
  send(purchase: PurchaseDetail, how?: 'whole' | 'parcels' | 'partial'): Promise<void>
  until(purchaseId: string, ...states: PurchaseState[]): Promise<PurchaseDetail>
  receiving(purchaseId: string): Promise<Receiving>
  receive(purchaseId: string, lines: object[], more?: object): Promise<Receiving>
  /** Receives everything that was bought. */
  receiveAll(purchase: PurchaseDetail): Promise<Receiving>
  parcels(purchaseId: string, until: (parcels: Parcel[]) => boolean): Promise<Parcel[]>
  ship(orderId: string, request: object): Promise<string>
  shipment(id: string, ...states: ShipmentState[]): Promise<Shipment>
  order(sold: Sold): Promise<OrderDetail>
  line(sold: Sold, index?: number): Promise<OrderLine>
  inShop(sold: Sold): Promise<ShopWitness>
  /** A fault of the shop, either of the connection or in its answer. */
  shopFault(call: string, kind: string, times?: number): Promise<void>
  close(): Promise<void>
}

export async function startDeliveryBench(): Promise<DeliveryBench> {
  const simulator = await startTestSimulator()
  await simulator.control('POST', '/quirks', { name: '1688.autoShip', value: false })
  let ahead = 0
  const app = await startTestApp({
    demoSimulator: simulator.origin,
    clock: { now: () => Date.now() + ahead },
    logLevel: process.env['HQ_TEST_LOG'] ?? 'silent',
  })
  return {
    ...(await openDeliveryBench(app, simulator)),
    later: (ms) => void (ahead += ms),
    async close() {
      await app.close()
      await simulator.close()
    },
  }
}

/** Uses an installation that is running already. `shop`: the shop that sells. */
export async function openDeliveryBench(
  app: TestApp,
  simulator: TestSimulator,
  shop?: string,
): Promise<Omit<DeliveryBench, 'later' | 'close'>> {
  const offers = await offersOf(app, simulator)
  const { sell, staff } = selling({ app, simulator } as Buying, shop)
  const detail = (purchaseId: string): Promise<PurchaseDetail> => app.ok('getPurchaseOrderSkuDetails', { purchaseId })

  const bench: Omit<DeliveryBench, 'later' | 'close'> = {
    app,
    simulator,
    sell,
    staff,
    offers,
    async buy(...sold) {
      const orderLines = sold.flatMap(({ lineIds }) => lineIds.map((orderLineId) => ({ orderLineId })))
      const made = await app.ok('createPurchaseOrder', { key: randomUUID(), orderLines })
      const [id] = made.purchases.map((one) => one.id)
      if (!id || made.purchases.length > 1)
        throw new Error(`${made.purchases.length} purchases: ${JSON.stringify(made.rows)}`)
      // A job reads the freight; placing compares with it.
      await untilSeen(
        () => detail(id),
        (now) => now.freightMinor !== null,
      )
      for (const act of ['completeReviewOrder', 'createAlibabaOrder'] as const) {
        const done = await app.ok(act, { purchaseIds: [id] })
        if (done.failed > 0) throw new Error(done.rows[0]?.message)
      }
      const placed = await bench.until(id, 'to-pay')
      for (const order of placed.alibabaOrderIds) await simulator.control('POST', `/1688/orders/${order}/pay`, {})
      await app.ok('refreshAlibabaOrders', { purchaseIds: [id] })
      return bench.until(id, 'to-send')
    },
    async send(purchase, how = 'whole') {
      for (const order of purchase.alibabaOrderIds)
        await simulator.control('POST', `/1688/orders/${order}/ship`, { how })
      await app.ok('refreshAlibabaOrders', { purchaseIds: [purchase.id] })
      await bench.parcels(purchase.id, (parcels) => parcels.length > 0)
    },
    until: (purchaseId, ...states) =>
      untilSeen(
        () => detail(purchaseId),
        (now) => states.includes(now.state),
        (now) => `${now.number} is ${now.state} (${now.reason}), not ${states.join(', ')}`,
      ),
    async receiving(purchaseId) {
      const [one] = await app.ok('getReceiving', { purchaseId })
      return one!
    },
    receive: (purchaseId, lines, more = {}) =>
      // Most tests receive goods that no seller has sent yet, so they give a reason, as a person would have to.
      app.ok('receiveGoods', { purchaseId, key: randomUUID(), lines, unsentReason: '货先到了', ...more }),
    receiveAll: (purchase) =>
      bench.receive(
        purchase.id,
        purchase.lines.map((line) => ({ lineId: line.id, quantity: line.quantity })),
      ),
    parcels: (purchaseId, until) => untilSeen(async () => (await app.ok('getParcels', { purchaseId })).list, until),
    async ship(orderId, request) {
      const { rows } = await app.ok('shipOrders', { items: [{ orderId, ...request }] })
      if (!rows[0]?.ok) throw new Error(rows[0]?.message)
      return rows[0].id!
    },
    shipment: (id, ...states) =>
      untilSeen(
        () => app.ok('getShipment', { shipmentId: id }),
        (now) => states.includes(now.state),
        (now) => `the shipment is ${now.state} (${now.reason}), not ${states.join(', ')}`,
      ),
    order: (sold) => app.ok('getOrder', { orderId: sold.orderId }),
    async line(sold, index = 0) {
      const lines = await app.ok('getOrderLines', { orderIds: sold.orderId })
      return lines.find((line) => line.id === sold.lineIds[index])!
    },
    async inShop(sold) {
      const { order } = await simulator.control<{ order: ShopWitness }>(
        'GET',
        `/shopify/${sold.shop}/orders/${sold.number.slice(1)}`,
      )
      return order
    },
    async shopFault(call, kind, times = 1) {
      await simulator.control('POST', '/faults', { vendor: 'shopify', call, times, every: 1, fault: { kind } })
    },
  }
  return bench
}

/** Offers with a minimum order quantity of two at most and enough stock; the app has read them. */
async function offersOf(app: TestApp, simulator: TestSimulator): Promise<Bought[]> {
  const { list } = await app.ok('keywordQuery', { keyword: '收纳', pageSize: 50 })
  const offers: Bought[] = []
  for (const { offerId } of list) {
    // Two offers are enough.
    if (offers.length === 2) break
    const offer = await app.ok('getOffer', { offerId })
    if ((offer.minOrderQuantity ?? 1) > 2 || offer.skus.length === 0) continue
    await simulator.control('POST', '/market/offer', { offerId, change: { stock: 100_000 } })
    offers.push({
      offerId,
      supplierName: offer.supplierName ?? '',
      skuIds: offer.skus.map((sku) => sku.skuId),
      minOrderQuantity: offer.minOrderQuantity ?? 1,
    })
  }
  if (offers.length === 0) throw new Error('the market has no offer for the tests')
  return offers
}
