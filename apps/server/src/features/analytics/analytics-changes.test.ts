import { NO_SUMS, SUMS } from '@huoqiao/contract/analytics/analytics.figures'
import { formatChinaDate } from '@huoqiao/kit'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runCron } from '../../../test/run-cron.ts'
import { until } from '../../../test/until.ts'
import { startOrderFixture } from '../orders/orders-fixture.testing.ts'
import type { OrderFixture } from '../orders/orders-fixture.testing.ts'
import type { ShopOrderWitness, ShopVariant } from '../orders/orders.testing.ts'
import {
  added,
  addedBy,
  amountsOf,
  analyticsOf,
  countedOrders,
  dayOf,
  factsBy,
  SUM_TABLES,
  wrongSums,
} from './analytics.testing.ts'
import { salesFact } from './analytics.tables.ts'
import { addDays } from './spans.rules.ts'

/** Whatever happens to orders, in any sequence and during reads: analytics equals the sum of what the order pages show. */
let fixture: OrderFixture
const SHOPS = ['bridge-us', 'bridge-eu', 'bridge-jp'] as const
type Slug = (typeof SHOPS)[number]
const variants = new Map<Slug, ShopVariant[]>()
const bought: { slug: Slug; order: ShopOrderWitness }[] = []
const rates = new Map([
  ['USD', '7.1043'],
  ['EUR', '8.0911'],
  ['JPY', '0.046911'],
])
const today = formatChinaDate(Date.now())
const span = { from: addDays(today, -3), to: addDays(today, 1) }
const rateOf = (currency: string): string => rates.get(currency)!

async function saveRate(currency: string): Promise<void> {
  const { list } = await fixture.app.ok('queryExchangeRates', { currency, pageSize: 100 })
  const version = list.find(({ day }) => day === span.from)?.version ?? 0
  await fixture.app.ok('saveExchangeRate', { currency, day: span.from, rate: rateOf(currency), version })
}

beforeAll(async () => {
  fixture = await startOrderFixture()
  for (const slug of SHOPS) {
    const path = `/shopify/${slug}/variants`
    variants.set(slug, (await fixture.simulator.control<{ variants: ShopVariant[] }>('GET', path)).variants)
  }
  for (const feed of await fixture.app.ok('queryOrderFeeds'))
    await fixture.app.ok('saveOrderFeed', { storeId: feed.storeId, version: feed.version, feePercent: '2.9' })
  // Replaces today's rates, which the app took from price rules, by rates of the first day of the period.
  await fixture.app.db.pool.query('delete from exchange_rate')
  for (const currency of rates.keys()) await saveRate(currency)
})
afterAll(() => fixture?.close())

const ofOrder = { at: fc.nat(1_000) }
const act = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constant('buy' as const),
      slug: fc.constantFrom(...SHOPS),
      quantities: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 3 }),
      percent: fc.constantFrom(0, 7, 33),
      tipMinor: fc.constantFrom(0, 333),
      dutyPercent: fc.constantFrom(0, 9),
      countryCode: fc.constantFrom('US', 'DE', 'CA', 'JP'),
      isTest: fc.constantFrom(false, false, false, true),
    }),
  },
  fc.record({ act: fc.constantFrom('cancel' as const, 'fulfil' as const), ...ofOrder }),
  fc.record({ act: fc.constant('edit' as const), ...ofOrder, to: fc.nat(5) }),
  fc.record({ act: fc.constant('refund' as const), ...ofOrder, percent: fc.constantFrom(0, 3, 40) }),
  fc.record({ act: fc.constant('return' as const), ...ofOrder }),
  fc.record({ act: fc.constant('link' as const), ...ofOrder }),
  fc.record({ act: fc.constant('freight' as const), ...ofOrder, minor: fc.nat(9_999) }),
  fc.record({
    act: fc.constant('rate' as const),
    currency: fc.constantFrom('USD', 'EUR', 'JPY'),
    units: fc.integer({ min: 1, max: 99_999 }),
  }),
  fc.record({ act: fc.constant('pull' as const) }),
)
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never

async function buy(given: Extract<Act, { act: 'buy' }>): Promise<void> {
  const { slug, countryCode, percent, tipMinor, dutyPercent } = given
  const order = await fixture.buy(
    given.quantities.map((quantity, at) => ({ variantId: variants.get(slug)![at]!.variantId, quantity })),
    {
      force: true,
      shippingAddress: {
        name: 'Ann',
        address1: '1 King St',
        city: 'Town',
        zip: '10115',
        countryCode,
        country: countryCode,
      },
      ...(percent > 0 ? { discount: { code: 'WELCOME', percent } } : {}),
      ...(tipMinor > 0 ? { tipMinor } : {}),
      ...(dutyPercent > 0 && countryCode === 'CA' ? { dutyPercent } : {}),
      ...(given.isTest ? { test: true } : {}),
    },
    slug,
  )
  bought.push({ slug, order })
}

