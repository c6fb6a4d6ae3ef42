import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { amountParts, earnedOf } from './order-amounts.rules.ts'
import type { OrderMoney } from './order-amounts.rules.ts'

/** An order with the arithmetic that Shopify documents; in minor units, so it is valid for currencies with any number of decimals. */
const order = fc
  .record({
    lines: fc.array(fc.record({ gross: fc.nat(1_000_000), off: fc.nat(100) }), { minLength: 1, maxLength: 8 }),
    shippingGross: fc.nat(50_000),
    shippingOff: fc.nat(100),
    taxPercent: fc.nat(30),
    taxIncluded: fc.boolean(),
    tip: fc.nat(10_000),
    duties: fc.nat(10_000),
    kept: fc.nat(100),
    amountRefund: fc.nat(1_000),
  })
  .map((given) => {
    const { lines, shippingGross, taxIncluded, tip, duties } = given
    const gross = lines.reduce((sum, line) => sum + line.gross, 0)
    const lineDiscount = lines.reduce((sum, line) => sum + Math.round((line.gross * line.off) / 100), 0)
    const shippingDiscount = Math.round((shippingGross * given.shippingOff) / 100)
    const subtotal = gross - lineDiscount
    const base = subtotal + shippingGross - shippingDiscount
    const tax = Math.round((base * given.taxPercent) / (taxIncluded ? 100 + given.taxPercent : 100))
    const total = base + (taxIncluded ? 0 : tax) + tip + duties
    const share = (amount: number): number => Math.round((amount * given.kept) / 100)
    // Goods and their tax were partly refunded; the tip was not. An additional refund did not make the order smaller.
    const currentTax = share(tax)
    const earned = share(base - (taxIncluded ? tax : 0)) + tip
    const current = earned + currentTax + share(duties)
    const money: OrderMoney = {
      totalMinor: total,
      refundedMinor: total - current + given.amountRefund,
      currentMinor: current,
      amounts: {
        subtotal,
        shipping: shippingGross,
        tax,
        discount: lineDiscount + shippingDiscount,
        tip,
        duties,
        currentDuties: share(duties),
        taxIncluded,
        currentTax,
        presentment: { minor: total, currency: 'USD' },
      },
    }
    return { money, gross, earned, amountRefund: given.amountRefund }
  })

describe('the parts of an order', () => {
  test('are those of its lines, and add up to the shop’s total and to its current value', () => {
    fc.assert(
      fc.property(order, ({ money, gross, amountRefund }) => {
        const parts = amountParts(money)
        expect([parts.goods, parts.other, parts.adjusted]).toEqual([gross, 0, amountRefund])
        const { goods, discount, shipping, tax, tip, duties, other } = parts
        const sum = goods - discount + shipping + (parts.taxIncluded ? 0 : tax) + tip + duties + other
        expect(sum).toBe(money.totalMinor)
        expect(sum - money.refundedMinor + parts.adjusted).toBe(money.currentMinor)
      }),
      { numRuns: 500 },
    )
  })

  test('add up whatever the shop includes in its total, with a part for the rest', () => {
    fc.assert(
      fc.property(order, fc.nat(500), ({ money }, fee) => {
        const parts = amountParts({ ...money, totalMinor: money.totalMinor + fee })
        const { goods, discount, shipping, tax, tip, duties, other } = parts
        const sum = goods - discount + shipping + (parts.taxIncluded ? 0 : tax) + tip + duties + other
        expect(sum).toBe(money.totalMinor + fee)
      }),
    )
    const { money } = fc.sample(order, { numRuns: 1, seed: 1 })[0]!
    const plain = { ...money, amounts: { ...money.amounts, shipping: 0, discount: 0, taxIncluded: true } }
    const { subtotal, tip = 0, duties = 0 } = plain.amounts
    // Sweden rounds cash: 0.04 more than the parts.
    expect(amountParts({ ...plain, totalMinor: subtotal + tip + duties + 4 }).other).toBe(4)
  })

  test('count neither tax nor duties, on top or included, nor a refund without goods as earnings; a tip counts', () => {
    fc.assert(
      fc.property(order, ({ money, earned, amountRefund }) => {
        expect(earnedOf({ ...money, edited: false })).toBe(earned - amountRefund)
        expect(earnedOf({ ...money, edited: true })).toBe(earned)
        const reported = { ...money, amounts: { ...money.amounts, overRefunded: amountRefund } }
        expect([true, false].map((edited) => earnedOf({ ...reported, edited }))).toEqual([
          earned - amountRefund,
          earned - amountRefund,
        ])
        // Less was refunded than the goods cost: the rest is earned.
        const kept = { ...money, amounts: { ...money.amounts, overRefunded: -amountRefund } }
        expect(earnedOf({ ...kept, edited: true })).toBe(earned + amountRefund)
      }),
    )
  })

  test('of an order that was read before taxes were stored show by their total whether prices include tax', () => {
    const amounts = {
      subtotal: 5_667,
      shipping: 1_490,
      tax: 807,
      discount: 0,
      presentment: { minor: 0, currency: 'USD' },
    }
    const onTop = { totalMinor: 7_964, refundedMinor: 0, currentMinor: 7_964, amounts }
    expect([amountParts(onTop).taxIncluded, earnedOf({ ...onTop, edited: false })]).toEqual([false, 7_157])
    const included = { ...onTop, totalMinor: 7_157, currentMinor: 7_157 }
    expect([amountParts(included).taxIncluded, earnedOf({ ...included, edited: false })]).toEqual([true, 6_350])
  })
})
