import { aliasedTable, and, desc, eq, getTableColumns, sql } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { spareEntry } from './purchases.tables.ts'

export type SpareEntryRow = typeof spareEntry.$inferSelect
export type NewSpareEntry = typeof spareEntry.$inferInsert
export type SeenEntry = SpareEntryRow & { undone: boolean }

export const insertSpareEntry = async (tx: Tx, row: NewSpareEntry): Promise<void> => {
  await tx.insert(spareEntry).values(row)
}

const undoing = aliasedTable(spareEntry, 'undoing')
const seen = { ...getTableColumns(spareEntry), undone: sql<boolean>`${undoing.id} is not null` }

/** The newest entries of a line. */
export const findSpareEntries = (tx: Tx, lineId: string, limit: number): Promise<SeenEntry[]> =>
  tx
    .select(seen)
    .from(spareEntry)
    .leftJoin(undoing, eq(undoing.undoes, spareEntry.id))
    .where(eq(spareEntry.lineId, lineId))
    .orderBy(desc(spareEntry.at), desc(spareEntry.id))
    .limit(limit)

export async function findSpareEntry(tx: Tx, id: string): Promise<SeenEntry | undefined> {
  const [row] = await tx
    .select(seen)
    .from(spareEntry)
    .leftJoin(undoing, eq(undoing.undoes, spareEntry.id))
    .where(eq(spareEntry.id, id))
  return row
}

/** Sum of the corrections by counts of a line, in source pieces. Negative: more were missing than were found again. */
export async function sumOfCounts(tx: Tx, lineId: string): Promise<number> {
  const [row] = await tx
    .select({ pieces: sql<number>`coalesce(sum(${spareEntry.pieces}), 0)::int` })
    .from(spareEntry)
    .where(and(eq(spareEntry.lineId, lineId), eq(spareEntry.kind, 'count')))
  return row!.pieces
}
