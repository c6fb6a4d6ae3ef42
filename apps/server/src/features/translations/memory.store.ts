import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { insertRows } from '../../db/bulk-write.ts'
import { memoryPair } from './translations.tables.ts'

export type MemoryRow = typeof memoryPair.$inferSelect

/** Replaces the former target text of each source text. */
export const saveMemory = (tx: Tx, rows: readonly MemoryRow[]): Promise<void> =>
  insertRows(tx, memoryPair, rows, { on: ['locale', 'sourceDigest'], keep: ['id', 'createdAt'] })

export async function removeMemory(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.delete(memoryPair).where(inArray(memoryPair.id, [...ids]))
}

/** Pairs with exactly one of these source texts. */
export const findMemory = (tx: Tx, locale: string, digests: readonly string[]): Promise<MemoryRow[]> =>
  digests.length === 0
    ? Promise.resolve([])
    : tx
        .select()
        .from(memoryPair)
        .where(and(eq(memoryPair.locale, locale), inArray(memoryPair.sourceDigest, [...new Set(digests)])))

/** Upper limit of candidates to compare. More share a band only if the text consists of words that nearly every title has. */
const CANDIDATES_MAX = 2_000

/**
 * Pairs that may be similar: they share at least one band. The bands are in a subquery to hide their number from the planner. It would count an
 * index lookup for each band, but estimate the comparison of two arrays as cheap as that of two numbers, and would choose a sequential scan for
 * tables of a few thousand pairs, which takes forty times as long as the index.
 */
export const findNearMemory = (tx: Tx, locale: string, bands: readonly number[]) =>
  bands.length === 0
    ? Promise.resolve([])
    : tx
        .select({
          source: memoryPair.source,
          target: memoryPair.target,
          byName: memoryPair.byName,
          updatedAt: memoryPair.updatedAt,
        })
        .from(memoryPair)
        .where(and(sql`${memoryPair.bands} && (select ${sql.param([...bands])}::int[])`, eq(memoryPair.locale, locale)))
        .limit(CANDIDATES_MAX)
