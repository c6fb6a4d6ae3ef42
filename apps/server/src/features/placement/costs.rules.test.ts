import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chargedOf, costShares, orderCost, shareOut } from './costs.rules.ts'
import type { ChargedOrder, CostLine } from './costs.rules.ts'
import { demandToRelease, missingPieces } from './missing.rules.ts'

const order = (totalMinor: number, freightMinor: number, more: Partial<ChargedOrder> = {}): ChargedOrder => ({
  status: 'waitsellersend',
  paidAt: new Date(0),
  totalMinor,
  freightMinor,
  refundMinor: 0,
  stages: [],
  items: [{ offerId: '1', specId: 'a', quantity: 3, amountMinor: totalMinor - freightMinor, refundMinor: 0 }],
  ...more,
})
const line = (demand: [order: string, pieces: number][], extraNeed = 0): CostLine => ({
  id: 'l',
  offerId: '1',
  specId: 'a',
  quantity: demand.reduce((sum, [, pieces]) => sum + pieces, extraNeed),
  extraNeed,
  coming: demand.reduce((sum, [, pieces]) => sum + pieces, extraNeed),
  demand: demand.map(([orderId, saleQuantity]) => ({
    orderId,
    orderLineId: `${orderId}-line`,
    saleQuantity,
    ratioSource: 1,
    ratioSale: 1,
  })),
})

