import type { OrderDetail } from '@huoqiao/contract/orders/orders.schema'
import { parseRatio, scaleMinor, currencyDigits } from '@huoqiao/kit'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readSheet } from '../../platform/sheet-reader.ts'
import { startOrderFixture } from './orders-fixture.testing.ts'
import type { OrderFixture } from './orders-fixture.testing.ts'
import { shopsTell } from './orders.testing.ts'
import type { ShopOrderWitness, ShopVariant } from './orders.testing.ts'

/**
 * Every sum of an order equals the shop's own, to the minor unit, on every screen, and the parts add up to it; a message gives the same
 * result as reading the whole order.
 */
let fixture: OrderFixture
const variants = new Map<string, ShopVariant[]>()
const SHOPS = ['bridge-us', 'bridge-eu', 'bridge-jp'] as const
/** Each shop's own currency, and others that it sells in. */
const SELLS = {
  'bridge-us': ['USD', 'EUR', 'JPY', 'KWD'],
  'bridge-eu': ['EUR', 'USD', 'JPY', 'KWD'],
  'bridge-jp': ['JPY', 'USD', 'KRW', 'JPY'],
}
/** The shop's own sums, as the simulator's control API returns them; minor units. */
type Sums = Record<
  | 'goods'
  | 'discount'
  | 'shippingDiscount'
  | 'shipping'
  | 'tax'
  | 'tip'
  | 'duties'
  | 'total'
  | 'refunded'
  | 'current'
  | 'currentTax'
  | 'currentDuties'
  | 'refundDiscrepancy'
  | 'outstanding'
  | 'presentment',
  number
> & { taxIncluded: boolean }

beforeAll(async () => {
  fixture = await startOrderFixture()
  for (const slug of SHOPS) {
    const path = `/shopify/${slug}/variants`
    variants.set(slug, (await fixture.simulator.control<{ variants: ShopVariant[] }>('GET', path)).variants)
  }
  await shopsTell(fixture)
  for (const feed of await fixture.app.ok('queryOrderFeeds'))
    await fixture.app.ok('saveOrderFeed', { storeId: feed.storeId, version: feed.version, feePercent: '2.9' })
})
afterAll(() => fixture?.close())

// At home, the American shop adds tax to its prices and the European one includes it; abroad there is none.
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
  country: fc.constantFrom('US', 'DE', 'CA', 'JP'),
  /** index in the shop's list of SELLS */
  currency: fc.nat(3),
  percent: fc.constantFrom(0, 7, 10, 33),
  shippingPercent: fc.constantFrom(0, 15, 100),
  lineOffMinor: fc.constantFrom(0, 137),
  tipMinor: fc.constantFrom(0, 333),
  dutyPercent: fc.constantFrom(0, 9),
  edit: fc.constantFrom('none', 'fewer', 'more', 'another', 'fewer and another'),
  /** whether the amount that an edit added is paid before anything is refunded */
  paid: fc.boolean(),
  refund: fc.constantFrom(
    'none',
    'line',
    'piece by piece',
    'line and shipping',
    'amount',
    'line and amount',
    'line for less',
    'line for more',
    'line for less and amount',
  ),
})
type Bought = typeof purchase extends fc.Arbitrary<infer T> ? T : never

async function edited(order: ShopOrderWitness, { edit, slug }: Bought): Promise<void> {
  if (edit === 'none') return
  const { id, quantity } = order.lines[0]!
  const to = edit.startsWith('fewer') ? quantity - 1 : edit === 'more' ? quantity + 2 : quantity
  const added = { variantId: variants.get(slug)![3]!.variantId, quantity: 3, discountMinor: 100 }
  await fixture.act(
    order,
    'edit',
    {
      ...(to === quantity ? {} : { quantities: [{ lineId: id, quantity: to }] }),
      ...(edit.endsWith('another') ? { additions: [added] } : {}),
    },
    slug,
  )
}

/**
 * A refund of a piece, of less or more than it cost, or of an amount without a piece: the shop's refund discrepancies in both directions.
 */
async function refunded(order: ShopOrderWitness, { refund, paid, slug }: Bought): Promise<void> {
  // No more than the paid amount is refunded.
  const isPaid = paid || refund === 'line for more'
  if (isPaid && (await books(order, slug)).sums.outstanding > 0) await fixture.act(order, 'pay', {}, slug)
  const left = (await books(order, slug)).lines.find(({ currentQuantity }) => currentQuantity > 0)
  const piece = { lines: [{ lineId: left?.id, quantity: 1 }] }
  const pieces =
    !left || ['none', 'amount'].includes(refund) ? 0 : refund === 'piece by piece' ? left.currentQuantity : 1
  const instead = refund.startsWith('line for less')
    ? { percent: 3 }
    : refund === 'line for more'
      ? { percent: 40 }
      : {}
  for (let at = 0; at < pieces; at += 1)
    await fixture.act(order, 'refund', { ...piece, ...instead, shipping: refund === 'line and shipping' }, slug)
  if (!refund.endsWith('amount')) return
  await fixture.act(order, 'refund', { percent: 7 }, slug)
}

