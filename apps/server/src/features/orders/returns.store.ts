import { and, desc, eq, gte, inArray, sql } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { IS_RETURNED } from './order-list.store.ts'
import { salesOrder, soldItem } from './orders.tables.ts'
import type { SoldAs } from './returns.mapping.ts'
import { salesOrderReturn } from './returns.tables.ts'

export type ReturnRow = typeof salesOrderReturn.$inferSelect
export type NewReturn = typeof salesOrderReturn.$inferInsert

/** Newest first. */
export const findReturns = (tx: Tx, orderId: string): Promise<ReturnRow[]> =>
  tx
    .select()
    .from(salesOrderReturn)
    .where(eq(salesOrderReturn.orderId, orderId))
    .orderBy(desc(salesOrderReturn.requestedAt), desc(salesOrderReturn.name))

type UnderReturn = {
  /** absent: all stores */
  storeId?: string
  /** ordered at this time or later */
  since: Date
  statuses: readonly string[]
  limit: number
}

/** Orders whose status shows an open return, newest first: our id and the shop's. */
export const findUnderReturn = (
  tx: Tx,
  { storeId, since, statuses, limit }: UnderReturn,
): Promise<{ id: string; shopifyId: string }[]> =>
  tx
    .select({ id: salesOrder.id, shopifyId: salesOrder.shopifyId })
    .from(salesOrder)
    .where(
      and(
        storeId === undefined ? undefined : eq(salesOrder.storeId, storeId),
        gte(salesOrder.orderedAt, since),
        IS_RETURNED,
        inArray(salesOrder.returnStatus, [...statuses]),
      ),
    )
    .orderBy(desc(salesOrder.orderedAt), desc(salesOrder.id))
    .limit(limit)

/** The last sold name of a store's variants. Variants that were never sold are left out. */
export async function findSoldAs(
  tx: Tx,
  storeId: string,
  variantIds: readonly string[],
): Promise<ReadonlyMap<string, SoldAs>> {
  if (variantIds.length === 0) return new Map()
  const { variantId, title, variantTitle, sku } = soldItem
  const rows = await tx
    .selectDistinctOn([variantId], { variantId, title, variantTitle, sku })
    .from(soldItem)
    .where(and(eq(soldItem.storeId, storeId), inArray(variantId, [...variantIds])))
    .orderBy(variantId, desc(soldItem.id))
  return new Map(
    rows.map((row) => [
      String(row.variantId),
      { title: [row.title, row.variantTitle].filter((text) => text !== '').join(' · '), sku: row.sku },
    ]),
  )
}

export async function saveReturns(tx: Tx, rows: readonly NewReturn[]): Promise<void> {
  if (rows.length === 0) return
  const reported = [
    'name',
    'state',
    'lines',
    'exchanges',
    'refunds',
    'declined',
    'requestedAt',
    'closedAt',
    'searchText',
  ] as const
  await tx
    .insert(salesOrderReturn)
    .values([...rows])
    .onConflictDoUpdate({
      target: [salesOrderReturn.orderId, salesOrderReturn.shopifyGid],
      // Constant: names of its own columns.
      set: Object.fromEntries(
        [...reported, 'updatedAt' as const].map((name) => [name, sql.raw(`excluded.${salesOrderReturn[name].name}`)]),
      ),
    })
}
