import { KEPT_TOO_MUCH, MAX_KEPT_PERCENT } from '@huoqiao/contract/pricing/pricing.limits'
import { currencyDigits, multiplyRatios, parseRatio } from '@huoqiao/kit'
import type { Ratio } from '@huoqiao/kit'
import type { PriceRuleFields } from '@huoqiao/contract/pricing/pricing.schema'

/** Cost in CNY minor units (fen), weight in grams. */
export type PricedThing = { costMinor: number; weightGrams: number }

/** Amounts in minor units of the rule's currency. */
export type Priced = {
  priceMinor: number
  compareAtMinor: number | null
  /** (price − cost − freight − fee) ÷ price, in per cent with two decimals; −100 for a price of zero */
  marginPercent: number
  belowFloor: boolean
}

/** The highest price that the contract allows for a variant. */
export const PRICE_LIMIT = 1_000_000_000

/** An exact value between minor units: rounded once, at the very end, so that no step loses a fraction of a cent. */
type Exact = { readonly num: bigint; readonly den: bigint }

const ENDINGS = { '.99': 99, '.95': 95, '.90': 90, '.00': 0 } as const

/** What is wrong with a rule that has a valid shape, by field; undefined: it can be used. */
export function ruleFault(rule: PriceRuleFields): { field: string; message: string } | undefined {
  if (parseRatio(rule.rate).units === 0n) return { field: 'rate', message: '汇率必须大于0' }
  if (parseRatio(rule.multiplier).units === 0n) return { field: 'multiplier', message: '倍率必须大于0' }
  if (rule.compareAtMultiplier !== null && isUnderOne(parseRatio(rule.compareAtMultiplier)))
    return { field: 'compareAtMultiplier', message: '划线价倍率不能小于1' }
  if (rule.feePercent + (rule.targetMarginPercent ?? 0) > MAX_KEPT_PERCENT)
    return { field: 'targetMarginPercent', message: KEPT_TOO_MUCH }
  return undefined
}

/**
 * Cost → price (decisions, section 3): cost ÷ rate × multiplier + addition + freight share, then up to the next ending; with a target
 * margin: (cost ÷ rate + addition + freight) ÷ (1 − fee − margin), and rounding never goes below the margin. The same input gives the same
 * cent on every machine. Undefined if the price would exceed PRICE_LIMIT.
 */
export function priceOf(rule: PriceRuleFields, thing: PricedThing): Priced | undefined {
  const price = roundTo(rule, rawPrice(rule, thing))
  if (price > BigInt(PRICE_LIMIT)) return undefined
  const compareAt =
    rule.compareAtMultiplier === null
      ? null
      : roundTo(rule, times({ num: price, den: 1n }, parseRatio(rule.compareAtMultiplier)))
  const priceMinor = Number(price)
  return {
    priceMinor,
    // A compare-at price that is not higher than the price is left out; the shop would not show it.
    compareAtMinor:
      compareAt === null || compareAt <= price || compareAt > BigInt(PRICE_LIMIT) ? null : Number(compareAt),
    ...marginOf(rule, thing, priceMinor),
  }
}

function rawPrice(rule: PriceRuleFields, thing: PricedThing): Exact {
  const cost = costInCurrency(rule, thing.costMinor)
  const beside = plus(freightOf(rule, thing.weightGrams), whole(rule.additionMinor))
  if (rule.targetMarginPercent === null) return plus(times(cost, parseRatio(rule.multiplier)), beside)
  const { num, den } = plus(cost, beside)
  return {
    num: num * 10_000n,
    den: den * (10_000n - hundredths(rule.feePercent) - hundredths(rule.targetMarginPercent)),
  }
}

/** The margin of any price under a rule's rate and freight, whoever set the price. */
export function marginOf(
  rule: PriceRuleFields,
  thing: PricedThing,
  priceMinor: number,
): { marginPercent: number; belowFloor: boolean } {
  if (priceMinor <= 0) return { marginPercent: thing.costMinor === 0 ? 0 : -100, belowFloor: thing.costMinor > 0 }
  const spent = plus(costInCurrency(rule, thing.costMinor), freightOf(rule, thing.weightGrams))
  // margin = (price·den − num) ÷ (price·den) − fee, multiplied by ten thousand
  const base = BigInt(priceMinor) * spent.den
  const gain = (base - spent.num) * 10_000n - base * hundredths(rule.feePercent)
  return {
    marginPercent: Number(divideHalfUp(gain, base)) / 100,
    belowFloor: gain < hundredths(rule.floorMarginPercent) * base,
  }
}

const hundredths = (percent: number): bigint => BigInt(Math.round(percent * 100))

function costInCurrency(rule: PriceRuleFields, costFen: number): Exact {
  const rate = parseRatio(rule.rate)
  // fen → yuan (÷ 10^2) ÷ rate → units of the currency → minor units (× 10^digits)
  return {
    num: BigInt(costFen) * 10n ** BigInt(rate.scale + currencyDigits(rule.currency)),
    den: rate.units * 100n,
  }
}

const freightOf = (rule: PriceRuleFields, grams: number): Exact => ({
  num: BigInt(rule.freightPerKgMinor) * BigInt(grams),
  den: 1000n,
})

/**
 * `none`: half up to a whole minor unit. Otherwise the smallest amount with the ending that is not below the value. Endings are hundredths
 * of a unit. For a currency without decimals they are the last two digits of the amount (¥1,999), except .00, which every amount has. Never
 * below zero.
 */
function roundTo(rule: PriceRuleFields, value: Exact): bigint {
  if (value.num < 0n) return roundTo(rule, whole(0))
  if (rule.rounding === 'none')
    return rule.targetMarginPercent === null ? divideHalfUp(value.num, value.den) : divideUp(value.num, value.den)
  const digits = currencyDigits(rule.currency)
  if (digits === 0 && rule.rounding === '.00') return divideUp(value.num, value.den)
  const step = digits === 0 ? 100n : 10n ** BigInt(digits)
  const ending = (BigInt(ENDINGS[rule.rounding]) * step) / 100n
  const above = value.num - ending * value.den
  return ending + (above <= 0n ? 0n : divideUp(above, step * value.den)) * step
}

const whole = (minor: number): Exact => ({ num: BigInt(minor), den: 1n })
const plus = (a: Exact, b: Exact): Exact => ({ num: a.num * b.den + b.num * a.den, den: a.den * b.den })
const times = (value: Exact, ratio: Ratio): Exact => {
  const scaled = multiplyRatios({ units: value.num, scale: 0 }, ratio)
  return { num: scaled.units, den: value.den * 10n ** BigInt(scaled.scale) }
}
const divideUp = (num: bigint, den: bigint): bigint => (num + den - 1n) / den
/** Half away from zero, like all money in the app. */
const divideHalfUp = (num: bigint, den: bigint): bigint =>
  num >= 0n ? (2n * num + den) / (2n * den) : -((-2n * num + den) / (2n * den))
const isUnderOne = (ratio: Ratio): boolean => ratio.units < 10n ** BigInt(ratio.scale)
