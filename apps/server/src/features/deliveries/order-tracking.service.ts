import type { Tx } from '../../db/db.ts'
import type { OrdersApi } from '../orders/index.ts'
import { trackingReturnOf } from './shipments.rules.ts'
import { findShipmentsOf } from './shipments.store.ts'
import type { By } from '../../platform/call.ts'

export type OrderTracking = ReturnType<typeof orderTrackingService>

/** Updates an order after one of its shipments changed: its 回传状态 and its timeline. */
export function orderTrackingService(deps: { orders: OrdersApi }) {
  return {
    async follow(tx: Tx, orderId: string, reported?: { text: string; by: By | null }): Promise<void> {
      const states = (await findShipmentsOf(tx, [orderId])).map((row) => row.state)
      const [doc] = await deps.orders.orderDocs(tx, [orderId])
      const to = trackingReturnOf(states)
      if (doc && doc.trackingReturn !== to) await deps.orders.setTrackingReturn(tx, orderId, to)
      if (reported) await deps.orders.addEvent(tx, { orderId, kind: 'shipment', ...reported })
    },
  }
}
