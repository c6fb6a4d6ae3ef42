import type { PlannedLine } from '@huoqiao/contract/purchases/purchases.schema'
import { lacks } from '../purchase.words.ts'

export const isShort = ({ stock, quantity }: Pick<PlannedLine, 'stock' | 'quantity'>): boolean => lacks(stock, quantity)

/**
 * Limits the amounts (pieces per order line, as in RequestDraft) to what the sources have. Of each short SKU, the pieces added by hand are
 * deducted first; then each order line, in their order, is kept if the remaining pieces cover the whole line, otherwise it is set to 0.
 */
export function withoutShort(
  amounts: ReadonlyMap<string, number>,
  lines: readonly Pick<PlannedLine, 'stock' | 'quantity' | 'need' | 'batchNumber' | 'parts'>[],
): Map<string, number> {
  const next = new Map(amounts)
  for (const line of lines.filter(isShort)) {
    const byHand = Math.max(0, line.need - line.parts.reduce((sum, part) => sum + part.pieces, 0))
    // What is sold in packs is bought in packs.
    let left = Math.floor((line.stock ?? 0) / line.batchNumber) * line.batchNumber - byHand
    for (const { orderLineId, pieces } of line.parts) {
      if (pieces <= left) left -= pieces
      else next.set(orderLineId, 0)
    }
  }
  return next
}

/** The number of order lines that are not bought at all. */
export const leftOut = (amounts: ReadonlyMap<string, number>): number =>
  [...amounts.values()].filter((amount) => amount === 0).length

/** The amounts without those that are 0, so that these lines are bought again. */
export const withAll = (amounts: ReadonlyMap<string, number>): Map<string, number> =>
  new Map([...amounts].filter(([, amount]) => amount > 0))
