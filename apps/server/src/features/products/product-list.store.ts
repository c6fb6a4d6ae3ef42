import type { ProductFilter } from '@huoqiao/contract/products/products.endpoints'
import type { ProductState } from '@huoqiao/contract/products/products.status'
import { and, asc, desc, eq, gte, isNull, lte, ne, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { searchTerms } from './product-search.rules.ts'
import { textSearch } from './product-search.store.ts'
import { product, productCountDelta } from './products.tables.ts'

export type ListFilter = Omit<ProductFilter, 'sort' | 'direction'>
export type ListPage = Pick<ProductFilter, 'sort' | 'direction'> & { page: number; pageSize: number }
export type CardRow = Awaited<ReturnType<typeof readPage>>[number]

/** Counting stops here where no counter is kept; beyond it the pager says "10000+". */
export const COUNT_CAP = 10_000

const CARD = {
  id: product.id,
  version: product.version,
  origin: product.origin,
  offerId: product.offerId,
  supplierName: product.supplierName,
  title: product.title,
  titleZh: product.titleZh,
  tags: product.tags,
  listings: product.listings,
  state: product.state,
  sourceHealth: product.sourceHealth,
  missing: product.missing,
  image: product.image,
  costMin: product.costMin,
  costMax: product.costMax,
  priceMin: product.priceMin,
  priceMax: product.priceMax,
  priceCurrency: product.priceCurrency,
  marginPercent: product.marginPercent,
  variantCount: product.variantCount,
  stockTotal: product.stockTotal,
  createdAt: product.createdAt,
  updatedAt: product.updatedAt,
}

/** Written as the indexes are (products.tables.ts), or a page would be sorted instead of read off. */
const ORDERS: Record<ListPage['sort'], Record<ListPage['direction'], SQL[]>> = {
  updated: { desc: [desc(product.updatedAt), desc(product.id)], asc: [asc(product.updatedAt), asc(product.id)] },
  created: { desc: [desc(product.createdAt), desc(product.id)], asc: [asc(product.createdAt), asc(product.id)] },
  price: {
    desc: [sql`${product.priceMin} desc nulls last`, desc(product.id)],
    asc: [sql`${product.priceMin} asc nulls first`, asc(product.id)],
  },
  margin: {
    desc: [sql`${product.marginPercent} desc nulls last`, desc(product.id)],
    asc: [sql`${product.marginPercent} asc nulls first`, asc(product.id)],
  },
}

/** Page sizes whose first page is a prepared statement: few, so that a session's memory stays small. */
const PREPARED_SIZES: readonly number[] = [10, 24, 48, 96, 192]
const prepared = new WeakMap<Tx, Map<string, Prepared>>()
type Prepared = { execute(values: Record<string, unknown>): Promise<(CardRow & { total: number })[]> }

/** A page of cards and how many there are. `tx` may be the database itself. */
export async function findPage(
  tx: Tx,
  filter: ListFilter,
  page: ListPage,
): Promise<{ rows: CardRow[]; total: number; capped: boolean }> {
  const counted = isCounted(filter)
  if (counted && isPlain(filter) && page.page === 1 && PREPARED_SIZES.includes(page.pageSize)) {
    const rows = await preparedPage(tx, filter.state !== undefined, page).execute({ state: filter.state })
    return { rows, total: rows[0]?.total ?? 0, capped: false }
  }
  const search = await textSearch(tx, filter)
  if (search) return searchedPage(tx, and(plainConditions(filter), search.byIndex), search.byScan, filter, page)
  const where = plainConditions(filter)
  const rows = await readPage(tx, where, page)
  if (rows.length < page.pageSize && (rows.length > 0 || page.page === 1))
    return { rows, total: (page.page - 1) * page.pageSize + rows.length, capped: false }
  if (counted) return { rows, total: await sumCounters(tx, filter), capped: false }
  return { rows, ...capTotal(await countUpToCap(tx, where)) }
}

/**
 * Searches: first everything that the search index finds, up to the cap, sorted by us. A word that more rows have than
 * the cap is so frequent that its page is found soon on the way down the sorted index. The planner is not left the
 * choice, as it cannot know how the conditions hang together.
 */
async function searchedPage(
  tx: Tx,
  where: SQL | undefined,
  byScan: SQL | undefined,
  filter: ListFilter,
  page: ListPage,
): Promise<{ rows: CardRow[]; total: number; capped: boolean }> {
  const { sort, direction, pageSize } = page
  const sortKey = SORT_KEYS[sort]
  const hits = tx.$with('hits').as(
    tx
      .select({ id: product.id, key: sql`${sortKey}`.as('key') })
      .from(product)
      .where(where)
      .limit(COUNT_CAP + 1),
  )
  // Read twice, hence worked out once.
  const total = sql<number>`(select count(*)::int from ${hits})`
  const top = tx
    .select({ id: hits.id, total: total.as('total') })
    .from(hits)
    .orderBy(
      direction === 'desc' ? sql`key desc nulls last` : sql`key asc nulls first`,
      direction === 'desc' ? desc(hits.id) : asc(hits.id),
    )
    .limit(pageSize)
    .offset((page.page - 1) * pageSize)
    .as('top')
  const found = await tx
    .with(hits)
    .select({ ...CARD, total: top.total })
    .from(top)
    .innerJoin(product, eq(product.id, top.id))
    .orderBy(...ORDERS[sort][direction])
  const known = found[0]?.total ?? (page.page === 1 ? 0 : await countUpToCap(tx, where))
  if (known <= COUNT_CAP) return { rows: found, total: known, capped: false }
  return { rows: await readPage(tx, and(plainConditions(filter), byScan), page), ...capTotal(known) }
}

const SORT_KEYS = {
  updated: product.updatedAt,
  created: product.createdAt,
  price: product.priceMin,
  margin: product.marginPercent,
} as const

async function countUpToCap(tx: Tx, where: SQL | undefined): Promise<number> {
  const some = tx
    .select({ one: sql`1`.as('one') })
    .from(product)
    .where(where)
    .limit(COUNT_CAP + 1)
    .as('some')
  const [found] = await tx.select({ n: sql<number>`count(*)::int` }).from(some)
  return found?.n ?? 0
}
const capTotal = (n: number) => ({ total: Math.min(n, COUNT_CAP), capped: n > COUNT_CAP })

/** How many of each state there are, under every filter but the state. */
export async function countByState(
  tx: Tx,
  filter: ListFilter,
): Promise<{ counts: Partial<Record<ProductState, number>>; capped: boolean }> {
  const { state: _state, ...others } = filter
  if (isCounted(others)) {
    const rows = await tx
      .select({ state: productCountDelta.state, n: sql<number>`sum(${productCountDelta.delta})::int` })
      .from(productCountDelta)
      .where(counterWhere(others))
      .groupBy(productCountDelta.state)
    return {
      counts: Object.fromEntries(rows.filter(({ n }) => n > 0).map(({ state, n }) => [state, n])),
      capped: false,
    }
  }
  const some = tx
    .select({ state: product.state })
    .from(product)
    .where(and(plainConditions(others, true), (await textSearch(tx, others))?.byIndex))
    .limit(COUNT_CAP + 1)
    .as('some')
  const rows = await tx
    .select({ state: some.state, n: sql<number>`count(*)::int` })
    .from(some)
    .groupBy(some.state)
  const seen = rows.reduce((sum, { n }) => sum + n, 0)
  return { counts: Object.fromEntries(rows.map(({ state, n }) => [state, n])), capped: seen > COUNT_CAP }
}

/** Filters that the counters know; any other has to be counted. */
const isCounted = (filter: ListFilter): boolean =>
  searchTerms(filter.keyword) === undefined &&
  !filter.offerId &&
  !filter.supplier &&
  filter.from === undefined &&
  filter.to === undefined

const isPlain = ({ storeId, sourceHealth, origin }: ListFilter): boolean =>
  storeId === undefined && sourceHealth === undefined && origin === undefined

const counterWhere = (filter: ListFilter): SQL | undefined =>
  and(
    filter.storeId === undefined ? sql`store_id is null` : eq(productCountDelta.storeId, filter.storeId),
    filter.state === undefined ? undefined : eq(productCountDelta.state, filter.state),
    filter.sourceHealth === undefined ? undefined : eq(productCountDelta.sourceHealth, filter.sourceHealth),
    filter.origin === undefined ? undefined : eq(productCountDelta.origin, filter.origin),
  )

async function sumCounters(tx: Tx, filter: ListFilter): Promise<number> {
  const live = filter.state === undefined ? ne(productCountDelta.state, 'recycled') : undefined
  const [row] = await tx
    .select({ n: sql<number>`coalesce(sum(${productCountDelta.delta}), 0)::int` })
    .from(productCountDelta)
    .where(and(counterWhere(filter), live))
  return row?.n ?? 0
}

/**
 * The hot list: the first page of 全部 or of one state. Prepared by name with its page size written in, as a
 * parameter there would keep the planner from seeing that only a page is wanted.
 */
function preparedPage(tx: Tx, byState: boolean, { sort, direction, pageSize }: ListPage): Prepared {
  const name = `products_${byState ? 'state' : 'live'}_${sort}_${direction}_${pageSize}`
  const known = prepared.get(tx) ?? new Map<string, Prepared>()
  prepared.set(tx, known)
  const state = sql.placeholder('state')
  const build = (): Prepared =>
    tx
      .select({
        ...CARD,
        total: sql<number>`(select coalesce(sum(delta), 0)::int from ${productCountDelta}
          where store_id is null and ${byState ? sql`state = ${state}` : LIVE})`,
      })
      .from(product)
      .where(byState ? eq(product.state, state) : LIVE)
      .orderBy(...ORDERS[sort][direction])
      .limit(sql.raw(String(pageSize)) as unknown as number)
      .prepare(name)
  const statement = known.get(name) ?? build()
  known.set(name, statement)
  return statement
}

/** Spelt as the partial indexes spell it. */
const LIVE = sql`state <> 'recycled'`

/** Any other page: unnamed, so that the planner sees the values (design/stack.md, trap 5). */
const readPage = (tx: Tx, where: SQL | undefined, { sort, direction, page, pageSize }: ListPage) =>
  tx
    .select(CARD)
    .from(product)
    .where(where)
    .orderBy(...ORDERS[sort][direction])
    .limit(pageSize)
    .offset((page - 1) * pageSize)

/** Every filter but the text search. `anyState`: also the recycle bin, for counts by state. */
function plainConditions(filter: ListFilter, anyState = false): SQL | undefined {
  const live = anyState ? undefined : LIVE
  return and(
    filter.state === undefined ? live : eq(product.state, filter.state),
    filter.storeId === undefined ? undefined : sql`${product.storeIds} @> array[${filter.storeId}]::uuid[]`,
    filter.sourceHealth === undefined ? undefined : eq(product.sourceHealth, filter.sourceHealth),
    filter.origin === undefined ? undefined : eq(product.origin, filter.origin),
    filter.offerId ? offerIs(filter.offerId, filter.state) : undefined,
    filter.from === undefined ? undefined : gte(product.updatedAt, new Date(filter.from)),
    filter.to === undefined ? undefined : lte(product.updatedAt, new Date(filter.to)),
  )
}

/** Text that is no offer id matches no offer. The index knows the offers outside the recycle bin. */
const offerIs = (text: string, state: ProductState | undefined): SQL | undefined =>
  /^\d{1,18}$/.test(text.trim())
    ? and(eq(product.offerId, text.trim()), state === 'recycled' ? undefined : isNull(product.recycledAt))
    : sql`false`