/** Ignores refusals of the shop, for example of a second cancellation. */
const inShop = (order: ShopOrderWitness, name: string, body: object, slug: Slug): Promise<unknown> =>
  fixture.act(order, name, body, slug).catch((error: unknown) => {
    if (!String(error).includes(': 400 ')) throw error
  })

async function carryOut(one: Act): Promise<void> {
  if (one.act === 'buy') return buy(one)
  if (one.act === 'pull') return fixture.pull()
  if (one.act === 'rate') {
    rates.set(one.currency, one.currency === 'JPY' ? `0.0${one.units}` : `7.${one.units}`)
    return saveRate(one.currency)
  }
  const found = bought[one.at % Math.max(1, bought.length)]
  if (!found) return
  const { slug, order } = found
  const [line] = order.lines
  switch (one.act) {
    case 'cancel':
    case 'fulfil':
      await inShop(order, one.act, {}, slug)
      return
    case 'edit':
      await inShop(order, 'edit', { quantities: [{ lineId: line!.id, quantity: one.to }] }, slug)
      return
    case 'refund':
      await inShop(
        order,
        'refund',
        one.percent === 0 ? { lines: [{ lineId: line!.id, quantity: 1 }] } : { percent: one.percent },
        slug,
      )
      return
    case 'return':
      await inShop(order, 'fulfil', {}, slug)
      await inShop(order, 'return', { lines: [{ lineId: line!.id, quantity: 1 }] }, slug)
      await inShop(order, 'return-step', { step: 'process' }, slug)
      return
  }
  const rows = await fixture.rows({ keyword: `#${order.number}` })
  const here = rows.find((row) => row.number === `#${order.number}`)
  if (!here) return
  if (one.act === 'freight')
    await fixture.app.ok('setInternationalFreights', {
      items: [{ orderId: here.id, freightMinor: one.minor }],
      backToEstimate: [],
    })
  else {
    const lines = (await fixture.lines(here)).filter(
      (each) => each.requiresShipping && each.can['relateShopifyOrder'] === true,
    )
    if (lines.length > 0)
      await fixture.link(
        lines.map(({ id }) => id),
        { scope: 'this-order' },
      )
  }
}

/** Compares all of analytics with the page of every order. */
async function agrees(): Promise<void> {
  const orders = await countedOrders(fixture, rateOf)
  const total = added(orders.map(({ sums }) => sums))
  const byDay = await analyticsOf(fixture, { ...span, group: 'day' })
  expect(amountsOf(byDay.total)).toEqual(amountsOf(total))
  const perDay = new Map(
    byDay.rows.filter(({ sums }) => sums.orders > 0).map(({ key, sums }) => [key, amountsOf(sums)]),
  )
  expect(perDay).toEqual(new Map([...addedBy(orders, dayOf)].map(([key, sums]) => [key, amountsOf(sums)])))
  const byStore = await analyticsOf(fixture, { ...span, group: 'store' })
  const perStore = new Map(byStore.rows.map(({ key, sums }) => [key, amountsOf(sums)]))
  expect(perStore).toEqual(
    new Map([...addedBy(orders, ({ storeId }) => storeId)].map(([key, sums]) => [key, amountsOf(sums)])),
  )
  for (const group of ['product', 'variant', 'supplier', 'category'] as const) {
    const { total: sums, rows } = await analyticsOf(fixture, { ...span, group })
    expect([sums.saleMinor, sums.profitMinor, sums.goodsMinor]).toEqual([
      total.saleMinor,
      total.profitMinor,
      total.goodsMinor,
    ])
    expect(new Map(rows.map((row) => [row.key, row.sums]))).toEqual(await factsBy(fixture, group, span))
  }
  expect((await wrongSums(fixture)).slice(0, 20)).toEqual([])
}

it('analytics stays the sum of all orders, whatever is done to them, while it is read', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 4, maxLength: 10 }), async (acts) => {
      for (const one of acts) {
        const [, read] = await Promise.all([carryOut(one), analyticsOf(fixture, { ...span, group: 'product' })])
        expect(read.rows.map(({ key }) => key)).not.toContain('others')
        expect(added(read.rows.map(({ sums }) => sums))).toEqual(read.total)
      }
      await fixture.pull()
      await fixture.quiet()
      await agrees()
    }),
    { numRuns: Number(process.env['HUOQIAO_RUNS'] ?? 8), endOnFailure: true },
  )
  expect(bought.length).toBeGreaterThan(5)
})

it('many that read at once see the same, and each change is counted once', async () => {
  for (let times = 0; times < 3; times += 1) {
    // Marks all orders as changed, although nothing in them has changed.
    await fixture.app.db.pool.query('insert into sales_order_change (order_id) select id from sales_order')
    const reads = await Promise.all(
      Array.from({ length: 8 }, () => analyticsOf(fixture, { ...span, group: 'country' })),
    )
    for (const { total } of reads) expect(total).toEqual(reads[0]!.total)
  }
  await agrees()
})

