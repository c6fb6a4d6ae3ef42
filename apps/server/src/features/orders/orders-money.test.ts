import type { OrderDetail } from '@huoqiao/contract/orders/orders.schema'
import { parseMinor } from '@huoqiao/kit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { shopsTell, startOrderBench } from './orders.testing.ts'
import type { OrderBench, ShopOrderWitness, ShopVariant } from './orders.testing.ts'

/** Orders paid in another currency than their shop's: the sums equal the shop's own, to the last minor unit. */
let bench: OrderBench
const variants = new Map<string, ShopVariant>()

beforeAll(async () => {
  bench = await startOrderBench()
  for (const slug of ['bridge-us', 'bridge-eu']) variants.set(slug, (await bench.variants(slug))[0]!)
  await shopsTell(bench)
})
afterAll(() => bench?.close())
beforeEach(() => bench.quirk('shopify.webhook-loss-chance', 0))

type Paid = ShopOrderWitness & {
  currency: string
  refunds: { total: string; presentment: string }[]
}
type Way = 'told' | 'pulled'
/** Waits until every message of the shop has been handled, or pulling has found the changes. */
async function heard(slug: string, way: Way): Promise<void> {
  if (way === 'pulled') await bench.pull()
  await bench.heard(slug)
}
/** Two shops have an order with this number; their currencies differ. */
async function detail({ number, currency }: Paid): Promise<OrderDetail> {
  const rows = await bench.rows({ keyword: `#${number}`, currency })
  return bench.app.ok('getOrder', { orderId: rows.find((row) => row.number === `#${number}`)!.id })
}
/** Abroad, where the shop charges no tax, so that every sum follows from the price alone. */
const ABROAD = { name: 'Ann', address1: '1 King St', city: 'Toronto', zip: 'M5H', countryCode: 'CA', country: 'Canada' }
const buy = async (slug: string, currency: string, quantity: number): Promise<Paid> =>
  (await bench.buy(
    [{ variantId: variants.get(slug)!.variantId, quantity }],
    { force: true, currency, shippingAddress: ABROAD },
    slug,
  )) as Paid
const act = async (slug: string, order: Paid, action: string, body: object = {}): Promise<Paid> =>
  (await bench.act(order, action, body, slug)) as Paid
/** The refunds according to the shop itself. */
const refundsOf = ({ refunds, currency }: Paid, presentment: string) =>
  refunds.map((refund) => ({
    totalMinor: parseMinor(refund.total, currency),
    presentment: { minor: parseMinor(refund.presentment, presentment), currency: presentment },
  }))

const CASES = (['told', 'pulled'] as const).flatMap((way) =>
  [
    ['bridge-us', 'JPY'],
    ['bridge-us', 'KWD'],
    ['bridge-eu', 'USD'],
    ['bridge-eu', 'KWD'],
    ['bridge-eu', 'EUR'],
  ].map(([slug, currency]): [string, string, Way] => [slug!, currency!, way]),
)

