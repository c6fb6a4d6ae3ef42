import type { WhatIf, WhatIfRow } from '@huoqiao/contract/products/products-whatif.endpoints'
import type { PriceMaker, VariantPrice } from '@huoqiao/contract/products/products.schema'
import { marginOf, priceOf } from '../pricing/index.ts'
import type { ProductDoc, StoreTerms, VariantDoc } from './products.types.ts'
import { same } from './same.rules.ts'

/** The numbers to try, and how prices made with them are marked. */
export type Tried = WhatIf & { made: PriceMaker }

/** A rule as pricing reads it; the name does not matter for a trial. */
const named = (rule: WhatIf['rule']) => ({ ...rule, name: '' })

/** The variant's price in the store under the tried rule; its current price if it must not, or cannot, be recalculated. */
function triedPrice(
  variant: VariantDoc,
  { storeId, rule, manual, made }: Tried,
): { now: VariantPrice | undefined; next: VariantPrice | undefined; kept?: 'manual' | 'unpriced' } {
  const now = variant.prices.find((price) => price.storeId === storeId)
  if (now?.origin === 'manual' && !manual) return { now, next: now, kept: 'manual' }
  const worked =
    variant.costMinor === null
      ? undefined
      : priceOf(named(rule), { costMinor: variant.costMinor, weightGrams: variant.weightGrams ?? 0 })
  if (!worked) return { now, next: now, kept: 'unpriced' }
  const { priceMinor: minor, compareAtMinor } = worked
  const isSame = now?.minor === minor && now.compareAtMinor === compareAtMinor
  return {
    now,
    next: isSame ? now : { storeId, currency: rule.currency, minor, compareAtMinor, origin: 'rule', rule: made },
  }
}

/** The prices of a variant after the tried rule was applied to its store. */
export const repriced = (variant: VariantDoc, tried: Tried): VariantPrice[] => {
  const { next } = triedPrice(variant, tried)
  const others = variant.prices.filter(({ storeId }) => storeId !== tried.storeId)
  return next === undefined ? others : [...others, next]
}

/**
 * How prices of a tried rule are marked: with the saved rule that the trial started from, if any. Only the store's own rule, unchanged, may
 * later recalculate them automatically; other numbers were a person's decision for these products.
 */
export function makerOf(
  { rule, ruleId }: Pick<WhatIf, 'rule' | 'ruleId'>,
  begun: (WhatIf['rule'] & { name: string }) | undefined,
  own: PriceMaker | undefined,
): PriceMaker {
  if (ruleId === undefined || begun === undefined) return { name: '定价沙盘', tried: true }
  const isAsSaved = (Object.keys(rule) as (keyof typeof rule)[]).every((field) => same(rule[field], begun[field]))
  return isAsSaved
    ? { id: ruleId, name: begun.name, tried: own?.id !== ruleId }
    : { id: ruleId, name: `${begun.name}（沙盘改过）`, tried: true }
}

const lowest = (values: readonly (number | undefined)[]): number | null => {
  const known = values.filter((value) => value !== undefined)
  return known.length === 0 ? null : Math.min(...known)
}
const rangeOf = (
  prices: readonly (VariantPrice | undefined)[],
  which: 'minor' | 'compareAtMinor' = 'minor',
): WhatIfRow['priceNow'] => {
  const minors = prices.flatMap((price) => price?.[which] ?? [])
  return minors.length === 0 ? null : { min: Math.min(...minors), max: Math.max(...minors) }
}

/** One product under the tried rule. Dropped variants do not count. */
export function whatIfRow(doc: ProductDoc, tried: Tried, terms: StoreTerms): WhatIfRow {
  const rule = named(tried.rule)
  const all = doc.variants
    .filter(({ dropped }) => !dropped)
    .map((variant) => ({ variant, ...triedPrice(variant, tried) }))
  const under = (variant: VariantDoc, price: VariantPrice | undefined) =>
    price === undefined || variant.costMinor === null
      ? undefined
      : marginOf(rule, { costMinor: variant.costMinor, weightGrams: variant.weightGrams ?? 0 }, price.minor)
  const next = all.map(({ variant, next: price }) => under(variant, price))
  return {
    productId: doc.id,
    title: doc.titleZh || doc.title,
    image: doc.images.find(({ dropped }) => !dropped)?.url ?? null,
    live: doc.listings.some(({ storeId, state }) => storeId === tried.storeId && state === 'online'),
    variants: all.length,
    priceNow: rangeOf(all.map(({ now }) => now)),
    priceNext: rangeOf(all.map(({ next: price }) => price)),
    compareAtNow: rangeOf(
      all.map(({ now }) => now),
      'compareAtMinor',
    ),
    compareAtNext: rangeOf(
      all.map(({ next: price }) => price),
      'compareAtMinor',
    ),
    marginNow: lowest(all.map(({ variant, now }) => (now ? terms.margin(variant, now.minor) : undefined))),
    marginKept: lowest(all.map(({ variant, now }) => under(variant, now)?.marginPercent)),
    marginNext: lowest(next.map((one) => one?.marginPercent)),
    // An unchanged price is the same object as before.
    changed: all.filter(({ now, next: price }) => price !== undefined && price !== now).length,
    manual: all.filter(({ kept }) => kept === 'manual').length,
    unpriced: all.filter(({ kept }) => kept === 'unpriced').length,
    belowFloor: next.filter((one) => one?.belowFloor === true).length,
    belowCost: next.filter((one) => one !== undefined && one.marginPercent < 0).length,
  }
}
