import { and, arrayContains, desc, eq, gte, lt, lte, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { searchedPage } from '../../db/search.ts'
import type { SearchedList } from '../../db/search.ts'
import { operationLog } from './operation-log.tables.ts'

export type OperationLogRow = typeof operationLog.$inferSelect

export const insertEntry = async (tx: Tx, row: typeof operationLog.$inferInsert): Promise<void> => {
  await tx.insert(operationLog).values(row)
}

/** Deletes older rows; whole months only, otherwise the database refuses. The database records what was dropped. */
export const removeEntries = async (tx: Tx, before: Date): Promise<void> => {
  await tx.delete(operationLog).where(lt(operationLog.at, before))
}

export type EntryFilter = {
  keyword?: string | undefined
  accountId?: string | undefined
  call?: string | undefined
  outcome?: 'ok' | 'refused' | 'fault' | undefined
  /** "kind:id", or only a kind */
  objectKey?: string | undefined
  from?: number | undefined
  to?: number | undefined
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function conditions(filter: EntryFilter): SQL {
  // If the text is not an id, nothing can match; comparing the column as text would not use the index.
  const account = filter.accountId === undefined ? undefined : UUID.test(filter.accountId) ? filter.accountId : null
  return (
    and(
      account === null ? sql`false` : account === undefined ? undefined : eq(operationLog.accountId, account),
      filter.call ? eq(operationLog.call, filter.call) : undefined,
      filter.outcome ? eq(operationLog.outcome, filter.outcome) : undefined,
      filter.from === undefined ? undefined : gte(operationLog.at, new Date(filter.from)),
      filter.to === undefined ? undefined : lte(operationLog.at, new Date(filter.to)),
    ) ?? sql`true`
  )
}

const LIST: SearchedList = {
  table: operationLog,
  text: sql`lower(${operationLog.title} || ' ' || ${operationLog.accountName} || ' ' || ${operationLog.message})`,
  at: operationLog.at,
  search: 'operation_log_search',
}
const ORDER = [desc(operationLog.at), desc(operationLog.id)]

export async function findEntries(
  tx: Tx,
  filter: EntryFilter,
  page: { page: number; pageSize: number },
): Promise<{ rows: OperationLogRow[]; total: number; totalCapped: boolean }> {
  const asked = {
    list: LIST,
    id: sql`${operationLog.id}`,
    plain: conditions(filter),
    narrow: filter.objectKey ? arrayContains(operationLog.objectKeys, [filter.objectKey]) : undefined,
    keyword: filter.keyword,
    order: { by: ORDER, isNewestFirst: true },
    ...page,
  }
  return searchedPage(tx, asked, (where, { limit, offset }) =>
    tx
      .select()
      .from(operationLog)
      .where(where)
      .orderBy(...ORDER)
      .limit(limit)
      .offset(offset),
  )
}
