import type { ProductVariant } from '@huoqiao/contract/products/products.schema'

/** Text that a cell refused: it is kept, so that nobody saves the old value by mistake. */
export type RefusedCell = { variantId: string; columnKey: string; text: string; wrong: string; name: string }

export const cellKey = (variantId: string, columnKey: string): string => `${variantId} ${columnKey}`

/** The keys are made by `cellKey`. */
export type RefusedCells = ReadonlyMap<string, RefusedCell>
export const NO_CELLS: RefusedCells = new Map()

export function withCells(
  cells: RefusedCells,
  refused: readonly RefusedCell[],
  taken: readonly string[],
): RefusedCells {
  if (refused.length === 0 && !taken.some((key) => cells.has(key))) return cells
  const next = new Map(cells)
  for (const key of taken) next.delete(key)
  for (const cell of refused) next.set(cellKey(cell.variantId, cell.columnKey), cell)
  return next
}

/** The refused texts of variants that still exist. */
export function stillRefused(cells: RefusedCells, variants: readonly ProductVariant[]): RefusedCell[] {
  if (cells.size === 0) return []
  const known = new Set(variants.map(({ id }) => id))
  return [...cells.values()].filter(({ variantId }) => known.has(variantId))
}
