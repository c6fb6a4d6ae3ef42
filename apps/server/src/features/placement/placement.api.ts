import type { Tx } from '../../db/db.ts'
import { findItems, findOrdersByNumbers, findOrdersOf } from './placement.store.ts'
import type { OrderItemRow, OrderRow } from './placement.store.ts'

/** What later features may ask about our orders at 1688. */
export type PlacementApi = {
  ordersOf(tx: Tx, purchaseIds: readonly string[]): Promise<OrderRow[]>
  ordersByNumbers(tx: Tx, orderIds: readonly string[]): Promise<OrderRow[]>
  /** `alibabaOrderIds`: ids of our rows, not 1688's order numbers. */
  itemsOf(tx: Tx, alibabaOrderIds: readonly string[]): Promise<OrderItemRow[]>
}

export const placementApi = (): PlacementApi => ({
  ordersOf: findOrdersOf,
  ordersByNumbers: findOrdersByNumbers,
  itemsOf: findItems,
})
