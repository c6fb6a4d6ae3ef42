import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestShop, SET_BARE } from '../shopify-client.testing.ts'
import { openCounter, openOrderFixture, ORDER, readOrder } from './orders.testing.ts'
import type { OrderFixture, Read, Witness } from './orders.testing.ts'

let fixture: OrderFixture

beforeAll(async () => {
  fixture = await openOrderFixture()
})
afterAll(() => fixture.stop())
beforeEach(() => fixture.sim.core.quirks.reset())

const MUG = 'Enamel Camp Mug'
const read = (order: Witness): Promise<Read> => readOrder(fixture.shop, order)

describe('an order', () => {
  it('copies texts, prices and address, reserves stock, and gets its number and its fulfilment order', async () => {
    const mug = await fixture.counter.variant(MUG)
    const order = await fixture.counter.buy({
      lines: [{ variantId: mug.variantId, quantity: 2, customAttributes: [{ key: 'Engraving', value: 'Ava' }] }],
      note: '请用纸箱包装',
      tags: ['vip'],
      discount: { code: 'WELCOME10', percent: 10 },
      shippingAddress: {
        city: 'Newark',
        countryCode: 'US',
        country: 'United States',
        zip: '07104',
        address1: '1 A St',
      },
    })
    const seen = await read(order)
    expect(seen).toMatchObject({
      name: `#${order.number}`,
      note: '请用纸箱包装',
      tags: ['vip'],
      displayFinancialStatus: 'PAID',
      displayFulfillmentStatus: 'UNFULFILLED',
      returnStatus: 'NO_RETURN',
      /* 2 × 16.50 less 10 % is 29.70; tax of 6.63 % on 29.70 and on the 4.90 of shipping */
      totalDiscountsSet: { shopMoney: { amount: '3.30', currencyCode: 'USD' } },
      subtotalPriceSet: { shopMoney: { amount: '29.70' } },
      totalShippingPriceSet: { shopMoney: { amount: '4.90' } },
      totalTaxSet: { shopMoney: { amount: '2.29' } },
      totalPriceSet: { shopMoney: { amount: '36.89' }, presentmentMoney: { amount: '36.89', currencyCode: 'USD' } },
      shippingAddress: { city: 'Newark', countryCodeV2: 'US' },
      fulfillmentOrders: {
        nodes: [
          {
            status: 'OPEN',
            requestStatus: 'UNSUBMITTED',
            assignedLocation: { name: 'Newark Warehouse' },
            lineItems: { nodes: [{ totalQuantity: 2, remainingQuantity: 2 }] },
          },
        ],
      },
    })
    expect(seen.lineItems.nodes[0]).toMatchObject({
      sku: mug.sku,
      title: MUG,
      variantTitle: null,
      quantity: 2,
      currentQuantity: 2,
      unfulfilledQuantity: 2,
      nonFulfillableQuantity: 0,
      customAttributes: [{ key: 'Engraving', value: 'Ava' }],
    })
    expect((await fixture.counter.variant(MUG)).stock).toBe(mug.stock - 2)
    const next = await fixture.counter.buy({ lines: [{ variantId: mug.variantId, quantity: 1 }] })
    expect(next.number).toBe(order.number + 1)
  })

  it('shows amounts with the decimals of each currency, also in a shop without decimals', async () => {
    const yen = await fixture.counter.buy({
      lines: [{ variantId: fixture.mug.variantId, quantity: 1 }],
      currency: 'JPY',
    })
    const seen = await read(yen)
    expect(seen.totalPriceSet.presentmentMoney).toMatchObject({ currencyCode: 'JPY' })
    expect(seen.totalPriceSet.presentmentMoney.amount).toMatch(/^\d+$/)
    const dinar = await read(
      await fixture.counter.buy({ lines: [{ variantId: fixture.mug.variantId, quantity: 1 }], currency: 'KWD' }),
    )
    expect(dinar.totalPriceSet.presentmentMoney.amount).toMatch(/^\d+\.\d{3}$/)

    const jp = await openTestShop(fixture.sim, 'bridge-jp')
    const there = await openCounter(jp)
    const bowl = await there.variant('Donburi Bowl')
    const order = await there.buy({
      lines: [{ variantId: bowl.variantId, quantity: 1 }],
      currency: 'USD',
      shippingAddress: { countryCode: 'JP' },
    })
    const reported = await jp.get<Read>(ORDER, { id: order.id })
    expect(reported.totalPriceSet).toEqual({
      shopMoney: { amount: '4620', currencyCode: 'JPY' },
      presentmentMoney: { amount: '30.31', currencyCode: 'USD' },
    })
    /* tax is inside the price: 3960 × 10/110 and 660 × 10/110 */
    expect(reported.totalTaxSet.shopMoney.amount).toBe('420')
  })

  it.each([1_795_000_000_000, '2026-11-23', '2026-13-45T00:00:00Z', 'yesterday'])(
    'refuses an order created at %j, and returns all others as before',
    async (at) => {
      const lines = [{ variantId: (await fixture.counter.variant(MUG)).variantId, quantity: 1 }]
      await expect(fixture.counter.buy({ lines, at })).rejects.toThrow(/^at /)
      const order = await fixture.counter.buy({ lines, at: '2026-01-05T08:00:00Z' })
      expect((await fixture.counter.read(order)).number).toBe(order.number)
    },
  )

  it('refuses to sell more than is in stock, and oversells where the policy allows it', async () => {
    const pack = await fixture.counter.variant('Waxed Canvas Daypack')
    await expect(fixture.counter.buy({ lines: [{ variantId: pack.variantId, quantity: 99 }] })).rejects.toThrow('only')
    expect((await fixture.counter.variant('Waxed Canvas Daypack')).stock).toBe(pack.stock)
    const { userErrors } = await fixture.shop.get<{ userErrors: object[] }>(SET_BARE, {
      input: {
        title: 'Made to Order',
        productOptions: [{ name: 'Title', values: [{ name: 'Default Title' }] }],
        variants: [
          {
            optionValues: [{ optionName: 'Title', name: 'Default Title' }],
            price: '5.00',
            inventoryPolicy: 'CONTINUE',
            inventoryItem: { tracked: true },
          },
        ],
      },
    })
    expect(userErrors).toEqual([])
    const made = await fixture.counter.variant('Made to Order')
    const order = await fixture.counter.buy({ lines: [{ variantId: made.variantId, quantity: 99 }] })
    expect(order.lines).toMatchObject([{ quantity: 99 }])
  })

  it('keeps the sold line when the product is deleted', async () => {
    const scarf = await fixture.counter.variant('Desk Succulent')
    const order = await fixture.counter.buy({ lines: [{ variantId: scarf.variantId, quantity: 1 }] })
    const { product } = await fixture.shop.get<{ product: { id: string } }>(
      'query($id: ID!) { productVariant(id: $id) { product { id } } }',
      { id: scarf.variantId },
    )
    await fixture.shop.get('mutation($id: ID!) { productDelete(input: { id: $id }) { deletedProductId } }', {
      id: product.id,
    })
    expect((await read(order)).lineItems.nodes[0]).toMatchObject({
      variant: null,
      product: null,
      title: 'Desk Succulent',
      sku: scarf.sku,
    })
  })

  it('hides the personal data of the customer when protected data is not granted', async () => {
    const order = await fixture.counter.buy({ lines: [{ variantId: fixture.mug.variantId, quantity: 1 }] })
    expect((await read(order)).email).toContain('@')
    fixture.sim.core.quirks.set('shopify.protected-customer-data', false)
    expect(await read(order)).toMatchObject({ shippingAddress: null, email: null })
  })

  it('needs read_customers to return the customer, as the vendor does', async () => {
    const order = await fixture.counter.buy({ lines: [{ variantId: fixture.mug.variantId, quantity: 1 }] })
    const ask = () =>
      fixture.shop.ask('query($id: ID!) { order(id: $id) { name customer { displayName } } }', { id: order.id })
    expect((await ask()).errors?.[0]?.extensions?.code).toBe('ACCESS_DENIED')
    fixture.sim.core.quirks.set('shopify.extra-scopes', 'read_customers')
    expect((await ask()).errors).toBeUndefined()
  })
})
