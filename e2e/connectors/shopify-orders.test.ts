import { READ_ORDER_COST } from '@huoqiao/connector-shopify'
import type { ShopOrder } from '@huoqiao/connector-shopify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { custom, openShops, read, wordOf } from './shopify-shoppers.ts'
import type { Shops, Witness } from './shopify-shoppers.ts'

/**
 * Orders read by the connector from the simulator, which was written independently from the vendor's documents: differences in
 * understanding show here.
 */
let shops: Shops
beforeAll(async () => {
  shops = await openShops()
})
afterAll(() => shops.stop())
beforeEach(() => {
  shops.events.length = 0
})

describe('an order', () => {
  it('is read as it was bought, in both currencies, without the customer whose scope is missing', async () => {
    const bought = await shops.buy({
      lines: [{ ...custom(1)[0], customAttributes: [{ key: 'Engraving', value: 'Hi' }] }],
      currency: 'KWD',
      note: 'gate code 7',
      tags: ['vip'],
      risk: 'HIGH',
    })
    const order = await read(shops.us, bought.id)
    expect(order).toMatchObject({
      id: bought.id,
      legacyId: bought.id.split('/').at(-1),
      name: bought.name,
      note: 'gate code 7',
      tags: ['vip'],
      riskLevel: 'HIGH',
      riskAdvice: 'CANCEL',
      financialStatus: 'PAID',
      fulfillmentStatus: 'UNFULFILLED',
      currency: 'USD',
      presentmentCurrency: 'KWD',
      lines: [
        {
          title: 'Piece 0',
          quantity: 2,
          currentQuantity: 2,
          unfulfilledQuantity: 2,
          unitPrice: { shop: { minor: 1250, currency: 'USD' }, presentment: { currency: 'KWD' } },
          customAttributes: [{ key: 'Engraving', value: 'Hi' }],
        },
      ],
    })
    const { totals } = order
    expect(totals.total.shop.minor).toBe(
      totals.subtotal.shop.minor + totals.shipping.shop.minor + totals.tax.shop.minor,
    )
    // 12.500 USD at 0.307 are 3.838 KWD: three decimals, none of them lost.
    expect(order.lines[0]?.unitPrice.presentment.minor).toBe(3838)
    expect(order.shippingAddress?.countryCode).toMatch(/^[A-Z]{2}$/)
    expect(order).not.toHaveProperty('customer')
    expect(order.fulfillmentOrders.flatMap(({ lines }) => lines.map(({ lineItemId }) => lineItemId))).toEqual([
      order.lines[0]?.id,
    ])
  })

  it('of a shop without decimals has whole yen', async () => {
    const bought = await shops.buy({ lines: [{ title: 'Cup', priceMinor: 1980, quantity: 1 }] }, 'bridge-jp')
    expect((await read(shops.jp, bought.id)).lines[0]?.unitPrice.shop).toEqual({ minor: 1980, currency: 'JPY' })
  })

  it('with more lines than a page is complete, over several fulfilment orders too', async () => {
    const bought = await shops.buy({ lines: custom(130), split: true })
    const order = await read(shops.us, bought.id)
    expect(order.lines.map(({ id }) => id)).toEqual(bought.lines.map(({ id }) => id))
    const worked = order.fulfillmentOrders.flatMap(({ lines }) => lines.map(({ lineItemId }) => lineItemId))
    expect(new Set(worked)).toEqual(new Set(bought.lines.map(({ id }) => id)))
    expect(worked).toHaveLength(130)
  })

  it('without an address has none', async () => {
    const bought = await shops.buy({ shippingAddress: null })
    expect(await read(shops.us, bought.id)).not.toHaveProperty('shippingAddress')
  })

  it('that does not exist is undefined beside one that does', async () => {
    const bought = await shops.buy()
    const [there, absent] = await shops.us.readOrders([bought.id, 'gid://shopify/Order/1'])
    expect([there?.name, absent]).toEqual([bought.name, undefined])
  })

  it('shows edits, refunds and cancellation', async () => {
    const bought = await shops.buy({ lines: custom(2, 3) })
    const [kept, changed] = bought.lines
    await shops.act(bought, 'edit', { quantities: [{ lineId: changed!.id, quantity: 1 }], additions: custom(1) })
    await shops.act(bought, 'refund', { lines: [{ lineId: kept!.id, quantity: 1 }], restockType: 'CANCEL' })
    const order = await read(shops.us, bought.id)
    expect(order.edited).toBe(true)
    expect(order.lines.map(({ quantity, currentQuantity }) => [quantity, currentQuantity])).toEqual([
      [3, 2],
      [3, 1],
      [2, 2],
    ])
    expect(order.refunds).toMatchObject([{ lines: [{ lineItemId: kept!.id, quantity: 1, restockType: 'CANCEL' }] }])
    await shops.act(bought, 'cancel', { reason: 'FRAUD' })
    expect(await read(shops.us, bought.id)).toMatchObject({ cancelReason: 'FRAUD' })
  })
})

