import type { ProductVariant } from '@huoqiao/contract/products/products.schema'
import type { GridColumn } from './grid-columns.ts'
import { isWrong } from './grid-columns.ts'
import type { Margin } from './margin.rules.ts'
import type { RefusedCell } from './refused-cells.ts'
import { cellKey } from './refused-cells.ts'
import { variantName } from '../draft/stale.rules.ts'

/** A row of the grid: the variant and its index in the form, which the server's errors refer to. */
export type GridRow = { variant: ProductVariant; index: number }
export type Cell = { row: number; col: number }

/** The result of a change to many cells: the new variants, and the texts that were refused. */
export type Written = { variants: ProductVariant[]; done: number; taken: string[]; refused: RefusedCell[] }

/** Writes texts into cells of the form. A wrong text leaves its cell unchanged. */
export function writeCells(
  variants: readonly ProductVariant[],
  cells: readonly { index: number; column: GridColumn; text: string }[],
): Written {
  const next = [...variants]
  const taken: string[] = []
  const refused: RefusedCell[] = []
  for (const { index, column, text } of cells) {
    const before = next[index]
    if (!before) continue
    const after = column.write(before, text)
    if (isWrong(after)) {
      refused.push(refusedCell(before, column, text, after.wrong))
      continue
    }
    next[index] = after
    taken.push(cellKey(before.id, column.key))
  }
  return { variants: next, done: taken.length, taken, refused }
}

export const refusedCell = (variant: ProductVariant, column: GridColumn, text: string, wrong: string): RefusedCell => ({
  variantId: variant.id,
  columnKey: column.key,
  text,
  wrong,
  name: `${variantName(variant)} 的${column.group === undefined ? '' : `${column.group} `}${column.title}`,
})

/** "12.34" and 10 → "13.57": decimal arithmetic, rounded half up, like prices. */
export function percentOnText(text: string, percent: number): string {
  const [whole = '0', fraction = ''] = text.split('.')
  const scaled = BigInt(whole + fraction) * BigInt(Math.round((100 + percent) * 100))
  const minor = (scaled + 5_000n) / 10_000n
  const digits = String(minor < 0n ? 0n : minor).padStart(fraction.length + 1, '0')
  return fraction === '' ? digits : `${digits.slice(0, -fraction.length)}.${digits.slice(-fraction.length)}`
}

/** The text that "设为" writes into a cell: the typed text itself, or for +10% and -5% the cell's number changed by it. */
export function bulkText(column: GridColumn, variant: ProductVariant, typed: string): string {
  const match = /^([+-]\d+(?:\.\d+)?)[%％]$/.exec(typed.trim())
  const now = column.read(variant)
  if (!match || column.kind !== 'number' || now === '') return typed
  return percentOnText(now, Number(match[1]))
}

export type GridFilter = 'all' | 'unpriced' | 'loss' | 'unweighed' | 'dropped' | 'wrong'
export const GRID_FILTERS: readonly { value: GridFilter; label: string }[] = [
  { value: 'all', label: '全部变体' },
  { value: 'unpriced', label: '缺价格' },
  { value: 'loss', label: '低于成本' },
  { value: 'unweighed', label: '没有重量' },
  { value: 'dropped', label: '不上架' },
  { value: 'wrong', label: '有错误' },
]

type FilterTerms = {
  filter: GridFilter
  text: string
  storeIds: readonly string[]
  margin: (variant: ProductVariant, storeId: string) => Margin | undefined
  wrongRows: ReadonlySet<number>
}

export function rowsOf(variants: readonly ProductVariant[], terms: FilterTerms): GridRow[] {
  const { filter, storeIds, margin, wrongRows } = terms
  const text = terms.text.trim().toLowerCase()
  const passes: Readonly<Record<GridFilter, (row: GridRow) => boolean>> = {
    all: () => true,
    unpriced: ({ variant }) => storeIds.some((id) => !variant.prices.some((price) => price.storeId === id)),
    loss: ({ variant }) => storeIds.some((id) => margin(variant, id)?.hue === 'loss'),
    unweighed: ({ variant }) => !variant.weightGrams,
    dropped: ({ variant }) => variant.dropped,
    wrong: ({ index }) => wrongRows.has(index),
  }
  return variants
    .map((variant, index) => ({ variant, index }))
    .filter(
      (row) =>
        passes[filter](row) &&
        (text === '' || `${row.variant.optionValues.join(' ')} ${row.variant.skuCode}`.toLowerCase().includes(text)),
    )
}

/** The server's errors by row and column: "variants.3.skuCode" → 3 → skuCode. */
export function errorsByRow(errors: Readonly<Record<string, string>>): Map<number, Record<string, string>> {
  const rows = new Map<number, Record<string, string>>()
  for (const [path, wrong] of Object.entries(errors)) {
    const match = /^variants\.(\d+)(?:\.([^.]+))?/.exec(path)
    if (!match) continue
    const index = Number(match[1])
    rows.set(index, { ...rows.get(index), [match[2] ?? 'optionValues']: wrong })
  }
  return rows
}
