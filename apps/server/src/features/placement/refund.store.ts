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
 * The application that this form made before, if any. An application that was refused or never arrived may be corrected in the same form
 * and sent again. Because a late answer is still accepted, there may be two, and the newer one counts; so a unique index is not possible.
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
