import type { OrderFilter } from '@huoqiao/contract/orders/orders.endpoints'
import { ORDER_STATES } from '@huoqiao/contract/orders/orders.status'
import type { OrderState } from '@huoqiao/contract/orders/orders.status'
import { and, asc, desc, eq, gte, lte, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { listStatements } from '../../db/list-statements.ts'
import type { StatementValues } from '../../db/list-statements.ts'
import { packing } from '../../db/packed-rows.ts'
import type { StateCounts } from '../../db/search.ts'
import type { Packed } from '../../db/packed-rows.ts'
import { store } from '../stores/stores.tables.ts'
import { orderHits } from './order-search.store.ts'
import { salesOrder, salesOrderCountDelta, salesOrderPerson } from './orders.tables.ts'
import { OPEN_RETURNS } from './returns.rules.ts'

/** Where no counter exists, counting stops here; the pager then shows "10000+". */
export const COUNT_CAP = 10_000

export type ListFilter = Omit<OrderFilter, 'sort' | 'direction'> & {
  /** the caller may look for customers */
  seesCustomers: boolean
}
export type ListPage = Pick<OrderFilter, 'sort' | 'direction'> & { page: number; pageSize: number }

const ROW = {
  id: salesOrder.id,
  number: salesOrder.number,
  storeId: salesOrder.storeId,
  state: salesOrder.state,
  payment: salesOrder.payment,
  trackingReturn: salesOrder.trackingReturn,
  currentMinor: salesOrder.currentMinor,
  currency: salesOrder.currency,
  profitCny: salesOrder.profitCny,
  country: salesOrder.country,
  customer: salesOrderPerson.name,
  lineCount: salesOrder.lineCount,
  pieces: salesOrder.pieces,
  orderedAt: salesOrder.orderedAt,
  test: salesOrder.test,
  rescued: salesOrder.rescued,
  edited: salesOrder.edited,
  note: salesOrder.note,
  unsourced: salesOrder.unsourced,
  addressMissing: salesOrder.addressMissing,
  addressConfirmedAt: salesOrder.addressConfirmedAt,
  risk: salesOrder.risk,
  riskConfirmedAt: salesOrder.riskConfirmedAt,
  heldAt: salesOrder.heldAt,
  shopHold: salesOrder.shopHold,
  cut: salesOrder.cut,
  returnStatus: salesOrder.returnStatus,
}
export type ListRow = Pick<typeof salesOrder.$inferSelect, Exclude<keyof typeof ROW, 'customer'>> & {
  customer: string | null
}
export type FoundPage = { rows: ListRow[]; total: number; capped: boolean }

/** Must be written exactly like the indexes (orders.tables.ts), otherwise a page is sorted instead of read from the index. */
const ORDERS: Record<ListPage['sort'], Record<ListPage['direction'], SQL[]>> = {
  created: {
    desc: [desc(salesOrder.orderedAt), desc(salesOrder.id)],
    asc: [asc(salesOrder.orderedAt), asc(salesOrder.id)],
  },
  updated: {
    desc: [desc(salesOrder.shopUpdatedAt), desc(salesOrder.id)],
    asc: [asc(salesOrder.shopUpdatedAt), asc(salesOrder.id)],
  },
  total: {
    desc: [sql`${salesOrder.saleCny} desc nulls last`, desc(salesOrder.id)],
    asc: [sql`${salesOrder.saleCny} asc nulls first`, asc(salesOrder.id)],
  },
  profit: {
    desc: [sql`${salesOrder.profitCny} desc nulls last`, desc(salesOrder.id)],
    asc: [sql`${salesOrder.profitCny} asc nulls first`, asc(salesOrder.id)],
  },
}

/** Filters that the counters cover; with any other filter, orders are counted one by one. */
const COUNTED = ['state', 'storeId', 'payment', 'trackingReturn'] as const
type Counted = (typeof COUNTED)[number]
type Asked = StatementValues<Counted> | Pick<ListFilter, Counted>

const isCounted = (filter: ListFilter): boolean =>
  Object.entries(filter).every(
    ([name, value]) =>
      value === undefined || value === '' || name === 'seesCustomers' || COUNTED.some((counted) => counted === name),
  )

/** A page and the total number. `tx` may be the database itself. */
export async function findPage(tx: Tx, filter: ListFilter, page: ListPage): Promise<FoundPage> {
  if (isCounted(filter)) return countedPage(tx, filter, page)
  const where = conditions(filter)
  const hits = orderHits(filter.keyword, filter.seesCustomers, COUNT_CAP)
  const found = hits ? and(where, sql`${salesOrder.id} in ${hits}`) : where
  const rows = await readPage(tx, found, page)
  if (rows.length < page.pageSize && (rows.length > 0 || page.page === 1))
    return { rows, total: (page.page - 1) * page.pageSize + rows.length, capped: false }
  return { rows, ...(await countUpToCap(tx, found)) }
}

async function readPage(tx: Tx, where: SQL | undefined, page: ListPage): Promise<ListRow[]> {
  const rows = pageQuery(tx, where, page)
    .limit(page.pageSize)
    .offset((page.page - 1) * page.pageSize)
    .as('page')
  const [found] = await tx.select({ packed: PACKING.packed(rows) }).from(rows)
  return (found?.packed ?? []).map(PACKING.unpacked)
}

const pageQuery = (tx: Tx, where: SQL | undefined, { sort, direction }: Pick<ListPage, 'sort' | 'direction'>) =>
  tx
    .select(ROW)
    .from(salesOrder)
    .leftJoin(salesOrderPerson, eq(salesOrderPerson.orderId, salesOrder.id))
    .where(where)
    .orderBy(...ORDERS[sort][direction])
    .$dynamic()

const PACKING = packing<ListRow>(ROW)

async function countUpToCap(tx: Tx, where: SQL | undefined): Promise<{ total: number; capped: boolean }> {
  const some = tx
    .select({ one: sql`1`.as('one') })
    .from(salesOrder)
    .where(where)
    .limit(COUNT_CAP + 1)
    .as('some')
  const [found] = await tx.select({ n: sql<number>`count(*)::int` }).from(some)
  const n = found?.n ?? 0
  return { total: Math.min(n, COUNT_CAP), capped: n > COUNT_CAP }
}

/** The number of orders in each state, under all filters except the state. */
export async function countByState(tx: Tx, filter: ListFilter): Promise<Omit<StateCounts<OrderState>, 'all'>> {
  const { state: _state, ...others } = filter
  if (isCounted(others)) {
    const rows = await tx
      .select({ state: salesOrderCountDelta.state, n: sql<number>`sum(${salesOrderCountDelta.delta})::int` })
      .from(salesOrderCountDelta)
      .where(inCounters(others))
      .groupBy(salesOrderCountDelta.state)
    return {
      counts: Object.fromEntries(rows.filter(({ n }) => n > 0).map(({ state, n }) => [state, n])),
      capped: [],
    }
  }
  const hits = orderHits(others.keyword, others.seesCustomers, COUNT_CAP)
  const some = tx
    .select({ state: salesOrder.state })
    .from(salesOrder)
    .where(and(conditions(others), hits ? sql`${salesOrder.id} in ${hits}` : undefined))
    .limit(COUNT_CAP + 1)
    .as('some')
  const rows = await tx
    .select({ state: some.state, n: sql<number>`count(*)::int` })
    .from(some)
    .groupBy(some.state)
  const seen = rows.reduce((sum, { n }) => sum + n, 0)
  return {
    counts: Object.fromEntries(rows.map(({ state, n }) => [state, n])),
    capped: seen > COUNT_CAP ? (Object.keys(ORDER_STATES) as OrderState[]) : [],
  }
}

/** Must be written exactly like its index (orders.tables.ts). */
export const IS_RETURNED = sql`return_status <> 'NO_RETURN'`

export const RETURNS: Readonly<Record<NonNullable<OrderFilter['hasReturn']>, SQL>> = {
  true: IS_RETURNED,
  false: sql`not (${IS_RETURNED})`,
  open: sql`${IS_RETURNED} and return_status = any(${sql.param([...OPEN_RETURNS])}::text[])`,
}

/** Condition on a row of the order table: its shipping deadline (order time plus the store's days to ship) is at `at` or before. */
export const hasToLeaveBy = (at: SQL): SQL =>
  sql`${salesOrder.orderedAt} + make_interval(hours => 24 * (select ${store.shipDays} from ${store} where ${store.id} = ${salesOrder.storeId})) <= ${at}`

/** All filters except the keyword. */
export function conditions(filter: ListFilter): SQL | undefined {
  const amount = filter.currency === undefined ? salesOrder.saleCny : salesOrder.currentMinor
  return and(
    filter.state === undefined ? undefined : eq(salesOrder.state, filter.state),
    filter.storeId === undefined ? undefined : eq(salesOrder.storeId, filter.storeId),
    filter.payment === undefined ? undefined : eq(salesOrder.payment, filter.payment),
    filter.trackingReturn === undefined ? undefined : eq(salesOrder.trackingReturn, filter.trackingReturn),
    filter.from === undefined ? undefined : gte(salesOrder.orderedAt, new Date(filter.from)),
    filter.to === undefined ? undefined : lte(salesOrder.orderedAt, new Date(filter.to)),
    filter.currency === undefined ? undefined : eq(salesOrder.currency, filter.currency),
    filter.totalFrom === undefined ? undefined : gte(amount, filter.totalFrom),
    filter.totalTo === undefined ? undefined : lte(amount, filter.totalTo),
    filter.country === undefined ? undefined : eq(salesOrder.country, filter.country),
    filter.risk === undefined ? undefined : eq(salesOrder.risk, filter.risk),
    filter.hasSource === undefined ? undefined : filter.hasSource === 'true' ? sql`not unsourced` : sql`unsourced`,
    filter.rescued === undefined ? undefined : filter.rescued === 'true' ? sql`rescued` : sql`not rescued`,
    filter.test === undefined ? undefined : filter.test === 'true' ? sql`test` : sql`not test`,
    filter.hasReturn === undefined ? undefined : RETURNS[filter.hasReturn],
    filter.shipBy === undefined ? undefined : hasToLeaveBy(sql`${new Date(filter.shipBy).toISOString()}::timestamptz`),
  )
}

/** A page and its counted total in one statement. */
async function countedPage(tx: Tx, filter: ListFilter, page: ListPage): Promise<FoundPage> {
  const offset = (page.page - 1) * page.pageSize
  const { state, storeId, payment, trackingReturn } = filter
  const statement = statementOf(tx, { state, storeId, payment, trackingReturn }, page)
  const [found] = await statement.execute({ ...filter, offset })
  return { rows: (found?.packed ?? []).map(PACKING.unpacked), total: found?.total ?? 0, capped: false }
}

type Found = { packed: Packed[]; total: number }
const statementOf = listStatements<Counted, ListPage, Found>('orders', (tx, asked, page, { limit, name }) => {
  const limited = pageQuery(tx, inOrders(asked), page).limit(limit)
  const rows = (name === undefined ? limited.offset(sql.placeholder('offset')) : limited).as('page')
  return tx
    .select({ packed: PACKING.packed(rows), total: sql<number>`(${counterSum(tx, asked)})` })
    .from(rows)
    .prepare(name ?? '')
})

const inOrders = ({ state, storeId, payment, trackingReturn }: Asked): SQL | undefined =>
  and(
    state === undefined ? undefined : eq(salesOrder.state, state),
    storeId === undefined ? undefined : eq(salesOrder.storeId, storeId),
    payment === undefined ? undefined : eq(salesOrder.payment, payment),
    trackingReturn === undefined ? undefined : eq(salesOrder.trackingReturn, trackingReturn),
  )

const inCounters = ({ state, storeId, payment, trackingReturn }: Asked): SQL | undefined =>
  and(
    state === undefined ? undefined : eq(salesOrderCountDelta.state, state),
    storeId === undefined ? undefined : eq(salesOrderCountDelta.storeId, storeId),
    payment === undefined ? undefined : eq(salesOrderCountDelta.payment, payment),
    trackingReturn === undefined ? undefined : eq(salesOrderCountDelta.trackingReturn, trackingReturn),
  )

const counterSum = (tx: Tx, asked: Asked) =>
  tx
    .select({ n: sql<number>`coalesce(sum(${salesOrderCountDelta.delta}), 0)::int`.as('n') })
    .from(salesOrderCountDelta)
    .where(inCounters(asked))

/** Merges the deltas into one row for each bucket. Deleting and inserting happen in one statement, so that no reader sees a partial sum. */
export async function compactCounts(tx: Tx): Promise<void> {
  await tx.execute(sql`
    with taken as (delete from ${salesOrderCountDelta} returning *)
    insert into ${salesOrderCountDelta} (store_id, state, payment, tracking_return, delta)
    select store_id, state, payment, tracking_return, sum(delta) from taken
    group by store_id, state, payment, tracking_return having sum(delta) <> 0`)
}
