import type { PriceRuleFields } from '@huoqiao/contract/pricing/pricing.schema'
import { currencyDigits } from '@huoqiao/kit'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PRICE_LIMIT, marginOf, priceOf, ruleFault } from './pricing.rules.ts'

const rule = (over: Partial<PriceRuleFields> = {}): PriceRuleFields => ({
  name: '默认',
  currency: 'USD',
  rate: '7.1043',
  multiplier: '2.5',
  additionMinor: 200,
  freightPerKgMinor: 800,
  rounding: '.99',
  floorMarginPercent: 20,
  feePercent: 0,
  targetMarginPercent: null,
  compareAtMultiplier: null,
  ...over,
})

const decimalText = (max: number) =>
  fc
    .tuple(fc.integer({ min: 1, max }), fc.integer({ min: 0, max: 9999 }))
    .map(([a, b]) => `${a}.${String(b).padStart(4, '0')}`)
const anyRule = fc.record({
  name: fc.constant('r'),
  currency: fc.constantFrom('USD', 'JPY', 'KWD', 'EUR'),
  rate: decimalText(30),
  multiplier: decimalText(9),
  additionMinor: fc.integer({ min: -5000, max: 5000 }),
  freightPerKgMinor: fc.integer({ min: 0, max: 5000 }),
  rounding: fc.constantFrom('none' as const, '.99' as const, '.95' as const, '.90' as const, '.00' as const),
  floorMarginPercent: fc.integer({ min: 0, max: 95 }),
  feePercent: fc.integer({ min: 0, max: 5000 }).map((hundredths) => hundredths / 100),
  targetMarginPercent: fc.constant(null),
  compareAtMultiplier: fc.option(decimalText(3)),
})
const thing = fc.record({
  costMinor: fc.integer({ min: 0, max: 500_000 }),
  weightGrams: fc.integer({ min: 0, max: 30_000 }),
})

/** The formula of decisions, section 3, as integer fractions times 10^16: an independent calculation. */
const exactMinorE16 = (r: PriceRuleFields, t: { costMinor: number; weightGrams: number }): bigint => {
  const digits = (text: string): bigint => BigInt(text.replace('.', ''))
  const cost =
    (BigInt(t.costMinor) * 10n ** BigInt(currencyDigits(r.currency)) * digits(r.multiplier) * 10n ** 16n) /
    (digits(r.rate) * 100n)
  return (
    cost +
    BigInt(r.additionMinor) * 10n ** 16n +
    (BigInt(r.freightPerKgMinor) * BigInt(t.weightGrams) * 10n ** 16n) / 1000n
  )
}

