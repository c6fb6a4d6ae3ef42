import { CLOSED_ORDER_STATES } from '@huoqiao/contract/placement/placement.status'
import { and, eq, gte, inArray, ne, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { sourceOffer } from '../collection/collection.tables.ts'
import { purchaseOrder } from '../purchases/purchases.tables.ts'
import { alibabaOrder, alibabaRefund } from './placement.tables.ts'

/**
 * Counts of 1688 orders without duplicates, unless the name says otherwise. Paid: in full, all stages. An order that was sent before it was
 * paid (with credit terms, or before its last stage) has no time from payment to sending, and is neither late nor in time.
 */
export type SellerOrders = {
  orders: number
  paidPurchases: number
  paidOrders: number
  /** orders with a refund application of ours that 1688 accepted; and orders with a refund, whoever applied for it */
  refundAskedOrders: number
  refundedOrders: number
  closedBySeller: number
  /**
   * orders with a time from payment until everything was sent, and the median and ninetieth percentile of that time; null: none was sent
   */
  sentOrders: number
  medianHours: number | null
  ninetiethHours: number | null
  /** paid orders whose seller promised a time until sending, and the mean of those times */
  promisedOrders: number
  promisedHours: number | null
  /** promised orders that were sent or are late; and how many of them are late */
  timedOrders: number
  lateOrders: number
}

/** fen: what we applied for, and what 1688 reports as refunded, whoever applied for it */
export type SellerRefunds = { askedMinor: number; refundedMinor: number }

const ofSuppliers = (supplierIds: readonly string[], since: Date): SQL =>
  and(
    inArray(purchaseOrder.supplierId, [...supplierIds]),
    gte(purchaseOrder.createdAt, since),
    ne(purchaseOrder.state, 'merged'),
    eq(alibabaOrder.duplicate, false),
  )!

/** The longest promised time until sending of these offers, as last fetched; null: none of them promises one. */
export async function findPromise(tx: Tx, offerIds: readonly string[]): Promise<number | null> {
  if (offerIds.length === 0) return null
  const [row] = await tx
    .select({ hours: sql<number | null>`max((${sourceOffer.offer} ->> 'shipsWithinHours')::int)` })
    .from(sourceOffer)
    .where(inArray(sourceOffer.offerId, [...new Set(offerIds)]))
  return row!.hours
}

export async function findSellerOrders(
  tx: Tx,
  supplierIds: readonly string[],
  { since, now }: { since: Date; now: Date },
): Promise<Map<string, SellerOrders>> {
  if (supplierIds.length === 0) return new Map()
  const { rows } = await tx.execute<SellerOrders & { supplierId: string }>(sql`
    with made as (
      select ${purchaseOrder.supplierId} as supplier_id, ${alibabaOrder.purchaseId} as purchase_id,
        ${alibabaOrder.paidAt} as paid_at, ${alibabaOrder.sentAt} as sent_at, ${alibabaOrder.refundMinor} as refund_minor,
        ${alibabaOrder.closedBy} as closed_by, ${inArray(alibabaOrder.status, [...CLOSED_ORDER_STATES])} as is_closed,
        case when ${alibabaOrder.sentAt} >= ${alibabaOrder.paidAt}
          then extract(epoch from ${alibabaOrder.sentAt} - ${alibabaOrder.paidAt}) / 3600 end as hours,
        exists (select 1 from ${alibabaRefund} where ${alibabaRefund.alibabaOrderId} = ${alibabaOrder.id} and ${alibabaRefund.state} = 'asked') as is_asked,
        case when ${alibabaOrder.paidAt} is not null then ${alibabaOrder.promisedHours} end as promised,
        case when ${alibabaOrder.sentAt} is null or ${alibabaOrder.sentAt} >= ${alibabaOrder.paidAt}
          then ${alibabaOrder.paidAt} + make_interval(hours => ${alibabaOrder.promisedHours}) end as due
      from ${purchaseOrder} join ${alibabaOrder} on ${alibabaOrder.purchaseId} = ${purchaseOrder.id}
      where ${ofSuppliers(supplierIds, since)}
    )
    select supplier_id as "supplierId", count(*)::int as orders,
      count(distinct purchase_id) filter (where paid_at is not null)::int as "paidPurchases",
      count(paid_at)::int as "paidOrders",
      count(*) filter (where paid_at is not null and refund_minor > 0)::int as "refundedOrders",
      count(*) filter (where is_asked)::int as "refundAskedOrders",
      count(*) filter (where closed_by = 'CLOSE_TRADE_BY_SELLER')::int as "closedBySeller",
      count(hours)::int as "sentOrders",
      round(percentile_cont(0.5) within group (order by hours))::int as "medianHours",
      round(percentile_cont(0.9) within group (order by hours))::int as "ninetiethHours",
      count(promised)::int as "promisedOrders", round(avg(promised))::int as "promisedHours",
      count(*) filter (where sent_at is not null and due is not null or due < ${now} and not is_closed)::int as "timedOrders",
      count(*) filter (where sent_at > due or sent_at is null and due < ${now} and not is_closed)::int as "lateOrders"
    from made group by supplier_id`)
  return new Map(rows.map(({ supplierId, ...row }) => [supplierId, row]))
}

export async function findSellerRefunds(
  tx: Tx,
  supplierIds: readonly string[],
  since: Date,
): Promise<Map<string, SellerRefunds>> {
  if (supplierIds.length === 0) return new Map()
  const asked = tx
    .select({
      id: alibabaRefund.alibabaOrderId,
      askedMinor: sql<number>`sum(${alibabaRefund.goodsMinor} + ${alibabaRefund.freightMinor})`.as('asked_minor'),
    })
    .from(alibabaRefund)
    .where(eq(alibabaRefund.state, 'asked'))
    .groupBy(alibabaRefund.alibabaOrderId)
    .as('asked')
  const rows = await tx
    .select({
      supplierId: purchaseOrder.supplierId,
      askedMinor: sql<number>`coalesce(sum(${asked.askedMinor}), 0)::float8`,
      refundedMinor: sql<number>`coalesce(sum(${alibabaOrder.refundMinor}), 0)::float8`,
    })
    .from(purchaseOrder)
    .innerJoin(alibabaOrder, eq(alibabaOrder.purchaseId, purchaseOrder.id))
    .leftJoin(asked, eq(asked.id, alibabaOrder.id))
    .where(ofSuppliers(supplierIds, since))
    .groupBy(purchaseOrder.supplierId)
  return new Map(rows.map(({ supplierId, ...row }) => [supplierId, row]))
}
