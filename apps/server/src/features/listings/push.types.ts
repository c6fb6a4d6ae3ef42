import type { SendGuard } from '@huoqiao/connector-kit'
import type { ShopifyConnector } from '@huoqiao/connector-shopify'
import type { Act } from '../../acts/acts.ts'
import type { ProductDoc } from '../products/index.ts'
import type { StoreDoc } from '../stores/index.ts'
import type { Desired } from './desired.mapping.ts'
import type { ListingRow } from './listings.store.ts'
import type { SyncItemRow } from './sync-tasks.store.ts'

/** One try to push an item. The content is read from the product at each try. */
export type PushRequest = {
  itemId: string
  /** number of the try */
  attempt: number
  listingId: string
  productId: string
  storeId: string
}

/** An item whose push has begun, with what it pushes, as read at the beginning. */
export type Begun = {
  act: Act<PushRequest>
  item: SyncItemRow
  bulk: boolean
  product: ProductDoc
  store: StoreDoc
  listing: ListingRow
  /** this listing was pushed, or tried, before */
  triedBefore: boolean
}
/** `guard`: checked before each request that writes in the shop. */
export type Pushing = Begun & { connector: ShopifyConnector; guard: SendGuard }

/** The result of a push, for the item, the listing and the product. */
export type PushOutcome = {
  kind: 'unchanged' | 'pushed'
  note: string
  /** which of our values the shop shows now */
  base: Desired
  /** the same in the shop's form, where it differs */
  shown: ListingRow['shown']
  refs: ListingRow['refs']
  /** whether the product is on sale in the shop */
  onSale: boolean
}
