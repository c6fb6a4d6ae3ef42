import { DIMENSION_NAMES, DIMENSIONS } from '@huoqiao/contract/analytics/analytics.figures'
import { formatChinaDate } from '@huoqiao/kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startOrderFixture } from '../orders/orders-fixture.testing.ts'
import type { OrderFixture } from '../orders/orders-fixture.testing.ts'
import { added, addedBy, amountsOf, analyticsOf, countedOrders, dayOf, withoutWhole } from './analytics.testing.ts'
import type { Counted } from './analytics.testing.ts'
import { addDays } from './spans.rules.ts'

const SHOPS = ['bridge-us', 'bridge-eu', 'bridge-jp']
const SHARES = {
  discounted: 0.4,
  cancelled: 0.1,
  edited: 0.2,
  refunded: 0.25,
  test: 0.1,
  tip: 0.3,
  duties: 0.3,
  pending: 0.1,
}

let fixture: OrderFixture
let orders: Counted[]
const today = formatChinaDate(Date.now())
const month = { from: addDays(today, -40), to: today }

/** Another rate for each day that there are orders of. */
const days = (rates: readonly string[]) => Object.fromEntries(rates.map((rate, back) => [addDays(today, -back), rate]))
const RATES: Readonly<Record<string, Record<string, string>>> = {
  USD: days(['7.1043', '7.0911', '7.1387', '7.2']),
  EUR: days(['8.1043', '8.0911', '8.1387', '8.2']),
  JPY: days(['0.047043', '0.046911', '0.047387', '0.0482']),
}
const rateOf = (currency: string, day: string): string => RATES[currency]![day]!

beforeAll(async () => {
  fixture = await startOrderFixture()
  for (const feed of await fixture.app.ok('queryOrderFeeds'))
    await fixture.app.ok('saveOrderFeed', { storeId: feed.storeId, version: feed.version, feePercent: '2.9' })
  for (const [currency, of] of Object.entries(RATES))
    for (const [day, rate] of Object.entries(of))
      await fixture.app.ok('saveExchangeRate', { currency, day, rate, version: 0 })
  for (const slug of SHOPS)
    await fixture.simulator.control('POST', `/shopify/${slug}/busy-day`, { count: 25, hours: 60, shares: SHARES })
  await fixture.pull()
  await fixture.quiet()
  const rows = await fixture.rows()
  const lines = await fixture.app.ok('getOrderLines', {
    orderIds: rows
      .slice(0, 40)
      .map(({ id }) => id)
      .join(','),
  })
  const bare = lines.filter(
    (line) => line.source === null && line.requiresShipping && line.can['relateShopifyOrder'] === true,
  )
  if (bare.length > 0)
    await fixture.link(
      bare.slice(0, 30).map(({ id }) => id),
      { scope: 'this-order' },
    )
  await fixture.app.ok('setInternationalFreights', {
    items: rows.slice(0, 10).map(({ id }, at) => ({ orderId: id, freightMinor: 1234 + at })),
    backToEstimate: [],
  })
  await fixture.quiet()
  orders = await countedOrders(fixture, rateOf)
})
afterAll(() => fixture?.close())

describe('analytics', () => {
  it('has the sum of all orders to the minor unit, whatever they are grouped by', async () => {
    const total = added(orders.map(({ sums }) => sums))
    expect(total.orders).toBeGreaterThan(50)
    expect(total.profitMinor).not.toBe(0)
    expect([total.taxMinor, total.refundMinor, total.abroadMinor].every((sum) => sum > 0)).toBe(true)
    for (const group of DIMENSION_NAMES) {
      const answer = await analyticsOf(fixture, { ...month, group })
      const expected = DIMENSIONS[group].ofGoods ? withoutWhole(total) : total
      expect([group, amountsOf(answer.total)]).toEqual([group, amountsOf(expected)])
      expect(added(answer.rows.map(({ sums }) => sums))).toEqual(answer.total)
      expect(added(answer.days.map(({ sums }) => sums)).saleMinor).toBe(total.saleMinor)
      expect(answer.behind).toBe(0)
    }
  })

  it('has by day, by shop and by country what the orders of each add up to', async () => {
    const keys = { day: dayOf, store: ({ storeId }: { storeId: string }) => storeId, country: countryOf } as const
    for (const [group, keyOf] of Object.entries(keys)) {
      const { rows } = await analyticsOf(fixture, { ...month, group: group as 'day' })
      const expected = addedBy(orders, keyOf)
      expect(expected.size).toBeGreaterThan(1)
      const filled = rows.filter(({ sums }) => sums.orders > 0)
      expect(new Map(filled.map(({ key, sums }) => [key, amountsOf(sums)]))).toEqual(
        new Map([...expected].map(([key, sums]) => [key, amountsOf(sums)])),
      )
    }
  })
})

const countryOf = ({ person }: { person: { country: string | null } }): string => person.country ?? 'none'
