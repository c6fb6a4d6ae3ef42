import { describe, expect, it } from 'vitest'
import { doubtsOf } from './products.doubts.ts'

const variant = (over: object = {}) => ({
  optionValues: ['红'],
  skuCode: '',
  costMinor: 2_500,
  weightGrams: 500,
  dropped: false,
  prices: [],
  ...over,
})

describe('numbers that look mistyped', () => {
  it('are a heavy product that costs next to nothing, a cost of zero, and a compare-at price that is not higher', () => {
    expect(doubtsOf([variant()])).toEqual([])
    expect(doubtsOf([variant({ weightGrams: 500_000 })])).toEqual(['变体“红”重500千克而成本只有¥25.00，请核对重量单位'])
    expect(doubtsOf([variant({ weightGrams: 0, costMinor: 0 })])).toEqual(['变体“红”的重量是0', '变体“红”的成本是0'])
    const price = { storeId: 's', currency: 'USD', minor: 999, compareAtMinor: 999, origin: 'manual' as const }
    expect(doubtsOf([variant({ prices: [price] })])).toEqual(['变体“红”的划线价不高于售价'])
    expect(doubtsOf([variant({ weightGrams: 500_000, dropped: true })])).toEqual([])
  })
})
