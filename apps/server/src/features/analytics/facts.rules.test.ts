import { SUMS } from '@huoqiao/contract/analytics/analytics.figures'
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
      }),
    )
  })

  it('are none of a test order', () => {
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
