import { and, asc, desc, eq, isNotNull, lte, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { purchaseRevision } from './purchases.tables.ts'

export type RevisionRow = typeof purchaseRevision.$inferSelect

export const insertRevision = async (tx: Tx, row: typeof purchaseRevision.$inferInsert): Promise<void> => {
  await tx.insert(purchaseRevision).values(row)
}

type Page = { page: number; pageSize: number }
type RevisionPage = { rows: RevisionRow[]; total: number }

/** Newest first. */
async function pageOf(tx: Tx, where: SQL | undefined, page: Page): Promise<RevisionPage> {
  const rows = await tx
    .select()
    .from(purchaseRevision)
    .where(where)
    .orderBy(desc(purchaseRevision.at), desc(purchaseRevision.id))
    .limit(page.pageSize)
    .offset((page.page - 1) * page.pageSize)
  const [counted] = await tx
    .select({ n: sql<number>`count(*)::int` })
    .from(purchaseRevision)
    .where(where)
  return { rows, total: counted?.n ?? 0 }
}

/** Newest first; with `until`: the revisions up to that time. */
export async function findRevisions(
  tx: Tx,
  purchaseId: string,
  page: Page & { until?: number | undefined },
): Promise<RevisionPage> {
  const where = and(
    eq(purchaseRevision.purchaseId, purchaseId),
    page.until === undefined ? undefined : lte(purchaseRevision.at, new Date(page.until)),
  )
  return pageOf(tx, where, page)
}

export async function findRevision(tx: Tx, purchaseId: string, id: string): Promise<RevisionRow | undefined> {
  const [row] = await tx
    .select()
    .from(purchaseRevision)
    .where(and(eq(purchaseRevision.id, id), eq(purchaseRevision.purchaseId, purchaseId)))
  return row
}

const GONE = sql`changes @> '[{"field":"deleted"}]'::jsonb`
const likeOf = (word: string): string => `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

/** The last revisions of deleted purchases whose number, supplier, orders or goods contain every word; newest first. */
export async function findDeleted(tx: Tx, keyword: string, page: Page): Promise<RevisionPage> {
  const words = keyword.split(/\s+/).filter(Boolean)
  // The partial index holds only the revisions of deleted purchases, which are few.
  const where = and(
    GONE,
    ...words.map(
      (word) => sql`concat_ws(' ', ${purchaseRevision.number}, snapshot->>'supplierName',
        jsonb_path_query_array(snapshot, '$.lines[*].title')::text,
        jsonb_path_query_array(snapshot, '$.lines[*].demand[*].orderName')::text) ilike ${likeOf(word)}`,
    ),
  )
  return pageOf(tx, where, page)
}

/** The revisions that a bulk action wrote, one for each purchase order. */
export const findBatch = (tx: Tx, batchId: string): Promise<RevisionRow[]> =>
  tx.select().from(purchaseRevision).where(eq(purchaseRevision.batchId, batchId)).orderBy(asc(purchaseRevision.id))

/** The id of the last revision that a person wrote, not the app itself. */
export async function findLastByPerson(tx: Tx, purchaseId: string): Promise<string | undefined> {
  const [row] = await tx
    .select({ id: purchaseRevision.id })
    .from(purchaseRevision)
    .where(and(eq(purchaseRevision.purchaseId, purchaseId), isNotNull(purchaseRevision.byId)))
    .orderBy(desc(purchaseRevision.at), desc(purchaseRevision.id))
    .limit(1)
  return row?.id
}
