import { describe, expect, test } from 'vitest'
import { dueOf, moveFault, orderState, paymentOf, refusalToBuy, toBuyOf, wantedOf } from './orders.rules.ts'
import type { LineFacts, OrderFacts } from './orders.rules.ts'
import { basisOf, profitOf, sourcePieces } from './profit.rules.ts'

const paid: OrderFacts = {
  cancelled: false,
  closed: false,
  payment: 'paid',
  authorised: false,
  held: false,
  open: false,
}
const line = (over: Partial<LineFacts> = {}): LineFacts => ({
  current: 2,
  fulfilled: 0,
  returned: 0,
  requiresShipping: true,
  ignored: false,
  hasSource: true,
  purchased: 0,
  placed: 0,
  received: 0,
  shipped: 0,
  ...over,
})
const bought = (over: Partial<LineFacts> = {}): LineFacts => line({ purchased: 2, placed: 2, ...over })

describe('the progress of an order', () => {
  test.each<[string, Partial<OrderFacts>, LineFacts[], string]>([
    ['nothing is paid', { payment: 'unpaid' }, [line()], 'unpaid'],
    ['a part is paid', { payment: 'part-paid' }, [line()], 'unpaid'],
    ['the money is reserved', { payment: 'unpaid', authorised: true }, [line()], 'to-buy'],
    ['a line has no source', {}, [line(), line({ hasSource: false })], 'pending'],
    ['a line without a source is ignored', {}, [line(), line({ hasSource: false, ignored: true })], 'to-buy'],
    ['risk or address wait for a person', { open: true }, [line()], 'pending'],
    ['everything is known', {}, [line()], 'to-buy'],
    ['one line of two is bought', {}, [bought(), line()], 'buying'],
    ['all is bought and not yet ordered', {}, [line({ purchased: 2 })], 'buying'],
    ['all is ordered', {}, [bought()], 'arriving'],
    ['a part is here', {}, [bought({ received: 1 })], 'part-arrived'],
    ['all is here', {}, [bought({ received: 2 })], 'to-ship'],
    ['a part was sent and the rest is bought', {}, [bought({ received: 2, shipped: 1, fulfilled: 1 })], 'part-shipped'],
    ['the shop sent a part by itself and the rest has to be bought', {}, [line({ fulfilled: 1 })], 'to-buy'],
    ['the shop sent everything by itself', {}, [line({ fulfilled: 2 })], 'shipped'],
    ['all was sent', {}, [bought({ received: 2, shipped: 2, fulfilled: 2 })], 'shipped'],
    ['all was sent and the shop closed it', { closed: true }, [line({ fulfilled: 2 })], 'done'],
    ['it is held', { held: true }, [line()], 'held'],
    ['it was sent while held', { held: true }, [line({ fulfilled: 2 })], 'shipped'],
    ['it is cancelled', { cancelled: true }, [bought()], 'cancelled'],
    ['all was paid back and something is still to come', { payment: 'refunded' }, [bought()], 'abnormal'],
    ['every line was taken out', {}, [line({ current: 0 })], 'cancelled'],
    ['it is a download', {}, [line({ requiresShipping: false })], 'done'],
    ['it is an unpaid download', { payment: 'unpaid' }, [line({ requiresShipping: false })], 'unpaid'],
  ])('when %s', (_when, facts, lines, state) => {
    expect(orderState({ ...paid, ...facts }, lines)).toBe(state)
  })
})

describe('the quantity to buy for a line', () => {
  test('excludes what the shop sent by itself, and includes what we sent', () => {
    expect(wantedOf(line({ current: 5, fulfilled: 2 }))).toBe(3)
    expect(wantedOf(bought({ current: 5, fulfilled: 2, shipped: 2 }))).toBe(5)
    expect(toBuyOf(line({ current: 5, purchased: 4 }))).toBe(1)
    expect(toBuyOf(line({ current: 1, purchased: 4 }))).toBe(0)
  })

  test('still includes what the shop sends of the goods that arrived, and excludes what it sends beyond them', () => {
    expect(dueOf(bought({ fulfilled: 2 }))).toBe(0)
    expect(dueOf(bought({ current: 5, purchased: 5, received: 3, fulfilled: 3 }))).toBe(5)
    expect(dueOf(bought({ current: 5, purchased: 5, received: 3, fulfilled: 5 }))).toBe(3)
    // Shipped by us; the shop reports it before it is counted here.
    expect(dueOf(bought({ received: 2, fulfilled: 2, shipped: 0 }))).toBe(2)
    expect(dueOf(bought({ current: 1, received: 0 }))).toBe(1)
    expect(dueOf(bought({ ignored: true }))).toBe(0)
  })

  test('a counter changes only within its bounds, and the refusal names the bound', () => {
    expect(moveFault(line(), 'purchased', 2)).toBeUndefined()
    expect(moveFault(line(), 'purchased', 3)).toBe('最多还需采购 2 件')
    expect(moveFault(bought(), 'purchased', -1)).toBe('下单数量不能超过采购数量')
    expect(moveFault(bought(), 'received', 3)).toBe('收货数量不能超过采购数量')
    expect(moveFault(bought({ received: 1 }), 'shipped', 2)).toBe('发货数量不能超过收货数量')
    expect(moveFault(bought({ received: 1 }), 'received', -2)).toBe('数量不能小于0')
    expect(moveFault(line(), 'purchased', 0.5)).toBe('数量必须是整数')
    // Cancelled late: the goods arrive all the same.
    expect(moveFault(bought({ current: 0 }), 'received', 2)).toBeUndefined()
  })

  test('a line that is not bought has a reason in words', () => {
    expect(refusalToBuy('to-buy', line())).toBeNull()
    expect(refusalToBuy('to-buy', line({ purchased: 2 }))).toBe('需要的数量已全部采购')
    expect(refusalToBuy('pending', line({ hasSource: false }))).toBe('没有关联货源')
    expect(refusalToBuy('unpaid', line())).toBe('订单待付款')
  })
})

