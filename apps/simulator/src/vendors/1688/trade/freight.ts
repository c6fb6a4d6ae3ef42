import { hash32 } from '../../../core/random.ts'
import type { LiveOffer } from '../../../world/market.ts'
import { provinceOf } from './divisions.ts'

/** A seller's freight: for the first kilogram, for each further one, and the goods amount from which it is free. Fen. */
export type FreightRule = { firstFen: number; nextFen: number; freeOverFen: number | null }

const FIRST_NEAR = [300, 400, 500, 600]
const FIRST_FAR = [600, 800, 1000, 1200]
const NEXT_NEAR = [100, 150, 200]
const NEXT_FAR = [200, 300, 500]
const FREE_OVER = [null, null, null, 19_900, 39_900, 99_900]

const pick = <T>(list: readonly T[], label: string): T => list[hash32(label) % list.length]!

/** The seller's rule for a division: cheaper within the seller's own province. It depends only on seller and place. */
export function freightRule(supplier: { openId: string; province: string }, divisionCode: string): FreightRule {
  const near = provinceOf(divisionCode) === supplier.province
  return {
    firstFen: pick(near ? FIRST_NEAR : FIRST_FAR, `first:${supplier.openId}`),
    nextFen: pick(near ? NEXT_NEAR : NEXT_FAR, `next:${supplier.openId}`),
    freeOverFen: pick(FREE_OVER, `free:${supplier.openId}`),
  }
}

export type Shipped = { offer: LiveOffer; grams: number; quantity: number; amountFen: number }

/**
 * Freight of lines that one seller sends together, fen. Kilograms are rounded up once over all lines, so that one order never costs more
 * than two; lines of offers with free shipping count with weight 0.
 */
export function freightOf(rule: FreightRule, lines: readonly Shipped[]): number {
  const paying = lines.filter((line) => !line.offer.onePieceFreePost)
  if (paying.length === 0) return 0
  const goods = lines.reduce((sum, line) => sum + line.amountFen, 0)
  if (rule.freeOverFen !== null && goods >= rule.freeOverFen) return 0
  const kilograms = Math.max(1, Math.ceil(paying.reduce((sum, line) => sum + line.grams * line.quantity, 0) / 1000))
  return rule.firstFen + (kilograms - 1) * rule.nextFen
}
