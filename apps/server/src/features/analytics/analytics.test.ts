import { DIMENSION_NAMES, DIMENSIONS, NO_SUMS } from '@huoqiao/contract/analytics/analytics.figures'
import { formatChinaDate } from '@huoqiao/kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSheet } from '../../platform/sheet-reader.ts'
import { startOrderFixture } from '../orders/orders-fixture.testing.ts'
import type { OrderFixture } from '../orders/orders-fixture.testing.ts'
import {
  added,
  addedBy,
  amountsOf,
  analyticsOf,
  countedOrders,
  dayOf,
  factsBy,
  wrongSums,
  withoutWhole,
} from './analytics.testing.ts'
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

/** A different rate for each day that has orders. */
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
  it('has a total that is the sum of its rows, also while orders are counted: no difference remains for a row of other shops', async () => {
    const { app } = fixture
    const ask = () => app.ok('getAnalytics', { ...month, group: 'store', compare: 'previous' })
    let isCounting = true
    const counting = (async () => {
      for (let turn = 0; isCounting; turn += 1)
        await app.db.pool.query(`update sales_day_place set sale_minor = sale_minor ${turn % 2 === 0 ? '+' : '-'} 100`)
      await app.db.pool.query(`update sales_day_place p set sale_minor = f.sale from (
        select day, store_id, country, sum(sale_minor) as sale from sales_fact group by 1, 2, 3) f
        where f.day = p.day and f.store_id = p.store_id and f.country = p.country`)
    })()
    const answers: Awaited<ReturnType<typeof ask>>[] = []
    try {
      for (let turn = 0; turn < 40; turn += 1) answers.push(await ask())
    } finally {
      isCounting = false
      await counting
    }
    for (const { rows, total } of answers) {
      expect(rows.map(({ key }) => key)).not.toContain('others')
      expect(rows.length).toBeGreaterThan(1)
      expect(rows.reduce((sum, row) => sum + row.sums.saleMinor, 0)).toBe(total.saleMinor)
    }
    expect(new Set(answers.map(({ total }) => total.saleMinor)).size).toBeGreaterThan(1)
  })

  it('has the sum of all orders to the minor unit, whatever they are grouped by', async () => {
    const total = added(orders.map(({ sums }) => sums))
    expect(total.orders).toBeGreaterThan(50)
    expect(total.profitMinor).not.toBe(0)
    expect([total.taxMinor, total.refundMinor, total.abroadMinor].every((sum) => sum > 0)).toBe(true)
    for (const group of DIMENSION_NAMES) {
      const answer = await analyticsOf(fixture, { ...month, group })
      const expected = DIMENSIONS[group].ofGoods ? withoutWhole(total) : total
      expect([group, amountsOf(answer.total)]).toEqual([group, amountsOf(expected)])
      expect(answer.rows.map(({ key }) => key)).not.toContain('others')
      expect(added(answer.rows.map(({ sums }) => sums))).toEqual(answer.total)
      expect(added(answer.days.map(({ sums }) => sums)).saleMinor).toBe(total.saleMinor)
      expect(answer.behind).toBe(0)
    }
  })

  it('by day, shop and country equals the sum of the orders in each group', async () => {
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

  it('by goods equals the sum of the order lines with the same key', async () => {
    for (const group of ['product', 'variant', 'supplier', 'category'] as const) {
      const { rows } = await analyticsOf(fixture, { ...month, group })
      const expected = await factsBy(fixture, group, month)
      expect([group, new Map(rows.map(({ key, sums }) => [key, sums]))]).toEqual([group, expected])
    }
    expect((await wrongSums(fixture)).slice(0, 20)).toEqual([])
  })

  it('under a filter equals the rows without the filter, also by goods and country together', async () => {
    const supplier = (await analyticsOf(fixture, { ...month, group: 'supplier' })).rows.find(
      ({ key }) => key !== 'none',
    )!
    const country = (await analyticsOf(fixture, { ...month, group: 'country' })).rows[0]!
    const category = (await analyticsOf(fixture, { ...month, group: 'category' })).rows.find(
      ({ key }) => key !== 'none',
    )!
    for (const [filter, { sums }] of [
      [{ supplier: supplier.key }, supplier],
      [{ category: category.key }, category],
      [{ country: country.key }, country],
    ] as const)
      for (const group of DIMENSION_NAMES) {
        const { total, rows, days } = await analyticsOf(fixture, { ...month, ...filter, group })
        const expected = 'country' in filter && !DIMENSIONS[group].ofGoods ? sums : withoutWhole(sums)
        expect([filter, group, total]).toEqual([filter, group, expected])
        expect(rows.map(({ key }) => key)).not.toContain('others')
        expect(added(rows.map((row) => row.sums))).toEqual(total)
        expect(added(days.map((day) => day.sums)).profitMinor).toBe(total.profitMinor)
      }
    const both = { country: country.key, supplier: supplier.key }
    const [byCountry, bySupplier] = [
      await analyticsOf(fixture, { ...month, supplier: supplier.key, group: 'country' }),
      await analyticsOf(fixture, { ...month, country: country.key, group: 'supplier' }),
    ]
    const { total } = await analyticsOf(fixture, { ...month, ...both, group: 'variant' })
    expect(byCountry.rows.find(({ key }) => key === country.key)!.sums).toEqual(total)
    expect(bySupplier.rows.find(({ key }) => key === supplier.key)!.sums).toEqual(total)
  })

  it('filtered by the key of a product equals the row of that product', async () => {
    const { rows } = await analyticsOf(fixture, { ...month, group: 'product' })
    expect(rows.length).toBeGreaterThan(3)
    for (const { key, sums } of rows) {
      const { total, rows: same } = await analyticsOf(fixture, { ...month, group: 'product', product: key })
      expect([key, total, same.map((row) => row.key)]).toEqual([key, sums, [key]])
    }
  })

  it('compares with the days right before, or with the same weekdays, row by row', async () => {
    const now = { from: addDays(today, -1), to: today }
    for (const [compare, back] of [
      ['previous', 2],
      ['weekdays', 7],
    ] as const) {
      const then = { from: addDays(now.from, -back), to: addDays(now.to, -back) }
      for (const group of DIMENSION_NAMES) {
        const compared = await analyticsOf(fixture, { ...now, group, compare })
        const [alone, before] = [
          await analyticsOf(fixture, { ...now, group }),
          await analyticsOf(fixture, { ...then, group }),
        ]
        expect(compared.rows.map(({ key }) => key)).not.toContain('others')
        expect(compared.total).toEqual(alone.total)
        expect(compared.before).toEqual({ ...then, total: before.total })
        expect(added(compared.rows.map((row) => row.before!))).toEqual(before.total)
        expect(compared.days.map((day) => day.before)).toEqual(before.days.map(({ sums }) => sums))
      }
    }
  })

  it('is kept as a sheet with the rows and the total of the page', async () => {
    const answer = await analyticsOf(fixture, { ...month, group: 'product' })
    const kept = await fixture.app.ok('exportAnalytics', { ...month, group: 'product', compare: 'previous' })
    expect(kept.rows).toBe(answer.rows.length)
    const sheet = await readSheet(Buffer.from(await (await fetch(fixture.app.url + kept.url)).arrayBuffer()))
    const at = sheet[0]!.indexOf('利润（元）')
    const fen = sheet.slice(1).map((row) => Math.round(Number(row[at] ?? 0) * 100))
    expect(fen.at(-1)).toBe(answer.total.profitMinor)
    expect(fen.slice(0, -1).reduce((sum, one) => sum + one, 0)).toBe(answer.total.profitMinor)
  })

  it('refuses days or dimensions that do not exist with a sentence; a period without orders is empty', async () => {
    const refused = async (asked: Record<string, string>): Promise<Record<string, string>> => {
      const answer = await fixture.app.call('getAnalytics', asked)
      expect(answer.code).toBe(422)
      return (answer.data as { fields: Record<string, string> }).fields
    }
    expect(await refused({ from: today, to: addDays(today, -1) })).toEqual({ to: '结束日期不能早于开始日期' })
    expect(await refused({ from: '2006-11-26', to: today })).toMatchObject({
      from: expect.stringContaining('一次最多看 3 年'),
    })
    for (const compare of ['none', 'previous']) {
      expect(await refused({ from: '0000-01-01', to: '0000-01-31', compare })).toEqual({ from: '不能早于2000年' })
      expect(await refused({ from: '9999-12-01', to: '9999-12-31', compare })).toEqual({ to: '不能晚于2999年' })
    }
    expect(await refused({ from: '2026-02-30', to: today })).toEqual({ from: '没有这一天' })
    expect(Object.keys(await refused({ ...month, group: 'colour' }))).toEqual(['group'])
    const empty = await analyticsOf(fixture, {
      from: '2019-01-01',
      to: '2019-12-31',
      group: 'day',
      compare: 'previous',
    })
    expect([empty.rows.length, empty.total, empty.before!.total]).toEqual([365, NO_SUMS, NO_SUMS])
    expect((await analyticsOf(fixture, { from: '2019-01-01', to: '2019-12-31', group: 'product' })).rows).toEqual([])
  })
})

const countryOf = ({ person }: { person: { country: string | null } }): string => person.country ?? 'none'
