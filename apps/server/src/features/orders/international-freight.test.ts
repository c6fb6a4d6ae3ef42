import type { OrderDetail } from '@huoqiao/contract/orders/orders.schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testShop } from '../../../test/shop.ts'
import type { TestShop } from '../../../test/shop.ts'
import { startOrderFixture } from './orders-fixture.testing.ts'
import type { OrderFixture } from './orders-fixture.testing.ts'

let fixture: OrderFixture
let shop: TestShop

const WEIGHT = 'query ($id: ID!) { order(id: $id) { currentTotalWeight } }'
const WEIGH = `mutation ($id: ID!, $v: [ProductVariantsBulkInput!]!) {
  productVariantsBulkUpdate(productId: $id, variants: $v) { userErrors { message } } }`
const gid = (variantId: string): string => `gid://shopify/ProductVariant/${variantId.replace(/^.*\//, '')}`
const gramsOf = async (order: { shopifyId: string }): Promise<number> => {
  const { order: reported } = await shop.ask<{ order: { currentTotalWeight: string } }>(WEIGHT, {
    id: `gid://shopify/Order/${order.shopifyId}`,
  })
  return Number(reported.currentTotalWeight)
}
/** The freight per kilogram in the store's price rule: 8.00 USD (demo.ts). */
const PER_KG = 800
const inFen = (perKg: number, grams: number, rate: string): number =>
  Math.round((Math.round((perKg * grams) / 1000) / 100) * Number(rate) * 100)
const ruleOf = async () => {
  const store = (await fixture.app.ok('getAllShopifyStores')).find(({ id }) => id === fixture.us)!
  return (await fixture.app.ok('queryPriceRules')).find(({ id }) => id === store.priceRuleId)!
}
/** An order with known goods, so that it has a profit. */
async function sold(quantity: number): Promise<OrderDetail> {
  const order = await fixture.brought([{ variant: 0, quantity }])
  await fixture.link(order.lines.map(({ id }) => id))
  return fixture.detail(order)
}
const set = (orders: readonly OrderDetail[], freightMinor: number | null) =>
  fixture.app.ok(
    'setInternationalFreights',
    freightMinor === null
      ? { backToEstimate: orders.map(({ id }) => id) }
      : { items: orders.map(({ id: orderId }) => ({ orderId, freightMinor })) },
  )
const without = ({ saleMinor, goodsMinor, freightMinor, feeMinor }: NonNullable<OrderDetail['profit']>): number =>
  saleMinor - goodsMinor - freightMinor - feeMinor

beforeAll(async () => {
  fixture = await startOrderFixture()
  shop = await testShop(fixture.simulator, fixture.slug)
  const { variantId } = fixture.variants[0]!
  const { productVariant } = await shop.ask<{ productVariant: { product: { id: string } } }>(
    'query ($id: ID!) { productVariant(id: $id) { product { id } } }',
    { id: gid(variantId) },
  )
  await shop.ask(WEIGH, {
    id: productVariant.product.id,
    v: [{ id: gid(variantId), inventoryItem: { measurement: { weight: { unit: 'KILOGRAMS', value: 1.234 } } } }],
  })
})
afterAll(() => fixture?.close())