it('a thousand changes or more are left to the job, and the answer says so; fewer are counted by whoever reads', async () => {
  const { pool } = fixture.app.db
  const behind = async (changes: number): Promise<number> => {
    await pool.query('insert into sales_order_change (order_id) select gen_random_uuid() from generate_series(1, $1)', [
      changes,
    ])
    return (await analyticsOf(fixture, { ...span, group: 'day' })).behind
  }
  expect(await behind(999)).toBe(0)
  // Nobody can count while the writer's lock is held: the answer does not wait for it.
  const writer = await pool.connect()
  await writer.query(`select pg_advisory_lock(hashtextextended('analytics', 0))`)
  expect(await behind(1_200)).toBe(1_000)
  await writer.query(`select pg_advisory_unlock(hashtextextended('analytics', 0))`)
  writer.release()
  await runCron(fixture.app, 'keep-analytics')
  await until(
    () => analyticsOf(fixture, { ...span, group: 'day' }),
    (answer) => answer.behind === 0,
  )
  await agrees()
})

it('a reader that is ended in the middle leaves nothing half counted', async () => {
  const { pool } = fixture.app.db
  // An order with a known profit: the random orders above may include none.
  await buy({
    act: 'buy',
    slug: 'bridge-us',
    quantities: [1],
    percent: 0,
    tipMinor: 0,
    dutyPercent: 0,
    countryCode: 'US',
    isTest: false,
  })
  await fixture.pull()
  await carryOut({ act: 'link', at: bought.length - 1 })
  await fixture.quiet()
  const { total: before } = await analyticsOf(fixture, { ...span, group: 'day' })
  const lock = await pool.connect()
  let changed = 0
  try {
    await lock.query('begin')
    // Locked before the update, so that the job can't count the change first.
    await lock.query('lock table sales_day_goods in exclusive mode')
    const { rowCount } = await pool.query(
      'update sales_order set profit_cny = profit_cny + 100 where profit_cny is not null and not test',
    )
    changed = rowCount!
    // Without a change nothing is counted, so there would be no statement to terminate.
    expect(changed).toBeGreaterThan(0)
    const reading = fixture.app.call('getAnalytics', { ...span, group: 'day' }).then(() => true)
    const ended = `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like 'insert into "sales_day_goods"%'`
    // The job may start to count as well: every backend that counts is terminated, until the reader has its answer.
    let times = 0
    await until(
      async () => {
        times += (await pool.query(ended)).rowCount!
        return Promise.race([reading, Promise.resolve(false)])
      },
      (isAnswered) => isAnswered && times > 0,
    )
  } finally {
    await lock.query('rollback')
    lock.release()
  }
  const { total: after } = await analyticsOf(fixture, { ...span, group: 'day' })
  expect(after.profitMinor).toBe(before.profitMinor + 100 * changed)
  await pool.query('update sales_order set profit_cny = profit_cny - 100 where profit_cny is not null and not test')
  await agrees()
})

it('an installation that had orders before is counted by the job', async () => {
  const { pool } = fixture.app.db
  for (const table of [...SUM_TABLES, 'sales_fact', 'sales_goods']) await pool.query(`truncate ${table}`)
  await pool.query('insert into sales_order_change (order_id) select id from sales_order')
  await runCron(fixture.app, 'keep-analytics')
  await until(
    () => pool.query<{ n: number }>('select count(*)::int as n from sales_order_change'),
    (found) => found.rows[0]!.n === 0,
  )
  await agrees()
})

it('a sum of a span that is written again stays in its page, so no index is written', async () => {
  const client = await fixture.app.db.pool.connect()
  await client.query('begin')
  await client.query('truncate sales_span_goods')
  // About 20 full pages, or about 40 at the fillfactor of 50 of this table.
  const sums = SUMS.map((name) => salesFact[name].name)
  await client.query(
    `insert into sales_span_goods (grain, day, goods_id, facts, ${sums.join(', ')})
     select 'year', '2026-01-01', gen_random_uuid(), 1, ${sums.map(() => 'n').join(', ')} from generate_series(1, 1000) n`,
  )
  const page = '(s.ctid::text::point)[0]'
  // Constant: `page` above.
  await client.query(
    `create temp table pages on commit drop as select goods_id, ${page} as page from sales_span_goods s`,
  )
  await client.query('update sales_span_goods set facts = 2')
  const { rows } = await client.query(
    `select count(*)::int as written, count(*) filter (where ${page} = pages.page)::int as "inPage" from sales_span_goods s join pages using (goods_id)`,
  )
  await client.query('rollback')
  client.release()
  expect(rows).toEqual([{ written: 1000, inPage: 1000 }])
})

it('an order that is deleted adds nothing any more', async () => {
  await fixture.quiet()
  await fixture.app.db.pool.query('delete from sales_order')
  const { total, rows } = await analyticsOf(fixture, { ...span, group: 'product' })
  expect([total, rows]).toEqual([NO_SUMS, []])
  const kept = await fixture.app.db.pool.query<{ n: number }>(
    `select sum(n)::int as n from (${SUM_TABLES.map((table) => `select count(*) as n from ${table}`).join(' union all ')}) as tables`,
  )
  expect(kept.rows[0]!.n).toBe(0)
})
