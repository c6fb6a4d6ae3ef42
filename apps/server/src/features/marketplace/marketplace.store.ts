import { and, asc, desc, eq, ne, sql } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import type { ColumnsOnly } from '../../db/written.ts'
import { marketplaceAccount } from './marketplace.tables.ts'

export type AccountRow = typeof marketplaceAccount.$inferSelect
export type NewAccountRow = typeof marketplaceAccount.$inferInsert
type Change = Partial<Omit<NewAccountRow, 'id' | 'version' | 'createdAt'>>

/** Edits that may move the default flag are locked until the transaction ends. */
export const lockAccounts = async (tx: Tx): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('marketplace default account'))`)
}

export const findAccounts = (tx: Tx): Promise<AccountRow[]> =>
  tx
    .select()
    .from(marketplaceAccount)
    .orderBy(desc(marketplaceAccount.isDefault), asc(marketplaceAccount.createdAt), asc(marketplaceAccount.id))

export async function findAccount(tx: Tx, id: string): Promise<AccountRow | undefined> {
  const [row] = await tx.select().from(marketplaceAccount).where(eq(marketplaceAccount.id, id))
  return row
}

export async function findDefaultAccount(tx: Tx): Promise<AccountRow | undefined> {
  const [row] = await tx.select().from(marketplaceAccount).where(eq(marketplaceAccount.isDefault, true))
  return row
}

export async function insertAccount<New extends NewAccountRow>(
  tx: Tx,
  row: ColumnsOnly<typeof marketplaceAccount, New>,
): Promise<AccountRow> {
  const columns: NewAccountRow = row
  const [inserted] = await tx.insert(marketplaceAccount).values(columns).returning()
  return inserted!
}

/** Saves only if the version is the one that the person saw; undefined: it is not. */
export async function saveAccount<Some extends Change>(
  tx: Tx,
  id: string,
  seenVersion: number,
  change: ColumnsOnly<typeof marketplaceAccount, Some>,
): Promise<AccountRow | undefined> {
  const columns: Change = change
  const [row] = await tx
    .update(marketplaceAccount)
    .set({ ...columns, version: seenVersion + 1 })
    .where(and(eq(marketplaceAccount.id, id), eq(marketplaceAccount.version, seenVersion)))
    .returning()
  return row
}

/** Writes by the app itself (tokens, health) keep the version, so that an open form stays valid. */
export async function noteOnAccount(tx: Tx, id: string, change: Change): Promise<AccountRow | undefined> {
  const [row] = await tx.update(marketplaceAccount).set(change).where(eq(marketplaceAccount.id, id)).returning()
  return row
}

/**
 * Replaces tokens only if they are still those that the new ones were made from: tokens that a person typed meanwhile are newer than a
 * refresh of the old ones.
 */
export async function replaceTokens(
  tx: Tx,
  id: string,
  oldSealedTokens: string,
  change: Required<
    Pick<Change, 'sealedTokens' | 'hasRefreshToken' | 'tokenExpiresAt' | 'refreshTokenExpiresAt' | 'loginId'>
  > &
    Change,
): Promise<void> {
  await tx
    .update(marketplaceAccount)
    .set(change)
    .where(and(eq(marketplaceAccount.id, id), eq(marketplaceAccount.sealedTokens, oldSealedTokens)))
}

export const clearOtherDefaults = async (tx: Tx, id: string, at: Date): Promise<void> => {
  await tx
    .update(marketplaceAccount)
    .set({ isDefault: false, updatedAt: at })
    .where(and(eq(marketplaceAccount.isDefault, true), ne(marketplaceAccount.id, id)))
}

/** Makes the oldest account the default after the default was deleted. */
export async function promoteOldest(tx: Tx, at: Date): Promise<void> {
  const oldest = tx
    .select({ id: marketplaceAccount.id })
    .from(marketplaceAccount)
    .orderBy(asc(marketplaceAccount.createdAt), asc(marketplaceAccount.id))
    .limit(1)
  await tx
    .update(marketplaceAccount)
    .set({ isDefault: true, updatedAt: at })
    .where(eq(marketplaceAccount.id, sql`(${oldest})`))
}

export async function removeAccount(tx: Tx, id: string, seenVersion: number): Promise<boolean> {
  const removed = await tx
    .delete(marketplaceAccount)
    .where(and(eq(marketplaceAccount.id, id), eq(marketplaceAccount.version, seenVersion)))
    .returning({ id: marketplaceAccount.id })
  return removed.length > 0
}
