import { and, asc, desc, eq, gt, gte, lt, sql } from 'drizzle-orm'
import { groupBy } from '@huoqiao/kit'
import type { Tx } from '../../db/db.ts'
import type { HeldFacts } from './order-hints.rules.ts'
import { findLinesOf } from './orders.store.ts'
import { salesOrder } from './orders.tables.ts'

/** The stored state of these orders of a store, by the shop's id; unknown ids are left out. */
export async function findHeldStamps(
  tx: Tx,
  storeId: string,
  shopifyIds: readonly string[],
): Promise<
  Map<string, { shopUpdatedAt: Date; depth: number; readAt: Date; returnStatus: string; cancelledAt: Date | null }>
> {
  if (shopifyIds.length === 0) return new Map()
  const rows = await tx
    .select({
      shopifyId: salesOrder.shopifyId,
      shopUpdatedAt: salesOrder.shopUpdatedAt,
      depth: salesOrder.depth,
      readAt: salesOrder.readAt,
      returnStatus: salesOrder.returnStatus,
      cancelledAt: salesOrder.cancelledAt,
    })
    .from(salesOrder)
    .where(
      and(eq(salesOrder.storeId, storeId), sql`${salesOrder.shopifyId} = any(${sql.param([...shopifyIds])}::bigint[])`),
    )
  return new Map(rows.map(({ shopifyId, ...held }) => [shopifyId, held]))
}

/** The stored amounts and lines of these orders of a store, by the shop's id. */
export async function findHeldFacts(
  tx: Tx,
  storeId: string,
  shopifyIds: readonly string[],
): Promise<Map<string, HeldFacts>> {
  if (shopifyIds.length === 0) return new Map()
  const orders = await tx
    .select({
      id: salesOrder.id,
      shopifyId: salesOrder.shopifyId,
      depth: salesOrder.depth,
      reportedAt: salesOrder.readAt,
      currency: salesOrder.currency,
      refundedMinor: salesOrder.refundedMinor,
    })
    .from(salesOrder)
    .where(
      and(eq(salesOrder.storeId, storeId), sql`${salesOrder.shopifyId} = any(${sql.param([...shopifyIds])}::bigint[])`),
    )
  const lines = groupBy(
    await findLinesOf(
      tx,
      orders.map(({ id }) => id),
    ),
    ({ orderId }) => orderId,
  )
  return new Map(orders.map(({ id, shopifyId, ...facts }) => [shopifyId, { ...facts, lines: lines.get(id) ?? [] }]))
}

/** Ids of orders whose profit must be recalculated: of a store, or of a currency in a range of days. Sorted by id, in slices. */
export async function findToReckon(
  tx: Tx,
  which: {
    storeIds?: readonly string[] | undefined
    currency?: string | undefined
    from?: Date | undefined
    to?: Date | undefined
  },
  afterId: string | undefined,
  limit: number,
): Promise<string[]> {
  const rows = await tx
    .select({ id: salesOrder.id })
    .from(salesOrder)
    .where(
      and(
        which.storeIds && sql`${salesOrder.storeId} = any(${sql.param([...which.storeIds])}::uuid[])`,
        which.currency === undefined ? undefined : eq(salesOrder.currency, which.currency),
        which.from === undefined ? undefined : gte(salesOrder.orderedAt, which.from),
        which.to === undefined ? undefined : lt(salesOrder.orderedAt, which.to),
        afterId === undefined ? undefined : gt(salesOrder.id, afterId),
      ),
    )
    .orderBy(asc(salesOrder.id))
    .limit(limit)
  return rows.map(({ id }) => id)
}

/** The shop's ids of orders known only from messages, newest first. */
export async function findShallow(tx: Tx, storeId: string, limit: number): Promise<string[]> {
  const rows = await tx
    .select({ shopifyId: salesOrder.shopifyId })
    .from(salesOrder)
    .where(and(eq(salesOrder.storeId, storeId), sql`depth = 0`))
    .orderBy(desc(salesOrder.orderedAt))
    .limit(limit)
  return rows.map(({ shopifyId }) => shopifyId)
}

export async function markDeep(tx: Tx, storeId: string, shopifyIds: readonly string[]): Promise<void> {
  if (shopifyIds.length === 0) return
  await tx
    .update(salesOrder)
    .set({ depth: 1 })
    .where(
      and(eq(salesOrder.storeId, storeId), sql`${salesOrder.shopifyId} = any(${sql.param([...shopifyIds])}::bigint[])`),
    )
}
