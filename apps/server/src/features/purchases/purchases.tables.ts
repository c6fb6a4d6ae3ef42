import type { ApprovalKind } from '@huoqiao/contract/approvals/approvals.status'
import type { PurchaseSnapshot } from '@huoqiao/contract/purchases/purchases-history.endpoints'
import type {
  PurchasePayment,
  PurchaseReconciliation,
  PurchaseState,
} from '@huoqiao/contract/purchases/purchases.status'
import type { SpareEntryKind, WriteOffCause } from '@huoqiao/contract/purchases/spares.status'
import { sql } from 'drizzle-orm'
import { boolean, foreignKey, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { at, createdAt, minor, primaryId, remoteId, updatedAt, version } from '../../db/columns.ts'
import { marketplaceAccount } from '../marketplace/marketplace.tables.ts'
import { receivingAddress } from './addresses.tables.ts'
import { supplier } from './suppliers.tables.ts'

export type PurchaseHead = { title: string; specText: string; image: string | null; quantity: number }

/** One row holds everything that a list shows. Columns that follow from lines and demand are written together with them. */
export const purchaseOrder = pgTable(
  'purchase_order',
  {
    id: primaryId(),
    version: version(),
    number: text('number').notNull(),
    state: text('state').$type<PurchaseState>().notNull(),
    reason: text('reason').notNull().default(''),
    origin: text('origin').$type<'orders' | 'manual' | 'merge' | 'copy'>().notNull(),
    supplierId: uuid('supplier_id')
      .notNull()
      .references(() => supplier.id),
    supplierName: text('supplier_name').notNull(),
    /** prevents the deletion of an account that bought something */
    accountId: uuid('account_id').references(() => marketplaceAccount.id),
    accountName: text('account_name').notNull().default(''),
    addressId: uuid('address_id').references(() => receivingAddress.id),
    addressName: text('address_name').notNull().default(''),
    message: text('message').notNull().default(''),
    note: text('note').notNull().default(''),
    freightNote: text('freight_note').notNull().default(''),
    lineCount: integer('line_count').notNull().default(0),
    quantity: integer('quantity').notNull().default(0),
    received: integer('received').notNull().default(0),
    goodsMinor: minor('goods_minor').notNull().default(0),
    freightMinor: minor('freight_minor'),
    actualGoodsMinor: minor('actual_goods_minor'),
    actualFreightMinor: minor('actual_freight_minor'),
    actualTotalMinor: minor('actual_total_minor'),
    /** for sorting in lists: the actual total if known, otherwise the expected one */
    totalMinor: minor('total_minor').notNull().default(0),
    heads: jsonb('heads').$type<PurchaseHead[]>().notNull().default([]),
    orderCount: integer('order_count').notNull().default(0),
    alibabaOrderIds: text('alibaba_order_ids')
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** which approval is waited for */
    askedFor: text('asked_for').$type<ApprovalKind>(),
    payment: text('payment').$type<PurchasePayment>().notNull().default('none'),
    reconciliation: text('reconciliation').$type<PurchaseReconciliation>().notNull().default('none'),
    /** source pieces with an open 截单提醒 */
    alarmQuantity: integer('alarm_quantity').notNull().default(0),
    mergedInto: uuid('merged_into'),
    mergedIntoNumber: text('merged_into_number'),
    memberCount: integer('member_count').notNull().default(0),
    createdById: uuid('created_by_id'),
    createdBy: text('created_by'),
    reviewedBy: text('reviewed_by'),
    reviewedAt: at('reviewed_at'),
    /** the text that a keyword is searched in; indexed by search_terms (migration 0002_search) */
    searchText: text('search_text').notNull().default(''),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('purchase_order_number').on(table.number),
    foreignKey({ columns: [table.mergedInto], foreignColumns: [table.id], name: 'purchase_order_target' }),
    index('purchase_order_merged').on(table.mergedInto),
    index('purchase_order_created').on(table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('purchase_order_updated').on(table.updatedAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('purchase_order_total').on(table.totalMinor.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('purchase_order_state_created').on(
      table.state,
      table.createdAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index('purchase_order_state_updated').on(
      table.state,
      table.updatedAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index('purchase_order_state_total').on(
      table.state,
      table.totalMinor.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index('purchase_order_supplier').on(table.supplierId, table.createdAt.desc().nullsFirst()),
    index('purchase_order_account').on(table.accountId),
    index('purchase_order_address').on(table.addressId),
    index('purchase_order_alarm')
      .on(table.createdAt.desc().nullsFirst())
      .where(sql`alarm_quantity > 0`),
    index('purchase_order_alibaba').using('gin', table.alibabaOrderIds),
  ],
)

export const purchaseLine = pgTable(
  'purchase_line',
  {
    id: primaryId(),
    purchaseId: uuid('purchase_id')
      .notNull()
      .references(() => purchaseOrder.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    offerId: remoteId('offer_id').notNull(),
    skuId: remoteId('sku_id'),
    specId: text('spec_id'),
    title: text('title').notNull(),
    specText: text('spec_text').notNull().default(''),
    image: text('image'),
    url: text('url').notNull().default(''),
    /** source pieces requested by hand, in addition to the orders' need */
    extraNeed: integer('extra_need').notNull().default(0),
    need: integer('need').notNull(),
    batchNumber: integer('batch_number').notNull().default(1),
    quantity: integer('quantity').notNull(),
    shortReason: text('short_reason').notNull().default(''),
    unitPriceMinor: minor('unit_price_minor'),
    formerPriceMinor: minor('former_price_minor'),
    actualUnitPriceMinor: minor('actual_unit_price_minor'),
    received: integer('received').notNull().default(0),
    stockQuantity: integer('stock_quantity').notNull().default(0),
    /** pieces that were bought and will not arrive: their order at 1688 was closed */
    missing: integer('missing').notNull().default(0),
    /** 余货: whole pieces that nobody asked for; recalculated at every write, 0 before the purchase is ordered at 1688 */
    spare: integer('spare').notNull().default(0),
    /** source pieces that later orders took from the spare pieces */
    spareUsed: integer('spare_used').notNull().default(0),
    /** spare pieces that a person wrote off, or missed when counting and did not find again */
    spareGone: integer('spare_gone').notNull().default(0),
    /** of these, pieces that had arrived: orders cannot get them */
    spareGoneHere: integer('spare_gone_here').notNull().default(0),
    /** cost in fen of the pieces that nobody asked for, including written-off ones; null: not known yet */
    spareCostMinor: minor('spare_cost_minor'),
    /** 库位: where a person put what is spare */
    place: text('place').notNull().default(''),
    /** the last arrival of goods that was not reversed */
    receivedAt: at('received_at'),
    /** search text for spare pieces, lower case, with fields of the purchase; written by a trigger (0027_stock-search.sql) */
    spareText: text('spare_text').notNull().default(''),
    /** when the purchase was created; written by the same trigger */
    purchasedAt: at('purchased_at').notNull().defaultNow(),
    /** for a member of a merged purchase: the target's line that buys for it */
    targetLineId: uuid('target_line_id'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index('purchase_line_purchase').on(table.purchaseId, table.position),
    uniqueIndex('purchase_line_sku').on(table.purchaseId, table.offerId, sql`coalesce(${table.specId}, '')`),
    foreignKey({
      columns: [table.targetLineId],
      foreignColumns: [table.id],
      name: 'purchase_line_target',
    }).onDelete('set null'),
    index('purchase_line_target_line').on(table.targetLineId),
    index('purchase_line_offer').on(table.offerId),
    index('purchase_line_source_sku').on(table.skuId),
    index('purchase_line_spare')
      .on(table.offerId)
      .where(sql`spare > 0 or spare_used > 0 or spare_gone > 0`),
    index('purchase_line_stock')
      .on(table.purchasedAt.desc().nullsFirst(), table.position, table.id)
      .where(sql`spare > 0 or spare_used > 0 or spare_gone > 0`),
  ],
)

/**
 * Demand: one order line's part of a purchase line, in sale pieces. A part that is given back stays as a record, unless the whole line is
 * deleted. Kept through merge, split and termination (decision 0007).
 */
export const purchaseDemand = pgTable(
  'purchase_demand',
  {
    id: primaryId(),
    lineId: uuid('line_id')
      .notNull()
      .references(() => purchaseLine.id, { onDelete: 'cascade' }),
    orderId: uuid('order_id').notNull(),
    orderLineId: uuid('order_line_id').notNull(),
    orderName: text('order_name').notNull(),
    saleQuantity: integer('sale_quantity').notNull(),
    /** sale pieces out of `saleQuantity` that are ordered at 1688 */
    placedQuantity: integer('placed_quantity').notNull().default(0),
    /** sale pieces that were given back to the order line */
    releasedQuantity: integer('released_quantity').notNull().default(0),
    ratioSource: integer('ratio_source').notNull(),
    ratioSale: integer('ratio_sale').notNull(),
    /** sale pieces that were sent, came back from the shopper and are spare again */
    returnedQuantity: integer('returned_quantity').notNull().default(0),
    /** covered by another purchase's spare pieces instead of being bought */
    isCover: boolean('is_cover').notNull().default(false),
    /** for a cover: the purchase that buys the rest of its order line, if one was created with it */
    takenWith: uuid('taken_with'),
    alarmSaleQuantity: integer('alarm_sale_quantity').notNull().default(0),
    alarmWhy: text('alarm_why').notNull().default(''),
    alarmAt: at('alarm_at'),
    releasedAt: at('released_at'),
    releasedWhy: text('released_why').notNull().default(''),
    createdAt: createdAt(),
  },
  (table) => [
    index('purchase_demand_line').on(table.lineId),
    index('purchase_demand_order_line').on(table.orderLineId),
    index('purchase_demand_order').on(table.orderId),
    index('purchase_demand_cover')
      .on(table.takenWith)
      .where(sql`is_cover`),
    index('purchase_demand_order_name').on(sql`lower(${table.orderName})`),
  ],
)

/**
 * Bookings of people on spare pieces: counts, write-offs, returned goods, places. Append-only: an entry is undone by another one that
 * refers to it. `spare_gone` and `spare_gone_here` of a line are the sums of its counts, write-offs and their undoing; all are written in
 * one transaction.
 */
export const spareEntry = pgTable(
  'purchase_spare_entry',
  {
    id: primaryId(),
    lineId: uuid('line_id')
      .notNull()
      .references(() => purchaseLine.id),
    kind: text('kind').$type<SpareEntryKind>().notNull(),
    /** source pieces by which `spare` changed */
    pieces: integer('pieces').notNull(),
    /** of these, pieces that had arrived */
    piecesHere: integer('pieces_here').notNull().default(0),
    /** spare pieces; for a count, those that are here */
    before: integer('before').notNull(),
    after: integer('after').notNull(),
    cause: text('cause').$type<WriteOffCause>(),
    note: text('note').notNull(),
    photos: text('photos')
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** for returned goods: the demand that they were bought for, and how many of its sale pieces */
    demandId: uuid('demand_id'),
    saleQuantity: integer('sale_quantity'),
    orderId: uuid('order_id'),
    orderName: text('order_name'),
    undoes: uuid('undoes'),
    byId: uuid('by_id'),
    byName: text('by_name'),
    at: at('at').notNull(),
  },
  (table) => [
    index('purchase_spare_entry_line').on(table.lineId, table.at),
    // The database refuses to undo an entry twice.
    uniqueIndex('purchase_spare_entry_undoes').on(table.undoes),
    foreignKey({ columns: [table.undoes], foreignColumns: [table.id], name: 'purchase_spare_entry_undone' }),
  ],
)

/** One row for each change, with a snapshot of the purchase after it (beyond, item 3). Append-only; kept after the purchase is deleted. */
export const purchaseRevision = pgTable(
  'purchase_revision',
  {
    id: primaryId(),
    purchaseId: uuid('purchase_id').notNull(),
    number: text('number').notNull(),
    at: at('at').notNull(),
    byId: uuid('by_id'),
    byName: text('by_name'),
    reason: text('reason').notNull(),
    state: text('state').$type<PurchaseState>().notNull(),
    version: integer('version').notNull(),
    changes: jsonb('changes').$type<{ field: string; label: string; before: unknown; after: unknown }[]>().notNull(),
    snapshot: jsonb('snapshot').$type<PurchaseSnapshot>().notNull(),
    /** the bulk action that it was part of */
    batchId: uuid('batch_id'),
  },
  (table) => [
    index('purchase_revision_purchase').on(
      table.purchaseId,
      table.at.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index('purchase_revision_batch')
      .on(table.batchId)
      .where(sql`batch_id is not null`),
    // The last revision of each deleted purchase, by which deleted ones are found.
    index('purchase_revision_gone')
      .on(table.at.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`changes @> '[{"field":"deleted"}]'::jsonb`),
  ],
)

/** The result of a submitted form, by its key, so that a repeat does nothing. */
export const purchaseRequest = pgTable('purchase_request', {
  key: text('key').primaryKey(),
  accountId: uuid('account_id').notNull(),
  digest: text('digest').notNull(),
  purchaseIds: uuid('purchase_ids')
    .array()
    .notNull()
    .default(sql`'{}'`),
  rows: jsonb('rows').$type<unknown>().notNull(),
  createdAt: createdAt(),
})

/** The last number used on each day, China time. */
export const purchaseDay = pgTable('purchase_day', { day: text('day').primaryKey(), last: integer('last').notNull() })