const books = async ({ number }: ShopOrderWitness, slug: string): Promise<ShopOrderWitness & { sums: Sums }> =>
  (
    await fixture.simulator.control<{ order: ShopOrderWitness & { sums: Sums } }>(
      'GET',
      `/shopify/${slug}/orders/${number}`,
    )
  ).order

async function taken(way: 'told' | 'pulled', given: Bought): Promise<{ order: OrderDetail; sums: Sums }> {
  await fixture.quirk('shopify.webhook-loss-chance', way === 'pulled' ? 1 : 0)
  const { slug, percent } = given
  const lines = given.quantities.map((quantity, at) => ({
    variantId: variants.get(slug)![at]!.variantId,
    quantity,
    ...(at === 0 && given.lineOffMinor > 0 ? { discountMinor: given.lineOffMinor } : {}),
  }))
  const order = await fixture.buy(
    lines,
    {
      force: true,
      currency: SELLS[slug][given.currency],
      shippingAddress: address(given.country),
      ...(percent > 0 ? { discount: { code: 'WELCOME', percent } } : {}),
      ...(given.shippingPercent > 0 ? { shippingDiscount: { code: 'SHIP', percent: given.shippingPercent } } : {}),
      ...(given.tipMinor > 0 ? { tipMinor: given.tipMinor } : {}),
      ...(given.dutyPercent > 0 && given.country === 'CA' ? { dutyPercent: given.dutyPercent } : {}),
    },
    slug,
  )
  await edited(order, given)
  await refunded(order, given)
  if (way === 'pulled') await fixture.pull()
  await fixture.heard(slug)
  const rows = await fixture.rows({ keyword: `#${order.number}`, currency: SELLS[slug][0] })
  const id = rows.find((row) => row.number === `#${order.number}`)!.id
  return { order: await fixture.app.ok('getOrder', { orderId: id }), sums: (await books(order, slug)).sums }
}

const PARTS = ['商品原价合计', '优惠', '运费', '价外税', '小费', '关税', '其他', '已退款', '订单修改']
/** The same with the lines' own sums instead of the order's. */
const BY_LINES = ['行小计', '改单减去的商品', '运费', '其中运费优惠', '价外税', '关税', '其他', '已退款', '订单修改']
/** The sum of each column in an order's export, in minor units of its currency; columns in yuan in fen. */
async function exported(order: OrderDetail): Promise<Map<string, number>> {
  const task = await fixture.app.ok('exportShopifyOrderSkuInfo', { orderIds: [order.id] })
  await fixture.resolved(task)
  const { url } = await fixture.app.ok('downloadOrderExport', { taskId: task.id })
  const [heads, ...rows] = await readSheet(Buffer.from(await (await fetch(fixture.app.url + url)).arrayBuffer()))
  const digits = (head: string) => (head.includes('元') ? 2 : currencyDigits(order.currency))
  return new Map(
    heads!.map((head, at) => [
      head,
      rows.reduce((sum, row) => sum + Math.round(Number(row[at] ?? 0) * 10 ** digits(head)), 0),
    ]),
  )
}
const added = (sheet: ReadonlyMap<string, number>, heads: readonly string[]): number =>
  heads.reduce((sum, head) => sum + sheet.get(head)!, 0)

function partsAddUp({ amounts, lines }: OrderDetail, sums: Sums): void {
  const { goods, discount, shipping, shippingDiscount, tax, taxIncluded, tip, duties, other } = amounts
  const {
    refundDiscrepancy: _d,
    currentTax: _t,
    currentDuties: _c,
    presentment: _p,
    outstanding: _o,
    ...reported
  } = sums
  expect(amounts).toMatchObject({ ...reported, other: 0 })
  expect(goods - discount + shipping + (taxIncluded ? 0 : tax) + tip + duties + other).toBe(amounts.total)
  expect(amounts.total - amounts.refunded + amounts.adjusted).toBe(amounts.current)
  const lineTotals = lines.reduce((sum, line) => sum + line.totalMinor!, 0)
  expect(lineTotals + amounts.editedAway!).toBe(goods - (discount - shippingDiscount) + tip)
}

