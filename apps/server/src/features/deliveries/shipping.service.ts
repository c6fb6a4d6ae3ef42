import { groupBy } from '@huoqiao/kit'
import { knownCarrier } from '@huoqiao/connector-shopify'
import type { BulkOutcome, InputOf } from '@huoqiao/contract'
import type { ParsedShipment, Shippable, ShipRequest } from '@huoqiao/contract/deliveries/deliveries.schema'
import { trackingNumber } from '@huoqiao/contract/deliveries/deliveries.schema'
import type { shipmentsEndpoints } from '@huoqiao/contract/deliveries/shipments.endpoints'
import type { Db, Tx } from '../../db/db.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { byColumnsOf, byOf } from '../../platform/call.ts'
import type { Call } from '../../platform/call.ts'
import type { NewId } from '../../platform/ids.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { OrderDoc, OrdersApi } from '../orders/index.ts'
import { sourcePiecesOf } from '../purchases/index.ts'
import type { PurchasesApi } from '../purchases/index.ts'
import type { AllocatingService } from './allocating.service.ts'
import { findAllocationsOfOrders } from './receipts.store.ts'
import type { StoresApi } from '../stores/index.ts'
import { sendShipments } from './deliveries.jobs.ts'
import { eachRow } from '../../platform/each-row.ts'
import type { RowResult } from '../../platform/each-row.ts'
import type { OrderTracking } from './order-tracking.service.ts'
import { refusalToShip, requestKey } from './shipments.rules.ts'
import type { Piece } from './shipments.rules.ts'
import { findByRequest, findReserved, findShipmentsOf, insertShipment } from './shipments.store.ts'
import { parsePasted, searchTextOf } from './tracking.rules.ts'
import type { PastedRow } from './tracking.rules.ts'
import type { TrackingService } from './tracking.service.ts'

type Endpoints = typeof shipmentsEndpoints
type OrderLine = OrderDoc['lines'][number]
const ROWS = 500

