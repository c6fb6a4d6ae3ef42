import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { parcel, receipt } from '../deliveries/deliveries.tables.ts'
import { alibabaOrder, alibabaOrderItem, payment, paymentOrder, placement } from '../placement/placement.tables.ts'
import { purchaseLine, purchaseOrder } from '../purchases/purchases.tables.ts'
import { grouped } from './grouped.ts'
import type { PurchaseFacts } from './purchase-facts.rules.ts'
import { reconciliationDifference } from './reconciliation.tables.ts'

/** Without an order at 1688 there is nothing to compare; a merged purchase is bought by its target. */
const COMPARED = sql`${purchaseOrder.state} not in ('reviewing', 'to-place', 'merged')`

export async function countPurchases(tx: Tx): Promise<number> {
  const [row] = await tx
    .select({ n: sql<number>`count(*)::int` })
    .from(purchaseOrder)
    .where(COMPARED)
  return row?.n ?? 0
}

export async function nextPurchaseIds(tx: Tx, after: string | null, limit: number): Promise<string[]> {
  const rows = await tx
    .select({ id: purchaseOrder.id })
    .from(purchaseOrder)
    .where(and(COMPARED, after === null ? undefined : gt(purchaseOrder.id, after)))
    .orderBy(asc(purchaseOrder.id))
    .limit(limit)
  return rows.map(({ id }) => id)
}

export async function findPurchaseFacts(tx: Tx, purchaseIds: readonly string[]): Promise<PurchaseFacts[]> {
  const ids = [...purchaseIds]
  const purchases = await tx
    .select({
      id: purchaseOrder.id,
      number: purchaseOrder.number,
      state: purchaseOrder.state,
      supplierName: purchaseOrder.supplierName,
      payment: purchaseOrder.payment,
      goodsMinor: purchaseOrder.goodsMinor,
      totalMinor: purchaseOrder.totalMinor,
      actualTotalMinor: purchaseOrder.actualTotalMinor,
    })
    .from(purchaseOrder)
    .where(inArray(purchaseOrder.id, ids))
  const lines = grouped(await findLines(tx, ids))
  const orders = await findOrders(tx, ids)
  const rowIds = orders.map(({ id }) => id)
  const items = grouped(rowIds.length > 0 ? await findItems(tx, rowIds) : [])
  const paid = grouped(rowIds.length > 0 ? await findPaid(tx, rowIds) : [])
  const ordersOf = grouped(orders)
  const attempts = grouped(await findAttempts(tx, ids))
  const parcels = grouped(await findParcels(tx, ids))
  return purchases.map((purchase) => ({
    ...purchase,
    lines: (lines.get(purchase.id) ?? []).map(({ key: _key, ...line }) => line),
    orders: (ordersOf.get(purchase.id) ?? []).map(({ key: _key, ...order }) => ({
      ...order,
      items: (items.get(order.id) ?? []).map(({ key: _order, ...item }) => item),
      paid: (paid.get(order.id) ?? []).map(({ key: _order, ...one }) => one),
    })),
    attempt: attempts.get(purchase.id)?.[0] ?? null,
    parcels: (parcels.get(purchase.id) ?? []).map(({ key: _key, ...one }) => one),
  }))
}

const findLines = (tx: Tx, ids: string[]) =>
  tx
    .select({
      key: purchaseLine.purchaseId,
      id: purchaseLine.id,
      offerId: purchaseLine.offerId,
      specId: purchaseLine.specId,
      title: sql<string>`concat_ws(' ', ${purchaseLine.title}, nullif(${purchaseLine.specText}, ''))`,
      quantity: purchaseLine.quantity,
      received: purchaseLine.received,
      unitPriceMinor: sql<
        number | null
      >`coalesce(${purchaseLine.actualUnitPriceMinor}, ${purchaseLine.unitPriceMinor})`.mapWith(Number),
      receipts: sql<number>`coalesce(sum(${receipt.quantity}), 0)::int`,
      defects: sql<number>`coalesce(sum(${receipt.defects}), 0)::int`,
    })
    .from(purchaseLine)
    .leftJoin(receipt, eq(receipt.lineId, purchaseLine.id))
    .where(inArray(purchaseLine.purchaseId, ids))
    .groupBy(purchaseLine.id)
    .orderBy(asc(purchaseLine.purchaseId), asc(purchaseLine.position))

