import { and, asc, eq, gt, inArray, ne, sql } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import type { ColumnsOnly } from '../../db/written.ts'
import { store } from './stores.tables.ts'

export type StoreRow = typeof store.$inferSelect
type NewStore = typeof store.$inferInsert

export const findStores = (tx: Tx): Promise<StoreRow[]> =>
  tx.select().from(store).orderBy(asc(store.createdAt), asc(store.id))

/** `key share` prevents the stores' deletion until the transaction ends that is about to refer to them. */
export function findStoresByIds(tx: Tx, ids: readonly string[], lock?: 'key share'): Promise<StoreRow[]> {
  if (ids.length === 0) return Promise.resolve([])
  const query = tx
    .select()
    .from(store)
    .where(inArray(store.id, [...ids]))
    .orderBy(asc(store.id))
  return lock ? query.for(lock) : query
}

export async function findStore(tx: Tx, id: string, lock?: 'update'): Promise<StoreRow | undefined> {
  const query = tx.select().from(store).where(eq(store.id, id))
  const [row] = await (lock ? query.for(lock) : query)
  return row
}

export async function findFirstStore(tx: Tx): Promise<StoreRow | undefined> {
  const [row] = await tx.select().from(store).orderBy(asc(store.createdAt), asc(store.id)).limit(1)
  return row
}

export async function insertStore<New extends NewStore>(
  tx: Tx,
  row: ColumnsOnly<typeof store, New>,
): Promise<StoreRow> {
  const columns: NewStore = row
  const [inserted] = await tx.insert(store).values(columns).returning()
  return inserted!
}

export async function saveStore<Change extends Partial<NewStore>>(
  tx: Tx,
  id: string,
  seenVersion: number,
  change: ColumnsOnly<typeof store, Change>,
): Promise<StoreRow | undefined> {
  const columns: Partial<NewStore> = change
  const [row] = await tx
    .update(store)
    .set({ ...columns, version: seenVersion + 1 })
    .where(and(eq(store.id, id), eq(store.version, seenVersion)))
    .returning()
  return row
}

export async function removeStore(tx: Tx, id: string, seenVersion: number): Promise<boolean> {
  const removed = await tx
    .delete(store)
    .where(and(eq(store.id, id), eq(store.version, seenVersion)))
    .returning({ id: store.id })
  return removed.length > 0
}

/** Facts reported by the shop: no edit by a person, so the version stays. */
export async function saveFacts(
  tx: Tx,
  id: string,
  facts: Partial<typeof store.$inferInsert>,
): Promise<StoreRow | undefined> {
  const [row] = await tx.update(store).set(facts).where(eq(store.id, id)).returning()
  return row
}

/** Stores the health after a failed call. A store whose app was removed fails at everything, so it keeps that state. */
export async function noteHealth(
  tx: Tx,
  id: string,
  facts: Pick<StoreRow, 'health' | 'healthMessage' | 'checkedAt'>,
): Promise<void> {
  await tx
    .update(store)
    .set(facts)
    .where(and(eq(store.id, id), ne(store.health, 'uninstalled')))
}

/** Only replaces "unreachable": an answer proves nothing about scopes or a removed app. */
export async function noteReachable(tx: Tx, id: string, at: Date): Promise<void> {
  await tx
    .update(store)
    .set({ health: 'ok', healthMessage: '连接已恢复', checkedAt: at })
    .where(and(eq(store.id, id), eq(store.health, 'unreachable')))
}

/** Undefined: a check after `at` reached the shop, so the message is outdated. The token became invalid with the app. */
export async function noteUninstalled(
  tx: Tx,
  id: string,
  at: Date,
  facts: Pick<StoreRow, 'healthMessage' | 'checkedAt'>,
): Promise<StoreRow | undefined> {
  const reachedSince = and(inArray(store.health, ['ok', 'missing-scopes']), gt(store.checkedAt, at))
  const [row] = await tx
    .update(store)
    .set({ ...facts, health: 'uninstalled', token: null })
    .where(and(eq(store.id, id), sql`not (${reachedSince})`))
    .returning()
  return row
}

/** The token belongs to the credentials that it was requested with; one of older credentials is not stored over newer ones. */
export async function saveToken(tx: Tx, id: string, credentialsVersion: number, sealed: string): Promise<void> {
  await tx
    .update(store)
    .set({ token: sealed })
    .where(and(eq(store.id, id), eq(store.credentialsVersion, credentialsVersion)))
}

export async function readToken(tx: Tx, id: string, credentialsVersion: number): Promise<string | undefined> {
  const [row] = await tx
    .select({ token: store.token })
    .from(store)
    .where(and(eq(store.id, id), eq(store.credentialsVersion, credentialsVersion)))
  return row?.token ?? undefined
}

/** The number of stores with each of the rules. */
export const countStoresByRule = (
  tx: Tx,
  ruleIds: readonly string[],
): Promise<{ priceRuleId: string | null; names: string }[]> =>
  ruleIds.length === 0
    ? Promise.resolve([])
    : tx
        .select({ priceRuleId: store.priceRuleId, names: sql<string>`string_agg(${store.name}, '、')` })
        .from(store)
        .where(inArray(store.priceRuleId, [...ruleIds]))
        .groupBy(store.priceRuleId)
