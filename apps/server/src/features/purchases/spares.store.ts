import type { SpareFilter } from '@huoqiao/contract/purchases/spares.endpoints'
import type { SpareSort, SpareTab } from '@huoqiao/contract/purchases/spares.status'
import { and, asc, desc, eq, gt, inArray, lte, sql } from 'drizzle-orm'
import type { SQL, SQLWrapper } from 'drizzle-orm'
import { likeText, searchedPage } from '../../db/search.ts'
import type { FoundPage, SearchedList } from '../../db/search.ts'
import type { Tx } from '../../db/db.ts'
import type { SparePool } from './covers.rules.ts'
import { findDemand, findLines } from './lines.store.ts'
import type { LineRow } from './lines.store.ts'
import { lockPurchases } from './purchases.store.ts'
import type { PurchaseRow } from './purchases.store.ts'
import { purchaseLine, purchaseOrder } from './purchases.tables.ts'
import { isHere, promisableOf } from './spare.rules.ts'

/**
 * Spare pieces of purchases of these offers. Their rows stay locked until the transaction ends: if two transactions want the same pieces,
 * the second sees what the first took.
 */
export async function findPools(tx: Tx, offerIds: readonly string[]): Promise<SparePool[]> {
  if (offerIds.length === 0) return []
  const found = await tx
    .selectDistinct({ id: purchaseLine.purchaseId })
    .from(purchaseLine)
    .where(and(inArray(purchaseLine.offerId, [...new Set(offerIds)]), gt(purchaseLine.spare, 0)))
  const purchases = await lockPurchases(
    tx,
    found.map(({ id }) => id),
  )
  const ids = purchases.map(({ id }) => id)
  const lines = (await findLines(tx, ids)).filter((line) => offerIds.includes(line.offerId))
  const demand = await findDemand(
    tx,
    lines.map(({ id }) => id),
  )
  const rows = new Map(purchases.map((row) => [row.id, row]))
  return lines.map((line): SparePool => {
    const purchase = rows.get(line.purchaseId)!
    const { id, number, createdAt } = purchase
    return {
      lineId: line.id,
      purchaseId: id,
      number,
      offerId: line.offerId,
      skuId: line.skuId,
      specId: line.specId,
      title: line.title,
      specText: line.specText,
      image: line.image,
      place: line.place,
      arrived: isHere(line, purchase),
      at: createdAt.getTime(),
      promisable: promisableOf(line, purchase),
      demand: demand.filter((one) => one.asLineId === line.id),
    }
  })
}

export type SpareRow = { line: LineRow; purchase: PurchaseRow }

/** Must be written exactly as in the partial index. */
const EVER = sql`(${purchaseLine}.spare > 0 or ${purchaseLine}.spare_used > 0 or ${purchaseLine}.spare_gone > 0)`
/** Only arrived goods count, as in `promisableOf`: the purchase was terminated, or money was refunded. */
const HAS_ENDED = sql`(${purchaseOrder.state} = 'ended' or ${purchaseOrder.payment} in ('refunded', 'part-refunded'))`
/** The same for queries that read lines only. */
const OF_ENDED = sql`exists (select 1 from ${purchaseOrder} where ${purchaseOrder.id} = ${purchaseLine.purchaseId} and ${HAS_ENDED})`
/** The same as `hereOf` in spare.rules. */
const hereOf = (hasEnded: SQL): SQL<number> => sql<number>`case
  when ${hasEnded} then
    greatest(0, ${purchaseLine.spare} - greatest(0, ${purchaseLine.received} - ${purchaseLine.spareGone}
      - greatest(0, ${purchaseLine.received} - ${purchaseLine.spareGoneHere})))
  else greatest(0, ${purchaseLine.spare} - greatest(0,
    greatest(${purchaseLine.quantity} - ${purchaseLine.missing}, ${purchaseLine.received}) - ${purchaseLine.spareGone}
    - greatest(0, ${purchaseLine.received} - ${purchaseLine.spareGoneHere})))
end`
const HERE = hereOf(HAS_ENDED)
const LOST = sql`${purchaseLine.spare} + ${purchaseLine.spareGone}`
/**
 * `worthOf` of spare.rules in SQL: the share of the cost for this many pieces, in whole fen. Integers, because a division of numerics takes
 * most of the time of a sum over all lines; none of them is negative, so it rounds down.
 */
