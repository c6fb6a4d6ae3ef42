import { sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { waitingLines } from './goods.tables.ts'
import { soldItem } from './orders.tables.ts'

export type WaitingGood = {
  id: string
  storeId: string
  variantId: string | null
  productId: string | null
  sku: string
  title: string
  variantTitle: string
  image: string | null
  orders: number
  pieces: number
  numbers: string[]
  since: Date
}

export type GoodsFilter = {
  orderIds: readonly string[]
  goodIds: readonly string[]
  storeId?: string | undefined
  keyword?: string | undefined
}

/** Maximum of orders read for one page. Nobody links the goods of more orders in a day. */
const MOST_ORDERS = 20_000

const openOrders = ({ orderIds, storeId }: Pick<GoodsFilter, 'orderIds' | 'storeId'>): SQL =>
  sql`state not in ('shipped', 'done', 'cancelled')
    ${orderIds.length > 0 ? sql`and id = any(${sql.param([...orderIds])}::uuid[])` : sql``}
    ${storeId === undefined ? sql`` : sql`and store_id = ${storeId}`}`

function goodsOf(filter: GoodsFilter): SQL {
  const words = filter.keyword?.trim().toLowerCase() ?? ''
  const found =
    words === ''
      ? sql``
      : sql`and position(${words} in lower(w.title || ' ' || w.variant_title || ' ' || w.sku || ' ' || w.number)) > 0`
  const chosen = filter.goodIds.length > 0 ? sql`and w.good_id = any(${sql.param([...filter.goodIds])}::uuid[])` : sql``
  const last = (column: SQL): SQL => sql`(array_agg(${column} order by w.ordered_at desc))[1]`
  return sql`select w.good_id as "id", w.store_id as "storeId", ${last(sql`w.variant_id::text`)} as "variantId",
      ${last(sql`w.product_id::text`)} as "productId", ${last(sql`w.sku`)} as "sku", ${last(sql`w.title`)} as "title",
      ${last(sql`w.variant_title`)} as "variantTitle", ${last(sql`w.image`)} as "image", count(distinct w.order_id)::int as "orders",
      sum(w.pieces)::int as "pieces", (array_agg(distinct w.number))[1:6] as "numbers", min(w.ordered_at) as "since"
    from (${waitingLines(openOrders(filter), MOST_ORDERS)}) w where true ${chosen} ${found} group by w.good_id, w.store_id`
}

/** Most wanted first, then longest waiting. */
export async function findWaitingGoods(
  tx: Tx,
  filter: GoodsFilter,
  page: { page: number; pageSize: number },
): Promise<{ rows: WaitingGood[]; total: number }> {
  const found = await tx.execute<Omit<WaitingGood, 'since'> & { since: string; total: number }>(sql`
    select g.*, count(*) over ()::int as total from (${goodsOf(filter)}) g
    order by g.orders desc, g.since, g.id limit ${page.pageSize} offset ${(page.page - 1) * page.pageSize}`)
  return {
    rows: found.rows.map(({ total: _total, ...row }) => ({ ...row, since: new Date(row.since) })),
    total: found.rows[0]?.total ?? 0,
  }
}

export type WaitingLine = {
  goodId: string
  lineId: string
  orderId: string
  pieces: number
  title: string
  sku: string
}

/** The lines that goods wait in, of these orders or of all. */
export async function findWaitingLines(
  tx: Tx,
  { goodIds, orderIds }: { goodIds: readonly string[]; orderIds: readonly string[] },
): Promise<WaitingLine[]> {
  const found = await tx.execute<WaitingLine>(sql`
    select w.good_id as "goodId", w.line_id as "lineId", w.order_id as "orderId", w.pieces::int as "pieces", w.title as "title",
      w.sku as "sku"
    from (${waitingLines(openOrders({ orderIds }), MOST_ORDERS)}) w where w.good_id = any(${sql.param([...goodIds])}::uuid[])`)
  return found.rows
}

export type SoldSku = { storeId: string; variantId: string | null; sku: string; key: string; itemId: string }

/** The variants that stores sold under these SKU codes, each once. */
export async function findSoldSkus(tx: Tx, storeIds: readonly string[], skus: readonly string[]): Promise<SoldSku[]> {
  if (skus.length === 0 || storeIds.length === 0) return []
  const found = await tx.execute<SoldSku>(sql`
    select distinct on (i.store_id, i.sku, i.variant_id) i.store_id as "storeId", i.variant_id::text as "variantId", i.sku as "sku",
      i.key as "key", i.id as "itemId"
    from ${soldItem} i where i.store_id = any(${sql.param([...storeIds])}::uuid[]) and i.sku = any(${sql.param([...skus])}::text[])
    order by i.store_id, i.sku, i.variant_id, i.id desc`)
  return found.rows
}

/** Open lines with these SKU codes that have no source. */
export async function findWaitingLinesOfSku(tx: Tx, storeId: string, skus: readonly string[]): Promise<WaitingLine[]> {
  const found = await tx.execute<WaitingLine>(sql`
    select w.good_id as "goodId", w.line_id as "lineId", w.order_id as "orderId", w.pieces::int as "pieces", w.title as "title",
      w.sku as "sku"
    from (${waitingLines(openOrders({ orderIds: [], storeId }), MOST_ORDERS)}) w where w.sku = any(${sql.param([...skus])}::text[])`)
  return found.rows
}
