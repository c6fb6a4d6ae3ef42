import type { BrowsedProduct } from '@huoqiao/connector-shopify'
import type { Store, StoreProduct } from '@huoqiao/contract/stores/stores.schema'
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
  const { plus: _plus, scopes: _scopes, credentialsVersion: _version, checkedAt, ...doc } = storeDoc(row)
  return {
    ...doc,
    checkedAt: checkedAt?.getTime() ?? null,
    can: {
      updateShopifyStore: true,
      deleteShopifyStore: usedBy ?? true,
      checkShopifyStore: doc.hasSecret ? true : '没有保存店铺凭据',
    },
  }
}

/** Listings of ours carry our identifier; what was made on 店铺直连 carries one that belongs to no product. */
export const DIRECT_PREFIX = 'direct-'

/** The id of the listing that a mark names; a mark that is no id of this app's kind names none. */
export const listingIdOf = (mark: string | undefined): string | undefined =>
  mark !== undefined && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(mark) ? mark : undefined

/** `ours`: our products by the ids of their listings. */
export const storeProductView = (product: BrowsedProduct, ours: ReadonlyMap<string, string>): StoreProduct => ({
  id: product.id,
  title: product.title,
  handle: product.handle,
  status: product.status,
  vendor: product.vendor,
  image: product.imageUrl ?? null,
  // The shop names an address only for what shoppers can see: any other is a 404.
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
