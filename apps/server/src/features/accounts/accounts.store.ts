import { and, asc, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import type { ColumnsOnly } from '../../db/written.ts'
import { role } from '../access/access.tables.ts'
import { account, accountRole } from './accounts.tables.ts'

export type AccountRow = typeof account.$inferSelect
type NewAccount = typeof account.$inferInsert

export async function findAccountByName(tx: Tx, userAccount: string): Promise<AccountRow | undefined> {
  const [row] = await tx
    .select()
    .from(account)
    .where(and(eq(account.userAccount, userAccount.toLowerCase()), isNull(account.deletedAt)))
  return row
}

export async function findAccount(tx: Tx, id: string): Promise<AccountRow | undefined> {
  const [row] = await tx.select().from(account).where(eq(account.id, id))
  return row
}

export async function countAccounts(tx: Tx): Promise<number> {
  const [row] = await tx.select({ n: sql<number>`count(*)::int` }).from(account)
  return row?.n ?? 0
}

export const insertAccount = async <New extends NewAccount>(
  tx: Tx,
  row: ColumnsOnly<typeof account, New>,
): Promise<void> => {
  const columns: NewAccount = row
  await tx.insert(account).values({ ...columns, userAccount: columns.userAccount.toLowerCase() })
}

export const updateAccount = async (
  tx: Tx,
  id: string,
  change: Partial<typeof account.$inferInsert>,
): Promise<void> => {
  await tx.update(account).set(change).where(eq(account.id, id))
}

/** Increments the failure count in the database, so that parallel attempts are all counted. Returns the count. */
export async function addFailedLogin(tx: Tx, id: string): Promise<number> {
  const [row] = await tx
    .update(account)
    .set({ failedLogins: sql`${account.failedLogins} + 1` })
    .where(eq(account.id, id))
    .returning({ n: account.failedLogins })
  return row?.n ?? 0
}

export const addRoleToAccount = async (tx: Tx, accountId: string, roleId: string): Promise<void> => {
  await tx.insert(accountRole).values({ accountId, roleId }).onConflictDoNothing()
}

/** The number of accounts with each of these roles, and how many of them lack an authenticator; deleted accounts do not count. */
export async function countAccountsByRole(
  tx: Tx,
  roleIds: readonly string[],
): Promise<Map<string, { accounts: number; lacking: number }>> {
  if (roleIds.length === 0) return new Map()
  const rows = await tx
    .select({
      roleId: accountRole.roleId,
      accounts: sql<number>`count(*)::int`,
      lacking: sql<number>`(count(*) filter (where ${account.totpSecret} is null))::int`,
    })
    .from(accountRole)
    .innerJoin(account, eq(account.id, accountRole.accountId))
    .where(and(inArray(accountRole.roleId, [...roleIds]), isNull(account.deletedAt)))
    .groupBy(accountRole.roleId)
  return new Map(rows.map(({ roleId, ...holders }) => [roleId, holders]))
}

/** Names of the roles of an account that require an authenticator. */
export async function findDemanding(tx: Tx, accountId: string): Promise<string[]> {
  const rows = await tx
    .select({ name: role.name })
    .from(accountRole)
    .innerJoin(role, eq(role.id, accountRole.roleId))
    .where(and(eq(accountRole.accountId, accountId), eq(role.demandsAuthenticator, true)))
    .orderBy(asc(role.name))
  return rows.map((row) => row.name)
}

/** Saves only if the version is the one that the person saw; undefined: it is not. */
export async function saveAccount<Change extends Partial<NewAccount>>(
  tx: Tx,
  id: string,
  seenVersion: number,
  change: ColumnsOnly<typeof account, Change>,
): Promise<AccountRow | undefined> {
  const columns: Partial<NewAccount> = change
  const [row] = await tx
    .update(account)
    .set({ ...columns, version: seenVersion + 1 })
    .where(and(eq(account.id, id), eq(account.version, seenVersion)))
    .returning()
  return row
}

export const removeRolesFromAccount = async (tx: Tx, accountId: string, roleIds?: readonly string[]): Promise<void> => {
  await tx
    .delete(accountRole)
    .where(and(eq(accountRole.accountId, accountId), roleIds ? inArray(accountRole.roleId, [...roleIds]) : undefined))
}

/** Which of these account names are taken, in lower case. */
export async function findTakenNames(tx: Tx, names: readonly string[]): Promise<Set<string>> {
  if (names.length === 0) return new Set()
  const rows = await tx
    .select({ name: account.userAccount })
    .from(account)
    .where(and(inArray(account.userAccount, [...names]), isNull(account.deletedAt)))
  return new Set(rows.map((row) => row.name))
}

/** Stores a code's time step if it is newer than the last one used: a code works once. */
export async function takeTotpStep(tx: Tx, id: string, step: number): Promise<boolean> {
  const rows = await tx
    .update(account)
    .set({ totpLastStep: step })
    .where(and(eq(account.id, id), or(isNull(account.totpLastStep), lt(account.totpLastStep, step))))
    .returning({ id: account.id })
  return rows.length > 0
}
