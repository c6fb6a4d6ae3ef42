import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { insertRows } from '../../db/bulk-write.ts'
import { memoryPair } from './translations.tables.ts'

export type MemoryRow = typeof memoryPair.$inferSelect

/** The newest approved target of a source text replaces the former one. */
export const saveMemory = (tx: Tx, rows: readonly MemoryRow[]): Promise<void> =>
  insertRows(tx, memoryPair, rows, { on: ['locale', 'sourceDigest'], keep: ['id', 'createdAt'] })

export async function removeMemory(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.delete(memoryPair).where(inArray(memoryPair.id, [...ids]))
}

/** Pairs whose source is exactly one of these texts. */
export const findMemory = (tx: Tx, locale: string, digests: readonly string[]): Promise<MemoryRow[]> =>
  digests.length === 0
    ? Promise.resolve([])
    : tx
        .select()
        .from(memoryPair)
        .where(and(eq(memoryPair.locale, locale), inArray(memoryPair.sourceDigest, [...new Set(digests)])))

/** The most candidates that are compared; more than this many share bands only with texts that are in every title. */
const CANDIDATES_MAX = 2_000

/**
 * Pairs that may be similar: they share at least one band. The bands are in a query of their own so that the planner does not see them. It
 * counts a lookup in the index for each of them, but takes comparing with the bands of a row for as cheap as comparing two numbers, so it
 * would read a table of some thousand pairs, which takes forty times as long as the index.
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
