import { and, eq, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { likeText, searchTerms } from './product-search.rules.ts'
import type { SearchTerms } from './product-search.rules.ts'
import { findLiveByOffers } from './products.store.ts'
import { product, productVariant } from './products.tables.ts'

export type TextSearch = { byIndex: SQL | undefined; byScan: SQL | undefined }

/** What the keyword and the supplier ask: once for the search index, once for a walk along another. */
export async function textSearch(
  tx: Tx,
  filter: { keyword?: string | undefined; supplier?: string | undefined },
): Promise<TextSearch | undefined> {
  const keyword = searchTerms(filter.keyword)
  const supplier = searchTerms(filter.supplier)
  if (!keyword && !supplier) return undefined
  const ids = keyword?.code === undefined ? [] : await idsByCode(tx, keyword.code)
  const byCode = ids.length > 0 ? sql`${product.id} = any(${sql.param(ids)}::uuid[])` : undefined
  const name = sql`lower(${product.supplierName})`
  const inText = keyword && grams(keyword)
  return {
    byIndex: and(
      byCode ? sql`((${inText}) or ${byCode})` : inText,
      supplier && and(grams(supplier), ...supplier.words.map((word) => sql`${name} like ${likeText(word)}`)),
    ),
    byScan: and(
      ...(keyword?.words ?? []).map((word) => sql`${product.searchText} like ${likeText(word)}`),
      ...(supplier?.words ?? []).map((word) => sql`${name} like ${likeText(word)}`),
    ),
  }
}

/** Words of up to three characters are grams themselves; of longer ones the grams may stand in another order. */
const grams = (terms: SearchTerms): SQL | undefined =>
  and(
    sql`product_grams(${product.searchText}) @> ${sql.param(terms.grams)}::text[]`,
    ...terms.words
      .filter((word) => Array.from(word).length > 3)
      .map((word) => sql`${product.searchText} like ${likeText(word)}`),
  )

/** Products by exact SKU code or offer id: looked up first, so that the "or" stays a matter of indexes. */
async function idsByCode(tx: Tx, code: string): Promise<string[]> {
  const bySku = await tx
    .selectDistinct({ id: productVariant.productId })
    .from(productVariant)
    .where(and(eq(productVariant.skuCode, code), sql`sku_code <> ''`))
    .limit(200)
  const byOffer = /^\d{5,18}$/.test(code) ? await findLiveByOffers(tx, [code]) : []
  return [...new Set([...bySku, ...byOffer].map(({ id }) => id))]
}
