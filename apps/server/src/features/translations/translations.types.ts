import type { TranslationOrigin } from '@huoqiao/contract/translations/translations.status'
import type { Tx } from '../../db/db.ts'

/** A text of a product that can be translated, in the language of the product. */
export type SourceField = {
  /** `title`, `description`, `seoTitle`, `seoDescription`, `type`, `tags`, `option.0`, `option.0.3` (a value), `picture.<id>` */
  readonly field: string
  readonly label: string
  readonly format: 'plain' | 'html'
  /** most characters of a translation that a shop takes; null: none that matters */
  readonly most: number | null
  readonly text: string
  /** SHA-256 of the text in UTF-8, hex digits */
  readonly digest: string
  readonly locale: string
}

/** The texts of an offer in another language, each beside its Chinese one. */
export type OfferTexts = {
  readonly title: readonly [zh: string, text: string] | null
  readonly names: readonly (readonly [zh: string, text: string])[]
  readonly values: readonly (readonly [zh: string, text: string])[]
}

/** A text as histories keep it, with everything that an undo sets back. */
export type KeptText = {
  text: string
  origin: TranslationOrigin
  isApproved: boolean
  locked: boolean
  sourceText: string
  sourceDigest: string
}

/** A market of a shop, by the shop's id. */
export type MarketOf = { readonly storeId: string; readonly market: string }
/** With its name for people. */
export type MarketScope = MarketOf & {
  readonly marketName: string
  readonly storeName: string
  /** the shop has it, as far as it is known */
  readonly isThere: boolean
}

/** An approved text, for the shops. */
export type ApprovedText = {
  readonly productId: string
  readonly field: string
  readonly locale: string
  /** the market that it is for; undefined: all markets */
  readonly market: { readonly id: string; readonly name: string } | undefined
  readonly text: string
  /** SHA-256 of the source text that it was made from, as Shopify's `translatableContentDigest` */
  readonly digest: string
  /** the product's source text is another one by now */
  readonly isOutdated: boolean
  /** the forbidden words that it contains by the glossary as it is now, each with its reason, also of terms added after the text was approved */
  readonly forbidden: readonly string[]
}

/** Pictures with words in other languages, which a language needs of its own. */
export type PictureNeed = { readonly locale: string; readonly count: number; readonly languages: readonly string[] }

/** What later features may ask of translations. */
export type TranslationsApi = {
  /**
   * Approved texts of the products in these languages for a store, ordered by product, language and field, those of its markets last.
   * Machine-made ones are not among them.
   */
  approvedTexts(
    tx: Tx,
    productIds: readonly string[],
    locales: readonly string[],
    storeId: string,
  ): Promise<ApprovedText[]>
  /** The texts of each product that can be translated, as they are now. */
  sourceFields(tx: Tx, productIds: readonly string[]): Promise<Map<string, SourceField[]>>
  /** Which of these languages need pictures of their own, by product; nothing of languages that need none. */
  pictureNeeds(
    tx: Tx,
    productIds: readonly string[],
    locales: readonly string[],
  ): Promise<ReadonlyMap<string, readonly PictureNeed[]>>
}
