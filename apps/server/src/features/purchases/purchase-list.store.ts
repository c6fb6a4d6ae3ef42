import type { PurchaseFilter } from '@huoqiao/contract/purchases/purchases.endpoints'
import { and, asc, desc, eq, gte, inArray, lte, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { countCapped, countStates, keywordIn, keywordOf, searchedCounts, searchedPage } from '../../db/search.ts'
import type { StateCounts } from '../../db/search.ts'
import type { SearchedList } from '../../db/search.ts'
import type { PurchaseRow } from './purchases.store.ts'
import { purchaseDemand, purchaseLine, purchaseOrder } from './purchases.tables.ts'
import type { PurchaseState } from './purchases.types.ts'

export type ListSort = { sort: 'created' | 'updated' | 'amount'; direction: 'asc' | 'desc' }
type Page = ListSort & { page: number; pageSize: number }

const SORT_KEYS = {
  created: purchaseOrder.createdAt,
  updated: purchaseOrder.updatedAt,
  amount: purchaseOrder.totalMinor,
} as const

const LIST: SearchedList = {
  table: purchaseOrder,
  text: sql`${purchaseOrder.searchText}`,
  at: purchaseOrder.createdAt,
  search: 'purchase_order_search',
}

/** Maximum of purchases found through another table. With more hits, the person has to narrow the search. */
const FOUND_CAP = 500

export async function findPurchasePage(
  tx: Tx,
  filter: PurchaseFilter,
  page: Page,
): Promise<{ rows: PurchaseRow[]; total: number; totalCapped: boolean }> {
  const { plain, keyword } = await conditionsOf(tx, filter)
  const direction = page.direction === 'desc' ? desc : asc
  const by = [direction(SORT_KEYS[page.sort]), direction(purchaseOrder.id)]
  const order = { by, isNewestFirst: page.sort === 'created' && page.direction === 'desc' }
  return searchedPage(
    tx,
    { list: LIST, id: sql`${purchaseOrder.id}`, plain, keyword, order, page: page.page, pageSize: page.pageSize },
    (where, { limit, offset }) =>
      tx
        .select()
        .from(purchaseOrder)
        .where(where)
        .orderBy(...by)
        .limit(limit)
        .offset(offset),
  )
}

/** Counts each state up to a cap of its own, so that the cost does not grow with the data. */
export async function countPurchases(
  tx: Tx,
  filter: PurchaseFilter,
  states: readonly PurchaseState[],
): Promise<PurchaseCounts> {
  const { state: _state, ...others } = filter
  const { plain, keyword } = await conditionsOf(tx, others)
  if (keywordOf(LIST, keyword)) return countFound(tx, plain, keyword, states)
  const where = plain
  const found = await countStates(
    tx,
    states,
    (state) => sql`select 1 from purchase_order where purchase_order.state = ${state} and ${where}`,
  )
  const alarmed = await countCapped(tx, sql`select 1 from purchase_order where ${ALARMED} and ${where}`)
  return withAlarms(found, alarmed.total, alarmed.totalCapped)
}

type PurchaseCounts = {
  counts: Partial<Record<PurchaseState, number>>
  alarms: number
  total: number
  capped: (PurchaseState | 'alarms')[]
}
const withAlarms = (
  { counts, all, capped }: StateCounts<PurchaseState>,
  alarms: number,
  isCapped: boolean,
): PurchaseCounts => ({ counts, alarms, total: all, capped: isCapped ? [...capped, 'alarms'] : capped })

async function countFound(tx: Tx, plain: SQL, keyword: string | undefined, states: readonly PurchaseState[]) {
  const found = await searchedCounts(tx, { list: LIST, plain, keyword }, sql`state`, states)
  const alarmed = await searchedCounts(tx, { list: LIST, plain: and(plain, ALARMED)!, keyword }, sql`state`, states)
  return withAlarms(found, alarmed.all, alarmed.capped.length > 0)
}

/** A merged member is left out: its target has the same alarm, and the alarm is resolved there. */
const ALARMED = sql.raw(`alarm_quantity > 0 and state <> 'merged'`)

/** Where the previous part ended; a sheet goes from newest to oldest. */
export type ExportCursor = { createdAt: string; id: string }

export type ExportScope = SQL

/** The purchases of an export: the chosen ones, or all that match the filters. */
export async function whichForExport(
  tx: Tx,
  filter: PurchaseFilter | undefined,
  purchaseIds: readonly string[],
): Promise<ExportScope> {
  if (purchaseIds.length > 0) return inIds(purchaseIds)
  const { plain, keyword } = await conditionsOf(tx, filter ?? {})
  return and(plain, keywordOf(LIST, keyword)?.byIndex)!
}

export async function countLinesForExport(tx: Tx, which: ExportScope): Promise<number> {
  const [found] = await tx
    .select({ n: sql<number>`coalesce(sum(${purchaseOrder.lineCount}), 0)::int` })
    .from(purchaseOrder)
    .where(which)
  return found?.n ?? 0
}

/** The next purchase orders with their cursor position. */
export const findForExport = (
  tx: Tx,
  which: ExportScope,
  after: ExportCursor | undefined,
  limit: number,
): Promise<{ row: PurchaseRow; cursor: string }[]> =>
  tx
    .select({ row: purchaseOrder, cursor: sql<string>`${purchaseOrder.createdAt}::text` })
    .from(purchaseOrder)
    .where(
      and(
        which,
        after &&
          sql`(${purchaseOrder.createdAt}, ${purchaseOrder.id}) < (${after.createdAt}::timestamptz, ${after.id}::uuid)`,
      ),
    )
    .orderBy(desc(purchaseOrder.createdAt), desc(purchaseOrder.id))
    .limit(limit)

/** All filters except the keyword. A keyword is first compared with exact numbers, which need no text search. */
async function conditionsOf(tx: Tx, filter: PurchaseFilter): Promise<{ plain: SQL; keyword: string | undefined }> {
  const byCode = await idsByCode(tx, filter.keyword)
  const plain = and(
    filter.state === undefined ? undefined : eq(purchaseOrder.state, filter.state),
    filter.supplierId === undefined ? undefined : eq(purchaseOrder.supplierId, filter.supplierId),
    filter.accountId === undefined ? undefined : eq(purchaseOrder.accountId, filter.accountId),
    filter.addressId === undefined ? undefined : eq(purchaseOrder.addressId, filter.addressId),
    filter.payment === undefined ? undefined : eq(purchaseOrder.payment, filter.payment),
    filter.reconciliation === undefined ? undefined : eq(purchaseOrder.reconciliation, filter.reconciliation),
    filter.alarm === undefined ? undefined : filter.alarm === 'true' ? ALARMED : sql`not (${ALARMED})`,
    filter.from === undefined ? undefined : gte(purchaseOrder.createdAt, new Date(filter.from)),
    filter.to === undefined ? undefined : lte(purchaseOrder.createdAt, new Date(filter.to)),
    filter.number ? eq(purchaseOrder.number, filter.number.toUpperCase()) : undefined,
    filter.alibabaOrderId
      ? sql`${purchaseOrder.alibabaOrderIds} @> array[${filter.alibabaOrderId}]::text[]`
      : undefined,
    filter.orderName ? inIds(await idsByOrderName(tx, filter.orderName)) : undefined,
    filter.ids ? inIds(filter.ids) : undefined,
    filter.orderId ? inIds(await idsOfDemand(tx, eq(purchaseDemand.orderId, filter.orderId))) : undefined,
    filter.sku ? inIds(await idsBySku(tx, filter.sku)) : undefined,
    byCode.length > 0 ? inIds(byCode) : undefined,
  )
  return { plain: plain ?? sql`true`, keyword: byCode.length > 0 ? undefined : filter.keyword }
}

const inIds = (ids: readonly string[]): SQL => sql`${purchaseOrder.id} = any(${sql.param([...ids])}::uuid[])`

/** Purchases whose own number, 1688 order number or sales order number equals the keyword. */
async function idsByCode(tx: Tx, keyword: string | undefined): Promise<string[]> {
  const code = (keyword ?? '').trim()
  if (code === '' || /\s/.test(code)) return []
  const own = await tx
    .select({ id: purchaseOrder.id })
    .from(purchaseOrder)
    .where(eq(purchaseOrder.number, code.toUpperCase()))
  const remote = /^\d{6,19}$/.test(code)
    ? await tx
        .select({ id: purchaseOrder.id })
        .from(purchaseOrder)
        .where(sql`${purchaseOrder.alibabaOrderIds} @> array[${code}]::text[]`)
        .limit(FOUND_CAP)
    : []
  const byOrder = await idsByOrderName(tx, code)
  return [...new Set([...own.map(({ id }) => id), ...remote.map(({ id }) => id), ...byOrder])]
}

/** Shops write #1001, people type 1001. */
function idsByOrderName(tx: Tx, name: string): Promise<string[]> {
  const plain = name.trim().toLowerCase()
  return idsOfDemand(tx, inArray(sql`lower(${purchaseDemand.orderName})`, [plain, `#${plain}`]))
}

/** The purchases with this demand, and the purchases that they were merged into. */
async function idsOfDemand(tx: Tx, where: SQL): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ id: purchaseOrder.id, target: purchaseOrder.mergedInto })
    .from(purchaseDemand)
    .innerJoin(purchaseLine, eq(purchaseLine.id, purchaseDemand.lineId))
    .innerJoin(purchaseOrder, eq(purchaseOrder.id, purchaseLine.purchaseId))
    .where(where)
    .limit(FOUND_CAP)
  return [...new Set(rows.flatMap(({ id, target }) => (target === null ? [id] : [id, target])))]
}

/** By 1688 offer or SKU id; otherwise by words of a line's title. */
async function idsBySku(tx: Tx, sku: string): Promise<string[]> {
  const typed = sku.trim()
  const remote = /^\d{1,18}$/.test(typed)
  const text = sql`lower(${purchaseLine.title} || ' ' || ${purchaseLine.specText})`
  const where = remote
    ? sql`${purchaseLine.offerId} = ${typed}::bigint or ${purchaseLine.skuId} = ${typed}::bigint`
    : keywordIn(text, typed)?.byIndex
  const rows = await tx.selectDistinct({ id: purchaseLine.purchaseId }).from(purchaseLine).where(where).limit(FOUND_CAP)
  return rows.map(({ id }) => id)
}
