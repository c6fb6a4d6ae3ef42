import type { SendGuard } from '@huoqiao/connector-kit'
import type { ShopifyConnector } from '@huoqiao/connector-shopify'
import type { Act } from '../../acts/acts.ts'
import type { ProductDoc } from '../products/index.ts'
import type { StoreDoc } from '../stores/index.ts'
import type { Desired } from './desired.mapping.ts'
import type { ListingRow } from './listings.store.ts'
import type { SyncItemRow } from './sync-tasks.store.ts'

/** One try to bring an item to its shop; what is written stands in the product, which a later try reads anew. */
export type PushRequest = {
  itemId: string
  /** which try of the item it is */
  attempt: number
  listingId: string
  productId: string
  storeId: string
}

/** One item that was begun: what it pushes, as it stood when it was begun. */
export type Begun = {
  act: Act<PushRequest>
  item: SyncItemRow
  bulk: boolean
  product: ProductDoc
  store: StoreDoc
  listing: ListingRow
  /** somebody pushed, or tried to push, this listing before */
  triedBefore: boolean
}
/** `guard`: asked before each request that writes in the shop. */
export type Pushing = Begun & { connector: ShopifyConnector; guard: SendGuard }

/** How a push went, as its item, its listing and its product will tell it. */
export type PushOutcome = {
  kind: 'unchanged' | 'pushed'
  note: string
  /** what of ours the shop shows now */
  base: Desired
  /** the same in the shop's own form, where that differs */
  shown: ListingRow['shown']
  refs: ListingRow['refs']
  /** the shop has it on sale */
  onSale: boolean
}
