import type { SumName } from '@huoqiao/contract/analytics/analytics.figures'
import type { AnalyticsView } from '@huoqiao/contract/analytics/analytics.schema'
import {
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { at, createdAt, minor, primaryId, remoteId, updatedAt } from '../../db/columns.ts'
import { account } from '../accounts/accounts.tables.ts'
import type { Span } from './spans.rules.ts'

/** One column for each of SUMS (contract), all whole numbers. */
const sums = () =>
  ({
    orders: minor('orders').notNull(),
    unknownOrders: minor('unknown_orders').notNull(),
    unratedLines: minor('unrated_lines').notNull().default(0),
    pieces: minor('pieces').notNull(),
    returnedPieces: minor('returned_pieces').notNull(),
    sentPieces: minor('sent_pieces').notNull(),
    sentHours: minor('sent_hours').notNull(),
    saleMinor: minor('sale_minor').notNull(),
    refundMinor: minor('refund_minor').notNull(),
    taxMinor: minor('tax_minor').notNull(),
    goodsMinor: minor('goods_minor').notNull(),
    freightMinor: minor('freight_minor').notNull(),
    abroadMinor: minor('abroad_minor').notNull(),
    feeMinor: minor('fee_minor').notNull(),
    profitMinor: minor('profit_minor').notNull(),
    profitSaleMinor: minor('profit_sale_minor').notNull(),
  }) satisfies Record<SumName, unknown>

const day = (name: string) => date(name, { mode: 'string' }).notNull()

/**
 * Goods that sales are grouped by: one variant of one shop from one source. Names are those of the latest order. Category and supplier are those of
 * the source as last fetched; the rows of sums only refer to goods and need no change when they change.
 */
export const salesGoods = pgTable(
  'sales_goods',
  {
    id: primaryId(),
    storeId: uuid('store_id').notNull(),
    productKey: uuid('product_key').notNull(),
    productName: text('product_name').notNull(),
    variantKey: uuid('variant_key').notNull(),
    variantName: text('variant_name').notNull(),
    sku: text('sku').notNull(),
    image: text('image'),
    offerId: remoteId('offer_id'),
    supplierKey: text('supplier_key').notNull(),
    supplierName: text('supplier_name').notNull(),
    category: text('category').notNull(),
    /** `updatedAt` of the source that supplier and category were read from */
    offerAt: at('offer_at'),
    /** date of the order that the names are from; null: written by an earlier version */
    namedAt: at('named_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index('sales_goods_supplier').on(table.supplierKey),
    index('sales_goods_category').on(table.category),
    index('sales_goods_product').on(table.productKey),
    index('sales_goods_offer').on(table.offerId),
  ],
)

/**
 * What each line of an order adds to the sums. The amounts of an order are divided among its lines exactly, to the fen, and an order without lines
 * has one row without goods, so the sum of all rows is the sum of all orders. The rows of an order are replaced together, and the difference is added
 * to the tables below in the same transaction.
 */
export const salesFact = pgTable(
  'sales_fact',
  {
    orderId: uuid('order_id').notNull(),
    position: smallint('position').notNull(),
    day: day('day'),
    storeId: uuid('store_id').notNull(),
    country: text('country').notNull(),
    goodsId: uuid('goods_id').notNull(),
    ...sums(),
  },
  (table) => [
    primaryKey({ columns: [table.orderId, table.position] }),
    index('sales_fact_country').on(table.country, table.day),
    index('sales_fact_goods').on(table.goodsId, table.day),
  ],
)

/** Sums by day, shop and country. `facts`: number of rows of `sales_fact` in the sums. */
export const salesDayPlace = pgTable(
  'sales_day_place',
  {
    day: day('day'),
    storeId: uuid('store_id').notNull(),
    country: text('country').notNull(),
    facts: integer('facts').notNull(),
    ...sums(),
  },
  (table) => [primaryKey({ columns: [table.day, table.storeId, table.country] })],
)

/**
 * Sums by day and shop, for the days of the chart that nearly every answer has: `sales_day_place` has a row for each of some dozens of countries.
 * Written by a trigger on `sales_day_place` (0037_analytics-shops.sql), so that a node of the previous version keeps it up to date too.
 */
export const salesDayStore = pgTable(
  'sales_day_store',
  { day: day('day'), storeId: uuid('store_id').notNull(), facts: integer('facts').notNull(), ...sums() },
  (table) => [primaryKey({ columns: [table.day, table.storeId] })],
)

/** Sums by day and goods. The shop follows from the goods. */
export const salesDayGoods = pgTable(
  'sales_day_goods',
  { day: day('day'), goodsId: uuid('goods_id').notNull(), facts: integer('facts').notNull(), ...sums() },
  (table) => [
    primaryKey({ columns: [table.day, table.goodsId] }),
    index('sales_day_goods_goods').on(table.goodsId, table.day),
  ],
)

/**
 * Sums by goods and week, month, quarter or year (decision 0060). `day`: the first day of the span. Half of each page is left free (decision 0062).
 */
export const salesSpanGoods = pgTable(
  'sales_span_goods',
  {
    grain: text('grain').$type<Span>().notNull(),
    day: day('day'),
    goodsId: uuid('goods_id').notNull(),
    facts: integer('facts').notNull(),
    ...sums(),
  },
  (table) => [
    primaryKey({ columns: [table.grain, table.day, table.goodsId] }),
    index('sales_span_goods_goods').on(table.goodsId, table.grain, table.day),
  ],
)

/** A view of which a person gets a notice once a week. */
export const analyticsSchedule = pgTable(
  'analytics_schedule',
  {
    id: primaryId(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** Monday is 1, Sunday 7 */
    weekday: smallint('weekday').notNull(),
    view: jsonb('view').$type<AnalyticsView>().notNull(),
    /** day for which it was last sent; initially the day of creation, so the first notice comes on a later day */
    sentFor: day('sent_for'),
    sentAt: at('sent_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [uniqueIndex('analytics_schedule_name').on(table.accountId, table.name)],
)
