import type { OrderReturnState } from '@huoqiao/contract/orders/orders.status'
import type { ReturnFilter } from '@huoqiao/contract/orders/return-list.endpoints'
import { and, asc, desc, eq, gte, lte, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { countStates, keywordOf, searchedCounts, searchedPage } from '../../db/search.ts'
import type { FoundPage, SearchedList, StateCounts } from '../../db/search.ts'
import { salesOrder } from './orders.tables.ts'
import type { ReturnRow } from './returns.store.ts'
import { salesOrderReturn } from './returns.tables.ts'

export type ReturnPage = { page: number; pageSize: number; sort: 'requested' | 'updated'; direction: 'asc' | 'desc' }

const LIST: SearchedList = {
  table: salesOrderReturn,
  text: sql`${salesOrderReturn.searchText}`,
  at: salesOrderReturn.requestedAt,
  search: 'sales_order_return_search',
}

function conditionsOf({ state, storeId, from, to }: ReturnFilter): SQL {
  const { orderId, requestedAt } = salesOrderReturn
  return and(
    sql`true`,
    state === undefined ? undefined : eq(salesOrderReturn.state, state),
    storeId === undefined
      ? undefined
      : sql`exists (select 1 from ${salesOrder} o where o.id = ${orderId} and o.store_id = ${storeId})`,
    from === undefined ? undefined : gte(requestedAt, new Date(from)),
    to === undefined ? undefined : lte(requestedAt, new Date(to)),
  )!
}

export function findReturnPage(tx: Tx, filter: ReturnFilter, page: ReturnPage): Promise<FoundPage<ReturnRow>> {
  const direction = page.direction === 'desc' ? desc : asc
  const { requestedAt, updatedAt, id } = salesOrderReturn
  const by = [direction(page.sort === 'requested' ? requestedAt : updatedAt), direction(id)]
  return searchedPage(
    tx,
    {
      list: LIST,
      id: sql`${id}`,
      plain: conditionsOf(filter),
      keyword: filter.keyword,
      order: { by, isNewestFirst: page.sort === 'requested' && page.direction === 'desc' },
      page: page.page,
      pageSize: page.pageSize,
    },
    (where, { limit, offset }) =>
      tx
        .select()
        .from(salesOrderReturn)
        .where(where)
        .orderBy(...by)
        .limit(limit)
        .offset(offset),
  )
}

/** How many returns have each of these states, under the filter's other conditions. */
export async function countReturns(
  tx: Tx,
  filter: Omit<ReturnFilter, 'state'>,
  states: readonly OrderReturnState[],
): Promise<StateCounts<OrderReturnState>> {
  const where = conditionsOf(filter)
  if (keywordOf(LIST, filter.keyword)) {
    const asked = { list: LIST, plain: where, keyword: filter.keyword }
    return searchedCounts(tx, asked, sql`state`, states)
  }
  return countStates(
    tx,
    states,
    (state) => sql`select 1 from ${salesOrderReturn} where ${salesOrderReturn.state} = ${state} and ${where}`,
  )
}
