import type { NewsParts } from '../orders/order-news.ts'
import type { OrderRow } from '../orders/order.rows.ts'
import type { BulkRow } from '../bulk/bulk.rows.ts'
import type { LevelRow, ProductRow } from '../rows.ts'
import type { LocationPlace } from '../shop-places.ts'
import type { ShopState } from '../shop-state.ts'

/** What a piece of news is about; a payload takes what its topic needs. */
export type NewsMatter = NewsParts & {
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
export type News = {
  emit(shop: ShopState, topic: string, matter: NewsMatter): void
  /** Whether somebody wants a topic; asked before costly comparisons. */
  wanted(shop: ShopState, topic: string): boolean
}