const worthOf = (pieces: SQL): SQL<number | null> =>
  sql`case when ${LOST} > 0 then ${purchaseLine.spareCostMinor} * (${pieces}) / (${LOST}) end`
const WORTH = worthOf(sql`${purchaseLine.spare}`)

type Pieces = Readonly<Record<'spare' | 'spareGone' | 'here', SQLWrapper>>
const tabsOf = ({ spare, spareGone, here }: Pieces): Readonly<Record<SpareTab, SQL>> => ({
  here: sql`(${spare} > 0 and ${here} > 0)`,
  coming: sql`(${spare} > 0 and ${spare} > ${here})`,
  used: sql`${spare} = 0`,
  gone: sql`${spareGone} > 0`,
})
const TABS = tabsOf({ spare: purchaseLine.spare, spareGone: purchaseLine.spareGone, here: HERE })
const TABS_OF_LINES = tabsOf({ spare: purchaseLine.spare, spareGone: purchaseLine.spareGone, here: hereOf(OF_ENDED) })
const ORDERS: Readonly<Record<SpareSort, SQL>> = {
  created: sql`${purchaseLine.purchasedAt}`,
  // By time of arrival. Lines without an arrival come last in both directions.
  age: sql`${purchaseLine.receivedAt}`,
  worth: WORTH,
}

const LIST: SearchedList = {
  table: purchaseLine,
  text: sql`${purchaseLine.spareText}`,
  at: purchaseLine.purchasedAt,
  search: 'purchase_line_stock_search',
}

/** All conditions of a filter except its keyword; they use columns of lines only. */
function plainOf({ purchaseId, place, unplaced, minDays }: Omit<SpareFilter, 'keyword'>, now: Date): SQL {
  return and(
    EVER,
    purchaseId === undefined ? undefined : eq(purchaseLine.purchaseId, purchaseId),
    place === undefined ? undefined : eq(purchaseLine.place, place),
    unplaced === undefined ? undefined : eq(purchaseLine.place, ''),
    minDays === undefined
      ? undefined
      : and(gt(purchaseLine.received, 0), lte(purchaseLine.receivedAt, new Date(now.getTime() - minDays * 86_400_000))),
  )!
}

function whereOf({ keyword, ...plain }: SpareFilter, now: Date): SQL {
  const words = (keyword ?? '').trim().toLowerCase().split(/\s+/).filter(Boolean)
  return and(plainOf(plain, now), ...words.map((word) => sql`${LIST.text} like ${likeText(word)}`))!
}

export type SpareScope = { filter: SpareFilter; tab?: SpareTab | undefined; now: Date }
const scopeOf = ({ filter, tab, now }: SpareScope): SQL =>
  and(whereOf(filter, now), tab === undefined ? undefined : TABS[tab])!

export async function findSparePage(
  tx: Tx,
  { filter: { keyword, ...filter }, tab, now, ...scope }: SpareScope & { sort: SpareSort; direction: 'asc' | 'desc' },
  { page, pageSize }: { page: number; pageSize: number },
): Promise<FoundPage<SpareRow>> {
  const { sort } = scope
  // Most days in stock first means earliest arrival first.
  const isUp = (scope.direction === 'asc') !== (sort === 'age')
  const isOwnOrder = sort === 'created'
  const by = [
    // The default order is exactly the order of the index.
    isOwnOrder
      ? (isUp ? asc : desc)(ORDERS[sort])
      : sql`${ORDERS[sort]} ${sql.raw(isUp ? 'asc' : 'desc')} nulls last, ${desc(purchaseLine.purchasedAt)}`, // Constant: one of two words.
    asc(purchaseLine.position),
    asc(purchaseLine.id),
  ]
  // Only ids are sorted and counted, because a sort of whole rows is slower.
  const found = await searchedPage<string>(
    tx,
    {
      list: LIST,
      id: sql`${purchaseLine.id}`,
      plain: and(plainOf(filter, now), tab === undefined ? undefined : TABS_OF_LINES[tab])!,
      keyword,
      order: { by, isNewestFirst: isOwnOrder && !isUp },
      page,
      pageSize,
    },
    async (where, { limit, offset }) => {
      const ids = await tx
        .select({ id: purchaseLine.id })
        .from(purchaseLine)
        .where(where)
        .orderBy(...by)
        .limit(limit)
        .offset(offset)
      return ids.map(({ id }) => id)
    },
  )
  const rows = await tx
    .select({ line: purchaseLine, purchase: purchaseOrder })
    .from(purchaseLine)
    .innerJoin(purchaseOrder, eq(purchaseOrder.id, purchaseLine.purchaseId))
    .where(inArray(purchaseLine.id, found.rows))
  const byId = new Map(rows.map((row) => [row.line.id, row]))
  return { ...found, rows: found.rows.flatMap((id) => byId.get(id) ?? []) }
}

