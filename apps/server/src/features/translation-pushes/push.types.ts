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
/** `guard`: checked before each request that writes to the shop. */
export type Pushing = Begun & { connector: ShopifyConnector; guard: SendGuard; signal: AbortSignal }
/**
 * `written`: texts written by all tries. `found`: texts whose write had no answer and that a later try found in the shop. `markets`: how many of
 * the written texts are market texts, by the market's name.
 */
export type PushOutcome = { written: number; kept: number; found: number; markets?: Readonly<Record<string, number>> }
