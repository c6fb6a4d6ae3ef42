import type { Tx } from '../../db/db.ts'
import { defineHook } from '../../define-feature.ts'

/** Why the store must stay; undefined: the feature does not need it. */
export const storeInUse = defineHook<[tx: Tx, storeId: string], string | undefined>('stores: store-in-use')

/** The product of a listing, by its identifier in the shop; unknown identifiers are left out. */
export const productsOfListings = defineHook<[tx: Tx, listingIds: readonly string[]], ReadonlyMap<string, string>>(
  'stores: products-of-listings',
)
