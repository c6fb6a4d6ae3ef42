import { desc, eq, sql } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
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

export async function saveReturns(tx: Tx, rows: readonly NewReturn[]): Promise<void> {
  if (rows.length === 0) return
  const told = ['name', 'state', 'lines', 'exchanges', 'refunds', 'declined', 'requestedAt', 'closedAt'] as const
  await tx
    .insert(salesOrderReturn)
    .values([...rows])
    .onConflictDoUpdate({
      target: [salesOrderReturn.orderId, salesOrderReturn.shopifyGid],
      set: Object.fromEntries(
        [...told, 'updatedAt' as const].map((name) => [name, sql.raw(`excluded.${salesOrderReturn[name].name}`)]),
      ),
    })
}
