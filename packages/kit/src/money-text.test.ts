import { describe, expect, it } from 'vitest'
import { moneyText, yuanText } from './money-text.ts'

describe('money as text', () => {
  it.each([
    [123_456_789, 'CNY', '¥1,234,567.89'],
    [99_999, 'CNY', '¥999.99'],
    [-5, 'CNY', '-¥0.05'],
    [-123_456, 'USD', '-$1,234.56'],
    [1_200, 'JPY', 'JP¥1,200'],
    [1_234_567, 'KWD', 'KWD 1,234.567'],
  ])('%i of %s is %s', (minor, currency, text) => {
    expect(moneyText({ minor, currency })).toBe(text)
  })
  it('is in fen by default, and never half a fen', () => {
    expect(yuanText(100_000)).toBe('¥1,000.00')
    expect(() => yuanText(0.5)).toThrow(RangeError)
    expect(() => yuanText(Number.NaN)).toThrow(RangeError)
  })
})
