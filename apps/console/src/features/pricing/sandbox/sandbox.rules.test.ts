import type { WhatIfRow } from '@huoqiao/contract/products/products-whatif.endpoints'
import { describe, expect, it } from 'vitest'
import { lowestMargin, summed, untryable, whatIfOf } from './sandbox.rules.ts'

const row = (over: Partial<WhatIfRow>): WhatIfRow => ({
  productId: 'p',
  title: '',
  image: null,
  live: false,
  variants: 2,
  priceNow: null,
  priceNext: null,
  compareAtNow: null,
  compareAtNext: null,
  marginNow: null,
  marginKept: null,
  marginNext: null,
  changed: 0,
  manual: 0,
  unpriced: 0,
  belowFloor: 0,
  belowCost: 0,
  ...over,
})

describe('the pricing sandbox', () => {
  it('adds up what changes, and counts as live only what is on sale in the shop now', () => {
    const rows = [
      row({ changed: 2, live: true, belowCost: 1, marginNext: -3 }),
      row({ changed: 1, marginNext: 12.5 }),
      row({}),
    ]
    expect(summed(rows)).toMatchObject({ products: 2, variants: 6, changed: 3, liveChanged: 2, belowCost: 1 })
    expect(lowestMargin(rows, 'marginNext')).toBe(-3)
    expect(lowestMargin(rows, 'marginNow')).toBeNull()
  })

  it('tries no incomplete rule', () => {
    const blank = whatIfOf(undefined, 'USD')!
    expect(untryable(blank)).toContain('填好汇率和倍率')
    expect(untryable({ ...blank, rate: '7.1' })).toBeUndefined()
    expect(untryable({ ...blank, rate: '7.1', compareAtMultiplier: '0.5' })).toContain('划线价倍率')
    expect(untryable({ ...blank, rate: '7.1', feePercent: 40, targetMarginPercent: 60 })).toContain('合计不能超过95%')
    expect(whatIfOf(undefined, null)).toBeUndefined()
  })
})
