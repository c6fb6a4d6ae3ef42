import { SUMS } from '@huoqiao/contract/analytics/analytics.figures'
import type { SumName } from '@huoqiao/contract/analytics/analytics.figures'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LineSums, OrderSums } from '../orders/index.ts'
import { differencesOf, factsOf, shareOut } from './facts.rules.ts'

const amount = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 })
const known = fc.option(amount)
const line: fc.Arbitrary<LineSums> = fc.record({
  sold: fc.nat(5),
  returned: fc.nat(2),
  valueMinor: fc.integer({ min: -10, max: 1_000_000 }),
  removedMinor: fc.nat(1_000_000),
  costCny: fc.option(fc.nat(100_000)),
  productId: fc.option(fc.uuid()),
  variantId: fc.option(fc.uuid()),
  offerId: fc.option(fc.constantFrom('600000000001', '600000000002')),
  shopProductId: fc.option(fc.constantFrom('1', '2')),
  shopVariantId: fc.option(fc.constantFrom('11', '12')),
  key: fc.constantFrom('a', 'b'),
  sku: fc.constantFrom('', 'SKU-1'),
  title: fc.string(),
  variantTitle: fc.string(),
  image: fc.constant(null),
})
const order: fc.Arbitrary<OrderSums> = fc
  .record({
    id: fc.uuid(),
    storeId: fc.uuid(),
    orderedAt: fc.date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }),
    country: fc.option(fc.constantFrom('US', 'DE')),
    test: fc.constant(false),
    sentAt: fc.option(fc.date({ min: new Date('2030-01-02'), max: new Date('2030-02-01'), noInvalidDate: true })),
    saleCny: known,
    refundCny: known,
    taxCny: known,
    goodsCny: known,
    freightCny: known,
    abroadCny: known,
    feeCny: known,
    lines: fc.array(line, { maxLength: 5 }),
  })
  .map((given) => {
    const { saleCny, goodsCny } = given
    const costs = (goodsCny ?? 0) + (given.freightCny ?? 0) + (given.abroadCny ?? 0) + (given.feeCny ?? 0)
    return { ...given, profitCny: saleCny === null || goodsCny === null ? null : saleCny - costs }
  })

/** An order with known amounts and lines; its profit is the sale less the costs. */
function orderOf(amounts: Partial<OrderSums>, lines: readonly Partial<LineSums>[]): OrderSums {
  const [example] = fc.sample(order, { numRuns: 1, seed: 1 })
  const [one] = fc.sample(line, { numRuns: 1, seed: 1 })
  const none = { refundCny: 0, taxCny: 0, goodsCny: 0, freightCny: 0, abroadCny: 0, feeCny: 0 }
  const given = { ...example!, ...none, ...amounts, lines: lines.map((some) => ({ ...one!, costCny: null, ...some })) }
  const costs = given.goodsCny! + given.freightCny! + given.abroadCny! + given.feeCny!
  return { ...given, profitCny: given.saleCny! - costs }
}

const sumOf = (rows: readonly Record<string, unknown>[], name: string): number =>
  rows.reduce((sum, row) => sum + Number(row[name]), 0)

describe('an amount that is shared out', () => {
  it('is the sum of its parts, each within a unit of its exact share', () => {
    fc.assert(
      fc.property(amount, fc.array(fc.nat(1_000_000), { minLength: 1, maxLength: 20 }), (total, weights) => {
        const parts = shareOut(total, weights)
        expect(parts.reduce((sum, part) => sum + part, 0)).toBe(total)
        const sum = weights.reduce((all, weight) => all + weight, 0)
        if (sum > 0)
          for (const [at, part] of parts.entries())
            expect(Math.abs(part - (total * weights[at]!) / sum)).toBeLessThan(1.001)
      }),
    )
  })

  it('goes to the largest remainders first', () => {
    expect(shareOut(100, [1, 1, 1])).toEqual([34, 33, 33])
    expect(shareOut(-100, [1, 2])).toEqual([-33, -67])
    expect(shareOut(7, [0, 0])).toEqual([4, 3])
  })
})

