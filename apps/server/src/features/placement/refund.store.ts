import { and, asc, desc, eq, inArray, lt, sql } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { alibabaRefund } from './placement.tables.ts'
import type { RefundState } from './placement.tables.ts'

export type RefundRow = typeof alibabaRefund.$inferSelect

export const insertRefund = async (tx: Tx, row: typeof alibabaRefund.$inferInsert): Promise<void> => {
  await tx.insert(alibabaRefund).values(row)
}

export async function updateRefund(
  tx: Tx,
  id: string,
  from: readonly RefundState[],
  change: Partial<typeof alibabaRefund.$inferInsert>,
): Promise<RefundRow | undefined> {
  const [row] = await tx
    .update(alibabaRefund)
    .set({ ...change, updatedAt: sql`now()` })
    .where(and(eq(alibabaRefund.id, id), inArray(alibabaRefund.state, [...from])))
    .returning()
  return row
}

export const findRefundsOf = (tx: Tx, alibabaOrderIds: readonly string[]): Promise<RefundRow[]> =>
  alibabaOrderIds.length === 0
    ? Promise.resolve([])
    : tx
        .select()
        .from(alibabaRefund)
        .where(inArray(alibabaRefund.alibabaOrderId, [...alibabaOrderIds]))
        .orderBy(desc(alibabaRefund.createdAt))

/** Applications whose outcome is open since before then. */
export const findOpenRefunds = (tx: Tx, before: Date): Promise<RefundRow[]> =>
  tx
    .select()
    .from(alibabaRefund)
    .where(and(inArray(alibabaRefund.state, ['sending', 'unknown']), lt(alibabaRefund.createdAt, before)))
    .orderBy(asc(alibabaRefund.createdAt))
    .limit(50)
