import type { SourceOffer } from '@huoqiao/connector-1688'
import type { SourceChangeKind } from '@huoqiao/contract/collection/radar.words'
import { and, asc, desc, eq, gt, gte, lt, lte, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { countStates, keywordOf, searchedCounts, searchedPage } from '../../db/search.ts'
import type { FoundPage, SearchedList, StateCounts } from '../../db/search.ts'
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

const LIST: SearchedList = {
  table: sourceChange,
  text: sql`lower(title || ' ' || coalesce(supplier_name, '') || ' ' || offer_id::text)`,
  at: sourceChange.at,
  search: 'source_change_search',
}
const ORDER = [desc(sourceChange.at), desc(sourceChange.id)]

const plainOf = ({ kind, offerId, from, to }: Omit<ChangeFilter, 'keyword'>): SQL =>
  and(
    kind === undefined ? undefined : eq(sourceChange.kind, kind),
    offerId === undefined ? undefined : eq(sourceChange.offerId, offerId),
    from === undefined ? undefined : gte(sourceChange.at, new Date(from)),
    to === undefined ? undefined : lte(sourceChange.at, new Date(to)),
  ) ?? sql`true`

/** Newest first. */
export const findChangePage = (
  tx: Tx,
  { keyword, ...filter }: ChangeFilter,
  page: { page: number; pageSize: number },
): Promise<FoundPage<ChangeRow>> =>
  searchedPage(
    tx,
    {
      list: LIST,
      id: sql`${sourceChange.id}`,
      plain: plainOf(filter),
      keyword,
      order: { by: ORDER, isNewestFirst: true },
      ...page,
    },
    (where, { limit, offset }) =>
      tx
        .select()
        .from(sourceChange)
        .where(where)
        .orderBy(...ORDER)
        .limit(limit)
        .offset(offset),
  )

/** The number of each kind under the other filters. */
export async function countChanges(
  tx: Tx,
  { keyword, kind: _kind, ...filter }: ChangeFilter,
  kinds: readonly SourceChangeKind[],
): Promise<StateCounts<SourceChangeKind>> {
  const plain = plainOf(filter)
  if (!keywordOf(LIST, keyword))
    return countStates(
      tx,
      kinds,
      (kind) => sql`select 1 from ${sourceChange} where ${sourceChange.kind} = ${kind} and ${plain}`,
    )
  return searchedCounts(tx, { list: LIST, plain, keyword }, sql`kind`, kinds)
}

const idsOfSold = (tx: Tx, where: SQL) =>
  tx
    .select({ offerId: sourceOffer.offerId })
    .from(sourceOffer)
    .innerJoin(collectItem, eq(collectItem.offerId, sourceOffer.offerId))
    .where(and(eq(collectItem.state, 'claimed'), where))

/** The time from which the next scheduled read of an offer counts: when it was last read, or when 1688 last refused to return it. */
const ASKED_AT = sql`greatest(${sourceOffer.fetchedAt}, ${sourceOffer.refusedAt})`

/** Offers of products that were not requested since then, longest waiting first. */
export async function findUnwatched(tx: Tx, since: Date, limit: number): Promise<string[]> {
  const rows = await idsOfSold(tx, lt(ASKED_AT, since)).orderBy(asc(ASKED_AT)).limit(limit)
  return rows.map(({ offerId }) => offerId)
}

/** Offers of products that were not read since then, after this id. */
export async function findOverdue(tx: Tx, since: Date, after: string, limit: number): Promise<string[]> {
  const where = and(lt(sourceOffer.fetchedAt, since), gt(sourceOffer.offerId, after))!
  const rows = await idsOfSold(tx, where).orderBy(asc(sourceOffer.offerId)).limit(limit)
  return rows.map(({ offerId }) => offerId)
}

/** The offer to compare with: its content before 1688 stopped returning it. */
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
