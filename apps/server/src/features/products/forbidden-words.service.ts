import type { Tx } from '../../db/db.ts'
import type { Hooks } from '../../define-feature.ts'
import { forbiddenWordsIn } from '../stores/index.ts'
import type { ForbiddenWord, ShownText, StoreDoc, StoresApi } from '../stores/index.ts'
import { changedTexts, textsOfProduct } from './forbidden-words.rules.ts'
import type { ProductDoc } from './products.types.ts'

export type ForbiddenWords = ReturnType<typeof forbiddenWords>
type OfStore = Pick<StoreDoc, 'id' | 'languages'>

/** Searches the products' own texts for forbidden words; the lists belong to a later feature. */
export function forbiddenWords({ hooks, stores }: { hooks: Hooks; stores: StoresApi }) {
  const inTexts = async (
    tx: Tx,
    of: readonly OfStore[],
    texts: readonly ShownText[],
  ): Promise<readonly ForbiddenWord[]> => {
    if (texts.length === 0) return []
    const locales = of.flatMap(({ languages }) => languages.find(({ primary }) => primary)?.locale ?? [])
    return (await hooks.ask(forbiddenWordsIn, tx, { storeIds: of.map(({ id }) => id), locales, texts })).flat()
  }

  const storesOf = async (tx: Tx, { storeIds }: ProductDoc): Promise<OfStore[]> =>
    storeIds.length === 0 ? [] : [...(await stores.storesById(tx, storeIds)).values()]

  return {
    inTexts,
    inProduct: async (tx: Tx, doc: ProductDoc) => inTexts(tx, await storesOf(tx, doc), textsOfProduct(doc)),

    /**
     * The forbidden words that a change adds. Words that the field already had are accepted: the rule may be newer than the text, and an
     * edit of something else must not require a new text. A push still refuses them.
     */
    async broughtIn(tx: Tx, before: ProductDoc | undefined, after: ProductDoc): Promise<readonly ForbiddenWord[]> {
      const former = before ? textsOfProduct(before) : []
      const texts = changedTexts(former, textsOfProduct(after))
      if (texts.length === 0) return []
      const of = await storesOf(tx, after)
      const found = await inTexts(tx, of, texts)
      if (found.length === 0) return []
      const fields = new Set(found.map(({ field }) => field))
      const had = await inTexts(
        tx,
        of,
        former.filter(({ field }) => fields.has(field)),
      )
      return found.filter((one) => !had.some(({ field, word }) => field === one.field && word === one.word))
    },
  }
}
