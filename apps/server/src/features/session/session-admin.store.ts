import { and, desc, eq, gt, gte, inArray, isNull, lt, lte, sql } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { countCapped, searchedPage } from '../../db/search.ts'
import type { SearchedList } from '../../db/search.ts'
import { account } from '../accounts/accounts.tables.ts'
import { loginLog, session } from './session.tables.ts'

export type OnlineRow = Pick<
  typeof session.$inferSelect,
  'id' | 'accountId' | 'ip' | 'userAgent' | 'createdAt' | 'lastSeenAt'
> & { userAccount: string; name: string }
export type LoginRow = typeof loginLog.$inferSelect

const LOGINS: SearchedList = {
  table: loginLog,
  text: sql`lower(${loginLog.userAccount} || ' ' || ${loginLog.ip})`,
  at: loginLog.at,
  search: 'login_log_search',
}
const LOGIN_ORDER = [desc(loginLog.at), desc(loginLog.id)]

/** Valid sessions, most recently used first. */
export async function findOnline(
  tx: Tx,
  filter: { keyword?: string | undefined; ids?: readonly string[]; accountId?: string | undefined; now: Date },
  page: { page: number; pageSize: number },
): Promise<{ rows: OnlineRow[]; total: number }> {
  const words = filter.keyword?.toLowerCase()
  const where = and(
    isNull(session.endedAt),
    gt(session.expiresAt, filter.now),
    isNull(account.deletedAt),
    eq(account.status, 'active'),
    filter.ids ? inArray(session.id, [...filter.ids]) : undefined,
    filter.accountId ? eq(session.accountId, filter.accountId) : undefined,
    words
      ? sql`position(${words} in lower(${account.userAccount} || ' ' || ${account.name} || ' ' || ${session.ip})) > 0`
      : undefined,
  )
  const rows = await tx
    .select({
      id: session.id,
      accountId: session.accountId,
      ip: session.ip,
      userAgent: session.userAgent,
      createdAt: session.createdAt,
      lastSeenAt: session.lastSeenAt,
      userAccount: account.userAccount,
      name: account.name,
    })
    .from(session)
    .innerJoin(account, eq(account.id, session.accountId))
    .where(where)
    .orderBy(desc(session.lastSeenAt), desc(session.id))
    .limit(page.pageSize)
    .offset((page.page - 1) * page.pageSize)
  const counted = sql`select 1 from ${session} join ${account} on ${account.id} = ${session.accountId} where ${where}`
  return { rows, total: (await countCapped(tx, counted)).total }
}

export const insertLogin = async (tx: Tx, row: typeof loginLog.$inferInsert): Promise<void> => {
  await tx.insert(loginLog).values(row)
}

export async function findLogins(
  tx: Tx,
  filter: {
    keyword?: string | undefined
    outcome?: 'ok' | 'refused' | undefined
    from?: number | undefined
    to?: number | undefined
  },
  page: { page: number; pageSize: number },
): Promise<{ rows: LoginRow[]; total: number; totalCapped: boolean }> {
  const plain =
    and(
      filter.outcome ? eq(loginLog.outcome, filter.outcome) : undefined,
      filter.from === undefined ? undefined : gte(loginLog.at, new Date(filter.from)),
      filter.to === undefined ? undefined : lte(loginLog.at, new Date(filter.to)),
    ) ?? sql`true`
  const asked = {
    list: LOGINS,
    id: sql`${loginLog.id}`,
    plain,
    keyword: filter.keyword,
    order: { by: LOGIN_ORDER, isNewestFirst: true },
    ...page,
  }
  return searchedPage(tx, asked, (where, { limit, offset }) =>
    tx
      .select()
      .from(loginLog)
      .where(where)
      .orderBy(...LOGIN_ORDER)
      .limit(limit)
      .offset(offset),
  )
}

/** The latest attempts for one account name, newest first. */
export const findLoginsOf = (tx: Tx, userAccount: string, from: Date, limit: number): Promise<LoginRow[]> =>
  tx
    .select()
    .from(loginLog)
    .where(and(eq(loginLog.userAccount, userAccount), gte(loginLog.at, from)))
    .orderBy(...LOGIN_ORDER)
    .limit(limit)

export const removeLogins = async (tx: Tx, before: Date): Promise<void> => {
  await tx.delete(loginLog).where(lt(loginLog.at, before))
}
