import type { Tx } from '../../db/db.ts'
import { findItems, findOrdersByNumbers, findOrdersOf } from './placement.store.ts'
import type { OrderItemRow, OrderRow } from './placement.store.ts'
import { findSellerOrders, findSellerRefunds } from './seller-orders.store.ts'
import type { SellerOrders, SellerRefunds } from './seller-orders.store.ts'

/** What later features may ask about our orders at 1688. */
export type PlacementApi = {
  ordersOf(tx: Tx, purchaseIds: readonly string[]): Promise<OrderRow[]>
  ordersByNumbers(tx: Tx, orderIds: readonly string[]): Promise<OrderRow[]>
  /** `alibabaOrderIds`: ids of our rows, not 1688's order numbers. */
  itemsOf(tx: Tx, alibabaOrderIds: readonly string[]): Promise<OrderItemRow[]>
  /** How suppliers handled the 1688 orders of purchases created at or after `since`, by supplier; suppliers without any are left out. */
  ordersOfSuppliers(
    tx: Tx,
    supplierIds: readonly string[],
    times: { since: Date; now: Date },
  ): Promise<Map<string, SellerOrders>>
  refundsOfSuppliers(tx: Tx, supplierIds: readonly string[], since: Date): Promise<Map<string, SellerRefunds>>
}

export const placementApi = (): PlacementApi => ({
  ordersOf: findOrdersOf,
  ordersByNumbers: findOrdersByNumbers,
  itemsOf: findItems,
  ordersOfSuppliers: findSellerOrders,
  refundsOfSuppliers: findSellerRefunds,
})
