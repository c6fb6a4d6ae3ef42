import { and, eq, inArray, like, lt, sql } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { preference } from './session.tables.ts'

export type PreferenceRow = typeof preference.$inferSelect

export const findPreferences = (tx: Tx, accountId: string): Promise<PreferenceRow[]> =>
  tx.select().from(preference).where(eq(preference.accountId, accountId)).orderBy(preference.key)

/** The later of two writers wins; this is convenience data, not a record. */
export const savePreferences = async (
  tx: Tx,
  accountId: string,
  entries: readonly { key: string; value: string }[],
  at: Date,
): Promise<void> => {
  if (entries.length === 0) return
  await tx
    .insert(preference)
    .values(entries.map(({ key, value }) => ({ accountId, key, value, createdAt: at, updatedAt: at })))
    .onConflictDoUpdate({
      target: [preference.accountId, preference.key],
      set: { value: sql`excluded.value`, updatedAt: at },
    })
}

export const removePreferences = async (tx: Tx, accountId: string, keys: readonly string[]): Promise<void> => {
  if (keys.length === 0) return
  await tx.delete(preference).where(and(eq(preference.accountId, accountId), inArray(preference.key, [...keys])))
}

/** The number of rows and characters that one person stores. */
export async function measurePreferences(tx: Tx, accountId: string): Promise<{ rows: number; size: number }> {
  const [found] = await tx
    .select({
      rows: sql<number>`count(*)::int`,
      size: sql<number>`coalesce(sum(length(${preference.value})), 0)::int`,
    })
    .from(preference)
    .where(eq(preference.accountId, accountId))
  return found!
}

/** Deletes drafts that nobody returned to. */
export const removeOldDrafts = async (tx: Tx, before: Date): Promise<void> => {
  await tx.delete(preference).where(and(like(preference.key, 'draft:%'), lt(preference.updatedAt, before)))
}
