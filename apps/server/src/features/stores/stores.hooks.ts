import type { Tx } from '../../db/db.ts'
import { defineHook } from '../../define-feature.ts'

/** Why the store has to stay; undefined: nothing of this feature's needs it. */
export const storeInUse = defineHook<[tx: Tx, storeId: string], string | undefined>('stores: store-in-use')

/** Whose product a listing is, by the mark that it carries in its shop; marks that nobody knows are left out. */
export const productsOfListings = defineHook<[tx: Tx, listingIds: readonly string[]], ReadonlyMap<string, string>>(
  'stores: products-of-listings',
)
