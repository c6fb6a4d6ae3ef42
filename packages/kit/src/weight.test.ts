import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatGrams, gramsFromKilograms, gramsOfTyped } from './weight.ts'

describe('weight', () => {
  it('is converted from kilograms to the gram', () => {
    fc.assert(
      fc.property(fc.nat({ max: 50_000_000 }), (grams) => {
        expect(gramsFromKilograms(grams / 1000)).toBe(grams)
      }),
    )
  })

  it('rounds half a gram up, as a person would', () => {
    expect([0.42, 1.0005, 0.0004].map(gramsFromKilograms)).toEqual([420, 1001, 0])
  })

  it.each([
    ['1.2', 'lb', 544],
    ['1', 'lb', 454],
    ['16', 'oz', 454],
    ['1.0005', 'kg', 1001],
    ['0.0004', 'kg', 0],
    ['2204.6226', 'lb', 1_000_000],
    ['999999999', 'g', 999_999_999],
  ] as const)('is whole grams of %s %s', (value, unit, grams) => {
    expect(gramsOfTyped({ value, unit })).toBe(grams)
  })

  it('of text that is not a number is NaN', () => {
    for (const value of ['', '.5', '1,2', '-1', '1e3']) expect(gramsOfTyped({ value, unit: 'lb' })).toBeNaN()
  })

  it.each([
    [0, '0 g'],
    [999, '999 g'],
    [1000, '1 kg'],
    [1250, '1.25 kg'],
  ])('shows %i as %j', (grams, text) => {
    expect(formatGrams(grams)).toBe(text)
  })
})
