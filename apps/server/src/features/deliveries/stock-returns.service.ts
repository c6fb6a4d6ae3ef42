import type { InputOf, OutputOf } from '@huoqiao/contract'
import type { deliveriesEndpoints } from '@huoqiao/contract/deliveries/deliveries.endpoints'
import type { Db, Tx } from '../../db/db.ts'
import { byOf } from '../../platform/call.ts'
import type { Call } from '../../platform/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { OrdersApi } from '../orders/index.ts'
import type { PurchasesApi } from '../purchases/index.ts'
import type { AllocatingService } from './allocating.service.ts'

type Endpoints = typeof deliveriesEndpoints

/** 退货入库: goods that were sent to a shopper came back and serve the next order. Recorded by a person who has the goods at hand. */
export function stockReturnsService(deps: {
  db: Db
  orders: OrdersApi
  purchases: PurchasesApi
  allocating: AllocatingService
}) {
  const { db, orders, purchases, allocating } = deps

  /** The order's demand on purchase lines, and how many pieces of each were sent. */
  const sentOf = async (tx: Tx, orderId: string) => {
    const [doc] = await orders.orderDocs(tx, [orderId])
    if (!doc) throw new Refusal('not-found')
    const demand = await purchases.linesOfOrders(tx, [orderId])
    const sent = await allocating.sentPieces(tx, new Map(doc.lines.map((line) => [line.lineId, line.shipped])))
    return { doc, demand, sent }
  }

  return {
    async getReturnable({
      orderId,
    }: InputOf<Endpoints['getReturnable']>): Promise<OutputOf<Endpoints['getReturnable']>> {
      const { doc, demand, sent } = await sentOf(db.handle, orderId)
      const bought = new Map(
        (await purchases.linesOf(db.handle, [...new Set(demand.map((one) => one.purchaseId))])).map((line) => [
          line.id,
          line,
        ]),
      )
      return demand.flatMap((one) => {
        const line = bought.get(one.lineId)
        const pieces = sent.get(one.id) ?? 0
        if (!line || pieces === 0) return []
        return {
          demandId: one.id,
          orderLineId: one.orderLineId,
          sku: doc.lines.find(({ lineId }) => lineId === one.orderLineId)?.sku ?? '',
          lineId: line.id,
          purchaseId: one.purchaseId,
          purchaseNumber: one.purchaseNumber,
          title: line.title,
          specText: line.specText,
          image: line.image,
          place: line.place,
          ratio: { source: one.ratioSource, sale: one.ratioSale },
          sent: pieces,
          returned: one.returnedQuantity,
        }
      })
    },

    returnToStock: (
      call: Call,
      { demandId, saleQuantity, seen, note }: InputOf<Endpoints['returnToStock']>,
    ): Promise<OutputOf<Endpoints['returnToStock']>> =>
      db.transaction(async (tx) => {
        const [known] = await purchases.linesOfDemand(tx, demandId)
        const locked = known && (await purchases.purchaseForPlacement(tx, known.purchaseId))
        if (!known || !locked) throw new Refusal('not-found')
        // All orders of the line at once, in the order of ids: what came back may be allocated to any of them.
        const asking = await purchases.demandOf(tx, [known.lineId])
        await orders.linesForPurchase(tx, [...new Set([known, ...asking].map((one) => one.orderLineId))])
        // Read again under the locks: another clerk may have put it in, or the shipment may have been withdrawn.
        const { demand, sent } = await sentOf(tx, known.orderId)
        const one = demand.find(({ id }) => id === demandId)
        if (!one) throw new Refusal('not-found', { why: '这些商品已退回给采购，不在这张订单上了' })
        if (one.returnedQuantity !== seen)
          throw new Refusal('stale', { why: `${one.orderName} 已入库 ${one.returnedQuantity} 件，不是 ${seen} 件` })
        const most = Math.max(0, (sent.get(demandId) ?? 0) - one.returnedQuantity)
        if (saleQuantity > most)
          throw new Refusal('state-not-allowed', {
            why: `${one.orderName} 发出的只有 ${most} 件还没有退回，不能入库 ${saleQuantity} 件`,
          })
        const by = byOf(call)
        const { pieces, view } = await purchases.putBack(tx, { demandId, saleQuantity, note }, by)
        const text = `退货入库销售 ${saleQuantity} 件，采购单 ${one.purchaseNumber} 的余货增加货源 ${pieces} 件：${note}`
        await orders.addEvent(tx, { orderId: one.orderId, kind: 'receipt', text, by })
        // Orders that still wait for goods of this line are served first.
        const lines = (await purchases.linesOf(tx, [one.purchaseId])).filter(({ id }) => id === one.lineId)
        await allocating.resolve(tx, lines, { by: null, number: one.purchaseNumber })
        call.notes.object('purchase', one.purchaseId, one.purchaseNumber)
        call.notes.change(`退货入库 · ${one.orderName}`, seen, seen + saleQuantity)
        call.notes.change('原因', '', note)
        return { pieces, line: view }
      }),
  }
}