/** Which goods can be sent to shoppers, and the durable requests to do so. A job calls the shop (sending.service.ts). */
export function shippingService(deps: {
  db: Db
  jobs: Jobs
  newId: NewId
  orders: OrdersApi
  purchases: Pick<PurchasesApi, 'linesOfOrders' | 'linesOf'>
  allocating: Pick<AllocatingService, 'sentPieces'>
  stores: Pick<StoresApi, 'storeNames'>
  tracking: TrackingService
  orderTracking: OrderTracking
}) {
  const { db, orders } = deps

  /** Pieces that arrived, are wanted by the shopper, and are neither sent nor about to be sent. */
  const openOf = (line: OrderLine, reserved: ReadonlyMap<string, number>): number =>
    Math.max(0, Math.min(line.received, line.wanted) - line.shipped - (reserved.get(line.lineId) ?? 0))

  const reservedOf = (tx: Tx, docs: readonly OrderDoc[]): Promise<ReadonlyMap<string, number>> =>
    findReserved(
      tx,
      docs.flatMap((doc) => doc.lines.map((line) => line.lineId)),
    )

  /** For the clerk who fetches them: the places of open pieces that an order took from spare goods, by order line. */
  const stockOf = async (
    tx: Tx,
    docs: readonly OrderDoc[],
    reserved: ReadonlyMap<string, number>,
  ): Promise<ReadonlyMap<string, Shippable['lines'][number]['stock']>> => {
    const orderIds = docs.map(({ id }) => id)
    const covers = (await deps.purchases.linesOfOrders(tx, orderIds)).filter((one) => one.isCover)
    if (covers.length === 0) return new Map()
    const lines = docs.flatMap((doc) => doc.lines)
    const bound = lines.map((line) => [line.lineId, line.shipped + (reserved.get(line.lineId) ?? 0)] as const)
    const sent = await deps.allocating.sentPieces(tx, new Map(bound))
    const held = new Map((await findAllocationsOfOrders(tx, orderIds)).map((row) => [row.demandId, row.saleQuantity]))
    const bought = await deps.purchases.linesOf(tx, [...new Set(covers.map((one) => one.purchaseId))])
    const places = new Map(bought.map((line) => [line.id, line.place]))
    const stock = covers.map((one) => ({
      orderLineId: one.orderLineId,
      part: {
        purchaseId: one.purchaseId,
        purchaseNumber: one.purchaseNumber,
        place: places.get(one.lineId) ?? '',
        pieces: sourcePiecesOf((held.get(one.id) ?? 0) - (sent.get(one.id) ?? 0), one),
      },
    }))
    return new Map(
      [...groupBy(stock, (one) => one.orderLineId)].map(([id, own]) => [
        id,
        own.map(({ part }) => part).filter(({ pieces }) => pieces > 0),
      ]),
    )
  }

  const shippable = async (tx: Tx, orderIds: readonly string[]): Promise<Shippable[]> => {
    const docs = await orders.orderDocs(tx, orderIds)
    const reserved = await reservedOf(tx, docs)
    const names = await deps.stores.storeNames(tx)
    const stock = await stockOf(tx, docs, reserved)
    return docs.map((doc) => {
      const lines = doc.lines.map((line) => ({
        orderLineId: line.lineId,
        sku: line.sku,
        title: line.title,
        wanted: line.wanted,
        received: line.received,
        shipped: line.shipped + (reserved.get(line.lineId) ?? 0),
        open: openOf(line, reserved),
        stock: stock.get(line.lineId) ?? [],
      }))
      const nothing = lines.every((line) => line.open === 0) ? '没有已到货且未发的商品' : null
      return {
        orderId: doc.id,
        orderName: doc.number,
        storeId: doc.storeId,
        storeName: names.get(doc.storeId) ?? '已删除的店铺',
        state: doc.state,
        refusal: refusalToShip(doc.state) ?? nothing,
        lines,
      }
    })
  }

  /** Locks the order, so that the second of two requests sees the first. */
  const locked = async (tx: Tx, orderId: string): Promise<OrderDoc> => {
    const [seen] = await orders.orderDocs(tx, [orderId])
    if (!seen) throw new Refusal('not-found', { why: '订单不存在' })
    await orders.linesForPurchase(
      tx,
      seen.lines.map((line) => line.lineId),
    )
    const [doc] = await orders.orderDocs(tx, [orderId])
    if (!doc) throw new Refusal('not-found', { why: '订单不存在' })
    return doc
  }

  const piecesOf = (doc: OrderDoc, request: ShipRequest, reserved: ReadonlyMap<string, number>): Piece[] => {
    const piece = (line: OrderLine, quantity: number): Piece => ({
      orderLineId: line.lineId,
      lineItemId: line.shopifyGid,
      quantity,
    })
    if (!request.lines)
      return doc.lines.map((line) => piece(line, openOf(line, reserved))).filter((one) => one.quantity > 0)
    const sums = new Map<string, number>()
    for (const { orderLineId, quantity } of request.lines)
      sums.set(orderLineId, (sums.get(orderLineId) ?? 0) + quantity)
    return [...sums].map(([orderLineId, quantity]) => {
      const line = doc.lines.find((one) => one.lineId === orderLineId)
      if (!line) throw new Refusal('not-found', { why: `订单 ${doc.number} 没有这个商品` })
      return piece(line, quantity)
    })
  }

  const checkOpen = (doc: OrderDoc, pieces: readonly Piece[], reserved: ReadonlyMap<string, number>): void => {
    const why = refusalToShip(doc.state)
    if (why !== undefined) throw new Refusal('state-not-allowed', { why: `${doc.number}：${why}` })
    if (pieces.length === 0) throw new Refusal('state-not-allowed', { why: `${doc.number}：没有已到货且未发的商品` })
    for (const { orderLineId, quantity } of pieces) {
      const line = doc.lines.find((one) => one.lineId === orderLineId)!
      const open = openOf(line, reserved)
      if (quantity > open)
        throw new Refusal('state-not-allowed', { why: `${doc.number}：“${line.title}”现在只能发 ${open} 件` })
    }
  }

  /** The existing shipment of the same request: the same numbers for the same pieces, or for all pieces open at that time. */
  const repeated = async (tx: Tx, request: ShipRequest, numbers: readonly string[], pieces: readonly Piece[]) => {
    const same = await findByRequest(tx, requestKey(request.orderId, numbers, pieces))
    if (same || request.lines || pieces.length > 0) return same
    const key = numbers.toSorted().join(' ')
    const held = await findShipmentsOf(tx, [request.orderId])
    return held.find((row) => row.state !== 'cancelled' && row.numbers.toSorted().join(' ') === key)
  }

  const ship = (call: Call, request: ShipRequest): Promise<RowResult> =>
    db.transaction(async (tx) => {
      const doc = await locked(tx, request.orderId)
      const reserved = await reservedOf(tx, [doc])
      const tracking = await deps.tracking.complete(tx, request)
      const pieces = piecesOf(doc, request, reserved)
      const known = await repeated(tx, request, tracking.numbers, pieces)
      if (known) return { ok: true, message: `${doc.number}：这个运单号已提交过，没有重复发货`, id: known.id }
      checkOpen(doc, pieces, reserved)
      const id = deps.newId()
      await insertShipment(
        tx,
        {
          id,
          orderId: doc.id,
          orderName: doc.number,
          storeId: doc.storeId,
          state: 'queued',
          ...tracking,
          notifyCustomer: await deps.tracking.notifies(tx, request.notifyCustomer),
          requestKey: requestKey(doc.id, tracking.numbers, pieces),
          ...byColumnsOf(call),
          searchText: searchTextOf(doc.number, tracking),
        },
        pieces.map((piece) => {
          const line = doc.lines.find((one) => one.lineId === piece.orderLineId)!
          return {
            id: deps.newId(),
            shipmentId: id,
            orderLineId: piece.orderLineId,
            shopifyGid: piece.lineItemId,
            sku: line.sku,
            title: line.title,
            quantity: piece.quantity,
          }
        }),
      )
      const count = pieces.reduce((sum, piece) => sum + piece.quantity, 0)
      await deps.orderTracking.follow(tx, doc.id, {
        text: `发货 ${count} 件，运单号 ${tracking.numbers.join('、')}，等待回传店铺`,
        by: byOf(call),
      })
      await deps.jobs.enqueue(tx, sendShipments, { orderId: doc.id }, { key: doc.id })
      call.notes.object('order', doc.id, doc.number)
      return { ok: true, message: `${doc.number}：已提交 ${count} 件，正在回传店铺`, id }
    })

  return {
    getShippable: (orderIds: readonly string[]): Promise<Shippable[]> => shippable(db.handle, orderIds),

    shipOrders: (call: Call, { items }: InputOf<Endpoints['shipOrders']>): Promise<BulkOutcome> =>
      eachRow(
        items,
        (item) => item.orderId,
        (item) => ship(call, item),
      ),

    async parseShipments({ text, storeId }: InputOf<Endpoints['parseShipments']>): Promise<ParsedShipment[]> {
      const rows = parsePasted(text)
      if (rows.length > ROWS) throw new Refusal('too-large', { why: `一次最多 ${ROWS} 行，现在有 ${rows.length} 行` })
      const seen = new Set<string>()
      const parsed: ParsedShipment[] = []
      for (const row of rows) parsed.push(await parseRow(row, storeId, seen))
      return parsed
    },
  }

  async function parseRow(row: PastedRow, storeId: string | undefined, seen: Set<string>): Promise<ParsedShipment> {
    const tx = db.handle
    const blank = {
      ...row,
      orderId: null,
      orderName: null,
      storeName: null,
      knownCarrier: knownCarrier(row.carrier) ?? null,
      url: null,
      lines: [],
      remaining: 0,
    }
    if (row.number === '') return { ...blank, refusal: '没有运单号' }
    if (!trackingNumber.safeParse(row.number).success) return { ...blank, refusal: '运单号只能是4到64位字母和数字' }
    const found = await shippable(tx, await orders.orderIdsByNumber(tx, row.orderNumber))
    const mine = found.filter((one) => storeId === undefined || one.storeId === storeId)
    const [order] = mine
    if (!order) return { ...blank, refusal: `没有订单 ${row.orderNumber}` }
    if (mine.length > 1)
      return { ...blank, refusal: `${mine.map((one) => one.storeName).join('、')} 都有这个订单号，请先选择店铺` }
    const { urls } = await deps.tracking.complete(tx, { carrier: row.carrier, numbers: [row.number] })
    const isTwice = seen.has(order.orderId)
    seen.add(order.orderId)
    return {
      ...blank,
      orderId: order.orderId,
      orderName: order.orderName,
      storeName: order.storeName,
      url: urls[0] ?? null,
      lines: order.lines
        .filter((line) => line.open > 0)
        .map(({ orderLineId, sku, title, open }) => ({ orderLineId, sku, title, quantity: open })),
      remaining: order.lines.reduce((sum, { wanted, shipped, open }) => sum + Math.max(0, wanted - shipped - open), 0),
      refusal: order.refusal ?? (isTwice ? '同一订单出现多次：分几个包裹发时，请在发货窗口填写各包裹的数量' : null),
    }
  }
}
