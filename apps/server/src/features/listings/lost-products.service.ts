import type { CallOptions, ShopifyConnector } from '@huoqiao/connector-shopify'
import type { Db } from '../../db/db.ts'
import type { SystemConfigService } from '../system-config/index.ts'
import type { Desired } from './desired.mapping.ts'
import { findKnownInShop } from './listings.store.ts'

/** A product of ours in a shop that this installation does not know. */
export type LostProduct = { readonly id: string; readonly handle: string }
export type LostProducts = ReturnType<typeof lostProducts>

/** How many SKU codes are searched: the first ones of a product are sufficient. */
const CODES_ASKED = 10
const LISTING = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * After a backup was restored, products may exist in shops that were created later, and a push would create them again (decision 0012).
 * While the setting is on, a product that is not known to be in the shop is searched there before it is created: by the listing's own
 * identifier, and, because it may have been claimed again under another one, among products with the same SKU codes that carry an
 * identifier of ours without a listing here.
 */
export function lostProducts(deps: { db: Db; config: Pick<SystemConfigService, 'setting'> }) {
  const { db } = deps
  return {
    /** More than one: a person has to decide which one it is. */
    async find(
      connector: ShopifyConnector,
      wanted: { listingId: string | undefined; storeId: string; ours: Desired },
      options: CallOptions,
    ): Promise<LostProduct[]> {
      if (!(await deps.config.setting(db.handle, 'sync.lookFirst'))) return []
      const own = wanted.listingId ? await connector.findByListingId(wanted.listingId, options) : undefined
      if (own) return [own]
      const codes = [...new Set(wanted.ours.variants.map(({ sku }) => sku).filter((sku) => sku !== ''))]
      const found = await connector.findBySkus(codes.slice(0, CODES_ASKED), options)
      const marked = found.filter(({ mark }) => mark !== null && LISTING.test(mark))
      if (marked.length === 0) return []
      const known = await findKnownInShop(db.handle, wanted.storeId, {
        ids: marked.map(({ mark }) => mark!),
        products: marked.map(({ id }) => id),
      })
      return marked.filter(({ id, mark }) => !known.has(id) && !known.has(mark!))
    },
  }
}
