import type { Table } from '../../../core.ts'
import type { FileShelf } from '../file-shelf.ts'
import type { ProductIndex } from '../product-index.ts'
import type { ProductRow } from '../rows.ts'
import type { TranslatedRow, TranslationRow } from './translation.rows.ts'

/** The translations of a shop by resource. */
export function openTranslations(table: Table<TranslatedRow>) {
  const of = (resourceId: string): readonly TranslationRow[] => table.get(resourceId)?.translations ?? []
  const keep = (id: string, translations: TranslationRow[]): void => {
    if (translations.length > 0) table.put(id, { id, translations })
    else table.delete(id)
  }
  return {
    of,
    /** What shoppers read: the market's own text, else the one of all markets. */
    find: (resourceId: string, key: string, locale: string, marketId?: string): TranslationRow | undefined => {
      const rows = of(resourceId).filter((row) => row.key === key && row.locale === locale)
      const own = marketId === undefined ? undefined : rows.find((row) => row.marketId === marketId)
      return own ?? rows.find((row) => row.marketId === undefined)
    },
    put: (resourceId: string, row: TranslationRow): void =>
      keep(resourceId, [...of(resourceId).filter((one) => !isSame(one, row)), row]),
    /** Returns what was removed. */
    remove: (resourceId: string, isGone: (row: TranslationRow) => boolean): TranslationRow[] => {
      const gone = of(resourceId).filter(isGone)
      if (gone.length > 0)
        keep(
          resourceId,
          of(resourceId).filter((row) => !isGone(row)),
        )
      return gone
    },
    forget: (ids: readonly string[]): void => ids.forEach((id) => table.delete(id)),
    /** For a removed language (shopLocaleDisable) or market, whose translations are deleted with it. */
    forgetWhere: (isGone: (row: TranslationRow) => boolean): void => {
      for (const { id, translations } of Array.from(table.values()))
        keep(
          id,
          translations.filter((row) => !isGone(row)),
        )
    },
    get size() {
      return table.size
    },
    clear: (): void => table.clear(),
  }
}

export type Translations = ReturnType<typeof openTranslations>

const isSame = (a: TranslationRow, b: TranslationRow): boolean =>
  a.key === b.key && a.locale === b.locale && a.marketId === b.marketId

const partsOf = (product: ProductRow): string[] =>
  product.options.flatMap((option) => [option.id, ...option.values.map(({ id }) => id)])

/** Translations are deleted with their product, option or option value. */
export function withTranslations(index: ProductIndex, translations: Translations): ProductIndex {
  return {
    ...index,
    get size() {
      return index.size
    },
    get variantCount() {
      return index.variantCount
    },
    put: (row) => {
      const before = translations.size > 0 ? index.get(row.id) : undefined
      const kept = new Set(partsOf(row))
      if (before && before.options !== row.options) translations.forget(partsOf(before).filter((id) => !kept.has(id)))
      index.put(row)
    },
    delete: (id) => {
      const before = index.get(id)
      if (before) translations.forget([id, ...partsOf(before)])
      return index.delete(id)
    },
  }
}

/** The same for a picture. */
export const withFileTranslations = (shelf: FileShelf, translations: Translations): FileShelf => ({
  ...shelf,
  delete: (id) => {
    translations.forget([id])
    return shelf.delete(id)
  },
})
