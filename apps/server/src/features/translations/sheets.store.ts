import type { LanguageSheet } from '@huoqiao/contract/translations/translations.schema'
import type { TranslationState } from '@huoqiao/contract/translations/translations.status'
import { and, asc, desc, eq, gt, inArray, isNull, notInArray, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { insertRows } from '../../db/bulk-write.ts'
import { countCapped, searchedPage } from '../../db/search.ts'
import type { FoundPage, SearchedList } from '../../db/search.ts'
import { product } from '../products/products.tables.ts'
import { translationLanguages, translationSheet } from './translations.tables.ts'

export type SheetRow = typeof translationSheet.$inferSelect
export type LanguagesRow = Pick<typeof translationLanguages.$inferSelect, 'locales' | 'imperial' | 'version'>
export type GridFilter = {
  locale: string
  state?: TranslationState | undefined
  keyword?: string | undefined
  storeId?: string | undefined
  needsPictures?: 'true' | undefined
}
export type GridProduct = { id: string; title: string; titleZh: string; image: string | null; updatedAt: Date }

const ONLY_ROW = 1
const LANGUAGES = {
  locales: translationLanguages.locales,
  imperial: translationLanguages.imperial,
  version: translationLanguages.version,
}

export async function findLanguages(tx: Tx, lock?: 'update'): Promise<LanguagesRow> {
  const query = tx.select(LANGUAGES).from(translationLanguages).where(eq(translationLanguages.id, ONLY_ROW))
  const [row] = await (lock ? query.for(lock) : query)
  return row ?? { locales: [], imperial: [], version: 0 }
}

export async function saveLanguages(
  tx: Tx,
  seenVersion: number,
  { locales, imperial }: Pick<LanguagesRow, 'locales' | 'imperial'>,
  at: Date,
): Promise<LanguagesRow | undefined> {
  const row = { locales: [...locales], imperial: [...imperial], version: seenVersion + 1, updatedAt: at }
  const [saved] = await tx
    .insert(translationLanguages)
    .values({ id: ONLY_ROW, ...row })
    .onConflictDoUpdate({
      target: translationLanguages.id,
      set: row,
      setWhere: eq(translationLanguages.version, seenVersion),
    })
    .returning(LANGUAGES)
  return saved
}

/** Skips products that no longer exist. */
export const saveSheets = (tx: Tx, rows: readonly SheetRow[]): Promise<void> =>
  insertRows(tx, translationSheet, rows, { on: ['productId', 'locale'] })

export async function removeSheets(tx: Tx, productIds: readonly string[]): Promise<void> {
  if (productIds.length === 0) return
  await tx.delete(translationSheet).where(inArray(translationSheet.productId, [...productIds]))
}

export async function removeSheetsExcept(tx: Tx, locales: readonly string[]): Promise<void> {
  await tx
    .delete(translationSheet)
    .where(locales.length === 0 ? sql`true` : notInArray(translationSheet.locale, [...locales]))
}

/** Products outside the recycle bin, after `after`, in the order of ids. */
export async function findProductIdsAfter(tx: Tx, after: string | undefined, limit: number): Promise<string[]> {
  const rows = await tx
    .select({ id: product.id })
    .from(product)
    .where(and(isNull(product.recycledAt), after === undefined ? undefined : gt(product.id, after)))
    .orderBy(asc(product.id))
    .limit(limit)
  return rows.map(({ id }) => id)
}

/** The same search as the product list (products/product-search.store). */
const PRODUCTS: SearchedList = {
  table: product,
  text: sql`${product.searchText}`,
  at: product.updatedAt,
  search: 'product_search',
}

/** Must equal the condition of the product list's indexes, so that rows are read in index order until a page is full. */
const LIVE = sql`${product.state} <> 'recycled'`

const isNarrow = ({ keyword, storeId }: GridFilter): boolean => Boolean(keyword?.trim()) || storeId !== undefined

/**
 * A product without texts to translate is stored as approved, but belongs to no state and is listed only under all. The condition must equal that
 * of the index translation_sheet_state, which leaves these products out: a language may have many of them.
 */
const inState = (state: TranslationState): SQL =>
  sql`${translationSheet.state} = ${state} and ${translationSheet.total} > 0`

const sheetsWhere = ({ locale, state, needsPictures }: GridFilter): SQL =>
  and(
    eq(translationSheet.locale, locale),
    state === undefined ? undefined : inState(state),
    // Must equal the condition of the index.
    needsPictures === undefined ? undefined : sql`${translationSheet.pictures} > 0`,
  )!

/** Exported for the test of its query plan. */
export const sheetsOf = (filter: GridFilter): SQL => sql`select 1 from ${translationSheet} where ${sheetsWhere(filter)}`

const inStore = (storeId: string | undefined): SQL | undefined =>
  storeId === undefined ? undefined : sql`${product.storeIds} @> array[${storeId}]::uuid[]`

/** Products that have a sheet in the language and state, newest change first. */
export async function findGridPage(
  tx: Tx,
  filter: GridFilter,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<FoundPage<string>> {
  const slice = { limit: pageSize, offset: (page - 1) * pageSize }
  if (isNarrow(filter)) {
    const newest = [sql`${product.updatedAt} desc`, sql`${product.id} desc`]
    return searchedPage(
      tx,
      {
        list: PRODUCTS,
        id: sql`${product.id}`,
        plain: and(
          LIVE,
          sql`exists (select 1 from ${translationSheet} where ${translationSheet.productId} = ${product.id} and ${sheetsWhere(filter)})`,
        )!,
        narrow: inStore(filter.storeId),
        keyword: filter.keyword,
        order: { by: newest, isNewestFirst: true },
        page,
        pageSize,
      },
      async (where, { limit, offset }) =>
        (
          await tx
            .select({ id: product.id })
            .from(product)
            .where(where)
            .orderBy(...newest)
            .limit(limit)
            .offset(offset)
        ).map(({ id }) => id),
    )
  }
  const where = sheetsWhere(filter)
  const [rows, count] = await Promise.all([
    tx
      .select({ id: translationSheet.productId })
      .from(translationSheet)
      .where(where)
      .orderBy(desc(translationSheet.updatedAt), desc(translationSheet.productId))
      .limit(slice.limit)
      .offset(slice.offset),
    countCapped(tx, sheetsOf(filter)),
  ])
  return { rows: rows.map(({ id }) => id), ...count }
}

/** Counts of each state and of all, by the same rules as the list's total. */
export async function countGrid(tx: Tx, filter: Omit<GridFilter, 'state'>, states: readonly TranslationState[]) {
  const count = async (asked: GridFilter): Promise<{ total: number; totalCapped: boolean }> =>
    isNarrow(asked) ? findGridPage(tx, asked, { page: 1, pageSize: 1 }) : countCapped(tx, sheetsOf(asked))
  const counts: Partial<Record<TranslationState, number>> = {}
  const all = await count(filter)
  const capped: TranslationState[] = []
  for (const state of states) {
    const { total, totalCapped } = await count({ ...filter, state })
    if (total > 0) counts[state] = total
    if (totalCapped) capped.push(state)
  }
  return { counts, all: all.total, capped }
}

export const findGridProducts = (tx: Tx, ids: readonly string[]): Promise<GridProduct[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : tx
        .select({
          id: product.id,
          title: product.title,
          titleZh: product.titleZh,
          image: product.image,
          updatedAt: product.updatedAt,
        })
        .from(product)
        .where(inArray(product.id, [...ids]))

export const findSheets = (tx: Tx, productIds: readonly string[]): Promise<SheetRow[]> =>
  productIds.length === 0
    ? Promise.resolve([])
    : tx
        .select()
        .from(translationSheet)
        .where(inArray(translationSheet.productId, [...productIds]))

/** The products of a grid's filter in its order, for a batch run. */
export async function findGridIds(tx: Tx, filter: GridFilter, limit: number): Promise<string[]> {
  const { rows } = await findGridPage(tx, filter, { page: 1, pageSize: limit })
  return rows
}

export const sheetRow = (productId: string, updatedAt: Date, sheet: LanguageSheet): SheetRow => ({
  productId,
  updatedAt,
  ...sheet,
})
