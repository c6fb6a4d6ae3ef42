import { and, asc, gt, inArray, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { listing } from '../listings/listings.tables.ts'
import { product } from '../products/products.tables.ts'

/** Products that are in a shop and have a source. */
const SOLD: SQL = sql`${product.offerId} is not null and ${product.recycledAt} is null and exists (select 1 from ${listing}
  where ${listing.productId} = ${product.id} and ${listing.shopifyProductId} is not null)`

export async function countSold(tx: Tx): Promise<number> {
  const [row] = await tx
    .select({ n: sql<number>`count(*)::int` })
    .from(product)
    .where(SOLD)
  return row?.n ?? 0
}

export async function nextSold(tx: Tx, after: string | null, limit: number): Promise<string[]> {
  const rows = await tx
    .select({ id: product.id })
    .from(product)
    .where(and(SOLD, after === null ? undefined : gt(product.id, after)))
    .orderBy(asc(product.id))
    .limit(limit)
  return rows.map(({ id }) => id)
}

/** Those of these products that still are in a shop and have a source. */
export async function stillSold(tx: Tx, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await tx
    .select({ id: product.id })
    .from(product)
    .where(and(SOLD, inArray(product.id, [...ids])))
  return rows.map(({ id }) => id)
}
