import type { OrderDetail } from '@huoqiao/contract/orders/orders.schema'
import { formatMinor } from '@huoqiao/kit'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readSheet } from '../../platform/sheet-reader.ts'
import { shopsTell, startOrderBench } from './orders.testing.ts'
import type { OrderBench, ShopVariant } from './orders.testing.ts'

/** The parts of an order add up to the shop's own total, and a message says the same as the order read whole. */
let bench: OrderBench
const variants = new Map<string, ShopVariant[]>()
const SHOPS = ['bridge-us', 'bridge-eu'] as const

beforeAll(async () => {
  bench = await startOrderBench()
  for (const slug of SHOPS) variants.set(slug, await bench.variants(slug))
  await shopsTell(bench)
})
afterAll(() => bench?.close())

// The American shop puts its tax on top at home, the European one has it in its prices; abroad is neither.
const address = (countryCode: string) => ({
  name: 'Ann',
  address1: '1 King St',
  city: 'Town',
  zip: '10115',
  countryCode,
  country: countryCode,
})
const purchase = fc.record({
  slug: fc.constantFrom(...SHOPS),
  quantities: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 3 }),
  country: fc.constantFrom('US', 'DE', 'CA'),
  currency: fc.constantFrom('USD', 'EUR', 'JPY', 'KWD'),
  percent: fc.constantFrom(0, 7, 10, 33),
  tipMinor: fc.constantFrom(0, 333),
  dutyPercent: fc.constantFrom(0, 9),
  refund: fc.constantFrom('none', 'line', 'line and shipping', 'amount'),
})
type Bought = typeof purchase extends fc.Arbitrary<infer T> ? T : never

async function taken(way: 'told' | 'pulled', given: Bought): Promise<OrderDetail> {
  await bench.quirk('shopify.webhook-loss-chance', way === 'pulled' ? 1 : 0)
  const { slug, percent } = given
  const lines = given.quantities.map((quantity, at) => ({ variantId: variants.get(slug)![at]!.variantId, quantity }))
  const order = await bench.buy(
    lines,
    {
      force: true,
      currency: given.currency,
      shippingAddress: address(given.country),
      ...(percent > 0 ? { discount: { code: 'WELCOME', percent } } : {}),
      ...(given.tipMinor > 0 ? { tipMinor: given.tipMinor } : {}),
      ...(given.dutyPercent > 0 && given.country === 'CA' ? { dutyPercent: given.dutyPercent } : {}),
    },
    slug,
  )
  const refund = {
    lines: [{ lineId: order.lines[0]!.id, quantity: 1 }],
    shipping: given.refund === 'line and shipping',
  }
  if (given.refund === 'amount') await bench.act(order, 'refund', { percent: 7 }, slug)
  else if (given.refund !== 'none') await bench.act(order, 'refund', refund, slug)
  if (way === 'pulled') await bench.pull()
  await bench.heard(slug)
  const rows = await bench.rows({ keyword: `#${order.number}`, currency: slug === 'bridge-us' ? 'USD' : 'EUR' })
  const id = rows.find((row) => row.number === `#${order.number}`)!.id
  return bench.house.ok('getOrder', { orderId: id })
}

const PARTS = ['商品原价合计', '优惠', '运费', '价外税', '小费', '关税', '其他', '已退款', '订单修改']
/** The order's own amounts in an export, by their columns. */
async function exported(order: OrderDetail): Promise<Map<string, number>> {
  const task = await bench.house.ok('exportShopifyOrderSkuInfo', { orderIds: [order.id] })
  await bench.settled(task)
  const { url } = await bench.house.ok('downloadOrderExport', { taskId: task.id })
  const [heads, first] = await readSheet(Buffer.from(await (await fetch(bench.house.url + url)).arrayBuffer()))
  return new Map(heads!.map((head, at) => [head, Number(first![at] ?? 0)]))
}

it('says the same by message and read whole, and its parts add up, for any mix of tax, discount, tip, duties and refund', async () => {
  const fixed: Bought = {
    slug: 'bridge-us',
    quantities: [3, 2],
    country: 'US',
    currency: 'USD',
    percent: 33,
    tipMinor: 0,
    dutyPercent: 0,
    refund: 'line',
  }
  const mixes = [fixed, { ...fixed, slug: 'bridge-eu', country: 'DE', refund: 'none' } as Bought]
  for (const given of [...mixes, ...fc.sample(purchase, { numRuns: 8, seed: 20_261_123 })]) {
    const told = await taken('told', given)
    const pulled = await taken('pulled', given)
    const plain = ({ amounts, presentment, profit, lines }: OrderDetail) => ({
      amounts,
      presentment,
      profit,
      lines: lines.map(({ quantity, current, unitPriceMinor }) => [quantity, current, unitPriceMinor]),
    })
    expect(plain(told), JSON.stringify(given)).toEqual(plain(pulled))
    const { amounts } = pulled
    const { goods, discount, shipping, tax, taxIncluded, tip, duties } = amounts
    const prices = given.quantities.map((quantity, at) => quantity * variants.get(given.slug)![at]!.priceMinor)
    expect([goods, amounts.other], JSON.stringify(given)).toEqual([prices.reduce((sum, price) => sum + price, 0), 0])
    expect(goods - discount + shipping + (taxIncluded ? 0 : tax) + tip + duties).toBe(amounts.total)
    expect(amounts.total - amounts.refunded + amounts.adjusted).toBe(amounts.current)
    if (given.percent > 0) expect(discount).toBeGreaterThan(0)
    const sheet = await exported(pulled)
    const parts = PARTS.map((title) => sheet.get(title) ?? 0)
    const current = Number(formatMinor(amounts.current, pulled.currency))
    expect(sheet.get('订单金额'), JSON.stringify(given)).toBe(current)
    expect(parts.reduce((sum, one) => sum + one, 0)).toBeCloseTo(current, 6)
    const row = (await bench.rows({ keyword: pulled.number })).find(({ id }) => id === pulled.id)!
    expect([row.total, row.profit]).toEqual([amounts.current, pulled.profit?.profitMinor ?? null])
    const { profit } = pulled
    if (profit)
      expect(
        profit.saleMinor - profit.goodsMinor - profit.freightMinor - (profit.abroadMinor ?? 0) - profit.feeMinor,
      ).toBe(profit.profitMinor)
  }
})
