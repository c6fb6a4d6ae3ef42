import { CLOSED_ORDER_STATES } from '@huoqiao/contract/placement/placement.status'
import { and, eq, gte, inArray, ne, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { sourceOffer } from '../collection/collection.tables.ts'
import { purchaseOrder } from '../purchases/purchases.tables.ts'
import { alibabaOrder, alibabaRefund } from './placement.tables.ts'

/**
 * Counts of 1688 orders, without duplicates, unless another noun is named. Paid: in full, all stages. An order that was sent before (with
 * credit terms, or before its last stage) has no time from payment to sending, and is neither late nor in time.
 */
export type SellerOrders = {
  orders: number
  paidPurchases: number
  paidOrders: number
  /** with an application of ours that 1688 accepted; and those of which money came back, whoever asked */
  refundAskedOrders: number
  refundedOrders: number
  closedBySeller: number
  /** from payment to everything sent; null: none was sent */
  sentOrders: number
  medianHours: number | null
  ninetiethHours: number | null
  /** paid orders for which a time was promised; the promise is the mean of theirs */
  promisedOrders: number
  promisedHours: number | null
  /** promised orders that are sent, or late; and the late ones among them */
  timedOrders: number
  lateOrders: number
}

/** fen: what was asked for, and what 1688 says it gave back, whoever asked */
export type SellerRefunds = { askedMinor: number; refundedMinor: number }

const ofSuppliers = (supplierIds: readonly string[], since: Date): SQL =>
  and(
    inArray(purchaseOrder.supplierId, [...supplierIds]),
    gte(purchaseOrder.createdAt, since),
    ne(purchaseOrder.state, 'merged'),
    eq(alibabaOrder.duplicate, false),
  )!

/** The longest time that these offers promise to be sent in, as they were last fetched; null: none of them promises one. */
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
