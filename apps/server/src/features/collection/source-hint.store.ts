import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { collectItem, sourceHint } from './collection.tables.ts'

export type HintRow = typeof sourceHint.$inferSelect

/** The ones of these offers that products of ours use; the radar only covers these. */
export async function findClaimed(tx: Tx, offerIds: readonly string[]): Promise<Set<string>> {
  if (offerIds.length === 0) return new Set()
  const rows = await tx
    .select({ offerId: collectItem.offerId })
    .from(collectItem)
    .where(and(inArray(collectItem.offerId, [...offerIds]), eq(collectItem.state, 'claimed')))
  return new Set(rows.map((row) => row.offerId))
}

/** One row for each offer; an existing hint keeps its time. Call with sorted ids, because rows are locked in that order. */
export async function addHints(
  tx: Tx,
  hints: readonly { offerId: string; messages: number }[],
  { now, dueAt }: { now: Date; dueAt: Date },
): Promise<void> {
  if (hints.length === 0) return
  await tx
    .insert(sourceHint)
    .values(hints.map((hint) => ({ ...hint, attempts: 0, dueAt, createdAt: now, updatedAt: now })))
    .onConflictDoUpdate({
      target: sourceHint.offerId,
      set: { messages: sql`${sourceHint.messages} + excluded.messages`, updatedAt: now },
    })
}

/** The oldest due hint, claimed until `until`; rows locked by another process are skipped. */
export async function claimHint(tx: Tx, now: Date, until: Date): Promise<HintRow | undefined> {
  const due = tx
    .select({ offerId: sourceHint.offerId })
    .from(sourceHint)
    .where(lte(sourceHint.dueAt, now))
    .orderBy(asc(sourceHint.dueAt))
    .limit(1)
    .for('update', { skipLocked: true })
  const [row] = await tx
    .update(sourceHint)
    .set({ dueAt: until, attempts: sql`${sourceHint.attempts} + 1`, updatedAt: now })
    .where(inArray(sourceHint.offerId, due))
    .returning()
  return row
}

/** Deletes the hint if no message arrived since it was claimed. False: some did, so it has to be read again. */
export async function answerHint(tx: Tx, { offerId, messages }: HintRow): Promise<boolean> {
  const gone = await tx
    .delete(sourceHint)
    .where(and(eq(sourceHint.offerId, offerId), eq(sourceHint.messages, messages)))
    .returning({ offerId: sourceHint.offerId })
  return gone.length > 0
}

export async function postponeHint(
  tx: Tx,
  offerId: string,
  change: { dueAt: Date; attempts: number; updatedAt: Date },
): Promise<void> {
  await tx.update(sourceHint).set(change).where(eq(sourceHint.offerId, offerId))
}
