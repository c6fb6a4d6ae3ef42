import type { OrderPreview, PreviewedOrder } from '@huoqiao/connector-1688'
import { describe, expect, it } from 'vitest'
import { refusalOf } from './placing.rules.ts'
import { stagedOf, stagedWords } from './staged.rules.ts'

const preview = (...orders: { tradeTypes: string[]; totalFen?: number }[]): OrderPreview => ({
  orders: orders.map(({ tradeTypes, totalFen = 1_000 }): PreviewedOrder => {
    const amounts = { totalFen, goodsFen: totalFen, freightFen: 0, discountFen: 0, additionalFen: 0 }
    return { ok: true, flow: null, tradeTypes, ...amounts, lines: [], payChannels: [], code: null, message: null }
  }),
  unsupportedCrossBorderPay: [],
})

describe('goods that 1688 sells in stages only', () => {
  it('are told with the sum of each stage, the last taking what rounding left', () => {
    expect(stagedOf(preview({ tradeTypes: ['37staged', '631staged'], totalFen: 1_001 }))).toEqual({
      tradeType: '37staged',
      stages: [
        { percent: 30, dueMinor: 300 },
        { percent: 70, dueMinor: 701 },
      ],
    })
    const three = stagedOf(preview({ tradeTypes: ['631staged'], totalFen: 1_005 }))
    expect(three).toMatchObject({ stages: [{ dueMinor: 603 }, { dueMinor: 301 }, { dueMinor: 101 }] })
  })

  it('are no staged ones when they can be paid at once too, or when 1688 names no way at all', () => {
    expect(stagedOf(preview({ tradeTypes: ['37staged', 'assureTrade'] }))).toBeNull()
    expect(stagedOf(preview({ tradeTypes: [] }))).toBeNull()
  })

  it('are ordered in a way that fits every part of a split, and refused when there is none', () => {
    const split = preview({ tradeTypes: ['37staged', '631staged'] }, { tradeTypes: ['631staged'] })
    expect(stagedOf(split)).toMatchObject({ tradeType: '631staged', stages: [{ dueMinor: 1_200 }, {}, {}] })
    const mixed = preview({ tradeTypes: ['37staged'] }, { tradeTypes: ['assureTrade'] })
    expect([stagedOf(mixed), refusalOf(mixed)]).toEqual(['mixed', expect.stringContaining('请拆成两张采购单')])
  })

  it('say so in words, also under a name that tells no shares', () => {
    const staged = { tradeType: '37staged', stages: [30, 70].map((percent) => ({ percent, dueMinor: percent * 10 })) }
    expect(stagedWords(staged)).toContain('先付约 ¥3.00，之后再付约 ¥7.00')
    expect(stagedOf(preview({ tradeTypes: ['newstaged'] }))).toEqual({ tradeType: 'newstaged', stages: [] })
    expect(stagedWords({ tradeType: 'newstaged', stages: [] })).toContain('以1688订单为准')
  })
})
