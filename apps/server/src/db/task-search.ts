import { desc, eq, inArray, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Tx } from './db.ts'
import { countStates, keywordOf, searchedCounts, searchedPage } from './search.ts'
import type { FoundPage, ReadRows, SearchedList, StateCounts } from './search.ts'

/** A list of background tasks, newest first, each with an item for every product. */
type TaskTables = {
  /** the text: title and creator */
  list: SearchedList
  id: PgColumn
  state: PgColumn
  items: PgTable
  /** column of the items: their task */
  taskId: PgColumn
  /** column of the items that orders the items of one product by time, with an index after product_id */
  newest: PgColumn
}

/** `productIds`: a task with one of these products is found too, whatever its title. */
export type TaskSearch = { keyword?: string | undefined; productIds: readonly string[] }

/** The newest tasks of one product that a search by products finds. */
const TASKS_OF_PRODUCT = 20

export function taskSearch<S extends string>({ list, id, state, items, taskId, newest }: TaskTables) {
  const order = [desc(list.at), desc(id)]

  async function besides(tx: Tx, productIds: readonly string[]): Promise<SQL | undefined> {
    if (productIds.length === 0) return undefined
    const { rows } = await tx.execute<{ id: string }>(sql`
      select distinct found.id from unnest(${sql.param([...productIds])}::uuid[]) as wanted(id), lateral (
        select ${taskId} as id from ${items} where product_id = wanted.id order by ${newest} desc limit ${TASKS_OF_PRODUCT}
      ) as found`)
    const ids = rows.map((row) => row.id)
    return ids.length === 0 ? undefined : inArray(id, ids)
  }

  return {
    order,

    /** `plain`: further conditions. */
    async page<R>(
      tx: Tx,
      search: TaskSearch & { state?: S | undefined; plain?: SQL | undefined },
      { page, pageSize }: { page: number; pageSize: number },
      read: ReadRows<R>,
    ): Promise<FoundPage<R>> {
      const plain = sql.join(
        [search.plain ?? sql`true`, ...(search.state === undefined ? [] : [eq(state, search.state)])],
        sql` and `,
      )
      const found = { list, id: sql`${id}`, plain, keyword: search.keyword, order: { by: order, isNewestFirst: true } }
      return searchedPage(tx, { ...found, besides: await besides(tx, search.productIds), page, pageSize }, read)
    },

    /** How many tasks have each state, under the other conditions. */
    async counts(
      tx: Tx,
      { keyword, productIds, plain = sql`true` }: TaskSearch & { plain?: SQL | undefined },
      states: readonly S[],
    ): Promise<StateCounts<S>> {
      if (keywordOf(list, keyword))
        return searchedCounts(
          tx,
          { list, plain, keyword, besides: await besides(tx, productIds) },
          sql`${state}`,
          states,
        )
      return countStates(tx, states, (one) => sql`select 1 from ${list.table} where ${state} = ${one} and ${plain}`)
    },
  }
}