describe('the cost of a purchase, allocated to the orders that need it', () => {
  it('is allocated to the fen, whatever the pieces, ratios, refunds and orders', () => {
    const fen = fc.integer({ min: 0, max: 10_000_000 })
    const pieces = fc.integer({ min: 0, max: 500 })
    const item = fc.record({
      offerId: fc.constantFrom('1', '2', '3'),
      specId: fc.constantFrom('a', null),
      quantity: pieces,
      amountMinor: fen,
      refundMinor: fc.integer({ min: 0, max: 1_000 }),
    })
    const anyOrder = fc.record({
      status: fc.constantFrom('waitbuyerpay', 'waitsellersend', 'cancel', 'success'),
      paidAt: fc.constantFrom(null, new Date(0)),
      totalMinor: fen,
      freightMinor: fen,
      refundMinor: fen,
      stages: fc.array(fc.record({ amountMinor: fc.option(fen), paid: fc.boolean() }), { maxLength: 3 }),
      items: fc.array(item, { maxLength: 4 }),
    })
    const anyLine = fc.record({
      offerId: fc.constantFrom('1', '2'),
      specId: fc.constantFrom('a', null),
      quantity: pieces,
      extraNeed: pieces,
      coming: pieces,
      demand: fc.array(
        fc.record({
          orderId: fc.constantFrom('x', 'y'),
          orderLineId: fc.constantFrom('x1', 'x2', 'y1'),
          saleQuantity: pieces,
          ratioSource: fc.integer({ min: 1, max: 12 }),
          ratioSale: fc.integer({ min: 1, max: 12 }),
        }),
        { maxLength: 4 },
      ),
    })
    fc.assert(
      fc.property(
        fc.array(anyLine, { minLength: 1, maxLength: 4 }),
        fc.array(anyOrder, { maxLength: 3 }),
        (drafts, orders) => {
          const lines = drafts.map((draft, index) => ({ ...draft, id: `${index}` }))
          const { shares, app } = costShares(lines, orders)
          const reported = shares.reduce((sum, share) => sum + share.goodsMinor + share.freightMinor, 0)
          const charged = orders.map(chargedOf).reduce((sum, one) => sum + one.goodsMinor + one.freightMinor, 0)
          const kept = [...app.values()].reduce((sum, one) => sum + one.goodsMinor + one.freightMinor, 0)
          expect(reported + kept).toBe(charged)
          for (const share of shares) expect(Math.min(share.goodsMinor, share.freightMinor)).toBeGreaterThanOrEqual(0)
        },
      ),
    )
  })

  it('is divided by pieces, freight as the goods, and pieces for stock have their own part', () => {
    const { shares, app } = costShares(
      [
        line(
          [
            ['x', 1],
            ['y', 2],
          ],
          1,
        ),
      ],
      [order(1_000, 100)],
    )
    expect(shares).toMatchObject([
      { orderId: 'x', goodsMinor: 225, freightMinor: 25 },
      { orderId: 'y', goodsMinor: 450, freightMinor: 50 },
    ])
    expect(app.get('l')).toEqual({ goodsMinor: 225, freightMinor: 25 })
    expect(shareOut(100, [1n, 1n, 1n])).toEqual([34, 33, 33])
  })

  it('of a pack larger than needed has an own part for the rest, which is passed on with the pieces that other orders take', () => {
    const pack = (demand: [order: string, pieces: number][]): CostLine => ({
      ...line(demand),
      quantity: 10,
      coming: 10,
    })
    const first = costShares([pack([['x', 2]])], [order(1_000, 100)])
    expect(first.shares).toMatchObject([{ goodsMinor: 180, freightMinor: 20 }])
    expect(first.app.get('l')).toEqual({ goodsMinor: 720, freightMinor: 80 })
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1_000_000 }),
        fc.integer({ min: 0, max: 100_000 }),
        fc.integer({ min: 1, max: 40 }),
        fc.array(
          fc.record({ saleQuantity: fc.integer({ min: 1, max: 9 }), ratioSource: fc.integer({ min: 1, max: 3 }) }),
        ),
        (goods, freight, quantity, takers) => {
          const charge = goods + freight
          let free = quantity
          const demand: CostLine['demand'][number][] = []
          for (const [index, taker] of takers.entries()) {
            const pieces = taker.saleQuantity * taker.ratioSource
            if (pieces > free) continue
            free -= pieces
            demand.push({ ...taker, ratioSale: 1, orderId: `o${index}`, orderLineId: `l${index}` })
            const { shares, app } = costShares(
              [{ ...line([]), quantity, coming: quantity, demand }],
              [order(charge, freight)],
            )
            const own = app.get('l')!
            const reported = shares.reduce((sum, share) => sum + share.goodsMinor + share.freightMinor, 0)
            expect(reported + own.goodsMinor + own.freightMinor).toBe(charge)
            // Goods and freight of a share are each within a fen of their exact parts, so the sum is within two.
            for (const share of shares) {
              const one = demand.find(({ orderLineId }) => orderLineId === share.orderLineId)!
              const exact = (charge * one.saleQuantity * one.ratioSource) / quantity
              expect(Math.abs(share.goodsMinor + share.freightMinor - exact)).toBeLessThanOrEqual(2)
            }
          }
        },
      ),
    )
  })

  it('counts sale pieces by the source pieces that they need: one that is a pack of six has six parts', () => {
    const packed = line([
      ['x', 1],
      ['y', 6],
    ])
    const lines = [{ ...packed, demand: [{ ...packed.demand[0]!, ratioSource: 6 }, packed.demand[1]!] }]
    expect(costShares(lines, [order(1_200, 0)]).shares).toMatchObject([{ goodsMinor: 600 }, { goodsMinor: 600 }])
  })

  it('is nothing for an order that was closed unpaid, and what was not refunded for one that was refunded', () => {
    expect(chargedOf(order(1_000, 100, { status: 'cancel', paidAt: null }))).toEqual({ goodsMinor: 0, freightMinor: 0 })
    const items = [{ offerId: '1', specId: 'a', quantity: 3, amountMinor: 900, refundMinor: 300 }]
    expect(chargedOf(order(1_000, 100, { refundMinor: 350, items }))).toEqual({ goodsMinor: 600, freightMinor: 50 })
    expect(chargedOf(order(1_000, 100, { refundMinor: 1_000, status: 'cancel' }))).toEqual({
      goodsMinor: 0,
      freightMinor: 0,
    })
  })

  it('is known for an order only when the price of everything that was placed is known', () => {
    const row = (orderLineId: string, goodsMinor: number | null, purchaseId = 'p') => ({
      purchaseId,
      orderLineId,
      goodsMinor,
      freightMinor: goodsMinor,
    })
    const placed = (lineId: string, pieces: number) => ({ lineId, placed: pieces })
    const asked = (orderLineId: string, purchaseId = 'p') => ({ purchaseId, orderLineId, saleQuantity: 2 })
    const unknown = { goodsMinor: null, freightMinor: null }
    const both = [asked('a'), asked('b')]
    expect(orderCost([placed('a', 2), placed('b', 2)], both, [row('a', 5)])).toEqual(unknown)
    expect(orderCost([placed('a', 2), placed('b', 2)], both, [row('a', 5), row('b', null)])).toEqual(unknown)
    expect(orderCost([placed('a', 2), placed('b', 2)], both, [row('a', 5), row('b', 7)])).toEqual({
      goodsMinor: 12,
      freightMinor: 12,
    })
    // Not placed yet, so no payment is expected.
    expect(orderCost([placed('a', 2), placed('b', 0)], both, [row('a', 5)])).toEqual({ goodsMinor: 5, freightMinor: 5 })
    // A second purchase of the same line was placed a moment ago.
    const twice = [asked('a'), asked('a', 'q')]
    expect(orderCost([placed('a', 4)], twice, [row('a', 5)])).toEqual(unknown)
    expect(orderCost([placed('a', 4)], twice, [row('a', 5), row('a', 3, 'q')]).goodsMinor).toBe(8)
    expect(orderCost([placed('a', 2)], both, [])).toEqual(unknown)
  })
})

