import { DECIMAL_TEXT, MAX_KEPT_PERCENT } from '@huoqiao/contract/pricing/pricing.limits'
import type { WhatIfRow, WhatIfRule } from '@huoqiao/contract/products/products-whatif.endpoints'
import type { PriceRule } from '@huoqiao/contract/pricing/pricing.schema'

const isDecimal = (text: string): boolean => DECIMAL_TEXT.test(text)

/** A saved rule as the place to begin from; without one, cost at par of the currency. */
export function whatIfOf(rule: PriceRule | undefined, currency: string | null | undefined): WhatIfRule | undefined {
  if (!rule)
    return currency
      ? {
          currency,
          rate: '',
          multiplier: '2.5',
          additionMinor: 0,
          freightPerKgMinor: 0,
          rounding: '.99',
          floorMarginPercent: 20,
          feePercent: 0,
          targetMarginPercent: null,
          compareAtMultiplier: null,
        }
      : undefined
  const { rate, multiplier, additionMinor, freightPerKgMinor, rounding } = rule
  const { floorMarginPercent, feePercent, targetMarginPercent, compareAtMultiplier } = rule
  return {
    currency: rule.currency,
    rate,
    multiplier,
    additionMinor,
    freightPerKgMinor,
    rounding,
    floorMarginPercent,
    feePercent,
    targetMarginPercent,
    compareAtMultiplier,
  }
}

export const isTryable = ({ rate, multiplier, compareAtMultiplier, ...rule }: WhatIfRule): boolean =>
  isDecimal(rate) &&
  isDecimal(multiplier) &&
  Number(rate) > 0 &&
  Number(multiplier) > 0 &&
  rule.feePercent + (rule.targetMarginPercent ?? 0) <= MAX_KEPT_PERCENT &&
  (compareAtMultiplier === null || (isDecimal(compareAtMultiplier) && Number(compareAtMultiplier) >= 1))

type Sums = Record<
  'products' | 'variants' | 'changed' | 'liveChanged' | 'manual' | 'unpriced' | 'belowFloor' | 'belowCost',
  number
>

/** Over all rows: how many prices move, how many of them in the shop, and how many end below what they cost. */
export function summed(rows: readonly WhatIfRow[]): Sums {
  const sum = (of: (row: WhatIfRow) => number): number => rows.reduce((all, row) => all + of(row), 0)
  return {
    products: rows.filter(({ changed }) => changed > 0).length,
    variants: sum(({ variants }) => variants),
    changed: sum(({ changed }) => changed),
    liveChanged: sum(({ live, changed }) => (live ? changed : 0)),
    manual: sum(({ manual }) => manual),
    unpriced: sum(({ unpriced }) => unpriced),
    belowFloor: sum(({ belowFloor }) => belowFloor),
    belowCost: sum(({ belowCost }) => belowCost),
  }
}

/** The lowest margin of all rows; null: none is known. */
export function lowestMargin(
  rows: readonly WhatIfRow[],
  which: 'marginNow' | 'marginKept' | 'marginNext',
): number | null {
  const known = rows.flatMap((row) => row[which] ?? [])
  return known.length === 0 ? null : Math.min(...known)
}
