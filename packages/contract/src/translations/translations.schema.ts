import * as z from '../zod.ts'
import { can, id, instant, requiredText, version } from '../wire.ts'
import { LIMITS } from '../products/products.schema.ts'
import { LOCALES, TRANSLATION_ACTIONS, TRANSLATION_ORIGINS, TRANSLATION_STATES } from './translations.status.ts'
import type { Locale, TranslationAction, TranslationOrigin, TranslationState } from './translations.status.ts'

const codes = <T extends string>(table: Record<T, unknown>) => z.enum(Object.keys(table) as [T, ...T[]])
export const translationState = codes<TranslationState>(TRANSLATION_STATES)
export const translationOrigin = codes<TranslationOrigin>(TRANSLATION_ORIGINS)
const translationAction = codes<TranslationAction>(TRANSLATION_ACTIONS)
export const locale = codes<Locale>(LOCALES)

/** `title`, `description`, …, `option.0`, `option.0.3` (a value), `picture.<id>`. */
export const fieldKey = z.string().regex(/^[A-Za-z0-9._-]{1,100}$/, '不是翻译的字段')
export const translatedText = requiredText(LIMITS.descriptionHtml)

/** The shop's id of a market. */
export const marketId = z.string().regex(/^gid:\/\/shopify\/Market\/\d{1,20}$/, '不是店铺的市场')
/** Both: the texts of one market of one shop. Neither: the general texts. */
export const scope = { storeId: id.optional(), marketId: marketId.optional() }

/** One product in one language, in the workbench's grid. */
export const languageSheet = z.object({
  locale: z.string(),
  state: translationState,
  /** fields to translate, and how many of them are in each state */
  total: z.int(),
  missing: z.int(),
  outdated: z.int(),
  machine: z.int(),
  approved: z.int(),
  /** pictures with words in another language, which need a version in this one */
  pictures: z.int(),
})
export type LanguageSheet = z.infer<typeof languageSheet>

export const translationRow = z.object({
  productId: id,
  title: z.string(),
  titleZh: z.string(),
  image: z.string().nullable(),
  /** in the order of the workbench's languages */
  languages: z.array(languageSheet),
  updatedAt: instant,
  can,
})
export type TranslationRow = z.infer<typeof translationRow>

/** A translated text as it is stored. */
export const translation = z.object({
  text: z.string(),
  origin: translationOrigin,
  state: translationState,
  locked: z.boolean(),
  /** the source text that it was made from; null: the current source text */
  formerSource: z.string().nullable(),
  by: z.string().nullable(),
  at: instant,
  version,
})
export type Translation = z.infer<typeof translation>

/** A market of a shop, for which a product may have its own texts. */
export const textMarket = z.object({
  storeId: id,
  marketId: z.string(),
  /** names of the shop and the market */
  name: z.string(),
  /** whether the shop had the market when its markets were read last */
  isThere: z.boolean(),
})
export type TextMarket = z.infer<typeof textMarket>

/** An entry of the glossary that occurs in a source text: its position, and how it must be translated. */
export const termHit = z.object({
  start: z.int(),
  end: z.int(),
  source: z.string(),
  target: z.string(),
  kind: z.enum(['forced', 'keep']),
  note: z.string(),
})
export type TermHit = z.infer<typeof termHit>

/** A proposed text with its origin. A score below 1: the translation of a similar source text in the memory. */
export const translationProposal = z.object({
  origin: translationOrigin,
  text: z.string(),
  score: z.number(),
  /** the source text that the proposal is a translation of */
  source: z.string(),
  by: z.string().nullable(),
  at: instant.nullable(),
})
export type TranslationProposal = z.infer<typeof translationProposal>

/** A problem of a translated text. */
export const textProblem = z.object({
  word: z.enum(['number', 'unit', 'keep', 'forced', 'forbidden', 'html', 'placeholder', 'language', 'length']),
  message: z.string(),
})
export type TextProblem = z.infer<typeof textProblem>

export const translationField = z.object({
  field: fieldKey,
  label: z.string(),
  format: z.enum(['plain', 'html']),
  /** most characters; null: no relevant limit */
  most: z.int().nullable(),
  source: z.string(),
  sourceLocale: z.string(),
  /** the text of the sheet's market, or the general text */
  translation: translation.nullable(),
  /** in the sheet of a market: the general text, which applies if the market has none */
  general: translation.nullable(),
  /** in the sheet of all markets: the markets with their own text */
  markets: z.array(z.object({ name: z.string(), text: z.string(), state: translationState })),
  /** the same field in other languages */
  others: z.array(z.object({ locale: z.string(), text: z.string(), state: translationState })),
  terms: z.array(termHit),
  proposals: z.array(translationProposal),
  problems: z.array(textProblem),
})
export type TranslationField = z.infer<typeof translationField>

/** One product in one language, side by side with its source. */
export const translationSheet = z.object({
  productId: id,
  title: z.string(),
  image: z.string().nullable(),
  locale: z.string(),
  /** null: all markets */
  market: textMarket.nullable(),
  /** the markets of the product's shops, and others with texts of this product */
  markets: z.array(textMarket),
  sheet: languageSheet,
  fields: z.array(translationField),
  can,
})
export type TranslationSheet = z.infer<typeof translationSheet>

/** One step of a text's history. Null: there was no text. */
export const translationChange = z.object({
  id,
  productId: id,
  field: fieldKey,
  label: z.string(),
  locale: z.string(),
  /** names of the shop and the market at that time; null: all markets */
  market: z.string().nullable(),
  action: translationAction,
  before: z.string().nullable(),
  after: z.string().nullable(),
  origin: translationOrigin.nullable(),
  by: z.string().nullable(),
  at: instant,
  /** the bulk action of the step */
  batchId: id.nullable(),
  can,
})
export type TranslationChange = z.infer<typeof translationChange>