describe.each(CASES)('an order of %s paid in %s, as %s', (slug, currency, way) => {
  beforeEach(() => bench.quirk('shopify.webhook-loss-chance', way === 'pulled' ? 1 : 0))

  it('has exact amounts after a return, a discounted exchange and a refund of shipping', async () => {
    const price = variants.get(slug)!.priceMinor
    const bought = await buy(slug, currency, 3)
    await act(slug, bought, 'fulfil')
    await heard(slug, way)
    const before = await detail(bought)
    const { shipping } = before.amounts
    expect(before.amounts).toMatchObject({ goods: 3 * price, tax: 0, discount: 0, refunded: 0 })
    expect(before.amounts.total).toBe(3 * price + shipping)
    expect(before.presentment.currency).toBe(currency)

    const { variantId } = bought.lines[0]!
    const exchanges = [{ variantId, quantity: 1, appliedDiscount: { value: { percentage: 25 } } }]
    await act(slug, bought, 'return', { lines: [{ lineId: bought.lines[0]!.id, quantity: 1 }], exchanges })
    const done = await act(slug, bought, 'return-step', { step: 'process', shipping: true })
    await heard(slug, way)
    const given = refundsOf(done, currency)
    expect(given.map(({ totalMinor }) => totalMinor)).toEqual([price + shipping])
    const after = await detail(bought)
    const discount = (price * 25) / 100
    expect(after.amounts).toMatchObject({
      discount,
      refunded: price + shipping,
      // Two of the three, and the exchange for the third at three quarters of its price.
      current: 2 * price + (price - discount),
    })
    expect(after.lines.map(({ quantity, current }) => [quantity, current])).toEqual([
      [3, 2],
      [1, 1],
    ])
    const { returns, currency: books } = await bench.app.ok('getOrderReturns', { orderId: after.id })
    expect(books).toBe(after.currency)
    expect(returns.map(({ refunds }) => refunds.map(({ at: _at, ...refund }) => refund))).toEqual([given])
  })

  it('has exact amounts after refunds that staff make after shipping', async () => {
    const bought = await buy(slug, currency, 3)
    await act(slug, bought, 'fulfil')
    await act(slug, bought, 'refund', { percent: 7 })
    const lines = [{ lineId: bought.lines[0]!.id, quantity: 1 }]
    const done = await act(slug, bought, 'refund', { lines, restockType: 'RETURN', shipping: true })
    await heard(slug, way)
    const refunded = refundsOf(done, currency).reduce((sum, { totalMinor }) => sum + totalMinor, 0)
    const price = variants.get(slug)!.priceMinor
    const { amounts } = await detail(bought)
    expect(amounts).toMatchObject({ refunded, current: 2 * price })
    expect(refunded).toBeGreaterThan(price + amounts.shipping)
  })
})

it('does not mistake amounts in the customer’s currency, as messages contain them, for the shop’s', async () => {
  await bench.quirk('shopify.webhook-loss-chance', 1)
  const bought = await buy('bridge-us', 'JPY', 1)
  const done = await act('bridge-us', bought, 'refund', { percent: 50 })
  const shop = <T>(method: 'GET' | 'POST', path: string) =>
    bench.simulator.control<T>(method, `/shopify/bridge-us/deliveries${path}`)
  const reported = await shop<{ deliveries: { id: string }[] }>('GET', '?topic=orders/updated&limit=1')
  const id = reported.deliveries[0]!.id
  const { body } = await shop<{ body: { refunds: { transactions: { currency: string }[] }[] } }>('GET', `/${id}`)
  expect(body.refunds[0]!.transactions).toMatchObject([{ currency: 'JPY' }])
  await shop('POST', `/${id}/resend`)
  await heard('bridge-us', 'told')
  const { amounts } = await detail(bought)
  expect(amounts.refunded).toBe(parseMinor(done.refunds[0]!.total, 'USD'))
})

it('shows what the customer paid and got back in a currency of no and of three decimals', async () => {
  const paid = async (currency: string): Promise<[number, number]> => {
    const bought = await buy('bridge-us', currency, 1)
    await act('bridge-us', bought, 'fulfil')
    await act('bridge-us', bought, 'return', { lines: [{ lineId: bought.lines[0]!.id, quantity: 1 }] })
    await act('bridge-us', bought, 'return-step', { step: 'process' })
    await heard('bridge-us', 'told')
    const order = await detail(bought)
    const { returns } = await bench.app.ok('getOrderReturns', { orderId: order.id })
    return [order.presentment.minor, returns[0]!.refunds[0]!.presentment!.minor]
  }
  expect(variants.get('bridge-us')!.priceMinor).toBe(2800)
  // 28.00 USD and 14.90 USD for shipping, at 152.4 JPY and at 0.307 KWD (of 1,000 fils) for 1 USD.
  expect(await paid('JPY')).toEqual([4267 + 2271, 4267])
  expect(await paid('KWD')).toEqual([8596 + 4574, 8596])
})
