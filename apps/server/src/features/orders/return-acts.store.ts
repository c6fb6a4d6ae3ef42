import { and, desc, eq, inArray, notInArray, sql } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { salesOrderReturn, salesOrderReturnAct } from './returns.tables.ts'
import type { ReturnRow } from './returns.store.ts'

export type ReturnActRow = typeof salesOrderReturnAct.$inferSelect

export async function findReturn(tx: Tx, id: string): Promise<ReturnRow | undefined> {
  const [row] = await tx.select().from(salesOrderReturn).where(eq(salesOrderReturn.id, id))
  return row
}

export async function saveReturnPhotos(tx: Tx, id: string, photos: readonly string[]): Promise<void> {
  await tx
    .update(salesOrderReturn)
    .set({ photos: [...photos], updatedAt: sql`now()` })
    .where(eq(salesOrderReturn.id, id))
}

/** Newest first. */
export const findReturnActs = (tx: Tx, returnIds: readonly string[]): Promise<ReturnActRow[]> =>
  returnIds.length === 0
    ? Promise.resolve([])
    : tx
        .select()
        .from(salesOrderReturnAct)
        .where(inArray(salesOrderReturnAct.returnId, [...returnIds]))
        .orderBy(desc(salesOrderReturnAct.createdAt), desc(salesOrderReturnAct.id))

export async function insertReturnAct(tx: Tx, row: typeof salesOrderReturnAct.$inferInsert): Promise<void> {
  await tx.insert(salesOrderReturnAct).values(row)
}

export async function updateReturnAct(
  tx: Tx,
  id: string,
  change: Pick<ReturnActRow, 'state' | 'message' | 'resolvedAt'>,
): Promise<ReturnActRow | undefined> {
  const [row] = await tx.update(salesOrderReturnAct).set(change).where(eq(salesOrderReturnAct.id, id)).returning()
  return row
}

/** The latest act of the same form, except refused acts and acts that never arrived: these may be sent again by the same form. */
export async function findFormer(tx: Tx, returnId: string, requestKey: string): Promise<ReturnActRow | undefined> {
  const [row] = await tx
    .select()
    .from(salesOrderReturnAct)
    .where(
      and(
        eq(salesOrderReturnAct.returnId, returnId),
        eq(salesOrderReturnAct.requestKey, requestKey),
        notInArray(salesOrderReturnAct.state, ['refused', 'absent']),
      ),
    )
    .orderBy(desc(salesOrderReturnAct.createdAt))
    .limit(1)
  return row
}