function profitAddsUp({ profit, amounts, currency }: OrderDetail, sums: Sums): void {
  const earned = amounts.current + sums.refundDiscrepancy - sums.currentTax - sums.currentDuties
  const { saleMinor, goodsMinor, freightMinor, abroadMinor, feeMinor, profitMinor, rate } = profit!
  expect(saleMinor).toBe(scaleMinor(earned, parseRatio(rate), 2 - currencyDigits(currency)))
  expect(saleMinor - goodsMinor - freightMinor - (abroadMinor ?? 0) - feeMinor).toBe(profitMinor)
}

async function exportAddsUp({ amounts, profit, ...order }: OrderDetail): Promise<void> {
  const sheet = await exported({ amounts, profit, ...order })
  expect(sheet.get('订单金额')).toBe(amounts.current)
  expect([added(sheet, PARTS), added(sheet, BY_LINES)]).toEqual([amounts.current, amounts.current])
  expect(sheet.get('行原价')! + sheet.get('行优惠')!).toBe(sheet.get('行小计'))
  const { saleMinor, profitMinor } = profit!
  const costs = added(sheet, ['货款（元）', '国内运费（元）', '国际运费（元）', '手续费（元）'])
  expect([sheet.get('销售额（元，不含税和关税）'), sheet.get('利润（元）')]).toEqual([saleMinor, profitMinor])
  expect(sheet.get('销售额（元，不含税和关税）')! - costs).toBe(sheet.get('利润（元）'))
}

const plain = ({ amounts, presentment, profit, lines }: OrderDetail) => ({
  amounts,
  presentment,
  profit,
  lines: lines.map(({ quantity, current, unitPriceMinor, discountMinor, totalMinor }) => [
    quantity,
    current,
    unitPriceMinor,
    discountMinor,
    totalMinor,
  ]),
})

const fixed: Bought = {
  slug: 'bridge-us',
  quantities: [3, 2],
  country: 'US',
  currency: 0,
  percent: 33,
  shippingPercent: 0,
  lineOffMinor: 0,
  tipMinor: 0,
  dutyPercent: 0,
  edit: 'none',
  paid: true,
  refund: 'line',
}

it('has the same amounts by message and by reading the whole order, equal to the shop’s, for any mix of tax, discounts, tip, duties, edits and refunds', async () => {
  // Links every variant that is sold here to its source, before the orders of the test.
  for (const slug of SHOPS) {
    const lines = variants.get(slug)!.slice(0, 4)
    const order = await fixture.buy(
      lines.map(({ variantId }) => ({ variantId, quantity: 1 })),
      { force: true },
      slug,
    )
    await fixture.heard(slug)
    await fixture.pull()
    const [row] = await fixture.rows({ keyword: `#${order.number}`, currency: SELLS[slug][0] })
    await fixture.link((await fixture.lines(row!)).map(({ id }) => id))
  }
  const mixes: Bought[] = [
    fixed,
    { ...fixed, slug: 'bridge-eu', country: 'DE', refund: 'none' },
    { ...fixed, shippingPercent: 100, lineOffMinor: 137, refund: 'piece by piece' },
    { ...fixed, slug: 'bridge-jp', country: 'JP', edit: 'more', refund: 'amount' },
    {
      ...fixed,
      slug: 'bridge-eu',
      country: 'DE',
      edit: 'fewer and another',
      shippingPercent: 15,
      refund: 'line and amount',
    },
    { ...fixed, edit: 'fewer', refund: 'line for less' },
    // The amount still due for the edit is deducted from the piece's refund; the amount beside it is the discrepancy.
    { ...fixed, percent: 0, edit: 'more', paid: false, refund: 'line for less and amount' },
    { ...fixed, slug: 'bridge-jp', country: 'JP', edit: 'another', refund: 'line for more' },
  ]
  for (const given of [...mixes, ...fc.sample(purchase, { numRuns: 10, seed: 20_261_123 })]) {
    const reported = await taken('told', given)
    const pulled = await taken('pulled', given)
    try {
      expect(plain(reported.order)).toEqual(plain(pulled.order))
      const { order, sums } = pulled
      partsAddUp(order, sums)
      expect(order.presentment.minor).toBe(sums.presentment)
      profitAddsUp(order, sums)
      await exportAddsUp(order)
      const row = (await fixture.rows({ keyword: order.number })).find(({ id }) => id === order.id)!
      expect([row.total, row.profit]).toEqual([sums.current, order.profit!.profitMinor])
      if (given.edit === 'none') expect(order.amounts.editedAway).toBe(0)
    } catch (error) {
      throw new Error(`of ${JSON.stringify(given)}`, { cause: error })
    }
  }
})
