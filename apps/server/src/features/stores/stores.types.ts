import type { ShopifyConnector } from '@huoqiao/connector-shopify'
import type { RemoteFailure } from '@huoqiao/connector-kit'
import type { Store } from '@huoqiao/contract/stores/stores.schema'
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
  /** on Plus the daily limit on new variants does not hold */
  plus: boolean
  scopes: string[]
  locationId: string | null
  locations: { id: string; name: string }[]
  publicationIds: string[]
  publications: { id: string; name: string }[]
  priceRuleId: string | null
  locale: 'en' | 'zh'
  vendorName: string
  hasSecret: boolean
  health: Store['health']
  healthMessage: string
  checkedAt: Date | null
  /** goes up whenever the credentials or the origin change */
  credentialsVersion: number
  version: number
}

/** What features after this one may ask of stores. */
export type StoresApi = {
  allStores(tx: Tx): Promise<StoreDoc[]>
  /** Unknown ids are left out. */
  storesById(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, StoreDoc>>
  /**
   * Throws `not-found` naming the missing ones. In the order of ids, each once. They cannot be removed before the
   * transaction ends.
   */
  requireStores(tx: Tx, ids: readonly string[]): Promise<StoreDoc[]>
  /**
   * The one connector of a store in this process: its model of the shop's cost bucket must not exist twice. Made anew
   * when the credentials changed. Throws `not-found`, or `store-unauthorised` when no credentials are kept.
   */
  connectorOf(storeId: string): Promise<ShopifyConnector>
  /** What deliveries of the store's webhooks may be signed with: the app's secret, and the one before it for some hours. */
  webhookSecrets(storeId: string): Promise<string[]>
  /** Decides what each word of failure means to a person. */
  explainStoreFailure(failure: RemoteFailure, store?: { name: string }): Refusal
  /**
   * The shop said at `at` that it removed our app: from now on nothing is asked of it, until a person connects it again.
   * Undefined when the store is gone, or was connected after that moment.
   */
  noteUninstalled(tx: Tx, storeId: string, at: Date): Promise<StoreDoc | undefined>
  /** Notes what a call told of the store's health, outside any transaction of the caller's. */
  noteFailure(storeId: string, failure: RemoteFailure): Promise<void>
  /**
   * Names as last known, at most some seconds old: for lists, which must not ask for them each time. Inside a transaction
   * give it, or a busy pool waits for itself.
   */
  storeNames(tx?: Tx): Promise<ReadonlyMap<string, string>>
  /** live when any store stands on a real shop: what the console's banner shows */
  environment(): Promise<'sandbox' | 'live'>
}
