import type { ProductState } from '@huoqiao/contract/products/products.status'
import { and, eq, sql } from 'drizzle-orm'
import type { Placeholder, SQL } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { LIVE, keyQuery, packedKeys, unpackedKeys } from './product-card.store.ts'
import type { CardKey, ListFilter, ListPage } from './product-card.store.ts'
import { isSearch } from './product-search.store.ts'
import { product, productCountDelta } from './products.tables.ts'

/** Filters that the counters cover; with any other filter, products are counted one by one. */
const COUNTED = ['state', 'storeId', 'sourceHealth', 'origin'] as const
type Asked = { [K in (typeof COUNTED)[number]]?: ListFilter[K] | Placeholder }

export const isCounted = (filter: ListFilter): boolean =>
  !isSearch(filter) &&
  !filter.offerId &&
  filter.inShop === undefined &&
  filter.from === undefined &&
  filter.to === undefined

/** Page sizes whose first page uses a named prepared statement; few, to limit the memory of a database session. */
const NAMED_SIZES: readonly number[] = [10, 24, 48, 96, 192]
type Found = { packed: Parameters<typeof unpackedKeys>[0]; total: number }
type Statement = { execute(values: Record<string, unknown>): Promise<Found[]> }
const statements = new WeakMap<Tx, Map<string, Statement>>()

/** A page and its total, in one statement. */
export async function countedPage(
  tx: Tx,
  filter: ListFilter,
  page: ListPage,
): Promise<{ keys: CardKey[]; total: number; capped: boolean }> {
  const offset = (page.page - 1) * page.pageSize
  const [found] = await statementOf(tx, filter, page).execute({ ...filter, offset })
  return { keys: unpackedKeys(found?.packed), total: found?.total ?? 0, capped: false }
}

/** The number in each state; `filter` must not contain a state. */
export async function countedStates(tx: Tx, filter: ListFilter): Promise<Partial<Record<ProductState, number>>> {
  const rows = await tx
    .select({ state: productCountDelta.state, n: sql<number>`sum(${productCountDelta.delta})::int` })
    .from(productCountDelta)
    .where(inCounters(filter))
    .groupBy(productCountDelta.state)
  return Object.fromEntries(rows.filter(({ n }) => n > 0).map(({ state, n }) => [state, n]))
}

/** Built once for each combination of filters; their values are passed at each execution. */
function statementOf(tx: Tx, filter: ListFilter, page: ListPage): Statement {
  const given = COUNTED.filter((name) => filter[name] !== undefined)
  // The first pages of 全部 and of one state use named statements, so that PostgreSQL keeps their plan. For other filters the plan depends on
  // the values (design/stack.md, trap 5).
  const isHot = page.page === 1 && NAMED_SIZES.includes(page.pageSize) && given.every((name) => name === 'state')
  const { sort, direction, pageSize } = page
  const shape = ['products', ...given, sort, direction, pageSize, ...(isHot ? [] : ['paged'])].join('_')
  const kept = statements.get(tx) ?? new Map<string, Statement>()
  statements.set(tx, kept)
  const statement = kept.get(shape) ?? build(tx, given, page, isHot ? shape : undefined)
  kept.set(shape, statement)
  return statement
}

function build(
  tx: Tx,
  given: readonly (typeof COUNTED)[number][],
  page: ListPage,
  name: string | undefined,
): Statement {
  const asked: Asked = Object.fromEntries(given.map((one) => [one, sql.placeholder(one)]))
  // Written into the statement: with a parameter the planner would not know that only one page is needed. Constant: a number.
  const limited = keyQuery(tx, inProducts(asked), page).limit(sql.raw(String(page.pageSize)) as unknown as number)
  const rows = (name === undefined ? limited.offset(sql.placeholder('offset')) : limited).as('page')
  return tx
    .select({ packed: packedKeys(rows), total: sql<number>`(${counterSum(tx, asked)})` })
    .from(rows)
    .prepare(name ?? '')
}

const inProducts = ({ state, storeId, sourceHealth, origin }: Asked): SQL | undefined =>
  and(
    state === undefined ? LIVE : eq(product.state, state),
    storeId === undefined ? undefined : sql`${product.storeIds} @> array[${storeId}]::uuid[]`,
    sourceHealth === undefined ? undefined : eq(product.sourceHealth, sourceHealth),
    origin === undefined ? undefined : eq(product.origin, origin),
  )

const inCounters = ({ state, storeId, sourceHealth, origin }: Asked): SQL | undefined =>
  and(
    storeId === undefined ? sql`store_id is null` : eq(productCountDelta.storeId, storeId),
    state === undefined ? undefined : eq(productCountDelta.state, state),
    sourceHealth === undefined ? undefined : eq(productCountDelta.sourceHealth, sourceHealth),
    origin === undefined ? undefined : eq(productCountDelta.origin, origin),
  )

const counterSum = (tx: Tx, asked: Asked) =>
  tx
    .select({ n: sql<number>`coalesce(sum(${productCountDelta.delta}), 0)::int`.as('n') })
    .from(productCountDelta)
    .where(and(inCounters(asked), asked.state === undefined ? LIVE : undefined))
