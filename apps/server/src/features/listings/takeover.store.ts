import type { TakeoverState, TakeoverSureness } from '@huoqiao/contract/listings/takeover.status'
import { and, asc, desc, eq, inArray, ne, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { countStates, keywordOf, searchedCounts, searchedPage } from '../../db/search.ts'
import type { FoundPage, SearchedList, StateCounts } from '../../db/search.ts'
import { takeoverItem, takeoverRead } from './takeover.tables.ts'

export type TakeoverReadRow = typeof takeoverRead.$inferSelect
export type TakeoverItemRow = typeof takeoverItem.$inferSelect

export async function findTakeoverRead(tx: Tx, storeId: string, lock?: 'update'): Promise<TakeoverReadRow | undefined> {
  const query = tx.select().from(takeoverRead).where(eq(takeoverRead.storeId, storeId))
  const [row] = await (lock ? query.for(lock) : query)
  return row
}

export async function saveTakeoverRead(tx: Tx, row: typeof takeoverRead.$inferInsert): Promise<TakeoverReadRow> {
  const { storeId: _store, ...set } = row
  const [saved] = await tx
    .insert(takeoverRead)
    .values(row)
    .onConflictDoUpdate({ target: takeoverRead.storeId, set })
    .returning()
  return saved!
}

/** Only while this reading is the current one and still running. */
export async function updateTakeoverRead(
  tx: Tx,
  { storeId, readId }: { storeId: string; readId: string },
  set: Partial<TakeoverReadRow>,
): Promise<boolean> {
  const rows = await tx
    .update(takeoverRead)
    .set(set)
    .where(and(eq(takeoverRead.storeId, storeId), eq(takeoverRead.readId, readId), eq(takeoverRead.state, 'reading')))
    .returning({ storeId: takeoverRead.storeId })
  return rows.length > 0
}

/**
 * Stores what was read. A skipped product stays skipped; one that was linked and is no longer (its listing was forgotten) is open again.
 */
export async function saveTakeoverItems(tx: Tx, rows: readonly (typeof takeoverItem.$inferInsert)[]): Promise<void> {
  if (rows.length === 0) return
  await tx
    .insert(takeoverItem)
    .values([...rows])
    .onConflictDoUpdate({
      target: [takeoverItem.storeId, takeoverItem.shopifyProductId],
      set: {
        readId: sql`excluded.read_id`,
        title: sql`excluded.title`,
        image: sql`excluded.image`,
        variants: sql`excluded.variants`,
        state: sql`case when ${takeoverItem.state} = 'skipped' then 'skipped' else 'open' end`,
        proposedId: sql`excluded.proposed_id`,
        sureness: sql`excluded.sureness`,
        points: sql`excluded.points`,
        reasons: sql`excluded.reasons`,
        message: sql`''`,
        updatedAt: sql`excluded.updated_at`,
      },
    })
}

/** Removes rows that the finished reading did not find: their products were deleted in the shop, or were linked by a push. */
export async function removeUnmetItems(tx: Tx, storeId: string, readId: string): Promise<void> {
  await tx
    .delete(takeoverItem)
    .where(
      and(
        eq(takeoverItem.storeId, storeId),
        ne(takeoverItem.readId, readId),
        inArray(takeoverItem.state, ['open', 'skipped', 'gone']),
      ),
    )
}

export const findTakeoverItems = (tx: Tx, storeId: string, ids: readonly string[]): Promise<TakeoverItemRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : tx
        .select()
        .from(takeoverItem)
        .where(and(eq(takeoverItem.storeId, storeId), inArray(takeoverItem.id, [...ids])))

export async function lockTakeoverItem(tx: Tx, storeId: string, id: string): Promise<TakeoverItemRow | undefined> {
  const [row] = await tx
    .select()
    .from(takeoverItem)
    .where(and(eq(takeoverItem.storeId, storeId), eq(takeoverItem.id, id)))
    .for('update')
  return row
}

export async function updateTakeoverItem(tx: Tx, id: string, set: Partial<TakeoverItemRow>): Promise<void> {
  await tx.update(takeoverItem).set(set).where(eq(takeoverItem.id, id))
}

type ItemFilter = {
  storeId: string
  state?: TakeoverState | undefined
  sureness?: TakeoverSureness | undefined
  keyword?: string | undefined
}

const LIST: SearchedList = {
  table: takeoverItem,
  text: sql`${takeoverItem.searchText}`,
  at: takeoverItem.createdAt,
  search: 'takeover_item_search',
}

const conditionsOf = ({ storeId, state, sureness }: Omit<ItemFilter, 'keyword'>): SQL =>
  and(
    eq(takeoverItem.storeId, storeId),
    state === undefined ? undefined : eq(takeoverItem.state, state),
    sureness === undefined ? undefined : eq(takeoverItem.sureness, sureness),
  )!

export function findTakeoverPage(
  tx: Tx,
  filter: ItemFilter,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<FoundPage<TakeoverItemRow>> {
  const by = [desc(takeoverItem.points), asc(takeoverItem.id)]
  return searchedPage(
    tx,
    {
      list: LIST,
      id: sql`${takeoverItem.id}`,
      plain: conditionsOf(filter),
      keyword: filter.keyword,
      order: { by, isNewestFirst: false },
      page,
      pageSize,
    },
    (where, { limit, offset }) =>
      tx
        .select()
        .from(takeoverItem)
        .where(where)
        .orderBy(...by)
        .limit(limit)
        .offset(offset),
  )
}

/** How many products of the shop are in each of these states, under the filter's other conditions. */
export function countTakeoverItems(
  tx: Tx,
  filter: Omit<ItemFilter, 'state'>,
  states: readonly TakeoverState[],
): Promise<StateCounts<TakeoverState>> {
  const where = conditionsOf(filter)
  if (keywordOf(LIST, filter.keyword))
    return searchedCounts(tx, { list: LIST, plain: where, keyword: filter.keyword }, sql`state`, states)
  return countStates(
    tx,
    states,
    (state) => sql`select 1 from ${takeoverItem} where ${takeoverItem.state} = ${state} and ${where}`,
  )
}

export const countExactItems = (tx: Tx, storeId: string): Promise<number> =>
  tx.$count(takeoverItem, conditionsOf({ storeId, state: 'open', sureness: 'exact' }))

/**
 * Lowers exact proposals if several products of the shop fit the same product of ours: another row proposes it as exact, or proposes it and
 * shares an SKU code. Skipped rows count too, because they can be put back on the list.
 */
export async function lowerSharedProposals(
  tx: Tx,
  storeId: string,
  to: { sureness: TakeoverSureness; pointsLess: number; reason: string },
): Promise<void> {
  await tx
    .update(takeoverItem)
    .set({
      sureness: to.sureness,
      points: sql`${takeoverItem.points} - ${to.pointsLess}::int`,
      reasons: sql`array_append(${takeoverItem.reasons}, ${to.reason})`,
    })
    .where(
      and(
        conditionsOf({ storeId, sureness: 'exact' }),
        inArray(takeoverItem.state, ['open', 'skipped']),
        sql`exists (
          select 1 from ${takeoverItem} other
          where other.store_id = ${storeId} and other.proposed_id = ${takeoverItem.proposedId}
            and other.id <> ${takeoverItem.id} and other.state in ('open', 'skipped')
            and (other.sureness = 'exact' or exists (
              select 1 from jsonb_array_elements(${takeoverItem.variants}) mine
              where other.variants @> jsonb_build_array(jsonb_build_object('sku', mine.value -> 'sku')))))`,
      ),
    )
}
