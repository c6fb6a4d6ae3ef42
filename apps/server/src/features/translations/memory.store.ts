import { and, eq, inArray } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { insertRows } from '../../db/bulk-write.ts'
import { memoryPair } from './translations.tables.ts'

export type MemoryRow = typeof memoryPair.$inferSelect

/** The newest approved target of a source text replaces the former one. */
export const saveMemory = (tx: Tx, rows: readonly MemoryRow[]): Promise<void> =>
  insertRows(tx, memoryPair, rows, { on: ['locale', 'sourceDigest'], keep: ['id', 'createdAt'] })

/** Pairs whose source is exactly one of these texts. */
export const findMemory = (tx: Tx, locale: string, digests: readonly string[]): Promise<MemoryRow[]> =>
  digests.length === 0
    ? Promise.resolve([])
    : tx
        .select()
        .from(memoryPair)
        .where(and(eq(memoryPair.locale, locale), inArray(memoryPair.sourceDigest, [...new Set(digests)])))

export type NearRow = MemoryRow & { score: number }
