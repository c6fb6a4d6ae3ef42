import type {
  ListingSummary,
  ProductImage,
  ProductOption,
  VariantPrice,
} from '@huoqiao/contract/products/products.schema'
import type { ProductState, SourceHealth } from '@huoqiao/contract/products/products.status'
import type { TypedWeight } from '@huoqiao/kit/weight'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { at, createdAt, minor, primaryId, remoteId, updatedAt, version } from '../../db/columns.ts'
import type { Change, FieldSource, SourceProduct } from './products.types.ts'

/** Everything outside the recycle bin: the list 全部. */
const LIVE = sql`state <> 'recycled'`
/** Changed or deleted in a shop by somebody. Must be written exactly as in the indexes, so that the list can use them. */
export const CHANGED_IN_SHOP = sql`listings @? '$[*].shopChanged[0]'`
export const DELETED_IN_SHOP = sql`listings @? '$[*] ? (@.state == "removed")'`

/**
 * One row holds everything that a card shows, so that a page of the list reads one table. Columns derived from variants, listings and draft
 * (image … missing, state) are written with them in the same transaction, by one rule.
 */
export const product = pgTable(
  'product',
  {
    id: primaryId(),
    version: version(),
    origin: text('origin').$type<'1688' | 'manual'>().notNull(),
    offerId: remoteId('offer_id'),
    sourceUrl: text('source_url'),
    supplierId: text('supplier_id'),
    supplierName: text('supplier_name'),
    ownerId: uuid('owner_id'),
    ownerName: text('owner_name'),
    title: text('title').notNull(),
    titleZh: text('title_zh').notNull().default(''),
    descriptionHtml: text('description_html').notNull().default(''),
    vendor: text('vendor').notNull().default(''),
    productType: text('product_type').notNull().default(''),
    tags: text('tags')
      .array()
      .notNull()
      .default(sql`'{}'`),
    note: text('note').notNull().default(''),
    images: jsonb('images').$type<ProductImage[]>().notNull().default([]),
    options: jsonb('options').$type<ProductOption[]>().notNull().default([]),
    fieldSources: jsonb('field_sources').$type<Record<string, FieldSource>>().notNull().default({}),
    source: jsonb('source').$type<SourceProduct>(),
    storeIds: uuid('store_ids')
      .array()
      .notNull()
      .default(sql`'{}'`),
    listings: jsonb('listings').$type<ListingSummary[]>().notNull().default([]),
    state: text('state').$type<ProductState>().notNull(),
    sourceHealth: text('source_health').$type<SourceHealth>().notNull().default('normal'),
    missing: text('missing')
      .array()
      .notNull()
      .default(sql`'{}'`),
    image: text('image'),
    costMin: minor('cost_min'),
    costMax: minor('cost_max'),
    priceMin: minor('price_min'),
    priceMax: minor('price_max'),
    priceCurrency: text('price_currency'),
    marginPercent: doublePrecision('margin_percent'),
    variantCount: integer('variant_count').notNull().default(0),
    stockTotal: bigint('stock_total', { mode: 'number' }).notNull().default(0),
    recycledAt: at('recycled_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    /** the text that a keyword is searched in; indexed by search_terms (product_search) */
    searchText: text('search_text').generatedAlwaysAs(
      sql`lower(title || ' ' || title_zh || ' ' || coalesce(supplier_name, ''))`,
    ),
  },
  (table) => [
    // One index for each sort order: with the state for the tabs, and without it for 全部, so that a page is read from the index. Sort
    // directions must match the statements (design/stack.md, trap 4).
    index('product_state_updated').on(table.state, table.updatedAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('product_state_created').on(table.state, table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('product_state_price').on(table.state, table.priceMin.desc().nullsLast(), table.id.desc().nullsFirst()),
    index('product_state_margin').on(table.state, table.marginPercent.desc().nullsLast(), table.id.desc().nullsFirst()),
    index('product_live_updated').on(table.updatedAt.desc().nullsFirst(), table.id.desc().nullsFirst()).where(LIVE),
    index('product_live_created').on(table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()).where(LIVE),
    index('product_live_price').on(table.priceMin.desc().nullsLast(), table.id.desc().nullsFirst()).where(LIVE),
    index('product_live_margin').on(table.marginPercent.desc().nullsLast(), table.id.desc().nullsFirst()).where(LIVE),
    index('product_health_updated').on(
      table.sourceHealth,
      table.updatedAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    // Few rows at any time, with their own index.
    index('product_changed_in_shop')
      .on(table.updatedAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(CHANGED_IN_SHOP),
    index('product_deleted_in_shop')
      .on(table.updatedAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(DELETED_IN_SHOP),
    index('product_stores').using('gin', table.storeIds),
    /** an offer belongs to at most one live product; products in the recycle bin do not count */
    uniqueIndex('product_offer_live')
      .on(table.offerId)
      .where(sql`recycled_at is null`),
  ],
)

export const productVariant = pgTable(
  'product_variant',
  {
    id: primaryId(),
    productId: uuid('product_id')
      .notNull()
      .references(() => product.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    skuCode: text('sku_code').notNull().default(''),
    barcode: text('barcode').notNull().default(''),
    sourceSkuId: remoteId('source_sku_id'),
    sourceSpecId: text('source_spec_id'),
    sourceSkuAliases: text('source_sku_aliases')
      .array()
      .notNull()
      .default(sql`'{}'`),
    optionValues: text('option_values')
      .array()
      .notNull()
      .default(sql`'{}'`),
    costMinor: minor('cost_minor'),
    weightGrams: integer('weight_grams'),
    /** as typed; the grams are derived from it */
    weight: jsonb('weight').$type<TypedWeight>(),
    stock: integer('stock').notNull().default(0),
    stockPolicy: text('stock_policy').$type<'deny' | 'continue'>().notNull().default('deny'),
    imageId: text('image_id'),
    dropped: boolean('dropped').notNull().default(false),
    prices: jsonb('prices').$type<VariantPrice[]>().notNull().default([]),
  },
  (table) => [
    index('product_variant_product').on(table.productId, table.position),
    index('product_variant_sku')
      .on(table.skuCode)
      .where(sql`sku_code <> ''`),
    index('product_variant_barcode')
      .on(table.barcode)
      .where(sql`barcode <> ''`),
  ],
)

/** Every edit with the values before and after, for the history and undo (beyond, item 3). Append-only. */
export const productRevision = pgTable(
  'product_revision',
  {
    id: primaryId(),
    productId: uuid('product_id')
      .notNull()
      .references(() => product.id, { onDelete: 'cascade' }),
    at: at('at').notNull(),
    byId: uuid('by_id'),
    byName: text('by_name'),
    reason: text('reason').notNull(),
    /** the product's version after it */
    version: integer('version').notNull(),
    /** the bulk action that it belongs to, which can be undone as a whole; null: an edit of one product */
    batchId: uuid('batch_id'),
    changes: jsonb('changes').$type<Change[]>().notNull(),
  },
  (table) => [
    index('product_revision_product').on(table.productId, table.at.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('product_revision_batch')
      .on(table.batchId)
      .where(sql`batch_id is not null`),
  ],
)

/** What a person typed and has not saved, for each person and product. */
export const productDraft = pgTable(
  'product_draft',
  {
    productId: uuid('product_id')
      .notNull()
      .references(() => product.id, { onDelete: 'cascade' }),
    accountId: uuid('account_id').notNull(),
    version: integer('version').notNull(),
    savedAt: at('saved_at').notNull(),
    draft: jsonb('draft').$type<Record<string, unknown>>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.productId, table.accountId] })],
)

/**
 * The number of products of each kind, as a sum of deltas. Triggers only insert (migration 0001_functions), so that transactions do not wait
 * for one row; a job merges the deltas. storeId null: all stores.
 */
export const productCountDelta = pgTable(
  'product_count_delta',
  {
    storeId: uuid('store_id'),
    state: text('state').$type<ProductState>().notNull(),
    sourceHealth: text('source_health').$type<SourceHealth>().notNull(),
    origin: text('origin').$type<'1688' | 'manual'>().notNull(),
    delta: integer('delta').notNull(),
  },
  (table) => [index('product_count_delta_store').on(table.storeId)],
)
