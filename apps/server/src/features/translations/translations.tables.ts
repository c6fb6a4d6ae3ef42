import type {
  TranslationAction,
  TranslationOrigin,
  TranslationState,
} from '@huoqiao/contract/translations/translations.status'
import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { at, createdAt, primaryId, updatedAt, version } from '../../db/columns.ts'
import { product } from '../products/products.tables.ts'
import { store } from '../stores/stores.tables.ts'
import type { KeptText, OfferTexts } from './translations.types.ts'

/** The languages of the workbench; a single row. */
export const translationLanguages = pgTable('translation_languages', {
  id: integer('id').primaryKey(),
  locales: text('locales').array().notNull(),
  /** the languages that use inches and pounds instead of centimetres and kilograms */
  imperial: text('imperial')
    .array()
    .notNull()
    .default(sql`'{}'`),
  version: version(),
  updatedAt: updatedAt(),
})

/** A text of a product in one language. A missing text has no row. */
export const translation = pgTable(
  'translation',
  {
    id: primaryId(),
    productId: uuid('product_id')
      .notNull()
      .references(() => product.id, { onDelete: 'cascade' }),
    locale: text('locale').notNull(),
    field: text('field').notNull(),
    text: text('text').notNull(),
    origin: text('origin').$type<TranslationOrigin>().notNull(),
    isApproved: boolean('is_approved').notNull(),
    locked: boolean('locked').notNull(),
    /** the source text that it was made from, and its SHA-256 in hex digits, which shops use too */
    sourceText: text('source_text').notNull(),
    sourceDigest: text('source_digest').notNull(),
    version: version(),
    byId: uuid('by_id'),
    byName: text('by_name'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('translation_field').on(table.productId, table.locale, table.field),
    index('translation_digest').on(table.locale, table.sourceDigest),
  ],
)

/** A person's text for one market of one shop. It is used there instead of the general text (`translation`). */
export const marketTranslation = pgTable(
  'market_translation',
  {
    id: primaryId(),
    productId: uuid('product_id')
      .notNull()
      .references(() => product.id, { onDelete: 'cascade' }),
    storeId: uuid('store_id')
      .notNull()
      .references(() => store.id, { onDelete: 'cascade' }),
    /** the shop's id of the market; the shop may have removed it since */
    market: text('market').notNull(),
    /** the name when the text was written */
    marketName: text('market_name').notNull(),
    locale: text('locale').notNull(),
    field: text('field').notNull(),
    text: text('text').notNull(),
    sourceText: text('source_text').notNull(),
    sourceDigest: text('source_digest').notNull(),
    version: version(),
    byId: uuid('by_id'),
    byName: text('by_name'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('market_translation_field').on(table.productId, table.locale, table.storeId, table.market, table.field),
  ],
)

/** Counts of one product in one language. Written with its texts and when the product changes, so that the grid reads one table. */
export const translationSheet = pgTable(
  'translation_sheet',
  {
    productId: uuid('product_id')
      .notNull()
      .references(() => product.id, { onDelete: 'cascade' }),
    locale: text('locale').notNull(),
    state: text('state').$type<TranslationState>().notNull(),
    total: integer('total').notNull(),
    missing: integer('missing').notNull(),
    outdated: integer('outdated').notNull(),
    machine: integer('machine').notNull(),
    approved: integer('approved').notNull(),
    /** pictures that need a version in this language */
    pictures: integer('pictures').notNull().default(0),
    /** `updatedAt` of the product */
    updatedAt: at('updated_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.productId, table.locale] }),
    // Products without texts to translate belong to no state (sheets.store).
    index('translation_sheet_state')
      .on(table.locale, table.state, table.updatedAt.desc().nullsFirst(), table.productId.desc().nullsFirst())
      .where(sql`${table.total} > 0`),
    index('translation_sheet_pictures')
      .on(table.locale, table.updatedAt.desc().nullsFirst(), table.productId.desc().nullsFirst())
      .where(sql`pictures > 0`),
    index('translation_sheet_all').on(
      table.locale,
      table.updatedAt.desc().nullsFirst(),
      table.productId.desc().nullsFirst(),
    ),
  ],
)

/** Every step of a text with the text before and after. Append-only. */
export const translationChange = pgTable(
  'translation_change',
  {
    id: primaryId(),
    productId: uuid('product_id')
      .notNull()
      .references(() => product.id, { onDelete: 'cascade' }),
    locale: text('locale').notNull(),
    field: text('field').notNull(),
    /** of a market text: the shop, the shop's id of the market, and both names at that time; null for a general text */
    storeId: uuid('store_id'),
    market: text('market'),
    marketName: text('market_name'),
    action: text('action').$type<TranslationAction>().notNull(),
    before: jsonb('before').$type<KeptText>(),
    after: jsonb('after').$type<KeptText>(),
    /** the version of the text after the step; 0: it was removed */
    version: integer('version').notNull(),
    batchId: uuid('batch_id'),
    byId: uuid('by_id'),
    byName: text('by_name'),
    at: at('at').notNull(),
  },
  (table) => [
    index('translation_change_text').on(
      table.productId,
      table.locale,
      table.at.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index('translation_change_batch')
      .on(table.batchId)
      .where(sql`batch_id is not null`),
  ],
)

/**
 * The marketplace's answer for an offer in one language. Read once, and again only if the source text changed. Not for English, which comes with
 * the claim. Not linked to products: several may have the same offer, and they may be deleted.
 */
export const offerTexts = pgTable(
  'translation_offer_texts',
  {
    offerId: text('offer_id').notNull(),
    /** the marketplace's language code: `pt` for `pt-BR` */
    language: text('language').notNull(),
    /** digest of the product's Chinese texts at that time */
    sourceDigest: text('source_digest').notNull(),
    /** null: the marketplace has no translation, or answered in another language */
    texts: jsonb('texts').$type<OfferTexts>(),
    readAt: at('read_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.offerId, table.language, table.sourceDigest] })],
)

/** Approved pairs of source and translation, which are proposed for equal and similar source texts. */
export const memoryPair = pgTable(
  'memory_pair',
  {
    id: primaryId(),
    locale: text('locale').notNull(),
    sourceLocale: text('source_locale').notNull(),
    sourceDigest: text('source_digest').notNull(),
    source: text('source').notNull(),
    target: text('target').notNull(),
    /** the product in which it was approved last; it may be deleted */
    productId: uuid('product_id'),
    byName: text('by_name'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    /** hash bands to find similar texts (near.rules) */
    bands: integer('bands')
      .array()
      .notNull()
      .default(sql`'{}'`),
  },
  (table) => [
    uniqueIndex('memory_pair_source').on(table.locale, table.sourceDigest),
    // Without GIN's pending list, which each search would read completely.
    index('memory_pair_bands').using('gin', table.bands).with({ fastupdate: false }),
  ],
)