describe('one of several 1688 orders that was closed', () => {
  const sku = { offerId: '1', specId: 'a' }
  const bought = { id: 'l', ...sku, quantity: 10, received: 0 }

  it('leaves missing what no other order brings and nobody has received', () => {
    expect(missingPieces([bought], [{ ...sku, quantity: 4 }], [{ ...sku, quantity: 6 }])).toEqual(new Map([['l', 4]]))
    expect(missingPieces([bought], [{ ...sku, quantity: 4 }], [{ ...sku, quantity: 10 }])).toEqual(new Map())
    expect(missingPieces([{ ...bought, received: 9 }], [{ ...sku, quantity: 4 }], [])).toEqual(new Map([['l', 1]]))
    expect(missingPieces([bought], [{ offerId: '9', specId: null, quantity: 4 }], [])).toEqual(new Map())
  })

  it('takes from the newest order first, never more than it still waits for', () => {
    const demand = ['first', 'last'].map((id) => ({
      id,
      lineId: 'l',
      orderLineId: id,
      saleQuantity: 5,
      ratioSource: 1,
      ratioSale: 1,
    }))
    const missing = new Map([['l', 4]])
    const free = new Map([
      ['first', 5],
      ['last', 5],
    ])
    expect(demandToRelease([bought], demand, missing, free)).toEqual([{ demandId: 'last', saleQuantity: 4 }])
    expect(demandToRelease([bought], demand, missing, new Map([['last', 1]]))).toEqual([
      { demandId: 'last', saleQuantity: 1 },
    ])
  })
})

describe('a 1688 order that was closed before it was paid in full', () => {
  const closed = (stages: ChargedOrder['stages'], refundMinor = 0): ChargedOrder =>
    order(10_000, 800, { status: 'cancel', paidAt: null, stages, refundMinor })
  const paid = (amountMinor: number | null): ChargedOrder['stages'][number] => ({ amountMinor, paid: true })
  const open = (amountMinor: number): ChargedOrder['stages'][number] => ({ amountMinor, paid: false })

  it('costs the deposit that the seller keeps, less refunds, and no stage that was never paid', () => {
    expect(chargedOf(closed([paid(3_000), open(7_000)]))).toEqual({ goodsMinor: 3_000, freightMinor: 0 })
    expect(chargedOf(closed([paid(3_000), open(7_000)], 1_200))).toEqual({ goodsMinor: 1_800, freightMinor: 0 })
    expect(chargedOf(closed([paid(3_000), paid(2_000), open(5_000)], 5_000))).toEqual({
      goodsMinor: 0,
      freightMinor: 0,
    })
    expect(chargedOf(closed([]))).toEqual({ goodsMinor: 0, freightMinor: 0 })
  })
})
