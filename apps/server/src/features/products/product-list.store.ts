import type { ProductState } from '@huoqiao/contract/products/products.status'
import { and, asc, desc, eq, gte, isNull, lte, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { countedPage, countedStates, isCounted } from './counted-page.store.ts'
import { CARD, LIVE, ORDERS } from './product-card.store.ts'
import type { CardRow, ListFilter, ListPage } from './product-card.store.ts'
import { textSearch } from './product-search.store.ts'
import { product } from './products.tables.ts'

/** Counting stops here where no counter is kept; beyond it the pager says "10000+". */
export const COUNT_CAP = 10_000

/** A page of cards and how many there are. `tx` may be the database itself. */
export async function findPage(
  tx: Tx,
  filter: ListFilter,
  page: ListPage,
): Promise<{ rows: CardRow[]; total: number; capped: boolean }> {
  if (isCounted(filter)) return countedPage(tx, filter, page)
  const search = await textSearch(tx, filter)
  if (search) return searchedPage(tx, and(plainConditions(filter), search.byIndex), search.byScan, filter, page)
  const where = plainConditions(filter)
  const rows = await readPage(tx, where, page)
  if (rows.length < page.pageSize && (rows.length > 0 || page.page === 1))
    return { rows, total: (page.page - 1) * page.pageSize + rows.length, capped: false }
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
  if (isCounted(others)) return { counts: await countedStates(tx, others), capped: false }
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
