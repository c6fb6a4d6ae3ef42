import { and, asc, desc, eq, gt, gte, inArray, lte, max, not, sql } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { searchedPage } from '../../db/search.ts'
import type { SearchedList } from '../../db/search.ts'
import { allocation, receipt, receiptRequest } from './deliveries.tables.ts'
import type { CameWith } from './sent.rules.ts'

export type ReceiptRow = typeof receipt.$inferSelect
export type AllocationRow = typeof allocation.$inferSelect

export async function insertReceipts(tx: Tx, rows: readonly (typeof receipt.$inferInsert)[]): Promise<void> {
  if (rows.length > 0) await tx.insert(receipt).values([...rows])
}

export async function findReceipt(tx: Tx, id: string): Promise<ReceiptRow | undefined> {
  const [row] = await tx.select().from(receipt).where(eq(receipt.id, id))
  return row
}

export const findReceiptsOfLines = (tx: Tx, lineIds: readonly string[]): Promise<ReceiptRow[]> =>
  lineIds.length === 0
    ? Promise.resolve([])
    : tx
        .select()
        .from(receipt)
        .where(inArray(receipt.lineId, [...lineIds]))
        .orderBy(asc(receipt.at), asc(receipt.id))

export const findReceiptsOfParcel = (tx: Tx, parcelId: string): Promise<ReceiptRow[]> =>
  tx.select().from(receipt).where(eq(receipt.parcelId, parcelId)).orderBy(asc(receipt.at), asc(receipt.id))

/** Source pieces, usable and defective, that were received with each of these parcels, by line; reversed entries are subtracted. */
export async function findCameWith(tx: Tx, parcelIds: readonly string[]): Promise<CameWith> {
  if (parcelIds.length === 0) return () => 0
  const rows = await tx
    .select({
      parcelId: receipt.parcelId,
      lineId: receipt.lineId,
      pieces: sql<number>`sum(${receipt.quantity} + ${receipt.defects})::int`,
    })
    .from(receipt)
    .where(inArray(receipt.parcelId, [...parcelIds]))
    .groupBy(receipt.parcelId, receipt.lineId)
  const came = new Map(rows.map(({ parcelId, lineId, pieces }) => [`${parcelId} ${lineId}`, pieces]))
  return (parcelId, lineId) => came.get(`${parcelId} ${lineId}`) ?? 0
}

/** When usable goods of each of these lines arrived last; receipts that were reversed do not count. */
export async function findLastArrivals(tx: Tx, lineIds: readonly string[]): Promise<ReadonlyMap<string, Date>> {
  if (lineIds.length === 0) return new Map()
  const isReversed = sql`exists (select 1 from receipt reversal where reversal.reverses = ${receipt.id})`
  const rows = await tx
    .select({ lineId: receipt.lineId, at: max(receipt.at) })
    .from(receipt)
    .where(and(inArray(receipt.lineId, [...lineIds]), gt(receipt.quantity, 0), not(isReversed)))
    .groupBy(receipt.lineId)
  return new Map(rows.map((row) => [row.lineId, row.at!]))
}

/** Which of these entries were reversed, and by which entry. */
export async function findReversals(tx: Tx, receiptIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (receiptIds.length === 0) return new Map()
  const rows = await tx
    .select({ id: receipt.id, reverses: receipt.reverses })
    .from(receipt)
    .where(inArray(receipt.reverses, [...receiptIds]))
  return new Map(rows.map((row) => [row.reverses!, row.id]))
}

export type ReceiptFilter = {
  keyword?: string | undefined
  purchaseId?: string | undefined
  defects?: 'true' | 'false' | undefined
  from?: number | undefined
  to?: number | undefined
}

const LIST: SearchedList = {
  table: receipt,
  text: sql`${receipt.searchText}`,
  at: receipt.at,
  search: 'receipt_search',
}
const ORDER = [desc(receipt.at), desc(receipt.id)]

export const findReceiptPage = (
  tx: Tx,
  filter: ReceiptFilter,
  page: { page: number; pageSize: number },
): Promise<{ rows: ReceiptRow[]; total: number; totalCapped: boolean }> =>
  searchedPage(
    tx,
    {
      list: LIST,
      id: sql`${receipt.id}`,
      plain:
        and(
          filter.purchaseId === undefined ? undefined : eq(receipt.purchaseId, filter.purchaseId),
          filter.defects === undefined ? undefined : filter.defects === 'true' ? sql`defects <> 0` : sql`defects = 0`,
          filter.from === undefined ? undefined : gte(receipt.at, new Date(filter.from)),
          filter.to === undefined ? undefined : lte(receipt.at, new Date(filter.to)),
        ) ?? sql`true`,
      keyword: filter.keyword,
      order: { by: ORDER, isNewestFirst: true },
      ...page,
    },
    (where, { limit, offset }) =>
      tx
        .select()
        .from(receipt)
        .where(where)
        .orderBy(...ORDER)
        .limit(limit)
        .offset(offset),
  )

/** False: the key was used before. */
export async function claimRequest(tx: Tx, row: typeof receiptRequest.$inferInsert): Promise<boolean> {
  const made = await tx.insert(receiptRequest).values(row).onConflictDoNothing().returning({ key: receiptRequest.key })
  return made.length > 0
}
export async function findRequest(tx: Tx, key: string): Promise<typeof receiptRequest.$inferSelect | undefined> {
  const [row] = await tx.select().from(receiptRequest).where(eq(receiptRequest.key, key))
  return row
}

export const findAllocations = (tx: Tx, lineIds: readonly string[]): Promise<AllocationRow[]> =>
  lineIds.length === 0
    ? Promise.resolve([])
    : tx
        .select()
        .from(allocation)
        .where(inArray(allocation.lineId, [...lineIds]))
        .orderBy(asc(allocation.createdAt), asc(allocation.id))

export const findAllocationsOfOrderLines = (tx: Tx, orderLineIds: readonly string[]): Promise<AllocationRow[]> =>
  orderLineIds.length === 0
    ? Promise.resolve([])
    : tx
        .select()
        .from(allocation)
        .where(inArray(allocation.orderLineId, [...orderLineIds]))
        .orderBy(asc(allocation.createdAt), asc(allocation.id))

export const findAllocationsOfOrders = (tx: Tx, orderIds: readonly string[]): Promise<AllocationRow[]> =>
  orderIds.length === 0
    ? Promise.resolve([])
    : tx
        .select()
        .from(allocation)
        .where(inArray(allocation.orderId, [...orderIds]))
        .orderBy(asc(allocation.createdAt), asc(allocation.id))

/** Sets the allocation of a demand; a row of zero is deleted. */
export async function saveAllocation(tx: Tx, row: typeof allocation.$inferInsert): Promise<void> {
  if (row.saleQuantity === 0) {
    await tx.delete(allocation).where(eq(allocation.demandId, row.demandId))
    return
  }
  await tx
    .insert(allocation)
    .values(row)
    .onConflictDoUpdate({
      target: allocation.demandId,
      set: { saleQuantity: row.saleQuantity, lineId: row.lineId, purchaseId: row.purchaseId, updatedAt: sql`now()` },
    })
}
