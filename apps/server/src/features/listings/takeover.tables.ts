import type { TakeoverReadState, TakeoverState, TakeoverSureness } from '@huoqiao/contract/listings/takeover.status'
import { index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import { at, createdAt, primaryId, updatedAt } from '../../db/columns.ts'

/** The last reading of the products of one shop. */
export const takeoverRead = pgTable('takeover_read', {
  storeId: uuid('store_id').primaryKey(),
  /** of this reading; rows of an earlier one that are still open are no longer in the shop */
  readId: uuid('read_id').notNull(),
  state: text('state').$type<TakeoverReadState>().notNull(),
  /** the shop's cursor behind the last page that was stored */
  cursor: text('cursor'),
  seen: integer('seen').notNull().default(0),
  known: integer('known').notNull().default(0),
  message: text('message').notNull().default(''),
  startedBy: text('started_by').notNull(),
  startedAt: at('started_at').notNull(),
  finishedAt: at('finished_at'),
})

/** A variant of the shop, as far as products are matched by it. */
export type TakeoverVariant = { sku: string; barcode: string }

/** A product of a shop that no listing of ours belonged to when it was read. */
export const takeoverItem = pgTable(
  'takeover_item',
  {
    id: primaryId(),
    storeId: uuid('store_id').notNull(),
    readId: uuid('read_id').notNull(),
    shopifyProductId: text('shopify_product_id').notNull(),
    title: text('title').notNull(),
    image: text('image'),
    variants: jsonb('variants').$type<TakeoverVariant[]>().notNull(),
    state: text('state').$type<TakeoverState>().notNull(),
    /** the proposal */
    proposedId: uuid('proposed_id'),
    sureness: text('sureness').$type<TakeoverSureness>().notNull(),
    /** for sorting the list, surest proposals first */
    points: integer('points').notNull(),
    reasons: text('reasons').array().notNull(),
    /** what it was linked with, and the version of the product after that; null: the product did not change */
    productId: uuid('product_id'),
    productVersion: integer('product_version'),
    decidedBy: text('decided_by'),
    message: text('message').notNull().default(''),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    /** the text that a keyword is searched in: title, number in the shop, SKU codes and barcodes; indexed by search_terms with the time (takeover_item_search) */
    searchText: text('search_text').generatedAlwaysAs(
      sql`lower(title || ' ' || split_part(shopify_product_id, '/', -1) || ' ' || jsonb_path_query_array(variants, '$[*].*')::text)`,
    ),
  },
  (table) => [
    uniqueIndex('takeover_item_shop_product').on(table.storeId, table.shopifyProductId),
    // The list, surest first, for each combination of its filters; the last one also counts.
    index('takeover_item_order').on(table.storeId, table.state, table.points.desc().nullsFirst(), table.id),
    index('takeover_item_points').on(table.storeId, table.points.desc().nullsFirst(), table.id),
    index('takeover_item_sureness').on(table.storeId, table.sureness, table.points.desc().nullsFirst(), table.id),
    index('takeover_item_sureness_order').on(
      table.storeId,
      table.sureness,
      table.state,
      table.points.desc().nullsFirst(),
      table.id,
    ),
  ],
)