describe('the rows of an order', () => {
  it('add up to each of its amounts, with any lines or none', () => {
    fc.assert(
      fc.property(order, (given) => {
        const rows = factsOf(given)
        expect([sumOf(rows, 'orders'), sumOf(rows, 'saleMinor')]).toEqual([1, given.saleCny ?? 0])
        expect([sumOf(rows, 'refundMinor'), sumOf(rows, 'taxMinor')]).toEqual([given.refundCny ?? 0, given.taxCny ?? 0])
        const isKnown = given.profitCny !== null
        const costs = [given.goodsCny, given.freightCny, given.abroadCny, given.feeCny, given.profitCny, given.saleCny]
        expect(
          ['goodsMinor', 'freightMinor', 'abroadMinor', 'feeMinor', 'profitMinor', 'profitSaleMinor'].map((name) =>
            sumOf(rows, name),
          ),
        ).toEqual(costs.map((fen) => (isKnown ? (fen ?? 0) : 0)))
        expect(sumOf(rows, 'unknownOrders')).toBe(isKnown ? 0 : 1)
        expect(sumOf(rows, 'unratedLines')).toBe(given.saleCny === null ? rows.length : 0)
      }),
    )
  })

  it('have the refund on the line with removed pieces, purchase costs on the line that was bought, and all else on lines with pieces left', () => {
    // Line A of ¥900 was bought and refunded, line B of ¥100 was bought and kept, with ¥10 of shipping.
    const given = orderOf(
      { saleCny: 11_000, refundCny: 90_000, taxCny: 500, goodsCny: 33_333, freightCny: 1_000, feeCny: 319 },
      [
        { valueMinor: 0, removedMinor: 90_000, costCny: 30_000, sold: 0 },
        { valueMinor: 10_000, removedMinor: 0, costCny: 3_333, sold: 1 },
      ],
    )
    const rows = factsOf(given)
    const of = (name: SumName): number[] => rows.map((row) => row[name])
    expect([of('saleMinor'), of('refundMinor'), of('taxMinor')]).toEqual([
      [0, 11_000],
      [90_000, 0],
      [0, 500],
    ])
    expect([of('goodsMinor'), of('freightMinor'), of('feeMinor')]).toEqual([
      [30_000, 3_333],
      [900, 100],
      [0, 319],
    ])
    expect(of('profitMinor')).toEqual([-30_900, 11_000 - 3_333 - 100 - 319])
  })

  it('of an order of which nothing is left, or nothing was removed, are shared out by what was ordered', () => {
    const [gone, kept] = [
      orderOf({ saleCny: 1_000, refundCny: 99_000 }, [
        { valueMinor: 0, removedMinor: 90_000 },
        { valueMinor: 0, removedMinor: 10_000 },
      ]),
      orderOf({ saleCny: 99_000, refundCny: 1_000 }, [
        { valueMinor: 90_000, removedMinor: 0 },
        { valueMinor: 10_000, removedMinor: 0 },
      ]),
    ].map((given) => factsOf(given).map(({ saleMinor, refundMinor }) => [saleMinor, refundMinor]))
    expect(gone).toEqual([
      [900, 89_100],
      [100, 9_900],
    ])
    expect(kept).toEqual([
      [89_100, 900],
      [9_900, 100],
    ])
  })

  it('do not exist for a test order', () => {
    fc.assert(
      fc.property(order, (given) => {
        expect(factsOf({ ...given, test: true })).toEqual([])
      }),
    )
  })
})

it('what is added to a table of sums turns the former rows of orders into their present ones', () => {
  const keyOf = ({ day, goodsId }: { day: string; goodsId: string }) => ({ day, goodsId })
  fc.assert(
    fc.property(fc.array(order, { maxLength: 4 }), fc.array(order, { maxLength: 4 }), (before, after) => {
      const [gone, fresh] = [before.flatMap(factsOf), after.flatMap(factsOf)]
      const moved = differencesOf(gone, fresh, keyOf)
      for (const name of SUMS) expect(sumOf(moved, name)).toBe(sumOf(fresh, name) - sumOf(gone, name))
      expect(sumOf(moved, 'facts')).toBe(fresh.length - gone.length)
      expect(differencesOf(fresh, fresh, keyOf)).toEqual([])
    }),
  )
})
