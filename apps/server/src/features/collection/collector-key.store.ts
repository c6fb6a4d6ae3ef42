import { and, asc, count, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { account } from '../accounts/accounts.tables.ts'
import { collectorKey } from './collection.tables.ts'

export type KeyRow = typeof collectorKey.$inferSelect

/** Withdrawn keys are listed too, up to this many rows: they explain why an extension was refused. */
const LISTED = 100

export const insertKey = async (tx: Tx, row: typeof collectorKey.$inferInsert): Promise<void> => {
  await tx.insert(collectorKey).values(row)
}

/** Valid keys first, then newest first. Without `accountId`: the keys of all accounts. */
export const findKeys = (tx: Tx, accountId: string | undefined): Promise<{ key: KeyRow; account: string }[]> =>
  tx
    .select({ key: collectorKey, account: account.name })
    .from(collectorKey)
    .innerJoin(account, eq(account.id, collectorKey.accountId))
    .where(accountId === undefined ? undefined : eq(collectorKey.accountId, accountId))
    .orderBy(asc(sql`${collectorKey.withdrawnAt} is not null`), desc(collectorKey.createdAt), desc(collectorKey.id))
    .limit(LISTED)

export async function countValidKeys(tx: Tx, accountId: string): Promise<number> {
  // The account is locked, so that two requests at the same time cannot exceed the limit together.
  await tx.select({ id: account.id }).from(account).where(eq(account.id, accountId)).for('update')
  const [row] = await tx
    .select({ n: count() })
    .from(collectorKey)
    .where(and(eq(collectorKey.accountId, accountId), isNull(collectorKey.withdrawnAt)))
  return row?.n ?? 0
}

/** Locked until the transaction ends. */
export async function lockKey(tx: Tx, id: string): Promise<KeyRow | undefined> {
  const [row] = await tx.select().from(collectorKey).where(eq(collectorKey.id, id)).for('update')
  return row
}

export const withdrawKey = async (tx: Tx, id: string, at: Date): Promise<void> => {
  await tx.update(collectorKey).set({ withdrawnAt: at }).where(eq(collectorKey.id, id))
}

export const withdrawKeysOf = async (tx: Tx, accountId: string, at: Date): Promise<void> => {
  await tx
    .update(collectorKey)
    .set({ withdrawnAt: at })
    .where(and(eq(collectorKey.accountId, accountId), isNull(collectorKey.withdrawnAt)))
}

/** Counts a call with a valid key and returns the key's row, with the number of calls in this minute; undefined for any other key. */
export async function useKey(tx: Tx, keyHash: string, now: Date): Promise<KeyRow | undefined> {
  const minute = new Date(Math.floor(now.getTime() / 60_000) * 60_000)
  const [row] = await tx
    .update(collectorKey)
    .set({
      lastUsedAt: now,
      minute,
      callsInMinute: sql`case when ${collectorKey.minute} = ${minute.toISOString()}::timestamptz then ${collectorKey.callsInMinute} + 1 else 1 end`,
    })
    .where(and(eq(collectorKey.keyHash, keyHash), isNull(collectorKey.withdrawnAt)))
    .returning()
  return row
}
