import type { ParcelFilter } from '@huoqiao/contract/deliveries/deliveries.endpoints'
import type { ParcelTab } from '@huoqiao/contract/deliveries/deliveries.schema'
import { and, asc, desc, eq, gte, inArray, isNotNull, lte, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { countCapped, keywordOf, searchedCounts, searchedPage } from '../../db/search.ts'
import type { StateCounts } from '../../db/search.ts'
import type { SearchedList } from '../../db/search.ts'
import { parcel, parcelItem, parcelReading } from './deliveries.tables.ts'

export type ParcelRow = typeof parcel.$inferSelect
export type ParcelItemRow = typeof parcelItem.$inferSelect
export type ReadingRow = typeof parcelReading.$inferSelect

/** A filter with its order number already resolved to purchase ids. */
export type AskedParcels = ParcelFilter & { purchaseIds?: readonly string[] | undefined }

const TABS: Readonly<Record<ParcelTab, SQL>> = {
  waiting: sql`state = 'waiting'`,
  moving: sql`state = 'moving'`,
  delivering: sql`state = 'delivering'`,
  signed: sql`state = 'signed'`,
  abnormal: sql`state = 'abnormal'`,
  stalled: sql`stalled_since is not null`,
}
const PARCEL_TABS = Object.keys(TABS) as ParcelTab[]

/** Unsent parcels have no time and come first. */
const LIST: SearchedList = {
  table: parcel,
  text: sql`${parcel.searchText}`,
  at: parcel.sentAt,
  search: 'parcel_search',
}

export async function findParcelPage(
  tx: Tx,
  filter: AskedParcels,
  page: { page: number; pageSize: number; sort: 'sent' | 'step'; direction: 'asc' | 'desc' },
): Promise<{ rows: ParcelRow[]; total: number; totalCapped: boolean }> {
  const direction = page.direction === 'desc' ? desc : asc
  const key = page.sort === 'sent' ? parcel.sentAt : parcel.lastStepAt
  const by = [
    page.direction === 'desc' ? sql`${key} desc nulls first` : sql`${key} asc nulls last`,
    direction(parcel.id),
  ]
  return searchedPage(
    tx,
    {
      list: LIST,
      id: sql`${parcel.id}`,
      plain: conditionsOf(filter, true),
      keyword: filter.keyword,
      order: { by, isNewestFirst: page.sort === 'sent' && page.direction === 'desc' },
      page: page.page,
      pageSize: page.pageSize,
    },
    (where, { limit, offset }) =>
      tx
        .select()
        .from(parcel)
        .where(where)
        .orderBy(...by)
        .limit(limit)
        .offset(offset),
  )
}

/** Counts each tab up to a cap of its own. */
export async function countParcels(tx: Tx, filter: AskedParcels): Promise<StateCounts<ParcelTab>> {
  const where = conditionsOf(filter, false)
  if (keywordOf(LIST, filter.keyword)) return countFound(tx, where, filter.keyword)
  const counts: Partial<Record<ParcelTab, number>> = {}
  const capped: ParcelTab[] = []
  for (const tab of PARCEL_TABS) {
    const { total, totalCapped } = await countCapped(tx, sql`select 1 from ${parcel} where ${TABS[tab]} and ${where}`)
    if (totalCapped) capped.push(tab)
    if (total > 0) counts[tab] = total
  }
  // 停滞 is a mark on top of a state, so the total is the sum of the states without it.
  const all = PARCEL_TABS.filter((tab) => tab !== 'stalled').reduce((sum, tab) => sum + (counts[tab] ?? 0), 0)
  return { counts, all, capped }
}

async function countFound(tx: Tx, plain: SQL, keyword: string | undefined) {
  const states = PARCEL_TABS.filter((tab) => tab !== 'stalled')
  const found = await searchedCounts<ParcelTab>(tx, { list: LIST, plain, keyword }, sql`state`, states)
  const onlyStalled = { list: LIST, plain: and(plain, TABS.stalled)!, keyword }
  const stalled = await searchedCounts<ParcelTab>(tx, onlyStalled, sql`'stalled'`, ['stalled'])
  const counts: Partial<Record<ParcelTab, number>> = { ...found.counts, ...stalled.counts }
  const all = PARCEL_TABS.filter((tab) => tab !== 'stalled').reduce((sum, tab) => sum + (counts[tab] ?? 0), 0)
  return { counts, all, capped: [...found.capped, ...stalled.capped] }
}

function conditionsOf(filter: AskedParcels, withTab: boolean): SQL {
  return (
    and(
      withTab && filter.tab !== undefined ? TABS[filter.tab] : undefined,
      filter.purchaseId === undefined ? undefined : eq(parcel.purchaseId, filter.purchaseId),
      filter.purchaseIds === undefined
        ? undefined
        : sql`${parcel.purchaseId} = any(${sql.param([...filter.purchaseIds])}::uuid[])`,
      filter.alibabaOrderId === undefined ? undefined : eq(parcel.alibabaOrderId, filter.alibabaOrderId),
      filter.from === undefined ? undefined : gte(parcel.sentAt, new Date(filter.from)),
      filter.to === undefined ? undefined : lte(parcel.sentAt, new Date(filter.to)),
    ) ?? sql`true`
  )
}

export async function findParcel(tx: Tx, id: string): Promise<ParcelRow | undefined> {
  const [row] = await tx.select().from(parcel).where(eq(parcel.id, id))
  return row
}

export const findParcelsOf = (tx: Tx, purchaseIds: readonly string[]): Promise<ParcelRow[]> =>
  purchaseIds.length === 0
    ? Promise.resolve([])
    : tx
        .select()
        .from(parcel)
        .where(inArray(parcel.purchaseId, [...purchaseIds]))
        .orderBy(asc(parcel.alibabaOrderId), asc(parcel.sentAt), asc(parcel.id))

/**
 * Locks the parcels of a 1688 order. The order's number is locked too: two first readings at the same time would create the same parcel
 * twice, because there is no row to lock yet.
 */
export async function lockParcelsOfOrder(tx: Tx, alibabaOrderId: string): Promise<ParcelRow[]> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`parcels ${alibabaOrderId}`}, 0))`)
  return tx.select().from(parcel).where(eq(parcel.alibabaOrderId, alibabaOrderId)).orderBy(asc(parcel.id)).for('update')
}

/** By current or former waybill number. */
export const findParcelsByNumber = (tx: Tx, trackingNo: string): Promise<ParcelRow[]> =>
  tx
    .select()
    .from(parcel)
    .where(sql`${parcel.trackingNo} = ${trackingNo} or ${parcel.formerNumbers} @> array[${trackingNo}]::text[]`)
    .limit(50)

/** By the vendor's parcel id, which pushes use. */
export const lockParcelsByLogistics = (tx: Tx, logisticsIds: readonly string[]): Promise<ParcelRow[]> =>
  logisticsIds.length === 0
    ? Promise.resolve([])
    : tx
        .select()
        .from(parcel)
        .where(inArray(parcel.logisticsId, [...logisticsIds]))
        .orderBy(asc(parcel.id))
        .for('update')

export async function insertParcel(tx: Tx, row: typeof parcel.$inferInsert): Promise<void> {
  await tx.insert(parcel).values(row)
}

export async function updateParcel(tx: Tx, id: string, change: Partial<typeof parcel.$inferInsert>): Promise<void> {
  await tx.update(parcel).set(change).where(eq(parcel.id, id))
}

export async function replaceParcelItems(
  tx: Tx,
  parcelId: string,
  rows: readonly (typeof parcelItem.$inferInsert)[],
): Promise<void> {
  await tx.delete(parcelItem).where(eq(parcelItem.parcelId, parcelId))
  if (rows.length > 0) await tx.insert(parcelItem).values([...rows])
}

export const findParcelItems = (tx: Tx, parcelIds: readonly string[]): Promise<ParcelItemRow[]> =>
  parcelIds.length === 0
    ? Promise.resolve([])
    : tx
        .select()
        .from(parcelItem)
        .where(inArray(parcelItem.parcelId, [...parcelIds]))
        .orderBy(asc(parcelItem.subItemId))

/** Parcels under way in the order of ids, for the check of stalled ones. */
export const findUnderWay = (tx: Tx, afterId: string | null, limit: number): Promise<ParcelRow[]> =>
  tx
    .select()
    .from(parcel)
    .where(
      and(
        sql`(state in ('waiting', 'moving', 'delivering') or stalled_since is not null)`,
        afterId === null ? undefined : sql`${parcel.id} > ${afterId}`,
      ),
    )
    .orderBy(asc(parcel.id))
    .limit(limit)

export const findStalled = (tx: Tx, limit: number): Promise<ParcelRow[]> =>
  tx.select().from(parcel).where(isNotNull(parcel.stalledSince)).orderBy(asc(parcel.stalledSince)).limit(limit)

export const findReadings = (tx: Tx, alibabaOrderIds: readonly string[]): Promise<ReadingRow[]> =>
  alibabaOrderIds.length === 0
    ? Promise.resolve([])
    : tx
        .select()
        .from(parcelReading)
        .where(inArray(parcelReading.alibabaOrderId, [...alibabaOrderIds]))

export const findDueReadings = (tx: Tx, now: Date, limit: number): Promise<ReadingRow[]> =>
  tx.select().from(parcelReading).where(lte(parcelReading.nextAt, now)).orderBy(asc(parcelReading.nextAt)).limit(limit)

export async function saveReading(tx: Tx, row: typeof parcelReading.$inferInsert): Promise<void> {
  const { alibabaOrderId: _key, ...change } = row
  await tx
    .insert(parcelReading)
    .values(row)
    .onConflictDoUpdate({ target: parcelReading.alibabaOrderId, set: { ...change, updatedAt: sql`now()` } })
}
