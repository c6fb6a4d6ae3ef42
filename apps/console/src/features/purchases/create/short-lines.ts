import type { PlannedLine } from '@huoqiao/contract/purchases/purchases.schema'
import { lacks } from '../purchase.words.ts'

export const isShort = ({ stock, quantity }: Pick<PlannedLine, 'stock' | 'quantity'>): boolean => lacks(stock, quantity)

/**
 * Amounts (pieces an order line, as in RequestDraft) under which nothing is bought that its source does not have: of each short SKU as
 * many whole order lines as there are pieces for, in their order, after what is bought by hand. The others are set to none.
 */
export function withoutShort(
  amounts: ReadonlyMap<string, number>,
  lines: readonly Pick<PlannedLine, 'stock' | 'quantity' | 'need' | 'batchNumber' | 'parts'>[],
): Map<string, number> {
  const next = new Map(amounts)
  for (const line of lines.filter(isShort)) {
    const byHand = Math.max(0, line.need - line.parts.reduce((sum, part) => sum + part.pieces, 0))
    // What is sold by the pack is bought by the pack.
    let left = Math.floor((line.stock ?? 0) / line.batchNumber) * line.batchNumber - byHand
    for (const { orderLineId, pieces } of line.parts) {
      if (pieces <= left) left -= pieces
      else next.set(orderLineId, 0)
    }
  }
  return next
}

/** How many order lines are not bought at all. */
export const leftOut = (amounts: ReadonlyMap<string, number>): number =>
  [...amounts.values()].filter((amount) => amount === 0).length

/** Amounts with everything that was set to none bought again. */
export const withAll = (amounts: ReadonlyMap<string, number>): Map<string, number> =>
  new Map([...amounts].filter(([, amount]) => amount > 0))
