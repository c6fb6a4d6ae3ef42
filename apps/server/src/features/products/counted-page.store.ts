import type { ProductState } from '@huoqiao/contract/products/products.status'
import { and, eq, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { listStatements } from '../../db/list-statements.ts'
import type { StatementValues } from '../../db/list-statements.ts'
import { LIVE, keyQuery, packedKeys, unpackedKeys } from './product-card.store.ts'
import type { CardKey, ListFilter, ListPage } from './product-card.store.ts'
import { isSearch } from './product-search.store.ts'
import { product, productCountDelta } from './products.tables.ts'

/** Filters that the counters cover; with any other filter, products are counted one by one. */
type Counted = 'state' | 'storeId' | 'sourceHealth' | 'origin'
type Asked = StatementValues<Counted> | Pick<ListFilter, Counted>

export const isCounted = (filter: ListFilter): boolean =>
  !isSearch(filter) &&
  !filter.offerId &&
  filter.inShop === undefined &&
  filter.from === undefined &&
  filter.to === undefined

type Found = { packed: Parameters<typeof unpackedKeys>[0]; total: number }

/** A page and its total, in one statement. */
export async function countedPage(
  tx: Tx,
  filter: ListFilter,
  page: ListPage,
): Promise<{ keys: CardKey[]; total: number; capped: boolean }> {
  const offset = (page.page - 1) * page.pageSize
  const { state, storeId, sourceHealth, origin } = filter
  const statement = statementOf(tx, { state, storeId, sourceHealth, origin }, page)
  const [found] = await statement.execute({ ...filter, offset })
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

const statementOf = listStatements<Counted, ListPage, Found>('products', (tx, asked, page, { limit, name }) => {
  const limited = keyQuery(tx, inProducts(asked), page).limit(limit)
  const rows = (name === undefined ? limited.offset(sql.placeholder('offset')) : limited).as('page')
  return tx
    .select({ packed: packedKeys(rows), total: sql<number>`(${counterSum(tx, asked)})` })
    .from(rows)
    .prepare(name ?? '')
})

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
