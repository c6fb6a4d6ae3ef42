import { DECIMAL_TEXT, KEPT_TOO_MUCH, MAX_KEPT_PERCENT } from '@huoqiao/contract/pricing/pricing.limits'
import type { WhatIfRow, WhatIfRule } from '@huoqiao/contract/products/products-whatif.endpoints'
import type { PriceRule } from '@huoqiao/contract/pricing/pricing.schema'

/** A saved rule as a starting point; without one, defaults with an empty rate, which the person has to fill in. */
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

type Tryable = Pick<WhatIfRule, 'rate' | 'multiplier' | 'feePercent' | 'targetMarginPercent' | 'compareAtMultiplier'>

/** Why no prices can be calculated with these numbers yet, and what to do; undefined: they can. */
export function untryable({ rate, multiplier, compareAtMultiplier, ...rule }: Tryable): string | undefined {
  const isUsable = (text: string, least: number): boolean => DECIMAL_TEXT.test(text) && Number(text) >= least
  const isAbove0 = (text: string): boolean => isUsable(text, 0) && Number(text) > 0
  if (!isAbove0(rate) || !isAbove0(multiplier)) return '填好汇率和倍率后，这里显示算出的价格。'
  if (rule.feePercent + (rule.targetMarginPercent ?? 0) > MAX_KEPT_PERCENT) return `${KEPT_TOO_MUCH}，改小后再算。`
  if (compareAtMultiplier !== null && !isUsable(compareAtMultiplier, 1)) return '划线价倍率要不小于 1，或留空。'
  return undefined
}

type Answer = { storeName: string; currency: string; rows: WhatIfRow[]; elsewhere: number }

/** Merges the answers for parts of the products into one; undefined: there are no answers. */
export function togetherOf([first, ...others]: readonly Answer[]): Answer | undefined {
  if (!first) return undefined
  const all = [first, ...others]
  return {
    ...first,
    rows: all.flatMap(({ rows }) => rows),
    elsewhere: all.reduce((sum, { elsewhere }) => sum + elsewhere, 0),
  }
}

type Sums = Record<
  'products' | 'variants' | 'changed' | 'liveChanged' | 'manual' | 'unpriced' | 'belowFloor' | 'belowCost',
  number
>

/** Totals over all rows: how many prices change, how many of them in the shop, and how many end below cost. */
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
