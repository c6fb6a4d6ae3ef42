import { and, asc, eq, gte, lt, ne, sql } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { written } from '../../db/written.ts'
import { translationProvider, translationSpend } from './providers.tables.ts'

export type ProviderRow = typeof translationProvider.$inferSelect
export type SpendRow = typeof translationSpend.$inferSelect
type ProviderColumns = Omit<
  typeof translationProvider.$inferInsert,
  'id' | 'kind' | 'version' | 'createdAt' | 'updatedAt'
>
/** Characters and pictures; `scaled`: the cost in fen × 1,000,000, because prices are in fen for a million characters. */
export type Spent = { chars: number; pictures: number; scaled: number }

export const findProviders = (tx: Tx): Promise<ProviderRow[]> =>
  tx
    .select()
    .from(translationProvider)
    .orderBy(asc(translationProvider.position), asc(translationProvider.createdAt), asc(translationProvider.id))

export async function findProvider(tx: Tx, id: string, lock?: 'update'): Promise<ProviderRow | undefined> {
  const query = tx.select().from(translationProvider).where(eq(translationProvider.id, id))
  const [row] = await (lock ? query.for(lock) : query)
  return row
}

export async function insertProvider(tx: Tx, row: typeof translationProvider.$inferInsert): Promise<ProviderRow> {
  const [inserted] = await tx.insert(translationProvider).values(written(translationProvider, row)).returning()
  return inserted!
}

export async function saveProvider(
  tx: Tx,
  id: string,
  seenVersion: number,
  fields: Partial<ProviderColumns>,
  at: Date,
): Promise<ProviderRow | undefined> {
  const [row] = await tx
    .update(translationProvider)
    .set({ ...written(translationProvider, fields), version: seenVersion + 1, updatedAt: at })
    .where(and(eq(translationProvider.id, id), eq(translationProvider.version, seenVersion)))
    .returning()
  return row
}

export async function removeProvider(tx: Tx, id: string, seenVersion: number): Promise<boolean> {
  const removed = await tx
    .delete(translationProvider)
    .where(and(eq(translationProvider.id, id), eq(translationProvider.version, seenVersion)))
    .returning({ id: translationProvider.id })
  return removed.length > 0
}

/** Does not increase the version, so that an open form does not become stale. */
export async function noteUse(tx: Tx, id: string, lastProblem: string, at: Date): Promise<void> {
  await tx.update(translationProvider).set({ lastProblem, lastUsedAt: at }).where(eq(translationProvider.id, id))
}

export async function insertSpend(tx: Tx, row: SpendRow): Promise<void> {
  await tx.insert(translationSpend).values(row)
}

export async function saveSpend(tx: Tx, id: string, fields: Pick<SpendRow, 'state' | 'chars'>): Promise<void> {
  await tx.update(translationSpend).set(fields).where(eq(translationSpend.id, id))
}

const SUMS = {
  chars: sql<number>`coalesce(sum(${translationSpend.chars}), 0)::float8`,
  pictures: sql<number>`coalesce(sum(${translationSpend.pictures}), 0)::float8`,
  scaled: sql<number>`coalesce(sum(${translationSpend.chars}::bigint * ${translationSpend.pricePerMillion}
    + ${translationSpend.pictures}::bigint * ${translationSpend.pricePerPicture} * 1000000), 0)::float8`,
}
const COUNTED = ne(translationSpend.state, 'free')

export async function spentBetween(tx: Tx, providerId: string, from: Date, to: Date): Promise<Spent> {
  const [sum] = await tx
    .select(SUMS)
    .from(translationSpend)
    .where(
      and(
        eq(translationSpend.providerId, providerId),
        gte(translationSpend.at, from),
        lt(translationSpend.at, to),
        COUNTED,
      ),
    )
  return sum!
}

export async function spentOfTasks(tx: Tx, taskIds: readonly string[]): Promise<Map<string, Spent>> {
  if (taskIds.length === 0) return new Map()
  const rows = await tx
    .select({ taskId: translationSpend.taskId, ...SUMS })
    .from(translationSpend)
    .where(and(sql`${translationSpend.taskId} = any(${sql.param([...taskIds])}::uuid[])`, COUNTED))
    .groupBy(translationSpend.taskId)
  return new Map(rows.map(({ taskId, ...spent }) => [taskId!, spent]))
}
