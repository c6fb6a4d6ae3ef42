import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { alibabaOrder, alibabaOrderItem } from '../placement/placement.tables.ts'
import { purchaseOrder } from '../purchases/purchases.tables.ts'
import type { HeldOrder } from './reported-order.rules.ts'

const HELD = {
  orderId: alibabaOrder.orderId,
  purchaseId: alibabaOrder.purchaseId,
  number: purchaseOrder.number,
  status: alibabaOrder.status,
  totalMinor: alibabaOrder.totalMinor,
  modifiedAt: alibabaOrder.modifiedAt,
  read: alibabaOrder.read,
  pieces: sql<number>`coalesce((select sum(${alibabaOrderItem.quantity}) from ${alibabaOrderItem} where ${alibabaOrderItem.alibabaOrderId} = ${alibabaOrder.id}), 0)::int`,
}
const heldOrders = (tx: Tx) =>
  tx.select(HELD).from(alibabaOrder).innerJoin(purchaseOrder, eq(purchaseOrder.id, alibabaOrder.purchaseId))

/** Our stored 1688 orders, by number. */
export const findHeldOrders = (tx: Tx, orderIds: readonly string[]): Promise<HeldOrder[]> =>
  orderIds.length === 0 ? Promise.resolve([]) : heldOrders(tx).where(inArray(alibabaOrder.orderId, [...orderIds]))

/** Open stored orders of an account created since a time, in pages: 1688's list of that window must contain them. */
export const nextHeldOrders = (
  tx: Tx,
  which: { accountId: string; since: Date; after: string | null },
  limit: number,
): Promise<HeldOrder[]> =>
  heldOrders(tx)
    .where(
      and(
        eq(alibabaOrder.accountId, which.accountId),
        sql`${alibabaOrder.status} not in ('success', 'cancel', 'terminated')`,
        gt(alibabaOrder.createdAt, which.since),
        which.after === null ? undefined : gt(alibabaOrder.orderId, which.after),
      ),
    )
    .orderBy(asc(alibabaOrder.orderId))
    .limit(limit)