export async function countSpareLines(tx: Tx, scope: SpareScope): Promise<number> {
  const [row] = await tx
    .select({ lines: sql<number>`count(*)::int` })
    .from(purchaseLine)
    .innerJoin(purchaseOrder, eq(purchaseOrder.id, purchaseLine.purchaseId))
    .where(scopeOf(scope))
  return row!.lines
}

/** The next lines of a sheet, ordered by id. */
export const findSparesAfter = (
  tx: Tx,
  scope: SpareScope,
  after: string | undefined,
  limit: number,
): Promise<SpareRow[]> =>
  tx
    .select({ line: purchaseLine, purchase: purchaseOrder })
    .from(purchaseLine)
    .innerJoin(purchaseOrder, eq(purchaseOrder.id, purchaseLine.purchaseId))
    .where(and(scopeOf(scope), after === undefined ? undefined : gt(purchaseLine.id, after)))
    .orderBy(asc(purchaseLine.id))
    .limit(limit)

export async function countSpares(tx: Tx, filter: SpareFilter, now: Date) {
  // The cost of each line's spare pieces is whole fen, so that the costs of arrived pieces and of pieces under way add up to it.
  const lines = tx
    .select({
      spare: purchaseLine.spare,
      spareGone: purchaseLine.spareGone,
      cost: purchaseLine.spareCostMinor,
      here: sql<number>`${HERE}`.as('here'),
      worth: sql<number | null>`${WORTH}`.as('worth'),
      hereWorth: sql<number | null>`${worthOf(HERE)}`.as('here_worth'),
    })
    .from(purchaseLine)
    .innerJoin(purchaseOrder, eq(purchaseOrder.id, purchaseLine.purchaseId))
    .where(whereOf(filter, now))
    // With a limit PostgreSQL computes each column once; otherwise it would put its expression into every sum below.
    .limit(MOST_LINES)
    .as('spare_line')
  const tabs = tabsOf(lines)
  const count = (of: SQL) => sql<number>`(count(*) filter (where ${of}))::int`
  const pieces = (of: SQL) => sql<number>`coalesce(sum(${of}), 0)::int`
  const fen = (of: SQL) => sql<number>`coalesce(sum(${of}), 0)::float8`
  const { spare, spareGone, cost, here, worth, hereWorth } = lines
  const [row] = await tx
    .select({
      counts: { here: count(tabs.here), coming: count(tabs.coming), used: count(tabs.used), gone: count(tabs.gone) },
      all: sql<number>`count(*)::int`,
      pieces: pieces(sql`${spare}`),
      here: { pieces: pieces(sql`${here}`), worthMinor: fen(sql`${hereWorth}`) },
      coming: { pieces: pieces(sql`${spare} - ${here}`), worthMinor: fen(sql`${worth} - ${hereWorth}`) },
      // Null for a line with neither spare nor lost pieces.
      gone: { pieces: pieces(sql`${spareGone}`), worthMinor: fen(sql`${cost} - ${worth}`) },
      unpriced: count(sql`${spare} > 0 and ${cost} is null`),
    })
    .from(lines)
  return row!
}
/** maximum of int4 */
const MOST_LINES = 2_147_483_647

/** Places of lines with spare pieces, most used first. */
export const findPlaces = (tx: Tx, limit: number): Promise<{ place: string; lines: number }[]> => {
  const lines = sql<number>`count(*)::int`
  return tx
    .select({ place: purchaseLine.place, lines })
    .from(purchaseLine)
    .where(and(EVER, gt(purchaseLine.spare, 0), gt(purchaseLine.place, '')))
    .groupBy(purchaseLine.place)
    .orderBy(desc(lines), asc(purchaseLine.place))
    .limit(limit)
}

export async function findSpareLine(tx: Tx, lineId: string): Promise<LineRow | undefined> {
  const [row] = await tx.select().from(purchaseLine).where(eq(purchaseLine.id, lineId))
  return row
}
