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
 * What was sold, as it is grouped by: one shop's variant from one source. Its names are those of the latest order; category and supplier are its
 * source's as last fetched, so a row of sums needs no change when those do.
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
    /** of the source's row that the two were read from */
    offerAt: at('offer_at'),
    /** when the order was made that the names are from; null: of a row that an earlier version wrote */
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
 * What each line of an order adds. An order's amounts are shared out among its lines to the last fen, and an order without lines has one row of no
 * goods: the sum of all rows is the sum of all orders. Rows of an order are replaced whole, with the difference in the tables below, in one transaction.
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

/** The same by day, shop and country. `facts`: rows of `sales_fact` that it is made of. */
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
 * The same by day and shop: nearly every answer has the days of its chart, and there are some dozens of countries. Kept by a trigger of
 * `sales_day_place` (0037_analytics-shops.sql), so that a node of the previous version keeps it too.
 */
export const salesDayStore = pgTable(
  'sales_day_store',
  { day: day('day'), storeId: uuid('store_id').notNull(), facts: integer('facts').notNull(), ...sums() },
  (table) => [primaryKey({ columns: [table.day, table.storeId] })],
)

/** The same by day and goods, which are of one shop. */
export const salesDayGoods = pgTable(
  'sales_day_goods',
  { day: day('day'), goodsId: uuid('goods_id').notNull(), facts: integer('facts').notNull(), ...sums() },
  (table) => [
    primaryKey({ columns: [table.day, table.goodsId] }),
    index('sales_day_goods_goods').on(table.goodsId, table.day),
  ],
)

/** The same by week, month, quarter and year (decision 0060); `day`: the first of it. Half of each page is left free (decision 0062). */
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

/** A view that a person is reminded of once a week. */
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
    /** the day for which it was sent last, or on which it was made: none before it is sent */
    sentFor: day('sent_for'),
    sentAt: at('sent_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [uniqueIndex('analytics_schedule_name').on(table.accountId, table.name)],
)
