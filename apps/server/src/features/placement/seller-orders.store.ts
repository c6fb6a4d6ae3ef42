import { and, eq, gte, inArray, ne, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { sourceOffer } from '../collection/collection.tables.ts'
import { purchaseOrder } from '../purchases/purchases.tables.ts'
import { alibabaOrder, alibabaOrderItem, alibabaRefund } from './placement.tables.ts'

/** Counts of 1688 orders, without duplicates, unless another noun is named. */
export type SellerOrders = {
  orders: number
  paidPurchases: number
  paidOrders: number
  refundedOrders: number
  closedBySeller: number
  /** from payment to everything sent; null: none was sent */
  sentOrders: number
  medianHours: number | null
  ninetiethHours: number | null
  /** paid orders with an offer that promises a time; the promise is the mean of theirs */
  promisedOrders: number
  promisedHours: number | null
  /** promised orders that are sent, or late; and the late ones among them */
  timedOrders: number
  lateOrders: number
}

/** `askedMinor`: what was asked for. `refundedMinor`: what 1688 says it gave back, whoever asked. */
export type SellerRefunds = { askedOrders: number; askedMinor: number; refundedMinor: number }

const ofSuppliers = (supplierIds: readonly string[], since: Date): SQL =>
  and(
    inArray(purchaseOrder.supplierId, [...supplierIds]),
    gte(purchaseOrder.createdAt, since),
    ne(purchaseOrder.state, 'merged'),
    eq(alibabaOrder.duplicate, false),
  )!

/** An order with several offers was promised for the latest of their times. Offers are read once each, because a whole offer is large. */
export async function findSellerOrders(
  tx: Tx,
  supplierIds: readonly string[],
  { since, now }: { since: Date; now: Date },
): Promise<Map<string, SellerOrders>> {
  if (supplierIds.length === 0) return new Map()
  const { rows } = await tx.execute<SellerOrders & { supplierId: string }>(sql`
    with made as materialized (
      select ${alibabaOrder.id} as id, ${purchaseOrder.supplierId} as supplier_id, ${alibabaOrder.purchaseId} as purchase_id,
        ${alibabaOrder.paidAt} as paid_at, ${alibabaOrder.sentAt} as sent_at, ${alibabaOrder.refundMinor} as refund_minor,
        ${alibabaOrder.closedBy} as closed_by, ${alibabaOrder.status} in ('cancel', 'terminated') as is_closed,
        case when ${alibabaOrder.sentAt} is not null
          then greatest(0, extract(epoch from ${alibabaOrder.sentAt} - ${alibabaOrder.paidAt}) / 3600) end as hours
      from ${purchaseOrder} join ${alibabaOrder} on ${alibabaOrder.purchaseId} = ${purchaseOrder.id}
      where ${ofSuppliers(supplierIds, since)}
    ), bought as materialized (
      select distinct made.id, ${alibabaOrderItem.offerId} as offer_id
      from made join ${alibabaOrderItem} on ${alibabaOrderItem.alibabaOrderId} = made.id
      where made.paid_at is not null
    ), offer as materialized (
      select ${sourceOffer.offerId} as offer_id, (${sourceOffer.offer} ->> 'shipsWithinHours')::int as hours
      from ${sourceOffer} where ${sourceOffer.offerId} in (select offer_id from bought)
    ), promise as (
      select bought.id, max(offer.hours) as promised from bought join offer using (offer_id) group by bought.id
    ), timed as (
      select made.*, promised, paid_at + make_interval(hours => promised) as due
      from made left join promise using (id)
    )
    select supplier_id as "supplierId", count(*)::int as orders,
      count(distinct purchase_id) filter (where paid_at is not null)::int as "paidPurchases",
      count(paid_at)::int as "paidOrders",
      count(*) filter (where paid_at is not null and refund_minor > 0)::int as "refundedOrders",
      count(*) filter (where closed_by = 'CLOSE_TRADE_BY_SELLER')::int as "closedBySeller",
      count(hours)::int as "sentOrders",
      round(percentile_cont(0.5) within group (order by hours))::int as "medianHours",
      round(percentile_cont(0.9) within group (order by hours))::int as "ninetiethHours",
      count(promised)::int as "promisedOrders", round(avg(promised))::int as "promisedHours",
      count(*) filter (where sent_at is not null and due is not null or due < ${now} and not is_closed)::int as "timedOrders",
      count(*) filter (where sent_at > due or sent_at is null and due < ${now} and not is_closed)::int as "lateOrders"
    from timed group by supplier_id`)
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
      askedOrders: sql<number>`count(${asked.id})::int`,
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
