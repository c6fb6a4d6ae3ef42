import type { CallOptions, ShopifyConnector } from '@huoqiao/connector-shopify'
import type { RemoteFailure } from '@huoqiao/connector-kit'
import type { Store, StoreLanguage, StoreMarket } from '@huoqiao/contract/stores/stores.schema'
import type { Tx } from '../../db/db.ts'
import type { Refusal } from '../../platform/refusal.ts'

/** A store without its secrets. */
export type StoreDoc = {
  id: string
  name: string
  /** no trailing slash */
  origin: string
  domain: string
  environment: 'sandbox' | 'live'
  /** ISO 4217; null until the shop was asked */
  currency: string | null
  plan: string | null
  /** on Plus there is no daily limit on new variants */
  plus: boolean
  scopes: string[]
  locationId: string | null
  locations: { id: string; name: string }[]
  publicationIds: string[]
  publications: { id: string; name: string }[]
  priceRuleId: string | null
  locale: 'en' | 'zh'
  /** as the shop has them, the primary one first; empty until they were read */
  languages: StoreLanguage[]
  languagesReadAt: Date | null
  /** as the shop has them; empty until they were read */
  markets: StoreMarket[]
  marketsReadAt: Date | null
  vendorName: string
  /** days after an order until its goods have to be sent */
  shipDays: number
  hasSecret: boolean
  health: Store['health']
  healthMessage: string
  checkedAt: Date | null
  /** incremented when the credentials or the origin change */
  credentialsVersion: number
  version: number
}

/** The languages of a shop, as they were last read. */
export type StoreLanguages = {
  /** the language of the products' own texts; undefined until the languages were read */
  primary: string | undefined
  /** languages that shoppers can choose, without the primary one */
  published: string[]
  /** languages that the shop has, but shoppers do not see yet: translations may be written into them */
  unpublished: string[]
  readAt: Date | null
}

/** The API for features of a higher rank. */
export type StoresApi = {
  allStores(tx: Tx): Promise<StoreDoc[]>
  /** Unknown ids are left out. */
  storesById(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, StoreDoc>>
  /**
   * Throws `not-found` naming the missing ones. In the order of ids, without repeats. They cannot be deleted before the transaction ends.
   */
  requireStores(tx: Tx, ids: readonly string[]): Promise<StoreDoc[]>
  /** Throws `not-found`. */
  languagesOf(tx: Tx, storeId: string): Promise<StoreLanguages>
  /** Asks the shop for its languages and stores them. Throws what `connectorOf` throws, and remote failures. */
  readLanguages(storeId: string, options: CallOptions): Promise<StoreLanguages>
  /**
   * Asks the shop for its markets and stores them. Undefined: the app may not read them, and those of the last reading stay. Throws what
   * `connectorOf` throws, and remote failures.
   */
  readMarkets(storeId: string, options: CallOptions): Promise<StoreMarket[] | undefined>
  /** The shop reported that its languages changed: they are read soon. */
  expectLanguages(tx: Tx, storeId: string): Promise<void>
  /**
   * The only connector of a store in this process, because it tracks the shop's rate limit. Created again when the credentials change.
   * Throws `not-found`, or `store-unauthorised` without credentials.
   */
  connectorOf(storeId: string): Promise<ShopifyConnector>
  /** The secrets that webhook deliveries of the store may be signed with: the app's secret, and the former one for some hours. */
  webhookSecrets(storeId: string): Promise<string[]>
  /** Decides what each failure word means for a person. */
  explainStoreFailure(failure: RemoteFailure, store?: { name: string }): Refusal
  /**
   * The shop reported at `at` that it removed our app: it is not called again until a person connects it. Undefined: the store is gone, or
   * was connected after that time.
   */
  noteUninstalled(tx: Tx, storeId: string, at: Date): Promise<StoreDoc | undefined>
  /** Stores what a call showed about the store's health, outside the caller's transaction. */
  noteFailure(storeId: string, failure: RemoteFailure): Promise<void>
  /**
   * Cached names, at most some seconds old, for lists. Inside a transaction pass it, otherwise a full connection pool could wait for
   * itself.
   */
  storeNames(tx?: Tx): Promise<ReadonlyMap<string, string>>
  /** live if any store is a real shop; shown in the console's banner */
  environment(): Promise<'sandbox' | 'live'>
}