const findOrders = (tx: Tx, ids: string[]) =>
  tx
    .select({
      key: alibabaOrder.purchaseId,
      id: alibabaOrder.id,
      orderId: alibabaOrder.orderId,
      status: alibabaOrder.status,
      totalMinor: alibabaOrder.totalMinor,
      goodsMinor: alibabaOrder.goodsMinor,
      refundMinor: alibabaOrder.refundMinor,
      paidAt: alibabaOrder.paidAt,
      stages: alibabaOrder.stages,
      payBefore: alibabaOrder.payBefore,
      read: alibabaOrder.read,
      duplicate: alibabaOrder.duplicate,
    })
    .from(alibabaOrder)
    .where(inArray(alibabaOrder.purchaseId, ids))
    .orderBy(asc(alibabaOrder.orderId))

const findItems = (tx: Tx, rowIds: string[]) =>
  tx
    .select({
      key: alibabaOrderItem.alibabaOrderId,
      offerId: alibabaOrderItem.offerId,
      specId: alibabaOrderItem.specId,
      title: alibabaOrderItem.title,
      quantity: alibabaOrderItem.quantity,
      amountMinor: alibabaOrderItem.amountMinor,
    })
    .from(alibabaOrderItem)
    .where(inArray(alibabaOrderItem.alibabaOrderId, rowIds))

const findPaid = (tx: Tx, rowIds: string[]) =>
  tx
    .select({ key: paymentOrder.alibabaOrderId, amountMinor: paymentOrder.amountMinor, stage: paymentOrder.stage })
    .from(paymentOrder)
    .innerJoin(payment, eq(payment.id, paymentOrder.paymentId))
    .where(and(inArray(paymentOrder.alibabaOrderId, rowIds), eq(payment.state, 'paid')))

/** The attempt that counts: the open one, otherwise the last. */
async function findAttempts(tx: Tx, ids: string[]) {
  const rows = await tx
    .select({
      key: placement.purchaseId,
      state: placement.state,
      sentAt: placement.sentAt,
      failed: placement.failedLines,
    })
    .from(placement)
    .where(inArray(placement.purchaseId, ids))
    .orderBy(
      asc(placement.purchaseId),
      sql`${placement.state} in ('sent', 'unknown', 'placed', 'adopted') desc`,
      sql`${placement.sentAt} desc`,
    )
  return rows.map(({ failed, ...row }) => ({
    ...row,
    failed: (failed ?? []).map(({ offerId, specId, message }) => ({ offerId, specId, message })),
  }))
}

const findParcels = (tx: Tx, ids: string[]) =>
  tx
    .select({
      key: parcel.purchaseId,
      id: parcel.id,
      trackingNo: parcel.trackingNo,
      signedAt: sql<Date | null>`case when ${parcel.state} = 'signed' then ${parcel.signedAt} end`.mapWith(
        parcel.signedAt,
      ),
      receipts: sql<number>`count(${receipt.id})::int`,
    })
    .from(parcel)
    .leftJoin(receipt, eq(receipt.parcelId, parcel.id))
    .where(inArray(parcel.purchaseId, ids))
    .groupBy(parcel.id)

/** Purchases whose 对账状态 differs from their open differences, in pages, with the correct state. */
export async function nextToMark(
  tx: Tx,
  after: string | null,
  limit: number,
  only?: readonly string[],
): Promise<{ id: string; to: 'equal' | 'different' }[]> {
  // Calculated once in a statement: open differences are few, purchases many.
  const open = sql`${purchaseOrder.id} in (select unnest(d.purchase_ids) from ${reconciliationDifference} d where d.state = 'open')`
  const is = sql<'equal' | 'different'>`case when ${open} then 'different' else 'equal' end`
  return tx
    .select({ id: purchaseOrder.id, to: is })
    .from(purchaseOrder)
    .where(
      and(
        COMPARED,
        only ? inArray(purchaseOrder.id, [...only]) : undefined,
        after === null ? undefined : gt(purchaseOrder.id, after),
        sql`${purchaseOrder.reconciliation} <> ${is}`,
        // While it is unknown whether 1688 accepted the order, finding no difference proves nothing.
        sql`(${open} or ${purchaseOrder.state} not in ('placing', 'unknown'))`,
      ),
    )
    .orderBy(asc(purchaseOrder.id))
    .limit(limit)
}
