import { and, arrayContains, desc, eq, gte, ilike, lte, or, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { operationLog } from './operation-log.tables.ts'

export type OperationLogRow = typeof operationLog.$inferSelect

export const insertEntry = async (tx: Tx, row: typeof operationLog.$inferInsert): Promise<void> => {
  await tx.insert(operationLog).values(row)
}

export type EntryFilter = {
  keyword?: string | undefined
  accountId?: string | undefined
  call?: string | undefined
  outcome?: 'ok' | 'refused' | 'fault' | undefined
  objectKey?: string | undefined
  from?: number | undefined
  to?: number | undefined
}

/** Counting stops here; beyond it the pager says "10000+". */
const COUNT_CAP = 10_000

function conditions(filter: EntryFilter): SQL | undefined {
  const like = filter.keyword ? `%${filter.keyword.replaceAll(/[\\%_]/g, String.raw`\$&`)}%` : undefined
  return and(
    like
      ? or(ilike(operationLog.title, like), ilike(operationLog.accountName, like), ilike(operationLog.message, like))
      : undefined,
    filter.accountId ? eq(sql`${operationLog.accountId}::text`, filter.accountId) : undefined,
    filter.call ? eq(operationLog.call, filter.call) : undefined,
    filter.outcome ? eq(operationLog.outcome, filter.outcome) : undefined,
    filter.objectKey ? arrayContains(operationLog.objectKeys, [filter.objectKey]) : undefined,
    filter.from === undefined ? undefined : gte(operationLog.at, new Date(filter.from)),
    filter.to === undefined ? undefined : lte(operationLog.at, new Date(filter.to)),
  )
}

export async function findEntries(
  tx: Tx,
  filter: EntryFilter,
  page: { page: number; pageSize: number },
): Promise<{ rows: OperationLogRow[]; total: number; capped: boolean }> {
  const where = conditions(filter)
  const rows = await tx
    .select()
    .from(operationLog)
    .where(where)
    .orderBy(desc(operationLog.at), desc(operationLog.id))
    .limit(page.pageSize)
    .offset((page.page - 1) * page.pageSize)
  const capped = tx
    .select({ one: sql`1` })
    .from(operationLog)
    .where(where)
    .limit(COUNT_CAP + 1)
    .as('capped')
  const [counted] = await tx.select({ n: sql<number>`count(*)::int` }).from(capped)
  const n = counted?.n ?? 0
  return { rows, total: Math.min(n, COUNT_CAP), capped: n > COUNT_CAP }
}
