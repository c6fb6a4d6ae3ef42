import type { CollectState } from '@huoqiao/contract/collection/collection.status'
import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { countStates, keywordOf, searchedCounts, searchedPage } from '../../db/search.ts'
import type { FoundPage, SearchedList, StateCounts } from '../../db/search.ts'
import { collectItem, sourceOffer } from './collection.tables.ts'

export type ItemRow = typeof collectItem.$inferSelect
export type ItemChange = Partial<Omit<ItemRow, 'id' | 'offerId' | 'createdAt'>> & { updatedAt: Date }
type OfferRow = typeof sourceOffer.$inferSelect

export async function findItem(tx: Tx, id: string): Promise<ItemRow | undefined> {
  const [row] = await tx.select().from(collectItem).where(eq(collectItem.id, id))
  return row
}

/** Locked until the transaction ends. */
export async function lockItem(tx: Tx, id: string): Promise<ItemRow | undefined> {
  const [row] = await tx.select().from(collectItem).where(eq(collectItem.id, id)).for('update')
  return row
}

export const findItems = (tx: Tx, ids: readonly string[]): Promise<ItemRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : tx
        .select()
        .from(collectItem)
        .where(inArray(collectItem.id, [...ids]))

/** Always locked in the order of offer ids, so that two requests for the same offers wait for each other instead of deadlocking. */
export const lockItemsOf = (tx: Tx, offerIds: readonly string[]): Promise<ItemRow[]> =>
  offerIds.length === 0
    ? Promise.resolve([])
    : tx
        .select()
        .from(collectItem)
        .where(inArray(collectItem.offerId, [...offerIds]))
        .orderBy(asc(collectItem.offerId))
        .for('update')

/** Rows whose offer has an item already are skipped. To be inserted in the order of `lockItemsOf`. */
export async function insertItems(tx: Tx, rows: readonly ItemRow[]): Promise<void> {
  if (rows.length === 0) return
  await tx
    .insert(collectItem)
    .values([...rows])
    .onConflictDoNothing({ target: collectItem.offerId })
  await tellWords(
    tx,
    rows.map(({ offerId }) => offerId),
  )
}

/** Updates the search text of the lines from their offers' current number, titles and supplier. */
export async function tellWords(tx: Tx, offerIds: readonly string[]): Promise<void> {
  await tx.execute(sql`update collect_item as item set search_text = ${OFFER_WORDS} from source_offer as offer
    where item.offer_id = any(${sql.param([...offerIds])}::bigint[]) and offer.offer_id = item.offer_id
      and item.search_text <> ${OFFER_WORDS}`)
}

const OFFER_WORDS = sql`lower(concat_ws(' ', offer.offer_id, offer.subject, offer.subject_trans, offer.supplier_name))`

export async function changeItem(tx: Tx, id: string, change: ItemChange): Promise<void> {
  await tx.update(collectItem).set(change).where(eq(collectItem.id, id))
}

export const findStates = (tx: Tx, offerIds: readonly string[]): Promise<{ offerId: string; state: CollectState }[]> =>
  offerIds.length === 0
    ? Promise.resolve([])
    : tx
        .select({ offerId: collectItem.offerId, state: collectItem.state })
        .from(collectItem)
        .where(inArray(collectItem.offerId, [...offerIds]))

export type BoxFilter = {
  states?: readonly CollectState[] | undefined
  keyword?: string | undefined
  ids?: readonly string[] | undefined
}

const LIST: SearchedList = {
  table: collectItem,
  text: sql`${collectItem.searchText}`,
  at: collectItem.updatedAt,
  search: 'collect_item_search',
}
const ORDER = [desc(collectItem.updatedAt), desc(collectItem.id)]

const plainOf = (filter: BoxFilter): SQL =>
  and(
    filter.states ? inArray(collectItem.state, [...filter.states]) : undefined,
    filter.ids ? inArray(collectItem.id, [...filter.ids]) : undefined,
  ) ?? sql`true`

/** Newest first. */
export const findBox = (
  tx: Tx,
  filter: BoxFilter,
  page: { page: number; pageSize: number },
): Promise<FoundPage<{ item: ItemRow; offer: OfferRow | null }>> =>
  searchedPage(
    tx,
    {
      list: LIST,
      id: sql`${collectItem.id}`,
      plain: plainOf(filter),
      keyword: filter.keyword,
      order: { by: ORDER, isNewestFirst: true },
      ...page,
    },
    (where, { limit, offset }) =>
      tx
        .select({ item: collectItem, offer: sourceOffer })
        .from(collectItem)
        .leftJoin(sourceOffer, eq(sourceOffer.offerId, collectItem.offerId))
        .where(where)
        .orderBy(...ORDER)
        .limit(limit)
        .offset(offset),
  )

/** The number of lines in each state, for the tabs. */
export async function countBox(
  tx: Tx,
  states: readonly CollectState[],
  keyword: string | undefined,
): Promise<StateCounts<CollectState>> {
  if (!keywordOf(LIST, keyword))
    return countStates(tx, states, (state) => sql`select 1 from ${collectItem} where ${collectItem.state} = ${state}`)
  return searchedCounts(tx, { list: LIST, plain: sql`true`, keyword }, sql`state`, states)
}
