import type { InputOf, OutputOf } from '@huoqiao/contract'
import type { placementEndpoints } from '@huoqiao/contract/placement/placement.endpoints'
import type { Db } from '../../db/db.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { OrdersApi } from '../orders/index.ts'
import type { PurchasesApi } from '../purchases/index.ts'
import { findItems, findOrdersOf } from './placement.store.ts'
import { orderView } from './placement.view.ts'
import { findRefundsOf } from './refund.store.ts'

type Endpoints = typeof placementEndpoints

/** Which 1688 orders brought the goods of an order, so that returned pieces can be refunded by the seller. */
export function returnedPurchasesService({
  db,
  orders,
  purchases,
}: {
  db: Db
  orders: OrdersApi
  purchases: PurchasesApi
}) {
  return {
    async getReturnedPurchases({
      orderId,
    }: InputOf<Endpoints['getReturnedPurchases']>): Promise<OutputOf<Endpoints['getReturnedPurchases']>> {
      const [doc] = await orders.orderDocs(db.handle, [orderId])
      if (!doc) throw new Refusal('not-found')
      const demand = await purchases.linesOfOrders(db.handle, [orderId])
      const purchaseIds = [...new Set(demand.map(({ purchaseId }) => purchaseId))]
      const lines = new Map((await purchases.linesOf(db.handle, purchaseIds)).map((line) => [line.id, line]))
      const placed = (await findOrdersOf(db.handle, purchaseIds)).filter(({ duplicate }) => !duplicate)
      const ids = placed.map(({ id }) => id)
      const items = await findItems(db.handle, ids)
      const refunds = await findRefundsOf(db.handle, ids)
      return demand.flatMap((one) => {
        const line = lines.get(one.lineId)
        return placed
          .filter(({ purchaseId }) => line && purchaseId === one.purchaseId)
          .flatMap((order) => {
            const itemIds = items
              .filter((item) => item.alibabaOrderId === order.id && item.offerId === line?.offerId)
              .filter((item) => line?.specId == null || item.specId === line.specId)
              .map(({ id }) => id)
            if (itemIds.length === 0) return []
            return {
              orderLineId: one.orderLineId,
              purchaseId: one.purchaseId,
              purchaseNumber: one.purchaseNumber,
              ratio: { source: one.ratioSource, sale: one.ratioSale },
              itemIds,
              order: orderView(order, items, refunds),
            }
          })
      })
    },
  }
}
