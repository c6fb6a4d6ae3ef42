import type { SourceOffer } from '@huoqiao/connector-1688'
import type { SourceChangeKind } from '@huoqiao/contract/collection/radar.words'
import { and, asc, count, desc, eq, gte, ilike, lt, lte, or, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { collectItem, sourceChange, sourceOffer } from './collection.tables.ts'

export type ChangeRow = typeof sourceChange.$inferSelect
export type ChangeFilter = {
  kind?: SourceChangeKind | undefined
  keyword?: string | undefined
  offerId?: string | undefined
  from?: number | undefined
  to?: number | undefined
}

export async function addChanges(tx: Tx, rows: readonly (typeof sourceChange.$inferInsert)[]): Promise<void> {
  if (rows.length > 0) await tx.insert(sourceChange).values([...rows])
}

function conditions({ kind, keyword, offerId, from, to }: ChangeFilter): SQL | undefined {
  const words = keyword?.trim() ?? ''
  const like = `%${words.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  return and(
    kind === undefined ? undefined : eq(sourceChange.kind, kind),
    offerId === undefined ? undefined : eq(sourceChange.offerId, offerId),
    from === undefined ? undefined : gte(sourceChange.at, new Date(from)),
    to === undefined ? undefined : lte(sourceChange.at, new Date(to)),
    words === ''
      ? undefined
      : or(
          ilike(sourceChange.title, like),
          ilike(sourceChange.supplierName, like),
          sql`${sourceChange.offerId}::text = ${words}`,
        ),
  )
}

/** Newest first, with how many of each kind there are under the other filters. */
export async function findChangePage(
  tx: Tx,
  filter: ChangeFilter,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ rows: ChangeRow[]; counts: Map<SourceChangeKind, number> }> {
  const rows = await tx
    .select()
    .from(sourceChange)
    .where(conditions(filter))
    .orderBy(desc(sourceChange.at), desc(sourceChange.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize)
  const counted = await tx
    .select({ kind: sourceChange.kind, n: count() })
    .from(sourceChange)
    .where(conditions({ ...filter, kind: undefined }))
    .groupBy(sourceChange.kind)
  return { rows, counts: new Map(counted.map(({ kind, n }) => [kind, n])) }
}

/** Offers of products that were not read since then, longest first. */
export async function findUnwatched(tx: Tx, since: Date, limit: number): Promise<string[]> {
  const rows = await tx
    .select({ offerId: sourceOffer.offerId })
    .from(sourceOffer)
    .innerJoin(collectItem, eq(collectItem.offerId, sourceOffer.offerId))
    .where(and(eq(collectItem.state, 'claimed'), lt(sourceOffer.fetchedAt, since)))
    .orderBy(asc(sourceOffer.fetchedAt))
    .limit(limit)
  return rows.map(({ offerId }) => offerId)
}

/** What a change is told against: the offer as it stood before 1688 stopped answering for it. */
export async function offerBefore(
  tx: Tx,
  offerId: string,
): Promise<{ offer: SourceOffer; published: boolean } | undefined> {
  const [row] = await tx
    .select({ offer: sourceOffer.offer, published: sourceOffer.published })
    .from(sourceOffer)
    .where(eq(sourceOffer.offerId, offerId))
    .for('update')
  return row
}
