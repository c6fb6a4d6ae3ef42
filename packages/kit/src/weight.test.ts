import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatGrams, gramsFromKilograms } from './weight.ts'

describe('weight', () => {
  it('comes back from kilograms to the gram', () => {
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
    [0, '0 g'],
    [999, '999 g'],
    [1000, '1 kg'],
    [1250, '1.25 kg'],
  ])('shows %i as %j', (grams, text) => {
    expect(formatGrams(grams)).toBe(text)
  })
})
