import type { TranslationOrigin } from '@huoqiao/contract/translations/translations.status'
import type { Tx } from '../../db/db.ts'

/** A text of a product that can be translated, in the language of the product. */
export type SourceField = {
  /** `title`, `description`, `seoTitle`, `seoDescription`, `type`, `tags`, `option.0`, `option.0.3` (a value), `picture.<id>` */
  readonly field: string
  readonly label: string
  readonly format: 'plain' | 'html'
  /** most characters of a translation that a shop takes; null: no relevant limit */
  readonly most: number | null
  readonly text: string
  /** SHA-256 of the text in UTF-8, hex digits */
  readonly digest: string
  readonly locale: string
}

/** The texts of an offer in another language, as pairs with the Chinese text. */
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
/** A market with its display names. */
export type MarketScope = MarketOf & {
  readonly marketName: string
  readonly storeName: string
  /** whether the shop had the market when its markets were read last */
  readonly isThere: boolean
}

/** An approved text, for the shops. */
export type ApprovedText = {
  readonly productId: string
  readonly field: string
  readonly locale: string
  /** the market of the text; undefined: all markets */
  readonly market: { readonly id: string; readonly name: string } | undefined
  readonly text: string
  /** SHA-256 of the source text that it was made from, as Shopify's `translatableContentDigest` */
  readonly digest: string
  /** the product's source text changed since */
  readonly isOutdated: boolean
  /** the forbidden words in it, with reasons, by the current glossary, which may have entries that are newer than the approval */
  readonly forbidden: readonly string[]
}

/** How many pictures need a version in this language, and the languages of the words on them. */
export type PictureNeed = { readonly locale: string; readonly count: number; readonly languages: readonly string[] }

/** The API of this feature for features of higher rank. */
export type TranslationsApi = {
  /**
   * Approved texts of the products in these languages for a store, ordered by product, language and field, market texts last. Does not include
   * unapproved machine-made texts.
   */
  approvedTexts(
    tx: Tx,
    productIds: readonly string[],
    locales: readonly string[],
    storeId: string,
  ): Promise<ApprovedText[]>
  /** The current texts of each product that can be translated. */
  sourceFields(tx: Tx, productIds: readonly string[]): Promise<Map<string, SourceField[]>>
  /** Which of these languages need their own pictures, by product. Languages that need none are left out. */
  pictureNeeds(
    tx: Tx,
    productIds: readonly string[],
    locales: readonly string[],
  ): Promise<ReadonlyMap<string, readonly PictureNeed[]>>
}
