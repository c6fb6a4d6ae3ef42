import { and, asc, eq, inArray, lt, sql } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { purchaseDay, purchaseOrder, purchaseRequest } from './purchases.tables.ts'
import type { PurchaseState } from './purchases.types.ts'

export type PurchaseRow = typeof purchaseOrder.$inferSelect
export type NewPurchaseRow = typeof purchaseOrder.$inferInsert
export type PurchasePatch = Partial<Omit<NewPurchaseRow, 'id' | 'number' | 'version'>>

export async function findPurchase(tx: Tx, id: string): Promise<PurchaseRow | undefined> {
  const [row] = await tx.select().from(purchaseOrder).where(eq(purchaseOrder.id, id))
  return row
}

export async function findPurchaseByNumber(tx: Tx, number: string): Promise<PurchaseRow | undefined> {
  const [row] = await tx.select().from(purchaseOrder).where(eq(purchaseOrder.number, number))
  return row
}

export const findPurchases = (tx: Tx, ids: readonly string[]): Promise<PurchaseRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : tx
        .select()
        .from(purchaseOrder)
        .where(inArray(purchaseOrder.id, [...ids]))

/** Locks in the order of ids, so that two transactions cannot deadlock. */
export const lockPurchases = (tx: Tx, ids: readonly string[]): Promise<PurchaseRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : tx
        .select()
        .from(purchaseOrder)
        .where(inArray(purchaseOrder.id, [...ids]))
        .orderBy(asc(purchaseOrder.id))
        .for('update')

export async function lockPurchase(tx: Tx, id: string): Promise<PurchaseRow | undefined> {
  return (await lockPurchases(tx, [id]))[0]
}

export const findIdsByNumbers = async (tx: Tx, numbers: readonly string[]): Promise<Map<string, string>> => {
  if (numbers.length === 0) return new Map()
  const rows = await tx
    .select({ id: purchaseOrder.id, number: purchaseOrder.number })
    .from(purchaseOrder)
    .where(inArray(purchaseOrder.number, [...numbers]))
  return new Map(rows.map((row) => [row.number, row.id]))
}

export const findMembers = (tx: Tx, targetIds: readonly string[]): Promise<PurchaseRow[]> =>
  targetIds.length === 0
    ? Promise.resolve([])
    : tx
        .select()
        .from(purchaseOrder)
        .where(inArray(purchaseOrder.mergedInto, [...targetIds]))
        .orderBy(asc(purchaseOrder.number))

/** Purchases in 待审核 that may be merged, by supplier, account and address. */
export const findMergeable = (
  tx: Tx,
  filter: { supplierId?: string | undefined; accountId?: string | undefined },
): Promise<{ id: string; number: string; supplierId: string; accountId: string | null; addressId: string | null }[]> =>
  tx
    .select({
      id: purchaseOrder.id,
      number: purchaseOrder.number,
      supplierId: purchaseOrder.supplierId,
      accountId: purchaseOrder.accountId,
      addressId: purchaseOrder.addressId,
    })
    .from(purchaseOrder)
    .where(
      and(
        eq(purchaseOrder.state, 'reviewing'),
        sql`origin <> 'merge'`,
        filter.supplierId ? eq(purchaseOrder.supplierId, filter.supplierId) : undefined,
        filter.accountId ? eq(purchaseOrder.accountId, filter.accountId) : undefined,
      ),
    )
    .orderBy(asc(purchaseOrder.number))
    .limit(2_000)

export const insertPurchases = async (tx: Tx, rows: readonly NewPurchaseRow[]): Promise<void> => {
  if (rows.length > 0) await tx.insert(purchaseOrder).values([...rows])
}

export const patchPurchase = async (tx: Tx, id: string, patch: PurchasePatch): Promise<PurchaseRow> => {
  const [row] = await tx.update(purchaseOrder).set(patch).where(eq(purchaseOrder.id, id)).returning()
  if (!row) throw new Error(`purchase ${id} is not there`)
  return row
}

/** The only way to change the state, and only from one of `from`. Undefined: it was in none of them. */
export async function shiftState(
  tx: Tx,
  id: string,
  from: readonly PurchaseState[],
  patch: PurchasePatch & { state: PurchaseState },
): Promise<PurchaseRow | undefined> {
  const [row] = await tx
    .update(purchaseOrder)
    .set({ ...patch, version: sql`${purchaseOrder.version} + 1` })
    .where(and(eq(purchaseOrder.id, id), inArray(purchaseOrder.state, [...from])))
    .returning()
  return row
}

export const raiseVersion = async (tx: Tx, id: string): Promise<void> => {
  await tx
    .update(purchaseOrder)
    .set({ version: sql`${purchaseOrder.version} + 1` })
    .where(eq(purchaseOrder.id, id))
}

/** Stores the freight only if no edit happened since the preview. */
export async function keepFreight(tx: Tx, id: string, version: number, freightMinor: number): Promise<boolean> {
  const kept = await tx
    .update(purchaseOrder)
    .set({ freightMinor, totalMinor: sql`goods_minor + ${freightMinor}` })
    .where(
      and(
        eq(purchaseOrder.id, id),
        eq(purchaseOrder.version, version),
        inArray(purchaseOrder.state, ['reviewing', 'to-place']),
        sql`actual_total_minor is null`,
      ),
    )
    .returning({ id: purchaseOrder.id })
  return kept.length > 0
}

export const removePurchase = async (tx: Tx, id: string): Promise<void> => {
  await tx.delete(purchaseOrder).where(eq(purchaseOrder.id, id))
}

export const findInState = (
  tx: Tx,
  state: PurchaseState,
  before: Date,
  limit: number,
): Promise<{ id: string; number: string }[]> =>
  tx
    .select({ id: purchaseOrder.id, number: purchaseOrder.number })
    .from(purchaseOrder)
    .where(and(eq(purchaseOrder.state, state), lt(purchaseOrder.updatedAt, before)))
    .orderBy(asc(purchaseOrder.updatedAt))
    .limit(limit)

/** Reserves the next numbers of a day. A second transaction waits until the first has committed. */
export async function takeNumbers(tx: Tx, day: string, count: number): Promise<number> {
  const [row] = await tx
    .insert(purchaseDay)
    .values({ day, last: count })
    .onConflictDoUpdate({ target: purchaseDay.day, set: { last: sql`${purchaseDay.last} + ${count}` } })
    .returning()
  return row!.last - count + 1
}

export type RequestRow = typeof purchaseRequest.$inferSelect

/** Claims a request key. Undefined: the key is new. A second request with the same key waits here until the first commits. */
export async function takeRequest(
  tx: Tx,
  request: { key: string; accountId: string; digest: string; createdAt: Date },
): Promise<RequestRow | undefined> {
  const inserted = await tx
    .insert(purchaseRequest)
    .values({ ...request, rows: [] })
    .onConflictDoNothing()
    .returning({ key: purchaseRequest.key })
  if (inserted.length > 0) return undefined
  const [row] = await tx.select().from(purchaseRequest).where(eq(purchaseRequest.key, request.key))
  return row
}

export const keepAnswer = async (
  tx: Tx,
  key: string,
  purchaseIds: readonly string[],
  rows: readonly unknown[],
): Promise<void> => {
  await tx
    .update(purchaseRequest)
    .set({ purchaseIds: [...purchaseIds], rows })
    .where(eq(purchaseRequest.key, key))
}

export const forgetRequest = async (tx: Tx, key: string): Promise<void> => {
  await tx.delete(purchaseRequest).where(eq(purchaseRequest.key, key))
}
