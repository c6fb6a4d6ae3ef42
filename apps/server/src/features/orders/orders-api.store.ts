import { asc, gt, sql } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import type { OrderRow } from './orders.store.ts'
import { salesOrder } from './orders.tables.ts'

/** By the exact number, with or without the shop's prefix, as indexed (sales_order_number). At most 50. */
export async function findOrderIdsByNumber(tx: Tx, number: string): Promise<string[]> {
  const plain = number.trim().toLowerCase().replace(/^#+/, '')
  const rows = await tx
    .select({ id: salesOrder.id })
    .from(salesOrder)
    .where(sql`lower(ltrim(${salesOrder.number}, '#')) = ${plain}`)
    .limit(50)
  return rows.map(({ id }) => id)
}

export const findOrdersAfter = (tx: Tx, afterId: string | null, limit: number): Promise<OrderRow[]> =>
  tx
    .select()
    .from(salesOrder)
    .where(afterId === null ? undefined : gt(salesOrder.id, afterId))
    .orderBy(asc(salesOrder.id))
    .limit(limit)
