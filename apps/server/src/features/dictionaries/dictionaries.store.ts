import type { DictionaryFields } from '@huoqiao/contract/dictionaries/dictionaries.schema'
import { and, asc, eq, ilike, inArray, or, sql } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { written } from '../../db/written.ts'
import { dictionary } from './dictionaries.tables.ts'

export type DictionaryRow = typeof dictionary.$inferSelect

export async function findDictionaries(
  tx: Tx,
  filter: { keyword?: string | undefined },
  page: { page: number; pageSize: number },
): Promise<{ rows: DictionaryRow[]; total: number }> {
  const like = filter.keyword ? `%${filter.keyword.replaceAll(/[\\%_]/g, String.raw`\$&`)}%` : undefined
  const where = like ? or(ilike(dictionary.code, like), ilike(dictionary.name, like)) : undefined
  const rows = await tx
    .select()
    .from(dictionary)
    .where(where)
    .orderBy(asc(dictionary.code))
    .limit(page.pageSize)
    .offset((page.page - 1) * page.pageSize)
  const [counted] = await tx
    .select({ n: sql<number>`count(*)::int` })
    .from(dictionary)
    .where(where)
  return { rows, total: counted?.n ?? 0 }
}

export const findDictionariesByCodes = (tx: Tx, codes: readonly string[]): Promise<DictionaryRow[]> =>
  codes.length === 0
    ? Promise.resolve([])
    : tx
        .select()
        .from(dictionary)
        .where(inArray(dictionary.code, [...codes]))

export async function findDictionary(tx: Tx, id: string): Promise<DictionaryRow | undefined> {
  const [row] = await tx.select().from(dictionary).where(eq(dictionary.id, id))
  return row
}

export async function insertDictionary(
  tx: Tx,
  row: DictionaryFields & { id: string; at: Date },
): Promise<DictionaryRow> {
  const { at, ...fields } = row
  const [inserted] = await tx
    .insert(dictionary)
    .values({ ...written(dictionary, fields), createdAt: at, updatedAt: at })
    .returning()
  return inserted!
}

/** Saves only if the version is the one that the person saw; undefined: it is not. */
export async function saveDictionary(
  tx: Tx,
  id: string,
  seenVersion: number,
  fields: DictionaryFields,
  at: Date,
): Promise<DictionaryRow | undefined> {
  const [row] = await tx
    .update(dictionary)
    .set({ ...written(dictionary, fields), version: seenVersion + 1, updatedAt: at })
    .where(and(eq(dictionary.id, id), eq(dictionary.version, seenVersion)))
    .returning()
  return row
}

export async function removeDictionary(tx: Tx, id: string, seenVersion: number): Promise<boolean> {
  const removed = await tx
    .delete(dictionary)
    .where(and(eq(dictionary.id, id), eq(dictionary.version, seenVersion)))
    .returning({ id: dictionary.id })
  return removed.length > 0
}
