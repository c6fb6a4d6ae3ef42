import type { OrderPreview, PreviewedOrder } from '@huoqiao/connector-1688'
import { describe, expect, it } from 'vitest'
import { refusalOf } from './placing.rules.ts'
import { tradeTypeFor, waysOf, waysWords } from './staged.rules.ts'

const preview = (...orders: { tradeTypes: string[]; totalFen?: number }[]): OrderPreview => ({
  orders: orders.map(({ tradeTypes, totalFen = 1_000 }): PreviewedOrder => {
    const amounts = { totalFen, goodsFen: totalFen, freightFen: 0, discountFen: 0, additionalFen: 0 }
    return { ok: true, flow: null, tradeTypes, ...amounts, lines: [], payChannels: [], code: null, message: null }
  }),
  unsupportedCrossBorderPay: [],
})
const ways = (...tradeTypes: string[]) => {
  const found = waysOf(preview({ tradeTypes }))
  if (found === 'mixed') throw new Error('mixed')
  return found
}

describe('goods that 1688 sells in stages', () => {
  it('are shown with every way of paying and the amount of each stage; the last includes the rounding', () => {
    expect(waysOf(preview({ tradeTypes: ['37staged', '631staged'], totalFen: 1_005 }))).toEqual([
      {
        tradeType: '37staged',
        staged: true,
        stages: [
          { percent: 30, dueMinor: 301 },
          { percent: 70, dueMinor: 704 },
        ],
      },
      {
        tradeType: '631staged',
        staged: true,
        stages: [
          { percent: 60, dueMinor: 603 },
          { percent: 30, dueMinor: 301 },
          { percent: 10, dueMinor: 101 },
        ],
      },
    ])
  })

  it('are paid at once where that is offered too, in the simplest way, unless stages were chosen', () => {
    const both = ways('37staged', 'creditBuy', 'alipay', 'assureTrade', '631staged')
    expect(both.map(({ tradeType }) => tradeType)).toEqual(['assureTrade', '37staged', '631staged'])
    expect(tradeTypeFor(both, null)).toBe('assureTrade')
    expect(tradeTypeFor(both, '631staged')).toBe('631staged')
    expect(tradeTypeFor(ways('37staged', 'creditBuy'), null)).toBe('creditBuy')
  })

  it('have no choice where 1688 returns no stages, or no way at all', () => {
    expect([ways('assureTrade', 'alipay'), ways()]).toEqual([[], []])
    expect(tradeTypeFor([], null)).toBeNull()
  })

  it('are not ordered in a way that nobody accepted', () => {
    expect(tradeTypeFor(ways('37staged', '631staged'), null)).toBeUndefined()
    expect(tradeTypeFor(ways('37staged'), '631staged')).toBeUndefined()
    expect(tradeTypeFor([], '37staged')).toBeUndefined()
    // `assureTrade` pays at once, so it cannot be accepted as a way in stages.
    expect(tradeTypeFor(ways('37staged', 'assureTrade'), 'assureTrade')).toBeUndefined()
  })

  it('are ordered in a way that fits every part of a split, and refused when there is none', () => {
    const split = preview({ tradeTypes: ['37staged', '631staged'] }, { tradeTypes: ['631staged', 'assureTrade'] })
    expect(waysOf(split)).toMatchObject([{ tradeType: '631staged', stages: [{ dueMinor: 1_200 }, {}, {}] }])
    const mixed = preview({ tradeTypes: ['37staged'] }, { tradeTypes: ['assureTrade'] })
    expect([waysOf(mixed), refusalOf(mixed)]).toEqual(['mixed', expect.stringContaining('请拆成两张采购单')])
  })

  it('have a description, also for a name without shares', () => {
    expect(waysWords(ways('37staged'), null)).toContain('只按分阶段付款卖：37staged 先付约 ¥3.00，之后再付约 ¥7.00')
    expect(waysWords(ways('newstaged'), null)).toContain('以1688订单为准')
    expect(waysWords(ways('37staged', 'alipay'), '631staged')).toContain('（631staged）1688不再提供，现在可以一次付清')
    expect(waysWords([], '37staged')).toContain('现在只能一次付清')
  })
})
