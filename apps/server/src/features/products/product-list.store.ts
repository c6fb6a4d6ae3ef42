import { PRODUCT_STATE_CODES } from '@huoqiao/contract/products/products.status'
import type { ProductState } from '@huoqiao/contract/products/products.status'
import { and, eq, gte, isNull, lte, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { searchedCounts, searchedPage } from '../../db/search.ts'
import type { StateCounts } from '../../db/search.ts'
import { countedPage, countedStates, isCounted } from './counted-page.store.ts'
import { LIVE, ORDERS, keyQuery, packedKeys, unpackedKeys } from './product-card.store.ts'
import type { CardKey, ListFilter, ListPage } from './product-card.store.ts'
import { PRODUCTS, isSearch, searchOf } from './product-search.store.ts'
import { CHANGED_IN_SHOP, DELETED_IN_SHOP, product } from './products.tables.ts'

/** Where no counter exists, counting stops here; the pager then shows "10000+". */
export const COUNT_CAP = 10_000

/** The products of a page and the total number. `tx` may be the database itself. */
export async function findPage(
  tx: Tx,
  filter: ListFilter,
  page: ListPage,
): Promise<{ keys: CardKey[]; total: number; capped: boolean }> {
  if (isCounted(filter)) return countedPage(tx, filter, page)
  if (isSearch(filter)) return findSearched(tx, filter, page)
  const where = plainConditions(filter)
  const keys = await readPage(tx, where, page)
  if (keys.length < page.pageSize && (keys.length > 0 || page.page === 1))
    return { keys, total: (page.page - 1) * page.pageSize + keys.length, capped: false }
  return { keys, ...capTotal(await countUpToCap(tx, where)) }
}

async function findSearched(
  tx: Tx,
  filter: ListFilter,
  page: ListPage,
): Promise<{ keys: CardKey[]; total: number; capped: boolean }> {
  const { supplier, ...search } = await searchOf(tx, filter)
  const {
    rows: keys,
    total,
    totalCapped,
  } = await searchedPage(
    tx,
    {
      ...search,
      list: PRODUCTS,
      id: sql`${product.id}`,
      plain: and(plainConditions(filter), supplier)!,
      order: {
        by: ORDERS[page.sort][page.direction],
        isNewestFirst: page.sort === 'updated' && page.direction === 'desc',
      },
      page: page.page,
      pageSize: page.pageSize,
    },
    (where, slice) => readKeys(tx, where, page, slice),
  )
  return { keys, total, capped: totalCapped }
}

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

/** The number in each state, under all filters except the state. */
export async function countByState(tx: Tx, filter: ListFilter): Promise<Omit<StateCounts<ProductState>, 'all'>> {
  const { state: _state, ...others } = filter
  if (isCounted(others)) return { counts: await countedStates(tx, others), capped: [] }
  const { supplier, ...search } = await searchOf(tx, others)
  const plain = and(plainConditions(others, true), supplier) ?? sql`true`
  return searchedCounts(tx, { ...search, list: PRODUCTS, plain }, sql`${product.state}`, PRODUCT_STATE_CODES)
}

/** All other pages use no named statement, so that the planner sees the values (design/stack.md, trap 5). */
const readPage = (tx: Tx, where: SQL | undefined, page: ListPage) =>
  readKeys(tx, where, page, { limit: page.pageSize, offset: (page.page - 1) * page.pageSize })

async function readKeys(
  tx: Tx,
  where: SQL | undefined,
  page: Pick<ListPage, 'sort' | 'direction'>,
  { limit, offset }: { limit: number; offset: number },
): Promise<CardKey[]> {
  const rows = keyQuery(tx, where, page).limit(limit).offset(offset).as('page')
  const [found] = await tx.select({ packed: packedKeys(rows) }).from(rows)
  return unpackedKeys(found?.packed)
}

/** All filters except the text search. `anyState`: includes the recycle bin, for counts by state. */
function plainConditions(filter: ListFilter, anyState = false): SQL | undefined {
  const live = anyState ? undefined : LIVE
  return and(
    filter.state === undefined ? live : eq(product.state, filter.state),
    filter.storeId === undefined ? undefined : sql`${product.storeIds} @> array[${filter.storeId}]::uuid[]`,
    filter.sourceHealth === undefined ? undefined : eq(product.sourceHealth, filter.sourceHealth),
    filter.origin === undefined ? undefined : eq(product.origin, filter.origin),
    filter.inShop === undefined ? undefined : doneInShop(filter.inShop, filter.storeId),
    filter.offerId ? offerIs(filter.offerId, filter.state) : undefined,
    filter.from === undefined ? undefined : gte(product.updatedAt, new Date(filter.from)),
    filter.to === undefined ? undefined : lte(product.updatedAt, new Date(filter.to)),
  )
}

/** The first half matches a partial index; the second selects the store. */
function doneInShop(what: NonNullable<ListFilter['inShop']>, storeId: string | undefined): SQL {
  const anywhere = what === 'changed' ? CHANGED_IN_SHOP : DELETED_IN_SHOP
  if (storeId === undefined) return anywhere
  const there = what === 'changed' ? 'exists(@.shopChanged[0])' : '@.state == "removed"'
  return sql`${anywhere} and jsonb_path_exists(${product.listings}, ${`$[*] ? (@.storeId == $store && ${there})`}::jsonpath,
    ${JSON.stringify({ store: storeId })}::jsonb)`
}

/** A text that is not an offer id matches nothing. The index contains offers outside the recycle bin. */
const offerIs = (text: string, state: ProductState | undefined): SQL | undefined =>
  /^\d{1,18}$/.test(text.trim())
    ? and(eq(product.offerId, text.trim()), state === 'recycled' ? undefined : isNull(product.recycledAt))
    : sql`false`
