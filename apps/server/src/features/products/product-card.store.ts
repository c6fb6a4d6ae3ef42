import type { ProductFilter } from '@huoqiao/contract/products/products.endpoints'
import { asc, desc, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { packing } from '../../db/packed-rows.ts'
import { product } from './products.tables.ts'

export type ListFilter = Omit<ProductFilter, 'sort' | 'direction'>
export type ListPage = Pick<ProductFilter, 'sort' | 'direction'> & { page: number; pageSize: number }

/** What a card of the list is made of. */
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
export const PACKING = packing<CardRow>(CARD)

/** The cards under a condition, in the list's own order. */
export const cardQuery = (tx: Tx, where: SQL | undefined, { sort, direction }: Pick<ListPage, 'sort' | 'direction'>) =>
  tx
    .select(CARD)
    .from(product)
    .where(where)
    .orderBy(...ORDERS[sort][direction])
    .$dynamic()

/** Written as the indexes are (products.tables.ts), or a page would be sorted instead of read off. */
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

/** Spelt as the partial indexes spell it. */
export const LIVE = sql`state <> 'recycled'`
