import type { Tx } from '../../db/db.ts'
import { defineHook } from '../../define-feature.ts'
import type { ForbiddenWord, ShownText } from './forbidden-words.rules.ts'

/** Why the store must stay; undefined: the feature does not need it. */
export const storeInUse = defineHook<[tx: Tx, storeId: string], string | undefined>('stores: store-in-use')

/** The product of a listing, by its identifier in the shop; unknown identifiers are left out. */
export const productsOfListings = defineHook<[tx: Tx, listingIds: readonly string[]], ReadonlyMap<string, string>>(
  'stores: products-of-listings',
)

/**
 * The forbidden words in texts of products, by the lists of these stores and of all stores. `locales`: the primary languages of the stores,
 * because that is what they show.
 */
export const forbiddenWordsIn = defineHook<
  [tx: Tx, asked: { storeIds: readonly string[]; locales: readonly string[]; texts: readonly ShownText[] }],
  readonly ForbiddenWord[]
>('stores: forbidden-words-in')
