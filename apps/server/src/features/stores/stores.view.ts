import type { BrowsedProduct } from '@huoqiao/connector-shopify'
import { store } from '@huoqiao/contract/stores/stores.schema'
import type { Store, StoreProduct } from '@huoqiao/contract/stores/stores.schema'
import { wireOf } from '../../platform/wire-of.ts'
import { missingScopes } from './grants.mapping.ts'
import { environmentOf } from './stores.rules.ts'
import type { StoreRow } from './stores.store.ts'
import type { StoreDoc } from './stores.types.ts'

export const storeDoc = (row: StoreRow): StoreDoc => {
  const {
    credentials,
    token: _token,
    previousSecret: _previous,
    previousSecretUntil: _until,
    createdAt: _created,
    updatedAt: _updated,
    ...plain
  } = row
  return { ...plain, environment: environmentOf(row.origin), hasSecret: credentials !== null }
}

export const storeView = (row: StoreRow, usedBy?: string): Store => {
  const doc = storeDoc(row)
  return {
    ...wireOf(store, doc),
    // Before the first check nothing is known.
    missingScopes:
      row.checkedAt === null || row.scopes.length === 0 ? [] : missingScopes(row.scopes).map(({ scope }) => scope),
    can: {
      updateShopifyStore: true,
      deleteShopifyStore: usedBy ?? true,
      checkShopifyStore: doc.hasSecret ? true : '没有保存店铺凭据',
    },
  }
}

/** Our listings have an identifier of ours in the shop; products created with 店铺直连 have one without a listing. */
export const DIRECT_PREFIX = 'direct-'

/** The listing id in an identifier; undefined if it is not one of this app. */
export const listingIdOf = (mark: string | undefined): string | undefined =>
  mark !== undefined && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(mark) ? mark : undefined

/** `ours`: our products by listing id. */
export const storeProductView = (product: BrowsedProduct, ours: ReadonlyMap<string, string>): StoreProduct => ({
  id: product.id,
  title: product.title,
  handle: product.handle,
  status: product.status,
  vendor: product.vendor,
  image: product.imageUrl ?? null,
  // The shop has an address only for products that shoppers can see; any other would be a 404.
  storefrontUrl: product.onlineStoreUrl ?? null,
  totalInventory: product.totalInventory ?? null,
  variants: product.variants.map(({ id, title, sku, price, inventory }) => ({
    id,
    title,
    sku: sku === '' ? null : sku,
    price,
    inventory: inventory ?? null,
  })),
  listingOf: ours.get(product.listing ?? '') ?? null,
  updatedAt: product.updatedAt,
})
