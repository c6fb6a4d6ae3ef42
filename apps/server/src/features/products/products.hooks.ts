import type { Tx } from '../../db/db.ts'
import { defineHook } from '../../define-feature.ts'
import type { ForbiddenWord, ShownText } from './forbidden-words.rules.ts'

/**
 * The forbidden words in texts of products, by the lists of these stores and of all stores. `locales`: the primary languages of the stores,
 * because the products' own texts are what they show in them.
 */
export const forbiddenWordsIn = defineHook<
  [tx: Tx, asked: { storeIds: readonly string[]; locales: readonly string[]; texts: readonly ShownText[] }],
  readonly ForbiddenWord[]
>('products: forbidden-words-in')
