import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { currencyDigits, formatMinor, parseMinor } from './money.ts'

const currency = fc.constantFrom('CNY', 'USD', 'JPY', 'KWD')
const minor = fc.maxSafeInteger()

describe('money', () => {
  it('is read from its text to the minor unit', () => {
    fc.assert(
      fc.property(minor, currency, (amount, code) => {
        expect(parseMinor(formatMinor(amount, code), code)).toBe(amount)
      }),
    )
  })

  it('is written with exactly the decimals of its currency', () => {
    fc.assert(
      fc.property(minor, currency, (amount, code) => {
        expect((formatMinor(amount, code).split('.')[1] ?? '').length).toBe(currencyDigits(code))
      }),
    )
  })

  it.each([
    ['18.50', 'CNY', 1850],
    ['18.5', 'CNY', 1850],
    ['18.5000', 'CNY', 1850],
    ['-0.01', 'CNY', -1],
    ['-0', 'CNY', 0],
    ['007', 'CNY', 700],
    ['1000', 'JPY', 1000],
    ['1.234', 'KWD', 1234],
    [' 3 ', 'USD', 300],
  ])('reads %j %s as %i', (text, code, expected) => {
    expect(Object.is(parseMinor(text, code), expected)).toBe(true)
  })

  it.each(['', '-', '.5', '1,000.00', '1e3', '0x10', '１８', 'NaN', '18.505', '99999999999999999', '1 2'])(
    'refuses %j',
    (text) => {
      expect(() => parseMinor(text, 'CNY')).toThrow(RangeError)
    },
  )

  it('assumes two decimals for an unknown currency, whatever its name', () => {
    expect(['XYZ', 'constructor', '__proto__', ''].map(currencyDigits)).toEqual([2, 2, 2, 2])
  })
})
