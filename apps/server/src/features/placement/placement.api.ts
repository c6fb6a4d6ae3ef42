import type { Tx } from '../../db/db.ts'
import { findItems, findOrdersByNumbers, findOrdersOf } from './placement.store.ts'
import type { OrderItemRow, OrderRow } from './placement.store.ts'

/** What stands at 1688 for our purchases, for the features after this one. */
export type PlacementApi = {
  ordersOf(tx: Tx, purchaseIds: readonly string[]): Promise<OrderRow[]>
  ordersByNumbers(tx: Tx, orderIds: readonly string[]): Promise<OrderRow[]>
  /** By our row ids of 1688 orders. */
  itemsOf(tx: Tx, alibabaOrderIds: readonly string[]): Promise<OrderItemRow[]>
}

export const placementApi = (): PlacementApi => ({
  ordersOf: findOrdersOf,
  ordersByNumbers: findOrdersByNumbers,
  itemsOf: findItems,
})
