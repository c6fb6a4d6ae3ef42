import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { countCapped, countStates, searchedPage } from '../../db/search.ts'
import type { StateCounts } from '../../db/search.ts'
import type { SearchedList } from '../../db/search.ts'
import { role } from '../access/access.tables.ts'
import { account, accountRole, department } from './accounts.tables.ts'

export type AccountFilter = {
  keyword?: string | undefined
  status?: 'active' | 'suspended' | undefined
  roleType?: 0 | 1 | undefined
  deptId?: string | undefined
  roleId?: string | undefined
  authenticator?: 'bound' | 'none' | 'lacking' | undefined
}
export type ListedAccount = typeof account.$inferSelect & { deptName: string | null; authenticatorDemanded: boolean }

/**
 * Whether a role of the account requires an authenticator. Column names include the table, because the expression is also used in a select
 * list.
 */
const demanded = sql<boolean>`exists (select 1 from account_role join role on role.id = account_role.role_id
  where account_role.account_id = account.id and role.demands_authenticator)`

const AUTHENTICATOR: Readonly<Record<NonNullable<AccountFilter['authenticator']>, SQL>> = {
  bound: sql`${account.totpSecret} is not null`,
  none: sql`${account.totpSecret} is null`,
  lacking: sql`(${account.totpSecret} is null and ${demanded})`,
}

/** The ids of a department and everything below it, as an array. `union` also ends if departments form a cycle. */
const belowOrAt = (deptId: string): SQL => sql`array(with recursive below as (
    select id from ${department} where id = ${deptId}
    union select child.id from ${department} as child join below on child.parent_id = below.id
  ) select id from below)`

function conditions(filter: AccountFilter): SQL {
  return and(
    isNull(account.deletedAt),
    filter.status ? eq(account.status, filter.status) : undefined,
    filter.roleType === undefined ? undefined : eq(account.roleType, filter.roleType),
    filter.deptId ? sql`${account.deptId} = any(${belowOrAt(filter.deptId)})` : undefined,
    filter.roleId
      ? sql`exists (select 1 from ${accountRole} where ${accountRole.accountId} = ${account.id} and ${accountRole.roleId} = ${filter.roleId})`
      : undefined,
    filter.authenticator ? AUTHENTICATOR[filter.authenticator] : undefined,
  )!
}

const LIST: SearchedList = {
  table: account,
  text: sql`lower(${account.userAccount} || ' ' || ${account.name})`,
  at: account.createdAt,
  search: 'account_search',
}
const ORDER = [desc(account.id)]

/** Newest first: ids are ordered by time. `page` counts from 1. */
export async function findAccounts(
  tx: Tx,
  filter: AccountFilter,
  page: { page: number; pageSize: number },
): Promise<{ rows: ListedAccount[]; total: number; totalCapped: boolean }> {
  const asked = {
    list: LIST,
    id: sql`${account.id}`,
    plain: conditions(filter),
    keyword: filter.keyword,
    // Ids created within one millisecond may not be in the order of their times.
    order: { by: ORDER, isNewestFirst: false },
    ...page,
  }
  const found = await searchedPage(tx, asked, (where, { limit, offset }) => {
    // Selects the ids first: otherwise the derived columns would also be calculated for the rows that the offset skips.
    const page = tx
      .select({ id: account.id })
      .from(account)
      // This condition is repeated even if ids are given, so that the planner uses the sorted index over accounts that are not deleted.
      .where(and(where, isNull(account.deletedAt)))
      .orderBy(...ORDER)
      .limit(limit)
      .offset(offset)
      .as('page')
    return tx
      .select({ account, deptName: department.name, authenticatorDemanded: demanded })
      .from(page)
      .innerJoin(account, eq(account.id, page.id))
      .leftJoin(department, eq(department.id, account.deptId))
      .orderBy(...ORDER)
  })
  return { ...found, rows: found.rows.map(({ account: row, ...more }) => ({ ...row, ...more })) }
}

export async function findListedAccount(tx: Tx, id: string): Promise<ListedAccount | undefined> {
  const [row] = await tx
    .select({ account, deptName: department.name, authenticatorDemanded: demanded })
    .from(account)
    .leftJoin(department, eq(department.id, account.deptId))
    .where(and(eq(account.id, id), isNull(account.deletedAt)))
  if (!row) return undefined
  const { account: found, ...more } = row
  return { ...found, ...more }
}

const STATUSES = ['active', 'suspended'] as const

export const countByStatus = (tx: Tx): Promise<StateCounts<(typeof STATUSES)[number]>> =>
  countStates(
    tx,
    STATUSES,
    (status) => sql`select 1 from ${account} where ${account.status} = ${status} and ${conditions({})}`,
  )

export async function countActiveAdmins(tx: Tx): Promise<number> {
  return (
    await countCapped(tx, sql`select 1 from ${account} where ${conditions({ status: 'active', roleType: 1 })}`, 100)
  ).total
}

/**
 * Locked by every transaction that may remove an administrator: two administrators who demote each other at the same time would each still
 * see the other.
 */
export const lockAdministrators = async (tx: Tx): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('huoqiao administrators'))`)
}

export async function findRolesOfAccounts(
  tx: Tx,
  accountIds: readonly string[],
): Promise<Map<string, { id: string; name: string }[]>> {
  const found = new Map<string, { id: string; name: string }[]>(accountIds.map((id) => [id, []]))
  if (accountIds.length === 0) return found
  const rows = await tx
    .select({ accountId: accountRole.accountId, id: role.id, name: role.name })
    .from(accountRole)
    .innerJoin(role, eq(role.id, accountRole.roleId))
    .where(inArray(accountRole.accountId, [...accountIds]))
    .orderBy(asc(role.name))
  for (const { accountId, id, name } of rows) found.get(accountId)?.push({ id, name })
  return found
}

/** Roles that an account has, or does not have. `page` counts from 0 (specification, section 9). */
export async function findRolesForAccount(
  tx: Tx,
  accountId: string,
  granted: boolean,
  page: { page: number; pageSize: number },
): Promise<{ rows: { id: string; name: string; note: string }[]; total: number; totalCapped: boolean }> {
  const held = sql`exists (select 1 from ${accountRole} where ${accountRole.roleId} = ${role.id} and ${accountRole.accountId} = ${accountId})`
  const where = granted ? held : sql`not ${held}`
  const rows = await tx
    .select({ id: role.id, name: role.name, note: role.note })
    .from(role)
    .where(where)
    .orderBy(asc(role.name))
    .limit(page.pageSize)
    .offset(page.page * page.pageSize)
  return { rows, ...(await countCapped(tx, sql`select 1 from ${role} where ${where}`)) }
}