describe('priceOf', () => {
  it('calculates the example of the pricing form to the cent', () => {
    // 18.50 CNY ÷ 7.1043 × 2.5 = 6.5100…, + 2.00 + 0.420 kg × 8.00 = 11.87 → 11.99
    expect(priceOf(rule(), { costMinor: 1850, weightGrams: 420 })?.priceMinor).toBe(1199)
    expect(priceOf(rule({ rounding: 'none' }), { costMinor: 1850, weightGrams: 420 })?.priceMinor).toBe(1187)
    expect(priceOf(rule({ rounding: '.00' }), { costMinor: 1850, weightGrams: 420 })?.priceMinor).toBe(1200)
  })

  it('never gives less than the value, nor a full step more', () => {
    fc.assert(
      fc.property(anyRule, thing, (r, t) => {
        const priced = priceOf(r, t)
        if (!priced) return
        const value = exactMinorE16(r, t)
        const price = BigInt(priced.priceMinor) * 10n ** 16n
        const floor = value < 0n ? 0n : value
        const digits = currencyDigits(r.currency)
        const step =
          r.rounding === 'none' ? 1n : digits === 0 ? (r.rounding === '.00' ? 1n : 100n) : 10n ** BigInt(digits)
        if (r.rounding === 'none') {
          expect(price - floor <= 10n ** 16n / 2n + 2n && floor - price <= 10n ** 16n / 2n + 2n).toBe(true)
        } else {
          expect(price >= floor).toBe(true)
          expect(price - floor < step * 10n ** 16n + 2n).toBe(true)
        }
      }),
    )
  })

  it('ends as the rule says, in currencies of 0, 2 and 3 decimals', () => {
    fc.assert(
      fc.property(anyRule, thing, (r, t) => {
        const priced = priceOf(r, t)
        if (!priced || r.rounding === 'none') return
        const digits = currencyDigits(r.currency)
        if (digits === 0 && r.rounding === '.00') return
        const step = digits === 0 ? 100 : 10 ** digits
        expect(priced.priceMinor % step).toBe((Number(r.rounding.slice(1)) * step) / 100)
      }),
    )
  })

  it('keeps an amount that has the ending already', () => {
    const free = rule({ rate: '1', multiplier: '1', additionMinor: 0, freightPerKgMinor: 0 })
    expect(priceOf(free, { costMinor: 999, weightGrams: 0 })?.priceMinor).toBe(999)
    expect(priceOf(free, { costMinor: 1000, weightGrams: 0 })?.priceMinor).toBe(1099)
    expect(priceOf({ ...free, currency: 'JPY' }, { costMinor: 199_900, weightGrams: 0 })?.priceMinor).toBe(1999)
    expect(priceOf({ ...free, currency: 'KWD' }, { costMinor: 999, weightGrams: 0 })?.priceMinor).toBe(9990)
  })

  it('never falls when cost or weight rises', () => {
    fc.assert(
      fc.property(anyRule, thing, fc.integer({ min: 0, max: 5000 }), (r, t, more) => {
        const before = priceOf(r, t)
        const dearer = priceOf(r, { ...t, costMinor: t.costMinor + more })
        const heavier = priceOf(r, { ...t, weightGrams: t.weightGrams + more })
        if (before && dearer) expect(dearer.priceMinor).toBeGreaterThanOrEqual(before.priceMinor)
        if (before && heavier) expect(heavier.priceMinor).toBeGreaterThanOrEqual(before.priceMinor)
      }),
    )
  })

  it('gives a compare-at price above the price or none', () => {
    fc.assert(
      fc.property(anyRule, thing, (r, t) => {
        const priced = priceOf(r, t)
        if (priced && priced.compareAtMinor !== null) expect(priced.compareAtMinor).toBeGreaterThan(priced.priceMinor)
      }),
    )
  })

  it('leaves the target margin, after freight, addition and fee, and not a step more than necessary', () => {
    // (18.50 CNY ÷ 7.1043 + 2.00 + 0.420 kg × 8.00) ÷ (1 − 0.40 − 0.05) = 14.48…
    const aimed = rule({ targetMarginPercent: 40, feePercent: 5, rounding: 'none' })
    expect(priceOf(aimed, { costMinor: 1850, weightGrams: 420 })?.priceMinor).toBe(1449)
    const target = fc.integer({ min: 0, max: 4500 }).map((hundredths) => hundredths / 100)
    fc.assert(
      fc.property(anyRule, target, thing, (any, targetMarginPercent, t) => {
        const r = { ...any, targetMarginPercent, additionMinor: 0 }
        const priced = priceOf(r, t)
        if (!priced || priced.priceMinor === 0) return
        expect(priced.marginPercent).toBeGreaterThanOrEqual(targetMarginPercent - 0.005)
        const step = r.rounding === 'none' || (r.rounding === '.00' && currencyDigits(r.currency) === 0) ? 1 : 1000
        if (priced.priceMinor > step)
          expect(marginOf(r, t, priced.priceMinor - step).marginPercent).toBeLessThanOrEqual(
            targetMarginPercent + 0.005,
          )
      }),
    )
  })

  it('returns no price rather than one above the limit', () => {
    expect(priceOf(rule({ multiplier: '999999999' }), { costMinor: PRICE_LIMIT, weightGrams: 0 })).toBeUndefined()
  })
})

describe('marginOf', () => {
  it('counts freight as cost and compares the minimum exactly', () => {
    const plain = rule({ rate: '1', freightPerKgMinor: 1000, floorMarginPercent: 50 })
    expect(marginOf(plain, { costMinor: 400, weightGrams: 100 }, 1000)).toEqual({
      marginPercent: 50,
      belowFloor: false,
    })
    expect(marginOf(plain, { costMinor: 401, weightGrams: 100 }, 1000).belowFloor).toBe(true)
  })

  it('subtracts payment and platform fees from the price', () => {
    const kept = rule({ rate: '1', freightPerKgMinor: 0, floorMarginPercent: 46, feePercent: 3.5 })
    expect(marginOf(kept, { costMinor: 500, weightGrams: 0 }, 1000)).toEqual({ marginPercent: 46.5, belowFloor: false })
    expect(marginOf({ ...kept, feePercent: 4.01 }, { costMinor: 500, weightGrams: 0 }, 1000)).toEqual({
      marginPercent: 45.99,
      belowFloor: true,
    })
    // Sold at cost, the fee alone is the loss.
    expect(marginOf(kept, { costMinor: 1000, weightGrams: 0 }, 1000).marginPercent).toBe(-3.5)
  })

  it('is negative below cost and never above 100', () => {
    fc.assert(
      fc.property(anyRule, thing, fc.integer({ min: 1, max: 1_000_000 }), (r, t, price) => {
        const { marginPercent, belowFloor } = marginOf(r, t, price)
        expect(marginPercent).toBeLessThanOrEqual(100)
        if (marginPercent < -0.01) expect(belowFloor).toBe(true)
      }),
    )
  })
})

it('names the field of an unusable rule', () => {
  expect(ruleFault(rule())).toBeUndefined()
  expect(ruleFault(rule({ rate: '0.000' }))?.field).toBe('rate')
  expect(ruleFault(rule({ multiplier: '0' }))?.field).toBe('multiplier')
  expect(ruleFault(rule({ compareAtMultiplier: '0.9' }))?.field).toBe('compareAtMultiplier')
})
