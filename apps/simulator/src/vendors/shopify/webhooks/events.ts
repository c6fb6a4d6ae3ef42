import type { EventsParts } from '../orders/order-events.ts'
import type { OrderRow } from '../orders/order.rows.ts'
import type { BulkRow } from '../bulk/bulk.rows.ts'
import type { LevelRow, ProductRow } from '../rows.ts'
import type { LocationPlace } from '../shop-places.ts'
import type { ShopState } from '../shop-state.ts'

/** What an event is about; a payload uses what its topic needs. */
export type EventsMatter = EventsParts & {
  order?: OrderRow
  product?: ProductRow
  level?: { itemId: string; level: LevelRow }
  place?: LocationPlace
  /** Gid of a deleted object. */
  goneId?: string
  bulk?: BulkRow
  locale?: { locale: string; published: boolean }
  scopes?: { previous: string[]; current: string[] }
}

/** Reports the events of a shop. Never waits and never throws: deliveries must not delay a call. */
export type Events = {
  emit(shop: ShopState, topic: string, matter: EventsMatter): void
  /** Whether anybody subscribes to a topic; checked before expensive comparisons. */
  wanted(shop: ShopState, topic: string): boolean
}
