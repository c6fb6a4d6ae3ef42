import type { CallOptions, ShopifyConnector } from '@huoqiao/connector-shopify'
import type { Db } from '../../db/db.ts'
import type { SystemConfigService } from '../system-config/index.ts'
import type { Desired } from './desired.mapping.ts'
import { findKnownInShop } from './listings.store.ts'

/** What stands in a shop and is ours, though this app does not know of it. */
export type LostProduct = { readonly id: string; readonly handle: string }
export type LostProducts = ReturnType<typeof lostProducts>

/** Codes that are asked for: the first ones of a product are as good as all two thousand. */
const CODES_ASKED = 10
const LISTING = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * An installation that was brought back from a backup made products since, and doesn't know it: a push would make them again (decision 0012).
 * While the setting stands, a product that is not known to be in the shop is looked for there before it is made: under the listing's
 * own mark, and, as it may have been claimed anew under another, among products with the same codes that carry a mark of ours
 * which no listing here has.
 */
export function lostProducts(deps: { db: Db; config: Pick<SystemConfigService, 'setting'> }) {
  const { db } = deps
  return {
    /** More than one: a person has to say which. */
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
