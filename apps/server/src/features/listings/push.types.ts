import type { ShopifyConnector } from '@huoqiao/connector-shopify'
import type { ProductDoc } from '../products/index.ts'
import type { StoreDoc } from '../stores/index.ts'
import type { ListingRow } from './listings.store.ts'
import type { SyncItemRow } from './sync-tasks.store.ts'

/** One item that was begun: what it pushes, as it stood when it was begun. */
export type Begun = {
  item: SyncItemRow
  bulk: boolean
  product: ProductDoc
  store: StoreDoc
  listing: ListingRow
  /** somebody pushed, or tried to push, this listing before */
  triedBefore: boolean
}
export type Pushing = Begun & { connector: ShopifyConnector }
