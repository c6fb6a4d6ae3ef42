import type { OrderPayment, OrderState, TrackingReturn } from '@huoqiao/contract/orders/orders.status'
import type { OrderPerson } from '@huoqiao/contract/orders/orders.schema'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
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
import { at, createdAt, minor, primaryId, remoteId, updatedAt, version } from '../../db/columns.ts'
import type { Amounts, KeptAddress, KeptFulfillment } from './orders.types.ts'

/**
 * An order of a shop. `state`, `unsourced`, `pieces`, `profit…` are derived from the shop's facts, the lines and decisions of people. They
 * are stored, and written by one rule at each change (decision 0007), because lists of a million rows are filtered and sorted by them.
 * Amounts are minor units of `currency` (the shop's), `…Cny` are fen.
 */
export const salesOrder = pgTable(
  'sales_order',
  {
    id: primaryId(),
    version: version(),
    storeId: uuid('store_id').notNull(),
    shopifyId: remoteId('shopify_id').notNull(),
    number: text('number').notNull(),
    orderedAt: at('ordered_at').notNull(),
    shopUpdatedAt: at('shop_updated_at').notNull(),
    /** 1: read in full by query; 0: taken from a webhook body, which lacks holds and risk */
    depth: smallint('depth').notNull(),
    readAt: at('read_at').notNull(),
    cancelledAt: at('cancelled_at'),
    cancelReason: text('cancel_reason'),
    closedAt: at('closed_at'),
    test: boolean('test').notNull(),
    edited: boolean('edited').notNull(),
    /** found by recoverMissingOrders (补单) */
    rescued: boolean('rescued').notNull().default(false),
    financialStatus: text('financial_status').notNull(),
    fulfillmentStatus: text('fulfillment_status').notNull(),
    returnStatus: text('return_status').notNull(),
    state: text('state').$type<OrderState>().notNull(),
    payment: text('payment').$type<OrderPayment>().notNull(),
    trackingReturn: text('tracking_return').$type<TrackingReturn>().notNull().default('none'),
    risk: text('risk').$type<'none' | 'low' | 'medium' | 'high'>().notNull(),
    riskAdvice: text('risk_advice'),
    riskConfirmedAt: at('risk_confirmed_at'),
    /** goods have to be sent, and the shop gave no address that a parcel could be sent to */
    addressMissing: boolean('address_missing').notNull(),
    addressConfirmedAt: at('address_confirmed_at'),
    heldReason: text('held_reason'),
    heldBy: text('held_by'),
    heldAt: at('held_at'),
    shopHold: text('shop_hold'),
    /** cancelled or reduced while something was bought for it (截单) */
    cut: boolean('cut').notNull().default(false),
    note: text('note').notNull().default(''),
    tags: text('tags')
      .array()
      .notNull()
      .default(sql`'{}'`),
    currency: text('currency').notNull(),
    totalMinor: minor('total_minor').notNull(),
    refundedMinor: minor('refunded_minor').notNull(),
    currentMinor: minor('current_minor').notNull(),
    amounts: jsonb('amounts').$type<Amounts>().notNull(),
    country: text('country'),
    personStatus: text('person_status').$type<OrderPerson['status']>().notNull(),
    fulfillments: jsonb('fulfillments').$type<KeptFulfillment[]>().notNull().default([]),
    lineCount: integer('line_count').notNull(),
    pieces: integer('pieces').notNull(),
    unsourced: boolean('unsourced').notNull(),
    saleCny: minor('sale_cny'),
    goodsCny: minor('goods_cny'),
    freightCny: minor('freight_cny'),
    /** international freight used in the profit: typed, otherwise estimated; null: unknown, not counted */
    abroadCny: minor('abroad_cny'),
    feeCny: minor('fee_cny'),
    profitCny: minor('profit_cny'),
    /** the exchange rate used, and its day */
    rate: text('rate'),
    rateDay: text('rate_day'),
    /** the real cost, once later features report it; null: estimated from the sources */
    goodsPaidCny: minor('goods_paid_cny'),
    freightPaidCny: minor('freight_paid_cny'),
    /** the international freight that a person typed */
    abroadEnteredCny: minor('abroad_entered_cny'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('sales_order_shop').on(table.storeId, table.shopifyId),
    // One index for each sort order: with the state for the tabs, and without it for 全部. Sort directions must match the statements.
    index('sales_order_state_ordered').on(
      table.state,
      table.orderedAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index('sales_order_state_updated').on(
      table.state,
      table.shopUpdatedAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index('sales_order_state_sale').on(table.state, table.saleCny.desc().nullsLast(), table.id.desc().nullsFirst()),
    index('sales_order_state_profit').on(table.state, table.profitCny.desc().nullsLast(), table.id.desc().nullsFirst()),
    index('sales_order_ordered').on(table.orderedAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('sales_order_updated').on(table.shopUpdatedAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('sales_order_sale').on(table.saleCny.desc().nullsLast(), table.id.desc().nullsFirst()),
    index('sales_order_profit').on(table.profitCny.desc().nullsLast(), table.id.desc().nullsFirst()),
    index('sales_order_store_ordered').on(
      table.storeId,
      table.orderedAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index('sales_order_country').on(table.country, table.orderedAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('sales_order_rescued')
      .on(table.orderedAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`rescued`),
    index('sales_order_returned')
      .on(table.orderedAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`return_status <> 'NO_RETURN'`),
    index('sales_order_unsourced')
      .on(table.orderedAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`unsourced`),
    index('sales_order_shallow')
      .on(table.storeId, table.orderedAt.desc().nullsFirst())
      .where(sql`depth = 0`),
    index('sales_order_rate').on(table.currency, table.orderedAt),
  ],
)

/**
 * What a shop sold, with its name at that time: a line's snapshot of variant, SKU and titles, kept after the variant is deleted. Not in the
 * line table, because a few thousand items are sold millions of times, and text search runs here.
 */
export const soldItem = pgTable(
  'sold_item',
  {
    id: primaryId(),
    storeId: uuid('store_id').notNull(),
    /** hash of variant, SKU and titles */
    key: text('key').notNull(),
    variantId: remoteId('variant_id'),
    productId: remoteId('product_id'),
    sku: text('sku').notNull(),
    title: text('title').notNull(),
    variantTitle: text('variant_title').notNull(),
    image: text('image'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('sold_item_key').on(table.storeId, table.key),
    index('sold_item_variant').on(table.storeId, table.variantId),
    index('sold_item_sku').on(table.storeId, table.sku),
  ],
)

/** Quantities count sale pieces of the line; decision 0007 says which feature moves which counter. */
export const salesOrderLine = pgTable(
  'sales_order_line',
  {
    id: primaryId(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => salesOrder.id, { onDelete: 'cascade' }),
    itemId: uuid('item_id')
      .notNull()
      .references(() => soldItem.id),
    shopifyId: remoteId('shopify_id').notNull(),
    position: integer('position').notNull(),
    quantity: integer('quantity').notNull(),
    current: integer('current').notNull(),
    /** fulfilled at the shop, by anybody */
    fulfilled: integer('fulfilled').notNull(),
    /** of the fulfilled pieces, those that came back and were refunded: `current` no longer counts them */
    returned: integer('returned').notNull().default(0),
    /** minor units of the order's currency, after the line's discounts */
    unitPriceMinor: minor('unit_price_minor').notNull(),
    /** before discounts; null (this and the next): stored before it was recorded */
    listPriceMinor: minor('list_price_minor'),
    /** total discount on list price × ordered quantity */
    discountMinor: minor('discount_minor'),
    requiresShipping: boolean('requires_shipping').notNull(),
    ignored: boolean('ignored').notNull().default(false),
    purchased: integer('purchased').notNull().default(0),
    placed: integer('placed').notNull().default(0),
    received: integer('received').notNull().default(0),
    shipped: integer('shipped').notNull().default(0),
    offerId: remoteId('offer_id'),
    skuId: remoteId('sku_id'),
    specId: text('spec_id'),
    saleQuantity: integer('sale_quantity').notNull().default(1),
    sourceQuantity: integer('source_quantity').notNull().default(1),
    sourceOrigin: text('source_origin').$type<'relation' | 'listing' | 'order'>(),
    /** fen for one source piece */
    unitCostCny: minor('unit_cost_cny'),
    /** our product and variant that are listed as this item */
    productId: uuid('product_id'),
    variantId: uuid('variant_id'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('sales_order_line_shop').on(table.orderId, table.shopifyId),
    index('sales_order_line_item').on(table.itemId, table.orderId.desc().nullsFirst()),
  ],
)

/** The customer, in a table of its own, so that their data can be deleted with the row. `words` are the search words. */
export const salesOrderPerson = pgTable(
  'sales_order_person',
  {
    orderId: uuid('order_id')
      .primaryKey()
      .references(() => salesOrder.id, { onDelete: 'cascade' }),
    storeId: uuid('store_id').notNull(),
    customerId: remoteId('customer_id'),
    name: text('name'),
    email: text('email'),
    phone: text('phone'),
    address: jsonb('address').$type<KeptAddress>(),
    /** the shopper's note to the shop */
    note: text('note').notNull().default(''),
    words: text('words')
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** the order's date, for the retention */
    orderedAt: at('ordered_at').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index('sales_order_person_customer').on(table.storeId, table.customerId),
    index('sales_order_person_words').using('gin', table.words),
    index('sales_order_person_ordered').on(table.orderedAt),
  ],
)

/** The timeline of an order. Append-only. */
export const salesOrderEvent = pgTable(
  'sales_order_event',
  {
    id: primaryId(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => salesOrder.id, { onDelete: 'cascade' }),
    at: at('at').notNull(),
    kind: text('kind').notNull(),
    text: text('text').notNull(),
    byId: uuid('by_id'),
    byName: text('by_name'),
  },
  (table) => [
    index('sales_order_event_order').on(table.orderId, table.at.desc().nullsFirst(), table.id.desc().nullsFirst()),
  ],
)

/** Orders that the shop deleted. An order that was not stored before must not be stored because of a message sent before the deletion. */
export const deletedOrder = pgTable(
  'deleted_order',
  {
    storeId: uuid('store_id').notNull(),
    shopifyId: remoteId('shopify_id').notNull(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.storeId, table.shopifyId] })],
)

/** A remembered link: by the shop's variant, or by SKU code for lines without a variant. */
export const skuRelation = pgTable(
  'sku_relation',
  {
    id: primaryId(),
    version: version(),
    storeId: uuid('store_id').notNull(),
    variantId: remoteId('variant_id'),
    sku: text('sku').notNull(),
    offerId: remoteId('offer_id').notNull(),
    skuId: remoteId('sku_id'),
    specId: text('spec_id'),
    saleQuantity: integer('sale_quantity').notNull(),
    sourceQuantity: integer('source_quantity').notNull(),
    unitCostCny: minor('unit_cost_cny'),
    byId: uuid('by_id'),
    byName: text('by_name').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('sku_relation_variant')
      .on(table.storeId, table.variantId)
      .where(sql`variant_id is not null`),
    uniqueIndex('sku_relation_sku')
      .on(table.storeId, table.sku)
      .where(sql`variant_id is null`),
    index('sku_relation_offer').on(table.offerId),
    index('sku_relation_updated').on(table.updatedAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
  ],
)

/**
 * The number of orders of each kind, as a sum of deltas. Triggers only insert, so that transactions do not wait for one row; a job merges
 * the deltas.
 */
export const salesOrderCountDelta = pgTable(
  'sales_order_count_delta',
  {
    storeId: uuid('store_id').notNull(),
    state: text('state').$type<OrderState>().notNull(),
    payment: text('payment').$type<OrderPayment>().notNull(),
    trackingReturn: text('tracking_return').$type<TrackingReturn>().notNull(),
    delta: integer('delta').notNull(),
  },
  (table) => [index('sales_order_count_delta_state').on(table.state)],
)

/**
 * Changes of orders that affect sums of orders, one row per change: triggers append them in the transaction of the change, and `takeChanged` removes
 * them for the feature that keeps the sums.
 */
export const salesOrderChange = pgTable('sales_order_change', {
  seq: bigint('seq', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  orderId: uuid('order_id').notNull(),
})
