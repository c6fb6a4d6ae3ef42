import type { Tx } from '../../db/db.ts'
import type { OrderDoc, OrdersApi } from '../orders/index.ts'
import type { PurchaseDoc, PurchasesApi } from '../purchases/index.ts'

/** The orders that the purchase buys for, without those whose demand was given back completely. */
export async function ordersOf(
  deps: { purchases: Pick<PurchasesApi, 'demandOf'>; orders: Pick<OrdersApi, 'orderDocs'> },
  tx: Tx,
  doc: PurchaseDoc,
): Promise<OrderDoc[]> {
  const demand = await deps.purchases.demandOf(
    tx,
    doc.lines.map(({ id }) => id),
  )
  const wanting = demand.filter(({ saleQuantity }) => saleQuantity > 0)
  return deps.orders.orderDocs(tx, [...new Set(wanting.map(({ orderId }) => orderId))])
}
