import { and, desc, eq, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import type { SearchedList } from '../../db/search.ts'
import { keywordOf, searchedPage } from '../../db/search.ts'
import { findLiveByOffers } from './products.store.ts'
import { product, productVariant } from './products.tables.ts'

/** Titles in both languages and the supplier's name (products.tables.ts). */
export const PRODUCTS: SearchedList = {
  table: product,
  text: sql`${product.searchText}`,
  at: product.updatedAt,
  search: 'product_search',
}

/** The search fields of the list: the supplier is searched in the same text, and in the supplier's name. */
export type TypedSearch = { keyword?: string | undefined; supplier?: string | undefined }

const join = ({ keyword, supplier }: TypedSearch): string => [keyword, supplier].filter(Boolean).join(' ')

/** Whether there is anything to search for. */
export const isSearch = (typed: TypedSearch): boolean => join(typed).trim() !== ''

/**
 * The conditions of a search: words of the product text, products whose SKU code or offer id equals the keyword, words of the supplier's
 * name.
 */
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

/** Other lists search by at most so many products, the last changed ones. A person who needs others types another word. */
const IDS_CAP = 500

/** Ids of the products that the product list finds for a keyword, those in the recycle bin too. */
export async function findProductIds(tx: Tx, keyword: string | undefined): Promise<{ ids: string[]; isCut: boolean }> {
  if (!isSearch({ keyword })) return { ids: [], isCut: false }
  const { supplier: _none, ...search } = await searchOf(tx, { keyword })
  const by = [desc(product.updatedAt), desc(product.id)]
  const { rows, total } = await searchedPage(
    tx,
    {
      ...search,
      list: PRODUCTS,
      id: sql`${product.id}`,
      plain: sql`true`,
      order: { by, isNewestFirst: true },
      page: 1,
      pageSize: IDS_CAP,
    },
    (where, { limit, offset }) =>
      tx
        .select({ id: product.id })
        .from(product)
        .where(where)
        .orderBy(...by)
        .limit(limit)
        .offset(offset),
  )
  return { ids: rows.map(({ id }) => id), isCut: total > IDS_CAP }
}

/** The whole keyword, if it may be a SKU code or an offer id. */
function codeOf(keyword: string | undefined): string | undefined {
  const text = (keyword ?? '').trim()
  return /^[\w.\-/#]+$/i.test(text) ? text : undefined
}

/** Products by exact SKU code or offer id: looked up first, so that the OR can use indexes. */
async function idsByCode(tx: Tx, code: string): Promise<string[]> {
  const bySku = await tx
    .selectDistinct({ id: productVariant.productId })
    .from(productVariant)
    .where(and(eq(productVariant.skuCode, code), sql`sku_code <> ''`))
    .limit(200)
  const byOffer = /^\d{5,18}$/.test(code) ? await findLiveByOffers(tx, [code]) : []
  return [...new Set([...bySku, ...byOffer].map(({ id }) => id))]
}