test('an unknown payment status of the shop is accepted', () => {
  expect(['PAID', 'PARTIALLY_REFUNDED', 'VOIDED', 'SOMETHING_NEW'].map(paymentOf)).toEqual([
    'paid',
    'part-refunded',
    'voided',
    'unpaid',
  ])
})

describe('the profit of an order', () => {
  const sold = { current: 3, unplaced: 3, needsGoods: true, saleQuantity: 1, sourceQuantity: 2, unitCostCny: 850 }
  const facts = {
    currency: 'USD',
    earnedMinor: 6_493,
    rate: { rate: '7.1043', day: '2026-11-21' },
    feePercent: '2.9',
    grams: 0,
    freightPerKgMinor: 0,
    abroadEnteredCny: null,
    goodsPaidCny: null,
    freightPaidCny: null,
    lines: [sold],
  }

  test('includes the freight abroad: as entered, else the weight at the rate per kilogram of the price rule, else nothing', () => {
    // 1.234 kg at 12.00 USD are 14.81 USD, 105.21 yuan.
    const sent = { ...facts, grams: 1_234, freightPerKgMinor: 1_200 }
    expect(profitOf(sent)).toMatchObject({ abroadCny: 10_521, profitCny: 46_128 - 5_100 - 10_521 - 1_338 })
    expect(profitOf({ ...sent, abroadEnteredCny: 9_000 })).toMatchObject({
      abroadCny: 9_000,
      profitCny: 46_128 - 5_100 - 9_000 - 1_338,
    })
    expect(profitOf({ ...sent, abroadEnteredCny: 0 })).toMatchObject({ abroadCny: 0 })
    for (const unknown of [{ grams: 0 }, { freightPerKgMinor: 0 }])
      expect(profitOf({ ...sent, ...unknown })).toMatchObject({ abroadCny: null, profitCny: 46_128 - 5_100 - 1_338 })
    // 1,481 yen, and 1.481 dinars of a thousand fils
    const rate = { rate: '0.05', day: '2026-11-21' }
    expect(profitOf({ ...sent, currency: 'JPY', rate }).abroadCny).toBe(7_405)
  })

  test('is the sale less goods, freight and fee, to the fen, with the rate that was used', () => {
    // 64.93 × 7.1043 = 461.282… ; 3 pieces sold are 6 of the source at 8.50
    expect(profitOf(facts)).toEqual({
      saleCny: 46_128,
      goodsCny: 5_100,
      freightCny: 0,
      abroadCny: null,
      feeCny: 1_338,
      profitCny: 46_128 - 5_100 - 1_338,
      rate: '7.1043',
      rateDay: '2026-11-21',
    })
    const placed = { ...facts, goodsPaidCny: 4_000, freightPaidCny: 900, lines: [{ ...sold, unplaced: 0 }] }
    expect(profitOf(placed).profitCny).toBe(46_128 - 4_000 - 900 - 1_338)
  })

  test('counts what is ordered at 1688 at its cost, and the rest at the expected price', () => {
    const added = { ...sold, current: 2, unplaced: 2 }
    const grown = { ...facts, goodsPaidCny: 4_000, freightPaidCny: 900, lines: [{ ...sold, unplaced: 1 }, added] }
    expect(profitOf(grown).goodsCny).toBe(4_000 + 2 * 850 + 4 * 850)
    expect(basisOf({ goodsPaidCny: 4_000, goodsCny: 9_100 }, 3)).toEqual({
      basis: 'part',
      parts: { paidMinor: 4_000, expectedMinor: 5_100, expectedPieces: 3 },
    })
    expect(profitOf({ ...grown, lines: [{ ...added, unitCostCny: null }] }).profitCny).toBeNull()
  })

  test('is correct for currencies with no and with three decimals', () => {
    const rate = (text: string) => ({ rate: text, day: '2026-11-21' })
    expect(profitOf({ ...facts, currency: 'JPY', earnedMinor: 1_999, rate: rate('0.048') }).saleCny).toBe(9_595)
    expect(profitOf({ ...facts, currency: 'KWD', earnedMinor: 1_999, rate: rate('23.1') }).saleCny).toBe(4_618)
  })

  test('is unknown when a price is unknown, and then the sale is still known', () => {
    const unknown = profitOf({ ...facts, lines: [{ ...sold, unitCostCny: null }] })
    expect([unknown.saleCny, unknown.profitCny]).toEqual([46_128, null])
    expect(profitOf({ ...facts, rate: undefined }).saleCny).toBeNull()
  })

  test('rounds the source pieces that are needed up', () => {
    expect(sourcePieces(5, { saleQuantity: 2, sourceQuantity: 1 })).toBe(3)
    expect(sourcePieces(3, { saleQuantity: 1, sourceQuantity: 2 })).toBe(6)
  })
})