describe('the international freight of an order', () => {
  it('is estimated from its weight by the store’s price rule, and subtracted from the profit', async () => {
    const order = await sold(3)
    const { profit } = order
    const grams = await gramsOf(order)
    expect(grams).toBe(3 * 1_234)
    const expected = inFen(PER_KG, grams, profit!.rate)
    expect(profit).toMatchObject({ abroadBasis: 'estimated', abroadMinor: expected })
    expect(profit!.profitMinor).toBe(without(profit!) - expected)
    const row = (await fixture.rows({ keyword: order.number })).find(({ id }) => id === order.id)
    expect(row!.profit).toBe(profit!.profitMinor)
  })

  it('is what a person entered, until it is removed; the order’s history names the person', async () => {
    const order = await sold(1)
    expect(await set([order], 4_321)).toMatchObject({ succeeded: 1, rows: [{ ok: true }] })
    const entered = await fixture.detail(order)
    expect(entered.profit).toMatchObject({ abroadBasis: 'entered', abroadMinor: 4_321 })
    expect(entered.profit!.profitMinor).toBe(without(entered.profit!) - 4_321)
    expect(entered.events.map(({ text }) => text)).toContain('国际运费 ¥43.21')
    // It stays after the order was read from the shop again.
    await fixture.app.ok('refreshOrder', { orderId: order.id })
    expect((await fixture.detail(order)).profit!.abroadMinor).toBe(4_321)
    await set([order], null)
    expect((await fixture.detail(order)).profit).toEqual(order.profit)
  })

  it('is pasted from a forwarder’s bill: first a preview of each row, then the valid rows are written', async () => {
    const [a, b] = [await sold(1), await sold(2)]
    const text = `订单号\t运费\n${a.number}\t38.50\n${b.number.slice(1)}\t￥1,041.2\n#99999999 5\n${a.number} 7\n${b.number},1,041.20\n${b.number}`
    const rows = await fixture.app.ok('parseInternationalFreights', { text, storeId: fixture.us })
    expect(rows.map(({ row, orderId, freightMinor, refusal }) => [row, orderId, freightMinor, refusal])).toEqual([
      [2, a.id, 3_850, null],
      [3, b.id, 104_120, null],
      [4, null, 500, '没有订单 #99999999'],
      [5, a.id, 700, '同一订单出现多次'],
      [6, b.id, null, '要有两列：订单号和两位小数以内的金额'],
      [7, b.id, null, '要有两列：订单号和两位小数以内的金额'],
    ])
    // Nothing was written.
    expect((await fixture.detail(a)).profit).toEqual(a.profit)
    expect(rows[0]!.beforeMinor).toBe(a.profit!.abroadMinor)
  })

  it('of an order that does not exist is refused in its row; the others are written', async () => {
    const order = await sold(1)
    const none = '01900000-0000-7000-8000-00000000dead'
    const answer = await fixture.app.ok('setInternationalFreights', {
      items: [
        { orderId: none, freightMinor: 1 },
        { orderId: order.id, freightMinor: 2 },
      ],
    })
    expect(answer).toMatchObject({ succeeded: 1, failed: 1, rows: [{ ok: false, word: 'not-found' }, { ok: true }] })
    expect((await fixture.detail(order)).profit!.abroadMinor).toBe(2)
  })

  it('follows the freight of the price rule in every order for which nobody entered it', async () => {
    const [order, entered] = [await sold(2), await sold(2)]
    await set([entered], 777)
    const abroad = async (of: OrderDetail): Promise<number | null> => (await fixture.detail(of)).profit!.abroadMinor
    const rule = await ruleOf()
    const { can: _can, updatedAt: _changed, ...fields } = rule
    const saved = await fixture.app.ok('updatePriceRule', { ...fields, freightPerKgMinor: 2 * PER_KG })
    await fixture.quiet()
    const twice = inFen(2 * PER_KG, await gramsOf(order), order.profit!.rate)
    expect([await abroad(order), await abroad(entered)]).toEqual([twice, 777])
    const row = (await fixture.rows({ keyword: order.number })).find(({ id }) => id === order.id)!
    expect(row.profit).toBe(order.profit!.profitMinor + order.profit!.abroadMinor! - twice)

    await fixture.app.ok('updatePriceRule', { ...fields, version: saved.version })
    await fixture.quiet()
    expect(await abroad(order)).toBe(order.profit!.abroadMinor)
  })

  it('that is unknown is shown as unknown, and not subtracted', async () => {
    const before = await sold(1)
    const store = (await fixture.app.ok('getAllShopifyStores')).find(({ id }) => id === fixture.us)!
    const { name, origin, locationId, publicationIds, locale, vendorName, id, version } = store
    const kept = { name, origin, locationId, publicationIds, locale, vendorName, id, version }
    await fixture.app.ok('updateShopifyStore', { ...kept, priceRuleId: null })
    await fixture.quiet()
    expect((await fixture.detail(before)).profit!.abroadBasis).toBe('unknown')
    const other = await sold(1)
    expect(other.profit).toMatchObject({ abroadBasis: 'unknown', abroadMinor: null })
    expect(other.profit!.profitMinor).toBe(without(other.profit!))
  })
})
