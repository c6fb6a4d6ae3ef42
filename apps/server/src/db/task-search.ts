import { desc, eq, sql } from 'drizzle-orm'
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

/** `products`: a task with one of these products is found too, whatever its title. */
export type TaskSearch = {
  keyword?: string | undefined
  /** `isCut`: the keyword finds more products than these */
  products: { ids: readonly string[]; isCut: boolean }
}

/** A search by products finds about so many tasks, the newest ones of each product. */
const TASKS_AT_MOST = 10_000

export function taskSearch<S extends string>({ list, id, state, items, taskId, newest }: TaskTables) {
  const order = [desc(list.at), desc(id)]

  /** The tasks with these products. `isCut`: there may be more. */
  async function withProducts(
    tx: Tx,
    { ids, isCut }: TaskSearch['products'],
  ): Promise<{ besides?: SQL; isCut: boolean }> {
    if (ids.length === 0) return { isCut }
    const ofEach = Math.ceil(TASKS_AT_MOST / ids.length)
    const { rows } = await tx.execute<{ id: string; place: number }>(sql`
      select found.id, found.place::int from unnest(${sql.param([...ids])}::uuid[]) as wanted(id), lateral (
        select ${taskId} as id, row_number() over (order by ${newest} desc) as place
        from ${items} where product_id = wanted.id order by ${newest} desc limit ${ofEach}
      ) as found`)
    const taskIds = [...new Set(rows.map((row) => row.id))]
    return {
      ...(taskIds.length === 0 ? {} : { besides: sql`${id} = any(${sql.param(taskIds)}::uuid[])` }),
      isCut: isCut || rows.some(({ place }) => place === ofEach),
    }
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
      const { besides, isCut } = await withProducts(tx, search.products)
      const asked = { list, id: sql`${id}`, plain, keyword: search.keyword, besides }
      const found = await searchedPage(
        tx,
        { ...asked, order: { by: order, isNewestFirst: true }, page, pageSize },
        read,
      )
      return { ...found, totalCapped: found.totalCapped || isCut }
    },

    /** How many tasks have each state, under the other conditions. */
    async counts(
      tx: Tx,
      { keyword, products, plain = sql`true` }: TaskSearch & { plain?: SQL | undefined },
      states: readonly S[],
    ): Promise<StateCounts<S>> {
      if (keywordOf(list, keyword)) {
        const { besides, isCut } = await withProducts(tx, products)
        const found = await searchedCounts(tx, { list, plain, keyword, besides }, sql`${state}`, states)
        return isCut ? { ...found, capped: [...states] } : found
      }
      return countStates(tx, states, (one) => sql`select 1 from ${list.table} where ${state} = ${one} and ${plain}`)
    },
  }
}
