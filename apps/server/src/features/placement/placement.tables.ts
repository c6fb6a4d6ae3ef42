import type { PaymentState, PlacementState } from '@huoqiao/contract/placement/placement.status'
import type { PayingWay } from '@huoqiao/contract/placement/placement.schema'
import type { CargoLine, FailedLine, OrderAddress } from '@huoqiao/connector-1688'
import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { PriceCheckLine, PriceCheckOrder } from './price-check.rules.ts'
import { at, createdAt, minor, primaryId, remoteId, updatedAt } from '../../db/columns.ts'

/** Exactly what was sent; a lookup compares the orders that it finds with it. */
export type SentOrder = {
  cargo: CargoLine[]
  address: OrderAddress
  flow: string
  tradeType: string | null
  message: string
  expectedTotalMinor: number
}

/**
 * One attempt to place a purchase, under the id of its remote act. The row is written before the call (decisions, section 5). A partial
 * unique index makes the database refuse a second attempt while one may have succeeded.
 */
export const placement = pgTable(
  'placement',
  {
    id: primaryId(),
    purchaseId: uuid('purchase_id').notNull(),
    /** the number that we give 1688: the purchase's own */
    outOrderId: text('out_order_id').notNull(),
    accountId: uuid('account_id').notNull(),
    accountName: text('account_name').notNull(),
    state: text('state').$type<PlacementState>().notNull(),
    sent: jsonb('sent').$type<SentOrder>().notNull(),
    failedLines: jsonb('failed_lines').$type<FailedLine[]>(),
    word: text('word'),
    message: text('message').notNull().default(''),
    advice: text('advice'),
    exchange: jsonb('exchange').$type<{ request: string; response: string; status?: number }>(),
    byId: uuid('by_id'),
    by: text('by').notNull(),
    sentAt: at('sent_at').notNull(),
    resolvedAt: at('settled_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('placement_live')
      .on(table.purchaseId)
      .where(sql`state in ('sent', 'unknown', 'placed', 'adopted')`),
    index('placement_purchase').on(table.purchaseId, table.sentAt),
  ],
)

/** How a placement was requested, kept until the next one: if its job is lost, it is continued in the same way. */
export const placementRequest = pgTable('placement_request', {
  purchaseId: uuid('purchase_id').primaryKey(),
  /** the 分阶段付款 that a person agreed to */
  tradeType: text('trade_type'),
  byId: uuid('by_id'),
  by: text('by').notNull(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
})

/** The price check that stopped a purchase. It stays until a person decides, with the total that they accepted. All sums are fen. */
export const placementPriceCheck = pgTable('placement_gate', {
  purchaseId: uuid('purchase_id').primaryKey(),
  lines: jsonb('lines').$type<PriceCheckLine[]>().notNull(),
  orders: jsonb('orders').$type<PriceCheckOrder[]>().notNull(),
  ways: jsonb('ways').$type<PayingWay[]>().notNull(),
  expectedGoodsMinor: minor('expected_goods_minor').notNull(),
  /** null: it could not be estimated */
  expectedFreightMinor: minor('expected_freight_minor'),
  /** null (all three): 1688 did not report one of the amounts */
  nowGoodsMinor: minor('now_goods_minor'),
  nowFreightMinor: minor('now_freight_minor'),
  nowTotalMinor: minor('now_total_minor'),
  toleranceMinor: minor('tolerance_minor').notNull(),
  withinTolerance: boolean('within_tolerance').notNull(),
  freightUnseen: boolean('freight_unseen').notNull(),
  decidedAt: at('decided_at').notNull(),
  /** the total that a person accepted; a higher one stops again */
  acceptedMinor: minor('accepted_minor'),
  /** who requested the placement, for the ledger */
  byId: uuid('by_id'),
  by: text('by').notNull(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
})

/** A stage of 分阶段付款 in fen; paid stages come first. */
export type OrderStage = { amountMinor: number | null; paid: boolean; paying: boolean; paidAt: number | null }

export const alibabaOrder = pgTable(
  'alibaba_order',
  {
    id: primaryId(),
    purchaseId: uuid('purchase_id').notNull(),
    placementId: uuid('placement_id')
      .notNull()
      .references(() => placement.id),
    accountId: uuid('account_id').notNull(),
    orderId: remoteId('order_id').notNull(),
    /** 1688's status word, unchanged */
    status: text('status').notNull(),
    refundStatus: text('refund_status'),
    totalMinor: minor('total_minor').notNull(),
    goodsMinor: minor('goods_minor'),
    freightMinor: minor('freight_minor').notNull(),
    refundMinor: minor('refund_minor').notNull().default(0),
    sellerName: text('seller_name'),
    /** as 1688 reported them last; empty: paid in full at once, see `paid_at` */
    stages: jsonb('stages').$type<OrderStage[]>().notNull().default([]),
    /** times reported by 1688; `modified_at` decides whether an answer is older than the stored copy */
    orderedAt: at('ordered_at'),
    paidAt: at('paid_at'),
    sentAt: at('sent_at'),
    completedAt: at('completed_at'),
    closedAt: at('closed_at'),
    closeReason: text('close_reason'),
    /** the longest promised time until sending of its offers: the first promise found between ordering and payment; null: none */
    promisedHours: integer('promised_hours'),
    /** 1688's word for who closed it, for example `CLOSE_TRADE_BY_SELLER` */
    closedBy: text('closed_by'),
    payBefore: at('pay_before'),
    modifiedAt: at('modified_at'),
    /** read at 1688 in full at least once */
    read: boolean('read').notNull().default(false),
    readAt: at('read_at'),
    /** a duplicate: 1688 has more orders under our number than we asked for, and a person has to close one */
    duplicate: boolean('surplus').notNull().default(false),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('alibaba_order_number').on(table.orderId),
    index('alibaba_order_purchase').on(table.purchaseId),
    index('alibaba_order_open')
      .on(table.accountId, table.readAt)
      .where(sql`status not in ('success', 'cancel', 'terminated')`),
  ],
)

/** The time up to which each account's changed orders have been read. */
export const alibabaPoll = pgTable('alibaba_poll', {
  accountId: uuid('account_id').primaryKey(),
  readTo: at('read_to').notNull(),
  message: text('message').notNull().default(''),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
})

export const alibabaOrderItem = pgTable(
  'alibaba_order_item',
  {
    id: primaryId(),
    alibabaOrderId: uuid('alibaba_order_id')
      .notNull()
      .references(() => alibabaOrder.id, { onDelete: 'cascade' }),
    subItemId: text('sub_item_id').notNull(),
    offerId: remoteId('offer_id').notNull(),
    specId: text('spec_id'),
    skuId: remoteId('sku_id'),
    title: text('title').notNull(),
    image: text('image'),
    quantity: integer('quantity').notNull(),
    unitMinor: minor('unit_minor').notNull(),
    amountMinor: minor('amount_minor').notNull(),
    refundMinor: minor('refund_minor').notNull().default(0),
    refundStatus: text('refund_status'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [uniqueIndex('alibaba_order_item_sub').on(table.alibabaOrderId, table.subItemId)],
)

/**
 * The real cost of an order line's part of a purchase (fen). Stored by purchase and line, so that an order with several purchases can sum
 * them, and a changed purchase takes back exactly what it had added.
 */
export const purchaseCost = pgTable(
  'purchase_cost',
  {
    purchaseId: uuid('purchase_id').notNull(),
    orderLineId: uuid('order_line_id').notNull(),
    orderId: uuid('order_id').notNull(),
    /** null: 1688 has made the order but not reported the cost of each item yet */
    goodsMinor: minor('goods_minor'),
    freightMinor: minor('freight_minor'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.purchaseId, table.orderLineId] }),
    index('purchase_cost_order').on(table.orderId),
  ],
)

export type RefundState = 'sending' | 'unknown' | 'asked' | 'refused' | 'absent'

/** One refund application, as people see it. What was sent and how it ended is stored under the same id in `remote_act`. */
export const alibabaRefund = pgTable(
  'alibaba_refund',
  {
    id: primaryId(),
    alibabaOrderId: uuid('alibaba_order_id')
      .notNull()
      .references(() => alibabaOrder.id),
    state: text('state').$type<RefundState>().notNull(),
    kind: text('kind').$type<'refund' | 'returnRefund'>().notNull(),
    goodsMinor: minor('goods_minor').notNull(),
    freightMinor: minor('freight_minor').notNull(),
    description: text('description').notNull(),
    /** addresses of the pictures that were sent as evidence */
    photos: text('photos')
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** 1688's refund id */
    refundId: text('refund_id'),
    /** identifies the form that was submitted; null for applications of an earlier version */
    requestKey: text('request_key'),
    message: text('message').notNull().default(''),
    byId: uuid('by_id'),
    by: text('by').notNull(),
    resolvedAt: at('settled_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index('alibaba_refund_order').on(table.alibabaOrderId, table.createdAt)],
)

/** One pay link, or one payment without a password (under the id of its remote act). One link may cover several 1688 orders. */
export const payment = pgTable(
  'payment',
  {
    id: primaryId(),
    accountId: uuid('account_id').notNull(),
    way: text('way').notNull(),
    state: text('state').$type<PaymentState>().notNull(),
    totalMinor: minor('total_minor').notNull(),
    payUrl: text('pay_url'),
    message: text('message').notNull().default(''),
    byId: uuid('by_id'),
    by: text('by').notNull(),
    resolvedAt: at('settled_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index('payment_created').on(table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('payment_state').on(table.state, table.createdAt.desc().nullsFirst()),
  ],
)

export const paymentOrder = pgTable(
  'payment_order',
  {
    id: primaryId(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payment.id, { onDelete: 'cascade' }),
    alibabaOrderId: uuid('alibaba_order_id')
      .notNull()
      .references(() => alibabaOrder.id),
    amountMinor: minor('amount_minor').notNull(),
    /** the stage of the order that it pays, counted from 1; null: the whole */
    stage: integer('stage'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index('payment_order_payment').on(table.paymentId),
    index('payment_order_order').on(table.alibabaOrderId),
  ],
)
