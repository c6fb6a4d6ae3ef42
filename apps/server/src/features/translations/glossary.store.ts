import type { TermKind } from '@huoqiao/contract/translations/glossary.status'
import { and, asc, desc, eq, ilike, isNull, or, sql } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { likeText } from '../../db/search.ts'
import { written } from '../../db/written.ts'
import { glossaryTerm } from './glossary.tables.ts'

export type TermRow = typeof glossaryTerm.$inferSelect
export type TermFilter = {
  kind?: TermKind | undefined
  locale?: string | undefined
  storeId?: string | undefined
  keyword?: string | undefined
}
type TermColumns = Omit<typeof glossaryTerm.$inferInsert, 'id' | 'version' | 'createdAt' | 'updatedAt'>

/** All entries, to search texts for them: a few thousand rows at most. */
export const findAllTerms = (tx: Tx): Promise<TermRow[]> => tx.select().from(glossaryTerm).orderBy(asc(glossaryTerm.id))

/** Changes whenever a row is added, changed or removed. */
export async function glossaryMark(tx: Tx): Promise<string> {
  const { rows } = await tx.execute<{ mark: string }>(
    sql`select count(*) || '/' || coalesce(sum(${glossaryTerm.version} + 1), 0) || '/' || coalesce(max(${glossaryTerm.updatedAt})::text, '') as mark from ${glossaryTerm}`,
  )
  return rows[0]!.mark
}

/** Serializes additions and changes, so that two concurrent ones can't contradict each other. */
export async function lockGlossary(tx: Tx): Promise<void> {
  await tx.execute(sql`lock table ${glossaryTerm} in share row exclusive mode`)
}

const matching = ({ locale, storeId, keyword }: Omit<TermFilter, 'kind'>) =>
  and(
    locale === undefined ? undefined : or(eq(glossaryTerm.locale, locale), eq(glossaryTerm.locale, '')),
    storeId === undefined ? undefined : or(eq(glossaryTerm.storeId, storeId), isNull(glossaryTerm.storeId)),
    keyword === undefined || keyword === ''
      ? undefined
      : or(
          ilike(glossaryTerm.source, likeText(keyword)),
          ilike(glossaryTerm.target, likeText(keyword)),
          ilike(glossaryTerm.note, likeText(keyword)),
        ),
  )

export async function findTerms(
  tx: Tx,
  filter: TermFilter,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ rows: TermRow[]; total: number }> {
  const where = and(matching(filter), filter.kind === undefined ? undefined : eq(glossaryTerm.kind, filter.kind))
  const rows = await tx
    .select()
    .from(glossaryTerm)
    .where(where)
    .orderBy(desc(glossaryTerm.updatedAt), desc(glossaryTerm.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize)
  const [counted] = await tx
    .select({ n: sql<number>`count(*)::int` })
    .from(glossaryTerm)
    .where(where)
  return { rows, total: counted?.n ?? 0 }
}

export const countTerms = (tx: Tx, filter: Omit<TermFilter, 'kind'>): Promise<{ kind: TermKind; n: number }[]> =>
  tx
    .select({ kind: glossaryTerm.kind, n: sql<number>`count(*)::int` })
    .from(glossaryTerm)
    .where(matching(filter))
    .groupBy(glossaryTerm.kind)

export async function findTerm(tx: Tx, id: string): Promise<TermRow | undefined> {
  const [row] = await tx.select().from(glossaryTerm).where(eq(glossaryTerm.id, id))
  return row
}

export async function insertTerm(tx: Tx, row: TermColumns & { id: string }, at: Date): Promise<TermRow> {
  const [inserted] = await tx
    .insert(glossaryTerm)
    .values({ ...written(glossaryTerm, row), createdAt: at, updatedAt: at })
    .returning()
  return inserted!
}

export async function saveTerm(
  tx: Tx,
  id: string,
  seenVersion: number,
  fields: TermColumns,
  at: Date,
): Promise<TermRow | undefined> {
  const [row] = await tx
    .update(glossaryTerm)
    .set({ ...written(glossaryTerm, fields), version: seenVersion + 1, updatedAt: at })
    .where(and(eq(glossaryTerm.id, id), eq(glossaryTerm.version, seenVersion)))
    .returning()
  return row
}

export async function removeTerm(tx: Tx, id: string, seenVersion: number): Promise<boolean> {
  const removed = await tx
    .delete(glossaryTerm)
    .where(and(eq(glossaryTerm.id, id), eq(glossaryTerm.version, seenVersion)))
    .returning({ id: glossaryTerm.id })
  return removed.length > 0
}