describe('a list of orders', () => {
  it('is by change time, page by page, each order once', async () => {
    const bought: Witness[] = []
    for (let count = 0; count < 7; count++) bought.push(await shops.buy())
    await shops.act(bought[0]!, 'note', { note: 'changed' })
    const from = bought[0]!.updatedAt
    const seen: ShopOrder[] = []
    let after: string | undefined
    do {
      const page = await shops.us.listOrders({ updatedFrom: from, first: 3, ...(after === undefined ? {} : { after }) })
      seen.push(...page.orders)
      after = page.endCursor
    } while (after !== undefined)
    const mine = seen.filter(({ id }) => bought.some((each) => each.id === id))
    expect(new Set(mine.map(({ id }) => id))).toEqual(new Set(bought.map(({ id }) => id)))
    expect(mine).toHaveLength(7)
    expect(seen.map(({ updatedAt }) => updatedAt)).toEqual(seen.map(({ updatedAt }) => updatedAt).toSorted())
  })

  it('by names has those, with the # and without', async () => {
    const [one, two] = [await shops.buy(), await shops.buy()]
    const found = await shops.us.ordersByNames([one.name, two.name.slice(1), '#999999'])
    expect(found.map(({ name }) => name).toSorted()).toEqual([one.name, two.name].toSorted())
  })

  it('costs what its orders contain, and no request above 1,000 points', async () => {
    const oldest = await shops.buy({ lines: custom(2) })
    for (let count = 1; count < 6; count++) await shops.buy({ lines: custom(2) })
    const { orders } = await shops.us.listOrders({ updatedFrom: oldest.updatedAt, first: 6 })
    expect(orders).toHaveLength(6)
    const sent = shops.events.filter((event) => event.kind === 'sent')
    expect(Math.max(...sent.map(({ requested = 0 }) => requested))).toBeLessThanOrEqual(1000)
    const reading = sent.filter(({ call }) => call === 'nodes(Order)')
    const asked = reading.reduce((sum, { requested = 0 }) => sum + requested, 0)
    expect(asked).toBeLessThanOrEqual(orders.length * READ_ORDER_COST)
    // An order with two lines, as in the README.
    const charged = reading.reduce((sum, { actual = 0 }) => sum + actual, 0)
    expect(charged / orders.length).toBeLessThanOrEqual(60)
  })
})

describe('data without a scope', () => {
  it('of the customers is absent, and their orders are read all the same', async () => {
    await shops.quirk('protected-customer-data', false)
    const bought = await shops.buy()
    const order = await read(shops.us, bought.id)
    await shops.quirk('protected-customer-data', true)
    for (const hidden of ['shippingAddress', 'email', 'phone', 'customer']) expect(order).not.toHaveProperty(hidden)
    expect(order.lines).toHaveLength(1)
    expect((await read(shops.us, bought.id)).shippingAddress?.name).toBeTruthy()
  })

  it('is read once the scope is granted: customers', async () => {
    await shops.quirk('extra-scopes', 'read_customers')
    const { customer } = await read(shops.connector('bridge-us'), (await shops.buy()).id)
    await shops.quirk('extra-scopes', '')
    expect(customer?.id).toMatch(/^gid:\/\/shopify\/Customer\/\d+$/)
    expect(customer?.name).toBeTruthy()
  })

  it('of orders is refused for a missing scope, not as an absent order', async () => {
    const bought = await shops.buy()
    await shops.quirk('withheld-scopes', 'read_orders,write_orders')
    const word = await wordOf(shops.connector('bridge-us').readOrder(bought.id))
    await shops.quirk('withheld-scopes', '')
    expect(word).toBe('unauthorised')
  })
})
