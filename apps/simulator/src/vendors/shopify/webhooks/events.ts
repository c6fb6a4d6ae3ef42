import type { EventsParts } from '../orders/order-events.ts'
import type { OrderRow } from '../orders/order.rows.ts'
import type { BulkRow } from '../bulk/bulk.rows.ts'
import type { LevelRow, ProductRow } from '../rows.ts'
import type { LocationPlace } from '../shop-places.ts'
import type { ShopState } from '../shop-state.ts'

/** What a piece of events is about; a payload takes what its topic needs. */
export type EventsMatter = EventsParts & {
  order?: OrderRow
  product?: ProductRow
  level?: { itemId: string; level: LevelRow }
  place?: LocationPlace
  /** Gid of what is gone. */
  goneId?: string
  bulk?: BulkRow
  scopes?: { previous: string[]; current: string[] }
}

/** Where a shop tells what happened. Never waits and never throws: deliveries do not hold up a call. */
export type Events = {
  emit(shop: ShopState, topic: string, matter: EventsMatter): void
  /** Whether somebody wants a topic; asked before costly comparisons. */
  wanted(shop: ShopState, topic: string): boolean
}
