import type { OrderDetail } from '@huoqiao/contract/orders/orders.schema'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startOrderFixture } from './orders-fixture.testing.ts'
import type { OrderFixture } from './orders-fixture.testing.ts'
import { shopsTell } from './orders.testing.ts'
import type { ShopOrderWitness } from './orders.testing.ts'

let fixture: OrderFixture
beforeAll(async () => {
  fixture = await startOrderFixture()
  await shopsTell(fixture)
  const feed = (await fixture.app.ok('queryOrderFeeds')).find(({ storeId }) => storeId === fixture.us)!
  await fixture.app.ok('saveOrderFeed', { storeId: fixture.us, version: feed.version, feePercent: '3' })
})
afterAll(() => fixture?.close())

const ABROAD = { name: 'Ann', address1: '1 King St', city: 'Toronto', zip: 'M5H', countryCode: 'CA', country: 'Canada' }
const PIECES = 3

describe.each(['told', 'pulled'] as const)('the profit of an order, as %s', (way) => {
  beforeEach(() => fixture.quirk('shopify.webhook-loss-chance', way === 'pulled' ? 1 : 0))

  const read = async (order: ShopOrderWitness): Promise<OrderDetail> => {
    if (way === 'pulled') await fixture.pull()
    await fixture.heard()
    return fixture.seen(order)
  }
  /** Sold abroad and linked to its source. */
  async function sold(more: object): Promise<{ order: ShopOrderWitness; detail: OrderDetail }> {
    const lines = [{ variantId: fixture.variants[0]!.variantId, quantity: PIECES }]
    const order = await fixture.buy(lines, { force: true, shippingAddress: ABROAD, ...more })
    const { lines: known } = await read(order)
    await fixture.link(
      known.filter((line) => line.requiresShipping).map(({ id }) => id),
      { scope: 'this-order' },
    )
    return { order, detail: await read(order) }
  }

  it('is the same with duties as without, also after they are refunded', async () => {
    const plain = await sold({})
    const { order, detail } = await sold({ dutyPercent: 10 })
    const duty = (PIECES * fixture.variants[0]!.priceMinor) / 10
    expect(plain.detail.amounts).toMatchObject({ tip: 0, duties: 0 })
    expect(detail.amounts).toMatchObject({ duties: duty, total: plain.detail.amounts.total + duty })
    expect(detail.profit).toEqual(plain.detail.profit)
    expect(detail.profit!.feeMinor).toBeGreaterThan(0)

    await fixture.act(order, 'refund', { duties: true })
    const after = await read(order)
    expect(after.amounts).toMatchObject({ duties: duty, refunded: duty, current: plain.detail.amounts.total })
    expect(after.profit).toEqual(plain.detail.profit)
  })

  it('grows by a tip less the fee, and a tip is not a product to buy', async () => {
    const plain = await sold({})
    const { detail } = await sold({ tipMinor: 500 })
    expect(detail.amounts).toMatchObject({ tip: 500, goods: plain.detail.amounts.goods })
    expect(detail.lines).toMatchObject([{ toBuy: PIECES }, { title: 'Tip', toBuy: 0, requiresShipping: false }])
    expect([detail.state, detail.flags]).toEqual([plain.detail.state, plain.detail.flags])
    const { saleMinor, feeMinor, profitMinor } = detail.profit!
    const less = plain.detail.profit!
    // 5.00 USD at a rate of 7.10, less a fee of 3%.
    expect(saleMinor - less.saleMinor).toBe(3_550)
    expect(profitMinor - less.profitMinor).toBe(3_550 - (feeMinor - less.feeMinor))
    expect(feeMinor - less.feeMinor).toBeCloseTo(106.5, -1)
  })

  it('falls by the goods and the tip of a return, and not by its duties', async () => {
    const { order, detail } = await sold({ tipMinor: 500, dutyPercent: 10 })
    const { priceMinor } = fixture.variants[0]!
    await fixture.act(order, 'fulfil')
    await fixture.act(order, 'return', { lines: [{ lineId: order.lines[0]!.id, quantity: 1 }] })
    await fixture.act(order, 'return-step', { step: 'process', duties: true, tip: true })
    const after = await read(order)
    const duty = priceMinor / 10
    expect(detail.amounts.current - after.amounts.current).toBe(priceMinor + duty + 500)
    // The shop's own records: one refund, of all three.
    const books = await fixture.simulator.control<{ order: { refunds: { total: string }[] } }>(
      'GET',
      `/shopify/${fixture.slug}/orders/${order.number}`,
    )
    expect(books.order.refunds.map(({ total }) => Math.round(Number(total) * 100))).toEqual([priceMinor + duty + 500])
    expect(after.amounts).toMatchObject({ refunded: priceMinor + duty + 500, duties: PIECES * duty })
    expect(detail.profit!.saleMinor - after.profit!.saleMinor).toBe(Math.round((priceMinor + 500) * 7.1))
  })

  it('includes the tip and excludes the duties of a sale in another currency', async () => {
    const { detail } = await sold({ currency: 'JPY', tipMinor: 500, dutyPercent: 10 })
    const { amounts, profit } = detail
    expect([amounts.tip, amounts.duties]).toEqual([500, (PIECES * fixture.variants[0]!.priceMinor) / 10])
    expect(profit!.saleMinor).toBe(Math.round((amounts.current - amounts.duties) * 7.1))
  })
})
