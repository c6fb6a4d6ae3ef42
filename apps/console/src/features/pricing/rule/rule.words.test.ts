import { describe, expect, it } from 'vitest'
import { doubts, roundingWord, ruleWords } from './rule.words.ts'

const rule = {
  currency: 'USD',
  rate: '7.10',
  multiplier: '2.5',
  additionMinor: 200,
  freightPerKgMinor: 800,
  rounding: '.99',
  compareAtMultiplier: '1.3',
} as const

describe('a price rule in words', () => {
  it('lists every part in the order of the calculation', () => {
    expect(ruleWords(rule)).toBe('售价 = 成本 ÷ 7.10 × 2.5 + $2.00 + $8.00/kg × 重量，进到 .99，划线价 = 售价 × 1.3')
  })

  it('shows the target margin instead of the multiplier, and the fee wherever it counts', () => {
    expect(ruleWords({ ...rule, feePercent: 3, targetMarginPercent: 40 })).toBe(
      '售价 = （成本 ÷ 7.10 + $2.00 + $8.00/kg × 重量） ÷ （1 − 毛利 40% − 手续费 3%），进到 .99，划线价 = 售价 × 1.3',
    )
    expect(ruleWords({ ...rule, feePercent: 3 })).toContain('，毛利已减去手续费 3%，')
  })

  it('describes an ending in the currency: of a unit, or of the hundred where there are no decimals', () => {
    expect(roundingWord('.95', 'EUR')).toBe('进到 .95')
    expect(roundingWord('.95', 'JPY')).toBe('进到 95 结尾')
    expect(roundingWord('.00', 'JPY')).toBe('进到整数')
  })

  it('leaves out what adds nothing', () => {
    const plain = {
      ...rule,
      additionMinor: 0,
      freightPerKgMinor: 0,
      rounding: 'none',
      compareAtMultiplier: null,
    } as const
    expect(ruleWords(plain)).toBe('售价 = 成本 ÷ 7.10 × 2.5')
  })

  it('warns of an inverted rate and of a multiplier that loses money', () => {
    expect(doubts({ currency: 'USD', rate: '0.14', multiplier: '0.8' })).toEqual({
      rate: '1 USD 一般值 5 – 9 元，请核对',
      multiplier: '倍率小于 1，售价会低于成本',
    })
    expect(doubts(rule)).toEqual({})
  })
})
