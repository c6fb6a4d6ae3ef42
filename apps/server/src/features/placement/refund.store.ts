import { and, desc, eq, inArray, notInArray, sql } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { alibabaRefund } from './placement.tables.ts'

export type RefundRow = typeof alibabaRefund.$inferSelect

export const insertRefund = async (tx: Tx, row: typeof alibabaRefund.$inferInsert): Promise<void> => {
  await tx.insert(alibabaRefund).values(row)
}

export async function updateRefund(
  tx: Tx,
  id: string,
  change: Partial<typeof alibabaRefund.$inferInsert>,
): Promise<void> {
  await tx
    .update(alibabaRefund)
    .set({ ...change, updatedAt: sql`now()` })
    .where(eq(alibabaRefund.id, id))
}

export const findRefundsOf = (tx: Tx, alibabaOrderIds: readonly string[]): Promise<RefundRow[]> =>
  alibabaOrderIds.length === 0
    ? Promise.resolve([])
    : tx
        .select()
        .from(alibabaRefund)
        .where(inArray(alibabaRefund.alibabaOrderId, [...alibabaOrderIds]))
        .orderBy(desc(alibabaRefund.createdAt))

/**
 * What a form has asked for already. What was refused, or surely never arrived, may be put right in the same form and sent again; as a
 * late answer is still taken in, there may be two then, and the newer counts: no index can make them one.
 */
export async function findRequested(
  tx: Tx,
  alibabaOrderId: string,
  requestKey: string,
): Promise<RefundRow | undefined> {
  const [row] = await tx
    .select()
    .from(alibabaRefund)
    .where(
      and(
        eq(alibabaRefund.alibabaOrderId, alibabaOrderId),
        eq(alibabaRefund.requestKey, requestKey),
        notInArray(alibabaRefund.state, ['refused', 'absent']),
      ),
    )
    .orderBy(desc(alibabaRefund.createdAt))
    .limit(1)
  return row
}
