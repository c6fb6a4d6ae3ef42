import { and, eq, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import type { SearchedList } from '../../db/search.ts'
import { keywordOf } from '../../db/search.ts'
import { findLiveByOffers } from './products.store.ts'
import { product, productVariant } from './products.tables.ts'

/** Titles in both languages and the supplier's name (products.tables.ts). */
export const PRODUCTS: SearchedList = {
  table: product,
  text: sql`${product.searchText}`,
  at: product.updatedAt,
  search: 'product_search',
}

/** A search box of the list: what is typed for the supplier stands in the same text, and in the supplier's name. */
export type TypedSearch = { keyword?: string | undefined; supplier?: string | undefined }

const join = ({ keyword, supplier }: TypedSearch): string => [keyword, supplier].filter(Boolean).join(' ')

/** Whether anything is looked for. */
export const isSearch = (typed: TypedSearch): boolean => join(typed).trim() !== ''

/** What a search asks: words of the products' text, products whose SKU code or offer the keyword is, words of the supplier's name. */
export async function searchOf(
  tx: Tx,
  typed: TypedSearch,
): Promise<{ keyword: string; besides: SQL | undefined; supplier: SQL | undefined }> {
  const supplier = keywordOf({ ...PRODUCTS, text: sql`lower(${product.supplierName})` }, typed.supplier)?.byScan
  const code = codeOf(typed.keyword)
  const ids = code === undefined ? [] : await idsByCode(tx, code)
  return {
    keyword: join(typed),
    besides: ids.length > 0 ? sql`${product.id} = any(${sql.param(ids)}::uuid[])` : undefined,
    supplier,
  }
}

/** The keyword as it stands, when it may be a SKU code or an offer id. */
function codeOf(keyword: string | undefined): string | undefined {
  const text = (keyword ?? '').trim()
  return /^[\w.\-/#]+$/i.test(text) ? text : undefined
}

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
