import type { AlertMessageFilter } from '@huoqiao/contract/alerts/alerts.schema'
import type { AlertState } from '@huoqiao/contract/alerts/alerts.status'
import { and, desc, eq, gte, lte, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { countStates, keywordOf, searchedCounts, searchedPage } from '../../db/search.ts'
import type { FoundPage, SearchedList } from '../../db/search.ts'
import { alertMessage } from './alerts.tables.ts'
import type { MessageRow } from './messages.store.ts'

const LIST: SearchedList = {
  table: alertMessage,
  text: sql`${alertMessage.searchText}`,
  at: alertMessage.createdAt,
  search: 'alert_message_search',
}
const ORDER = [desc(alertMessage.createdAt), desc(alertMessage.id)]

/** All filters except the keyword and the state. */
const plainOf = (filter: AlertMessageFilter): SQL =>
  and(
    filter.channelId ? eq(alertMessage.channelId, filter.channelId) : undefined,
    filter.from === undefined ? undefined : gte(alertMessage.createdAt, new Date(filter.from)),
    filter.to === undefined ? undefined : lte(alertMessage.createdAt, new Date(filter.to)),
  ) ?? sql`true`

/** Newest first. */
export const findMessages = (
  tx: Tx,
  filter: AlertMessageFilter,
  page: { page: number; pageSize: number },
): Promise<FoundPage<MessageRow>> =>
  searchedPage(
    tx,
    {
      list: LIST,
      id: sql`${alertMessage.id}`,
      plain: and(filter.state ? eq(alertMessage.state, filter.state) : undefined, plainOf(filter))!,
      keyword: filter.keyword,
      order: { by: ORDER, isNewestFirst: true },
      page: page.page,
      pageSize: page.pageSize,
    },
    (where, { limit, offset }) =>
      tx
        .select()
        .from(alertMessage)
        .where(where)
        .orderBy(...ORDER)
        .limit(limit)
        .offset(offset),
  )

export async function countMessages(tx: Tx, filter: AlertMessageFilter, states: readonly AlertState[]) {
  const plain = plainOf(filter)
  if (keywordOf(LIST, filter.keyword)) {
    return searchedCounts(tx, { list: LIST, plain, keyword: filter.keyword }, sql`state`, states)
  }
  return countStates(
    tx,
    states,
    (state) => sql`select 1 from ${alertMessage} where ${alertMessage.state} = ${state} and ${plain}`,
  )
}
