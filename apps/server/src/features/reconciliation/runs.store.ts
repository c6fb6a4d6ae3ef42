import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { Tx } from '../../db/db.ts'
import { countCapped } from '../../db/search.ts'
import { reconciliationRun } from './reconciliation.tables.ts'

export type RunRow = typeof reconciliationRun.$inferSelect

/** Undefined: another run is open. */
export async function insertRun(tx: Tx, row: typeof reconciliationRun.$inferInsert): Promise<RunRow | undefined> {
  const [run] = await tx.insert(reconciliationRun).values(row).onConflictDoNothing().returning()
  return run
}

export async function findOpenRun(tx: Tx): Promise<RunRow | undefined> {
  const [run] = await tx.select().from(reconciliationRun).where(isNull(reconciliationRun.finishedAt))
  return run
}

export async function findRun(tx: Tx, id: string): Promise<RunRow | undefined> {
  const [run] = await tx.select().from(reconciliationRun).where(eq(reconciliationRun.id, id))
  return run
}

/** Changes a run that is not finished. Undefined: it is, for example because a person cancelled it. */
export async function updateOpenRun(
  tx: Tx,
  id: string,
  change: PgUpdateSetSource<typeof reconciliationRun>,
): Promise<RunRow | undefined> {
  const [run] = await tx
    .update(reconciliationRun)
    .set(change)
    .where(and(eq(reconciliationRun.id, id), isNull(reconciliationRun.finishedAt)))
    .returning()
  return run
}

/** SQL increments, so that a concurrent reader sees the progress. */
export const countOn = (by: { done: number; found: number; opened: number; closed: number }) => ({
  done: sql`${reconciliationRun.done} + ${by.done}`,
  found: sql`${reconciliationRun.found} + ${by.found}`,
  opened: sql`${reconciliationRun.opened} + ${by.opened}`,
  closed: sql`${reconciliationRun.closed} + ${by.closed}`,
})

export async function findRuns(
  tx: Tx,
  page: { page: number; pageSize: number },
): Promise<{ rows: RunRow[]; total: number; totalCapped: boolean }> {
  const rows = await tx
    .select()
    .from(reconciliationRun)
    .orderBy(desc(reconciliationRun.createdAt), desc(reconciliationRun.id))
    .limit(page.pageSize)
    .offset((page.page - 1) * page.pageSize)
  return { rows, ...(await countCapped(tx, sql`select 1 from ${reconciliationRun}`)) }
}
