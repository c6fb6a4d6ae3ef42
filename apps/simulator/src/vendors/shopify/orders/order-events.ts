import type { ShopState } from '../shop-state.ts'
import type {
  DispositionRow,
  FulfillmentOrderRow,
  FulfillmentRow,
  HoldRow,
  OrderRow,
  RefundRow,
  ReturnRow,
} from './order.rows.ts'

/** What an event is about besides its order. */
export type EventsParts = {
  fulfillmentOrder?: FulfillmentOrderRow
  otherFulfillmentOrder?: FulfillmentOrderRow
  hold?: HoldRow
  fulfillment?: FulfillmentRow
  refund?: RefundRow
  return?: ReturnRow
  /** Units that were removed from the return. */
  removals?: { id: string; delta: number }[]
  /** Dispositions of goods that arrived, each with the line of the reverse fulfilment order. */
  dispositions?: { reverseLineId: string; row: DispositionRow }[]
  edit?: { additions: { id: string; delta: number }[]; removals: { id: string; delta: number }[]; note: string | null }
}

/** Sends an event to the subscribers of a topic. The row is that of this moment: deliveries keep the body of the trigger time. */
export const announce = (shop: ShopState, order: OrderRow, topic: string, parts: EventsParts = {}): void =>
  shop.events.emit(shop, topic, { order, ...parts })

/** Saves a changed order and sends its events: first the given topics, last orders/updated. */
export function saveOrder(
  shop: ShopState,
  order: OrderRow,
  topics: readonly { topic: string; parts?: EventsParts }[] = [],
): OrderRow {
  order.updatedAt = shop.now()
  shop.orders.put(order)
  for (const { topic, parts } of topics) announce(shop, order, topic, parts)
  announce(shop, order, 'orders/updated')
  return order
}
