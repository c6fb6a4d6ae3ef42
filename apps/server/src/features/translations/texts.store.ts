import { and, asc, desc, eq, inArray, ne, sql } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { insertRows } from '../../db/bulk-write.ts'
import { product } from '../products/products.tables.ts'
import { translation, translationChange } from './translations.tables.ts'

export type TextRow = typeof translation.$inferSelect
export type ChangeRow = typeof translationChange.$inferSelect

/** Locks products, always in the same order: texts of one product are written by one transaction at a time. Returns those that exist. */
export async function lockProducts(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const { rows } = await tx.execute<{ id: string }>(sql`
    select pg_advisory_xact_lock(hashtextextended(one.id::text, 0)), one.id
    from (select ${product.id} as id from ${product} where ${inArray(product.id, [...ids])} order by 1) as one`)
  return new Set(rows.map(({ id }) => id))
}

/** All texts of products in some languages; without `locales`: in all. */
export const findTexts = (
  tx: Tx,
  productIds: readonly string[],
  locales?: readonly string[],
  fields?: readonly string[],
): Promise<TextRow[]> =>
  productIds.length === 0 || locales?.length === 0
    ? Promise.resolve([])
    : tx
        .select()
        .from(translation)
        .where(
          and(
            inArray(translation.productId, [...productIds]),
            locales === undefined ? undefined : inArray(translation.locale, [...locales]),
            fields === undefined ? undefined : inArray(translation.field, [...fields]),
          ),
        )
        .orderBy(asc(translation.productId), asc(translation.locale), asc(translation.field))

/** The newest approved text of other products for each source text, without texts that a run took from the memory. */
export const findApprovedElsewhere = (
  tx: Tx,
  { locale, productId }: { locale: string; productId: string },
  digests: readonly string[],
): Promise<TextRow[]> =>
  digests.length === 0
    ? Promise.resolve([])
    : tx
        .selectDistinctOn([translation.sourceDigest])
        .from(translation)
        .where(
          and(
            eq(translation.locale, locale),
            inArray(translation.sourceDigest, [...digests]),
            ne(translation.productId, productId),
            ne(translation.origin, 'memory'),
            translation.isApproved,
          ),
        )
        .orderBy(asc(translation.sourceDigest), desc(translation.updatedAt), asc(translation.id))

/** Writes whole rows. The caller holds the lock of the product and has increased the versions. */
export const saveTexts = (tx: Tx, rows: readonly TextRow[]): Promise<void> =>
  insertRows(tx, translation, rows, { on: ['productId', 'locale', 'field'], keep: ['id', 'createdAt'] })

export async function removeTexts(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx.delete(translation).where(inArray(translation.id, [...ids]))
}

export const insertChanges = (tx: Tx, rows: readonly ChangeRow[]): Promise<void> =>
  insertRows(tx, translationChange, rows, 'nothing')

export async function findChange(tx: Tx, id: string): Promise<ChangeRow | undefined> {
  const [row] = await tx.select().from(translationChange).where(eq(translationChange.id, id))
  return row
}

export const findBatch = (tx: Tx, batchId: string): Promise<ChangeRow[]> =>
  tx
    .select()
    .from(translationChange)
    .where(and(eq(translationChange.batchId, batchId), sql`batch_id is not null`))
    .orderBy(asc(translationChange.productId), asc(translationChange.locale), asc(translationChange.field))

export async function findChanges(
  tx: Tx,
  of: { productId: string; locale: string; fields?: readonly string[] | undefined },
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ rows: ChangeRow[]; total: number }> {
  const where = and(
    eq(translationChange.productId, of.productId),
    eq(translationChange.locale, of.locale),
    of.fields === undefined ? undefined : inArray(translationChange.field, [...of.fields]),
  )
  const rows = await tx
    .select()
    .from(translationChange)
    .where(where)
    .orderBy(desc(translationChange.at), desc(translationChange.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize)
  const [counted] = await tx
    .select({ n: sql<number>`count(*)::int` })
    .from(translationChange)
    .where(where)
  return { rows, total: counted?.n ?? 0 }
}
