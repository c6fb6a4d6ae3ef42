import type { ProductFilter } from '@huoqiao/contract/products/products.endpoints'
import { asc, desc, inArray, sql } from 'drizzle-orm'
import type { SQL, SQLWrapper } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { packing } from '../../db/packed-rows.ts'
import { product } from './products.tables.ts'

export type ListFilter = Omit<ProductFilter, 'sort' | 'direction'>
export type ListPage = Pick<ProductFilter, 'sort' | 'direction'> & { page: number; pageSize: number }

/** The columns of a card in the list. */
export const CARD = {
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

export type CardRow = Pick<typeof product.$inferSelect, keyof typeof CARD>
const PACKING = packing<CardRow>(CARD)

/** A product on a page. `row`: the transaction that wrote the row (PostgreSQL's column `xmin`), so it differs after every change. */
export type CardKey = { id: string; row: string }
type PackedKey = [id: string, row: string]
const ROW = sql<string>`${product}.xmin::text`.as('row')

/** The keys of a page of `keyQuery` as one JSON value. */
export const packedKeys = (page: Record<keyof CardKey, SQLWrapper>): SQL<PackedKey[]> =>
  sql<PackedKey[]>`coalesce(json_agg(json_build_array(${page.id}, ${page.row})), '[]')`
export const unpackedKeys = (packed: readonly PackedKey[] | undefined): CardKey[] =>
  (packed ?? []).map(([id, row]) => ({ id, row }))

/** The cards of some products, in any order, each with the version of its row. */
export async function findCards(tx: Tx, ids: readonly string[]): Promise<{ row: string; card: CardRow }[]> {
  if (ids.length === 0) return []
  const rows = tx
    .select({ ...CARD, row: ROW })
    .from(product)
    .where(inArray(product.id, [...ids]))
    .as('cards')
  const [found] = await tx
    .select({ packed: PACKING.packed(rows), versions: sql<string[]>`coalesce(json_agg(${rows.row}), '[]')` })
    .from(rows)
  return (found?.packed ?? []).map((values, at) => ({ row: found!.versions[at]!, card: PACKING.unpacked(values) }))
}

/** The products under a condition, in the list's order. */
export const keyQuery = (tx: Tx, where: SQL | undefined, { sort, direction }: Pick<ListPage, 'sort' | 'direction'>) =>
  tx
    .select({ id: product.id, row: ROW })
    .from(product)
    .where(where)
    .orderBy(...ORDERS[sort][direction])
    .$dynamic()

/** Must be written exactly like the indexes (products.tables.ts), otherwise a page is sorted instead of read from the index. */
export const ORDERS: Record<ListPage['sort'], Record<ListPage['direction'], SQL[]>> = {
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

/** Must be written exactly like in the partial indexes. */
export const LIVE = sql`state <> 'recycled'`
