import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { divideMinor, multiplyRatios, parseRatio, scaleMinor } from './ratio.ts'
import type { Ratio } from './ratio.ts'

const minor = fc.integer({ min: -1_000_000, max: 1_000_000 })
const ratio: fc.Arbitrary<Ratio> = fc.record({
  units: fc.bigInt({ min: -1_000_000n, max: 1_000_000n }),
  scale: fc.nat({ max: 6 }),
})
const shift = fc.integer({ min: -3, max: 3 })

const pow = (exponent: number): bigint => 10n ** BigInt(exponent)
const abs = (value: bigint): bigint => (value < 0n ? -value : value)

/** Rounding half away from zero, in integers: result × denominator differs from the numerator by at most half of the denominator. */
function isRounded(result: number, numerator: bigint, denominator: bigint): boolean {
  const twice = 2n * (BigInt(result) * denominator - numerator)
  const distance = abs(twice)
  if (distance > abs(denominator)) return false
  return distance < abs(denominator) || abs(BigInt(result) * denominator) > abs(numerator)
}

describe('ratio', () => {
  it('scales to the nearest unit, halves away from zero', () => {
    fc.assert(
      fc.property(minor, ratio, shift, (amount, factor, by) => {
        const numerator = BigInt(amount) * factor.units * pow(Math.max(0, by))
        expect(isRounded(scaleMinor(amount, factor, by), numerator, pow(factor.scale + Math.max(0, -by)))).toBe(true)
      }),
    )
  })

  it('divides to the nearest unit, halves away from zero', () => {
    fc.assert(
      fc.property(minor, ratio, shift, (amount, divisor, by) => {
        fc.pre(divisor.units !== 0n)
        const numerator = BigInt(amount) * pow(divisor.scale + Math.max(0, by))
        fc.pre(abs(numerator) < 2n ** 50n)
        expect(isRounded(divideMinor(amount, divisor, by), numerator, divisor.units * pow(Math.max(0, -by)))).toBe(true)
      }),
    )
  })

  it('is symmetric around zero', () => {
    fc.assert(
      fc.property(minor, ratio, shift, (amount, factor, by) => {
        expect(scaleMinor(-amount, factor, by) + scaleMinor(amount, factor, by)).toBe(0)
      }),
    )
  })

  it('multiplies exactly: two factors at once are their product', () => {
    fc.assert(
      fc.property(ratio, ratio, (a, b) => {
        const product = multiplyRatios(a, b)
        expect(product.units * pow(a.scale) * pow(b.scale)).toBe(a.units * b.units * pow(product.scale))
      }),
    )
  })

  it.each([
    [1850, '7.1043', 0, 13143],
    [5, '0.1', 0, 1],
    [-5, '0.1', 0, -1],
    [4, '0.1', 0, 0],
    [123, '20.5', -2, 25],
    [3, '1', 2, 300],
  ])('%i × %s with a shift of %i is %i', (amount, text, by, expected) => {
    expect(scaleMinor(amount, parseRatio(text), by)).toBe(expected)
  })

  it('refuses what is not a plain decimal, a zero divisor, and results past the safe integers', () => {
    for (const text of ['', '1.', '.5', '1e3', '1,5', '--1']) expect(() => parseRatio(text)).toThrow(RangeError)
    expect(() => divideMinor(1, parseRatio('0.00'))).toThrow('division by zero')
    expect(() => scaleMinor(Number.MAX_SAFE_INTEGER, parseRatio('2'))).toThrow('past the safe integers')
  })
})
