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

/** The languages of the workbench: one row. */
export const translationLanguages = pgTable('translation_languages', {
  id: integer('id').primaryKey(),
  locales: text('locales').array().notNull(),
  /** those of them with inches and pounds instead of centimetres and kilograms */
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
    /** the text that it was made from, and its SHA-256 in hex digits, which is how shops identify it too */
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

/** A person's text for one market of one shop, which holds there in place of the one above. Where there is none, that one holds. */
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
    /** the shop's id of it; the shop may have removed it since */
    market: text('market').notNull(),
    /** when the text was written */
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

/** One product in one language, counted: written with its texts and when the product changes, so that the grid reads one table. */
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
    /** pictures that the language needs of its own */
    pictures: integer('pictures').notNull().default(0),
    /** of the product */
    updatedAt: at('updated_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.productId, table.locale] }),
    // Products with nothing to translate are in no state (sheets.store).
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
    /** of a text of one market: its shop, its id there, and both names at the time; null for the text of all markets */
    storeId: uuid('store_id'),
    market: text('market'),
    marketName: text('market_name'),
    action: text('action').$type<TranslationAction>().notNull(),
    before: jsonb('before').$type<KeptText>(),
    after: jsonb('after').$type<KeptText>(),
    /** the version of the text after it; 0: there is none */
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
 * What the marketplace answered for an offer in one of its languages: read once, and again only for another source text. English is not
 * among them, as it comes with the claimed product. Products may be gone, or several have the same offer.
 */
export const offerTexts = pgTable(
  'translation_offer_texts',
  {
    offerId: text('offer_id').notNull(),
    /** of the marketplace: `pt` for `pt-BR` */
    language: text('language').notNull(),
    /** of the product's Chinese texts for which it was read */
    sourceDigest: text('source_digest').notNull(),
    /** null: it has none, or answered in another language */
    texts: jsonb('texts').$type<OfferTexts>(),
    readAt: at('read_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.offerId, table.language, table.sourceDigest] })],
)

/** Every approved pair of texts: what was translated once is proposed for the same and for similar texts. */
export const memoryPair = pgTable(
  'memory_pair',
  {
    id: primaryId(),
    locale: text('locale').notNull(),
    sourceLocale: text('source_locale').notNull(),
    sourceDigest: text('source_digest').notNull(),
    source: text('source').notNull(),
    target: text('target').notNull(),
    /** where it was approved last; the product may be gone */
    productId: uuid('product_id'),
    byName: text('by_name'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    /** by which similar texts are found (near.rules) */
    bands: integer('bands')
      .array()
      .notNull()
      .default(sql`'{}'`),
  },
  (table) => [
    uniqueIndex('memory_pair_source').on(table.locale, table.sourceDigest),
    // Without a list of rows that are not in the index yet: each search would read the whole list.
    index('memory_pair_bands').using('gin', table.bands).with({ fastupdate: false }),
  ],
)
