import type { ParcelState, ShipmentState } from '@huoqiao/contract/deliveries/deliveries.status'
import { sql } from 'drizzle-orm'
import { boolean, foreignKey, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { at, createdAt, primaryId, remoteId, updatedAt } from '../../db/columns.ts'
import type { FulfilmentState } from './deliveries.types.ts'

/** Milliseconds since the epoch; null: the carrier gave no time. */
export type Step = { at: number | null; text: string }

/** One parcel of a 1688 order, as 1688 reports it. */
export const parcel = pgTable(
  'parcel',
  {
    id: primaryId(),
    purchaseId: uuid('purchase_id').notNull(),
    purchaseNumber: text('purchase_number').notNull(),
    accountId: uuid('account_id').notNull(),
    alibabaOrderId: remoteId('alibaba_order_id').notNull(),
    /** 1688's id; the waybill number if 1688 gave none */
    logisticsId: text('logistics_id').notNull(),
    trackingNo: text('tracking_no'),
    formerNumbers: text('former_numbers')
      .array()
      .notNull()
      .default(sql`'{}'`),
    carrier: text('carrier'),
    carrierCode: text('carrier_code'),
    state: text('state').$type<ParcelState>().notNull(),
    /** the vendor's time of the state; older states are ignored */
    stateAt: at('state_at'),
    reason: text('reason').notNull().default(''),
    sentAt: at('sent_at'),
    signedAt: at('signed_at'),
    lastStepAt: at('last_step_at'),
    steps: jsonb('steps').$type<Step[]>().notNull().default([]),
    stalledSince: at('stalled_since'),
    urgedAt: at('urged_at'),
    readAt: at('read_at'),
    /** the text that a keyword is searched in; indexed by search_terms (migration 0002_search) */
    searchText: text('search_text').notNull().default(''),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('parcel_remote').on(table.alibabaOrderId, table.logisticsId),
    index('parcel_purchase').on(table.purchaseId),
    index('parcel_tracking').on(table.trackingNo),
    index('parcel_former').using('gin', table.formerNumbers),
    index('parcel_sent').on(table.sentAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('parcel_step').on(table.lastStepAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('parcel_state_sent').on(table.state, table.sentAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('parcel_state_step').on(table.state, table.lastStepAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('parcel_stalled')
      .on(table.stalledSince)
      .where(sql`stalled_since is not null`),
  ],
)

export const parcelItem = pgTable(
  'parcel_item',
  {
    id: primaryId(),
    parcelId: uuid('parcel_id')
      .notNull()
      .references(() => parcel.id, { onDelete: 'cascade' }),
    subItemId: text('sub_item_id').notNull(),
    /** the purchase line that bought it; null: none of ours */
    lineId: uuid('line_id'),
    title: text('title').notNull(),
    image: text('image'),
    quantity: integer('quantity'),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('parcel_item_sub').on(table.parcelId, table.subItemId),
    index('parcel_item_line').on(table.lineId),
  ],
)

/** When the parcels of a 1688 order were read, and when to read them again. */
export const parcelReading = pgTable(
  'parcel_reading',
  {
    alibabaOrderId: remoteId('alibaba_order_id').primaryKey(),
    purchaseId: uuid('purchase_id').notNull(),
    accountId: uuid('account_id').notNull(),
    /** 1688's change time of the order when its parcels were read */
    orderModifiedAt: at('order_modified_at'),
    readAt: at('read_at'),
    /** null: everything arrived, or nothing is expected */
    nextAt: at('next_at'),
    /** why the last reading failed */
    message: text('message').notNull().default(''),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index('parcel_reading_due')
      .on(table.nextAt)
      .where(sql`next_at is not null`),
  ],
)

/** Append-only: an entry is reversed by another entry that refers to it. */
export const receipt = pgTable(
  'receipt',
  {
    id: primaryId(),
    purchaseId: uuid('purchase_id').notNull(),
    purchaseNumber: text('purchase_number').notNull(),
    lineId: uuid('line_id').notNull(),
    title: text('title').notNull(),
    specText: text('spec_text').notNull().default(''),
    image: text('image'),
    /** usable source pieces */
    quantity: integer('quantity').notNull(),
    defects: integer('defects').notNull().default(0),
    defectReason: text('defect_reason').notNull().default(''),
    photos: text('photos')
      .array()
      .notNull()
      .default(sql`'{}'`),
    overReason: text('over_reason').notNull().default(''),
    unsentReason: text('unsent_reason').notNull().default(''),
    note: text('note').notNull().default(''),
    parcelId: uuid('parcel_id').references(() => parcel.id),
    reverses: uuid('reverses'),
    byId: uuid('by_id').notNull(),
    by: text('by').notNull(),
    at: at('at').notNull(),
    searchText: text('search_text').notNull().default(''),
  },
  (table) => [
    // The database refuses to reverse an entry twice.
    uniqueIndex('receipt_reverses').on(table.reverses),
    foreignKey({ columns: [table.reverses], foreignColumns: [table.id], name: 'receipt_reversed' }),
    index('receipt_line').on(table.lineId, table.at),
    index('receipt_purchase').on(table.purchaseId, table.at),
    index('receipt_parcel').on(table.parcelId),
    index('receipt_defective')
      .on(table.purchaseId)
      .where(sql`defects <> 0`),
    index('receipt_at').on(table.at.desc().nullsFirst(), table.id.desc().nullsFirst()),
  ],
)

/** The result of a submitted form, by its key, so that a repeat does nothing. */
export const receiptRequest = pgTable('receipt_request', {
  key: text('key').primaryKey(),
  accountId: uuid('account_id').notNull(),
  digest: text('digest').notNull(),
  createdAt: createdAt(),
})

/** Sale pieces that an order line got from the goods of a purchase line. */
export const allocation = pgTable(
  'allocation',
  {
    id: primaryId(),
    purchaseId: uuid('purchase_id').notNull(),
    lineId: uuid('line_id').notNull(),
    demandId: uuid('demand_id').notNull(),
    orderId: uuid('order_id').notNull(),
    orderLineId: uuid('order_line_id').notNull(),
    saleQuantity: integer('sale_quantity').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('allocation_demand').on(table.demandId),
    index('allocation_line').on(table.lineId),
    index('allocation_order').on(table.orderId),
    index('allocation_order_line').on(table.orderLineId),
  ],
)

/** New tracking data that still has to be written to the shop. `requestId`: of the person's request; rows of an earlier version have none. */
export type TrackingChange = {
  requestId?: string
  carrier: string
  numbers: string[]
  urls: string[]
  notifyCustomer: boolean
}

/** Tracking numbers for a shop. The row is written before the shop is called (decisions, section 5). */
export const shipment = pgTable(
  'shipment',
  {
    id: primaryId(),
    orderId: uuid('order_id').notNull(),
    orderName: text('order_name').notNull(),
    storeId: uuid('store_id').notNull(),
    state: text('state').$type<ShipmentState>().notNull(),
    reason: text('reason').notNull().default(''),
    advice: text('advice'),
    carrier: text('carrier').notNull(),
    numbers: text('numbers').array().notNull(),
    urls: text('urls')
      .array()
      .notNull()
      .default(sql`'{}'`),
    notifyCustomer: boolean('notify_customer').notNull(),
    /** a change of an already sent shipment that is not yet at the shop */
    change: jsonb('change').$type<TrackingChange>(),
    /** order, tracking numbers and quantities as one text: repeating the same request creates no second shipment */
    requestKey: text('wish_key').notNull(),
    exchange: jsonb('exchange').$type<{ request: string; response: string; status?: number }>(),
    /** when its order's job works on it next; null: at once */
    nextAt: at('next_at'),
    byId: uuid('by_id').notNull(),
    by: text('by').notNull(),
    sentAt: at('sent_at'),
    searchText: text('search_text').notNull().default(''),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('shipment_wish')
      .on(table.requestKey)
      .where(sql`state <> 'cancelled'`),
    index('shipment_order').on(table.orderId, table.createdAt),
    index('shipment_created').on(table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('shipment_updated').on(table.updatedAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('shipment_state_created').on(table.state, table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('shipment_state_updated').on(table.state, table.updatedAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('shipment_open')
      .on(table.nextAt)
      .where(sql`state in ('queued', 'sending', 'updating', 'cancelling')`),
  ],
)

export const shipmentLine = pgTable(
  'shipment_line',
  {
    id: primaryId(),
    shipmentId: uuid('shipment_id')
      .notNull()
      .references(() => shipment.id, { onDelete: 'cascade' }),
    orderLineId: uuid('order_line_id').notNull(),
    /** gid://shopify/LineItem/… */
    shopifyGid: text('shopify_gid').notNull(),
    sku: text('sku').notNull(),
    title: text('title').notNull(),
    quantity: integer('quantity').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('shipment_line_order_line').on(table.shipmentId, table.orderLineId),
    index('shipment_line_of').on(table.orderLineId),
  ],
)

/** What one call requests. Written before the call, so that after a lost answer it can be found by numbers and quantities. */
export type FulfilmentLine = { orderLineId: string; lineItemId: string; quantity: number }

export const shipmentFulfilment = pgTable(
  'shipment_fulfilment',
  {
    id: primaryId(),
    shipmentId: uuid('shipment_id')
      .notNull()
      .references(() => shipment.id, { onDelete: 'cascade' }),
    state: text('state').$type<FulfilmentState>().notNull(),
    locationName: text('location_name').notNull(),
    lines: jsonb('lines').$type<FulfilmentLine[]>().notNull(),
    fulfillmentGid: text('fulfillment_gid'),
    name: text('name'),
    message: text('message').notNull().default(''),
    sentAt: at('sent_at').notNull(),
    resolvedAt: at('settled_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index('shipment_fulfilment_shipment').on(table.shipmentId),
    // A fulfilment of the shop belongs to at most one of ours.
    uniqueIndex('shipment_fulfilment_gid').on(table.fulfillmentGid),
  ],
)
