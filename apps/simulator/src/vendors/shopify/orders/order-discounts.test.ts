import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openOrderFixture } from './orders.testing.ts'
import type { OrderFixture, Witness } from './orders.testing.ts'

let fixture: OrderFixture

beforeAll(async () => {
  fixture = await openOrderFixture()
})
afterAll(() => fixture.stop())
beforeEach(() => fixture.sim.core.quirks.reset())

const READ = `query($id: ID!) { order(id: $id) {
  totalPriceSet { ...M } currentTotalPriceSet { ...M } subtotalPriceSet { ...M } totalShippingPriceSet { ...M } totalDiscountsSet { ...M }
  cartDiscountAmountSet { ...M } totalTaxSet { ...M } currentShippingPriceSet { ...M } totalRefundedSet { ...M } refundDiscrepancySet { ...M }
  totalOutstandingSet { ...M } discountCodes
  shippingLine { originalPriceSet { ...M } discountedPriceSet { ...M } discountAllocations { allocatedAmountSet { ...M } } }
  lineItems(first: 5) { nodes { id discountedUnitPriceSet { ...M } discountAllocations { allocatedAmountSet { ...M } discountApplication { index targetType } } } }
  refunds { orderAdjustments(first: 5) { nodes { reason amountSet { ...M } } } refundLineItems(first: 5) { nodes { subtotalSet { ...M } totalTaxSet { ...M } } } }
} } fragment M on MoneyBag { shopMoney { amount } }`
type Money = { shopMoney: { amount: string } }
type Reported = Record<
  | 'totalPriceSet'
  | 'currentTotalPriceSet'
  | 'subtotalPriceSet'
  | 'totalShippingPriceSet'
  | 'totalDiscountsSet'
  | 'cartDiscountAmountSet'
  | 'totalTaxSet'
  | 'currentShippingPriceSet'
  | 'totalRefundedSet'
  | 'refundDiscrepancySet'
  | 'totalOutstandingSet',
  Money
> & {
  discountCodes: string[]
  shippingLine: {
    originalPriceSet: Money
    discountedPriceSet: Money
    discountAllocations: { allocatedAmountSet: Money }[]
  }
  lineItems: { nodes: { discountedUnitPriceSet: Money; discountAllocations: { allocatedAmountSet: Money }[] }[] }
  refunds: {
    orderAdjustments: { nodes: { reason: string; amountSet: Money }[] }
    refundLineItems: { nodes: { subtotalSet: Money; totalTaxSet: Money }[] }
  }[]
}
const read = async (order: Witness): Promise<Reported> => await fixture.shop.get<Reported>(READ, { id: order.id })
const cents = (money: Money): number => Math.round(Number(money.shopMoney.amount) * 100)
const HOME = { address1: '1 King St', city: 'Newark', zip: '07104', countryCode: 'US', country: 'United States' }

const buy = (more: object, line: object = {}): Promise<Witness> =>
  fixture.counter.buy({
    lines: [{ variantId: fixture.mug.variantId, quantity: 3, ...line }],
    force: true,
    shippingAddress: HOME,
    ...more,
  })

describe('the discounts of an order', () => {
  it('are shown with shipping before and after its own discount, and lines first subtract theirs, then their part of the code', async () => {
    const order = await buy(
      { discount: { code: 'TEN', percent: 10 }, shippingDiscount: { code: 'SHIP', percent: 50 } },
      { discountMinor: 200 },
    )
    const reported = await read(order)
    const goods = 3 * fixture.mug.priceMinor
    const cart = Math.round((goods - 200) / 10)
    const sending = cents(reported.totalShippingPriceSet)
    const off = cents(reported.shippingLine.discountAllocations[0]!.allocatedAmountSet)
    expect([off, cents(reported.shippingLine.discountedPriceSet)]).toEqual([Math.round(sending / 2), sending - off])
    expect(cents(reported.currentShippingPriceSet)).toBe(sending - off)
    expect(reported.discountCodes).toEqual(['TEN', 'SHIP'])
    expect([cents(reported.subtotalPriceSet), cents(reported.cartDiscountAmountSet)]).toEqual([
      goods - 200 - cart,
      cart,
    ])
    expect(cents(reported.totalDiscountsSet)).toBe(200 + cart + off)
    expect(reported.lineItems.nodes[0]!.discountAllocations.map((one) => cents(one.allocatedAmountSet))).toEqual([
      cart,
      200,
    ])
    expect(cents(reported.totalPriceSet)).toBe(goods - 200 - cart + sending - off + cents(reported.totalTaxSet))
  })

  it('refuses one that is more than its line costs', async () => {
    await expect(buy({}, { discountMinor: 3 * fixture.mug.priceMinor + 1 })).rejects.toThrow('no larger than the price')
  })
})

describe('the refunds of an order', () => {
  it('refund everything, piece by piece, with the tax of shipping, and nothing more', async () => {
    const order = await buy({ discount: { code: 'ODD', percent: 33 } })
    for (const shipping of [false, false, true])
      await fixture.counter.act(order, 'refund', { lines: [{ lineId: order.lines[0]!.id, quantity: 1 }], shipping })
    const reported = await read(order)
    expect([cents(reported.currentTotalPriceSet), cents(reported.totalRefundedSet)]).toEqual([
      0,
      cents(reported.totalPriceSet),
    ])
    const lines = reported.refunds.flatMap(({ refundLineItems }) => refundLineItems.nodes)
    expect(lines.reduce((sum, line) => sum + cents(line.subtotalSet), 0)).toBe(cents(reported.subtotalPriceSet))
    expect(cents(reported.refundDiscrepancySet)).toBe(0)
  })

  it('without goods are a discrepancy in the customer’s favour, and leave no amount due', async () => {
    const order = await buy({})
    await fixture.counter.act(order, 'refund', { percent: 10 })
    const reported = await read(order)
    expect(cents(reported.refundDiscrepancySet)).toBe(-cents(reported.totalRefundedSet))
    expect(reported.refunds[0]!.orderAdjustments.nodes).toEqual([
      {
        reason: 'REFUND_DISCREPANCY',
        amountSet: { shopMoney: { amount: reported.refundDiscrepancySet.shopMoney.amount } },
      },
    ])
    expect([cents(reported.currentTotalPriceSet), cents(reported.totalOutstandingSet)]).toEqual([
      cents(reported.totalPriceSet),
      0,
    ])
  })

  it('of an amount that an edit left overpaid are no discrepancy', async () => {
    const order = await buy({})
    await fixture.counter.act(order, 'edit', { quantities: [{ lineId: order.lines[0]!.id, quantity: 1 }] })
    await fixture.counter.act(order, 'refund', { percent: 5 })
    expect(cents((await read(order)).refundDiscrepancySet)).toBe(0)
  })
})
