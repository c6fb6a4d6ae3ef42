import type { ProductFilter } from '@huoqiao/contract/products/products.endpoints'
import type { ProductState } from '@huoqiao/contract/products/products.status'
import { and, asc, desc, eq, gte, lte, ne, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { likeText, searchTerms } from './product-search.rules.ts'
import { product, productCountDelta, productVariant } from './products.tables.ts'

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
  const where = await conditions(tx, filter)
  const rows = await readPage(tx, where, page)
  if (rows.length < page.pageSize && (rows.length > 0 || page.page === 1))
    return { rows, total: (page.page - 1) * page.pageSize + rows.length, capped: false }
  if (counted) return { rows, total: await sumCounters(tx, filter), capped: false }
  const [found] = await tx.select({ n: sql<number>`count(*)::int` }).from(
    tx
      .select({ one: sql`1` })
      .from(product)
      .where(where)
      .limit(COUNT_CAP + 1)
      .as('capped'),
  )
  const n = found?.n ?? 0
  return { rows, total: Math.min(n, COUNT_CAP), capped: n > COUNT_CAP }
}

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
    .where(await conditions(tx, others, true))
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

/** `anyState`: also the recycle bin, for counts by state. */
async function conditions(tx: Tx, filter: ListFilter, anyState = false): Promise<SQL | undefined> {
  const live = anyState ? undefined : LIVE
  return and(
    filter.state === undefined ? live : eq(product.state, filter.state),
    filter.storeId === undefined ? undefined : sql`${product.storeIds} @> array[${filter.storeId}]::uuid[]`,
    filter.sourceHealth === undefined ? undefined : eq(product.sourceHealth, filter.sourceHealth),
    filter.origin === undefined ? undefined : eq(product.origin, filter.origin),
    filter.offerId ? offerIs(filter.offerId) : undefined,
    filter.from === undefined ? undefined : gte(product.updatedAt, new Date(filter.from)),
    filter.to === undefined ? undefined : lte(product.updatedAt, new Date(filter.to)),
    textIn(filter.supplier, sql`lower(${product.supplierName})`),
    await keywordIs(tx, filter.keyword),
  )
}

/** Text that is no offer id matches no offer. */
const offerIs = (text: string): SQL => (/^\d{1,18}$/.test(text.trim()) ? eq(product.offerId, text.trim()) : sql`false`)

/** By grams through the index, then by the words themselves: grams may stand in a text in another order. */
function textIn(keyword: string | undefined, column: SQL): SQL | undefined {
  const terms = searchTerms(keyword)
  if (!terms) return undefined
  return and(
    sql`product_grams(${product.searchText}) @> ${sql.param(terms.grams)}::text[]`,
    ...terms.words.map((word) => sql`${column} like ${likeText(word)}`),
  )
}

/** Title or supplier, or the very SKU code or offer id. Codes are looked up first, so that the "or" stays indexed. */
async function keywordIs(tx: Tx, keyword: string | undefined): Promise<SQL | undefined> {
  const inText = textIn(keyword, sql`${product.searchText}`)
  const code = searchTerms(keyword)?.code
  if (!inText || code === undefined) return inText
  const bySku = await tx
    .selectDistinct({ id: productVariant.productId })
    .from(productVariant)
    .where(and(eq(productVariant.skuCode, code), sql`sku_code <> ''`))
    .limit(200)
  const ids = bySku.map(({ id }) => id)
  const byOffer = /^\d{5,18}$/.test(code) ? eq(product.offerId, code) : undefined
  const bySkuId = ids.length > 0 ? sql`${product.id} = any(${sql.param(ids)}::uuid[])` : undefined
  return sql`(${sql.join(
    [inText, byOffer, bySkuId].flatMap((one) => (one ? [sql`(${one})`] : [])),
    sql` or `,
  )})`
}
