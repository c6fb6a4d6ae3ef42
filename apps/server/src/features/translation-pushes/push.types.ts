import type { SendGuard } from '@huoqiao/connector-kit'
import type { ShopifyConnector } from '@huoqiao/connector-shopify'
import type { Act } from '../../acts/acts.ts'
import type { PushItemRow, PushRow } from './translation-pushes.store.ts'

/** One try to write the translations of one listing. */
export type PushRequest = {
  itemId: string
  /** number of the try */
  attempt: number
  listingId: string
  productId: string
  storeId: string
}
export type Begun = { act: Act<PushRequest>; item: PushItemRow; push: PushRow }
/** `guard`: checked before each request that writes in the shop. */
export type Pushing = Begun & { connector: ShopifyConnector; guard: SendGuard; signal: AbortSignal }
/**
 * `found`: of the written texts, those that a later look found in the shop, because the answer was lost. `markets`: of them, those of one
 * market, by its name.
 */
export type PushOutcome = { written: number; kept: number; found: number; markets?: Readonly<Record<string, number>> }
