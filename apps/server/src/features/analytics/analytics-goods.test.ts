import { figureOf, SUMS } from '@huoqiao/contract/analytics/analytics.figures'
import type { Sums } from '@huoqiao/contract/analytics/analytics.figures'
import type { AnalyticsRow } from '@huoqiao/contract/analytics/analytics.schema'
import { formatChinaDate } from '@huoqiao/kit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { until } from '../../../test/until.ts'
import { startOrderFixture } from '../orders/orders-fixture.testing.ts'
import type { OrderFixture } from '../orders/orders-fixture.testing.ts'
import { analyticsOf } from './analytics.testing.ts'
import { salesFact } from './analytics.tables.ts'
import { addDays } from './spans.rules.ts'

/** Analytics grouped by goods. */
let fixture: OrderFixture
const today = formatChinaDate(Date.now())
const span = { from: addDays(today, -1), to: addDays(today, 1) }

beforeAll(async () => {
  fixture = await startOrderFixture()
})
afterAll(() => fixture?.close())

const query = (text: string, values: readonly unknown[] = []) => fixture.app.db.pool.query(text, [...values])
/** The row of the shop's variant with this index. */
const rowOf = async (at: number): Promise<AnalyticsRow> => {
  const { rows } = await analyticsOf(fixture, { ...span, group: 'variant' })
  return rows.find(({ note }) => note === fixture.variants[at]!.sku)!
}

/** An order of two pieces of the first variant and one of the second, both linked to a source. */
async function linked() {
  const order = await fixture.buy(
    [0, 1].map((at) => ({ variantId: fixture.variants[at]!.variantId, quantity: 2 - at })),
    { force: true },
  )
  await fixture.pull()
  const { id } = await fixture.seen(order)
  await fixture.link(
    (await fixture.lines({ id })).map((line) => line.id),
    { scope: 'this-order' },
  )
  return { order, id }
}

it('a refund and its purchase cost are counted for the refunded line, not for the kept one', async () => {
  const { order, id } = await linked()
  await fixture.act(order, 'refund', { lines: [{ lineId: order.lines[0]!.id, quantity: 2 }] })
  await fixture.pull()
  const { profit } = await fixture.seen(order, (row) => row.pieces === 1)
  const [gone, kept] = [await rowOf(0), await rowOf(1)]
  expect(gone.sums.refundMinor).toBeGreaterThan(0)
  expect([gone.sums.saleMinor, gone.sums.goodsMinor, gone.sums.profitMinor]).toEqual([0, 0, 0])
  expect(kept.sums).toMatchObject({
    refundMinor: 0,
    saleMinor: profit!.saleMinor,
    goodsMinor: profit!.goodsMinor,
    profitMinor: profit!.profitMinor,
  })
  // All three pieces were bought before the refund, at the same price.
  await query('update sales_order_line set placed = quantity where order_id = $1', [id])
  await query('update sales_order set goods_paid_cny = 30000, goods_cny = 30000 where id = $1', [id])
  expect([(await rowOf(0)).sums.goodsMinor, (await rowOf(1)).sums.goodsMinor]).toEqual([20_000, 10_000])
})

it('goods are called what the latest order calls them, whichever order is counted last', async () => {
  const [first, second] = [await linked(), await linked()]
  const calls = async ({ id }: { id: string }, title: string, orderedAt: string): Promise<void> => {
    await query(
      `with item as (insert into sold_item (id, store_id, key, variant_id, product_id, sku, title, variant_title, created_at, updated_at)
        select gen_random_uuid(), i.store_id, $2, i.variant_id, i.product_id, i.sku, $2, '', now(), now()
        from sold_item i join sales_order_line l on l.item_id = i.id where l.order_id = $1 and i.sku = $3 returning id)
      update sales_order_line l set item_id = item.id from item, sold_item was where was.id = l.item_id and l.order_id = $1 and was.sku = $3`,
      [id, title, fixture.variants[0]!.sku],
    )
    await query('update sales_order set ordered_at = $2 where id = $1', [id, orderedAt])
  }
  const name = async (): Promise<string> => (await rowOf(0)).name
  await calls(second, 'Lamp of 2026', new Date(Date.now() + 3_600_000).toISOString())
  expect(await name()).toBe('Lamp of 2026')
  // Counted later, but ordered earlier.
  await calls(first, 'Lamp of 2025', new Date(Date.now() + 1_800_000).toISOString())
  expect(await name()).toBe('Lamp of 2026')
  // If goods of two sources are grouped into one row, the row has the latest of their names as well.
  await query('update sales_order_line set offer_id = null where order_id = $1', [first.id])
  expect(await name()).toBe('Lamp of 2026')
})

it('amounts of orders without an exchange rate are unknown, by day and by goods, until there is a rate', async () => {
  const { id } = await linked()
  const of = async (group: 'day' | 'variant') => {
    const { total } = await analyticsOf(fixture, { from: '2021-03-04', to: '2021-03-04', group })
    return (['sale', 'refund', 'profit', 'pieces'] as const).map((name) => figureOf(name, total))
  }
  await query(`update sales_order set ordered_at = '2021-03-04T12:00:00+08:00' where id = $1`, [id])
  const known = await of('day')
  expect(known.map((figure) => figure === null)).toEqual([false, false, false, false])
  await query('create table kept as select * from sales_order where id = $1', [id])
  await query(
    `update sales_order set rate = null, sale_cny = null, goods_cny = null, freight_cny = null, fee_cny = null, profit_cny = null where id = $1`,
    [id],
  )
  expect([await of('day'), await of('variant')]).toEqual([
    [null, null, null, 3],
    [null, null, null, 3],
  ])
  await query(
    `update sales_order o set rate = k.rate, sale_cny = k.sale_cny, goods_cny = k.goods_cny, freight_cny = k.freight_cny, fee_cny = k.fee_cny,
      profit_cny = k.profit_cny from kept k where k.id = o.id`,
  )
  expect(await of('day')).toEqual(known)
})

it('pieces, returned pieces and hours until sending are those of the orders', async () => {
  const [sent, unsent, cancelled] = [await linked(), await linked(), await linked()]
  await fixture.act(sent.order, 'fulfil')
  await fixture.act(sent.order, 'return', { lines: [{ lineId: sent.order.lines[0]!.id, quantity: 1 }] })
  await fixture.act(sent.order, 'return-step', { step: 'process' })
  await fixture.act(cancelled.order, 'cancel')
  await fixture.pull()
  await fixture.quiet()
  const ids = [sent.id, unsent.id, cancelled.id]
  await query(`update sales_order set ordered_at = '2021-06-06T12:00:00+08:00' where id = any($1)`, [ids])
  const later = Date.parse('2021-06-07T18:00:00+08:00')
  await query(
    `update sales_order set fulfillments = (select jsonb_agg(f || jsonb_build_object('at', $2::bigint)) from jsonb_array_elements(fulfillments) f)
    where id = $1`,
    [sent.id, later],
  )
  const day = { from: '2021-06-06', to: '2021-06-06' }
  const pieces = ({ pieces: sold, returnedPieces, sentPieces, sentHours }: Sums) => ({
    sold,
    returnedPieces,
    sentPieces,
    sentHours,
  })
  const { total, rows } = await analyticsOf(fixture, { ...day, group: 'variant' })
  // Three pieces were sent after 30 hours, of which one of the first variant came back; three wait; three were cancelled.
  expect(pieces(total)).toEqual({ sold: 6, returnedPieces: 1, sentPieces: 3, sentHours: 90 })
  const [first, second] = [0, 1].map((at) => rows.find(({ note }) => note === fixture.variants[at]!.sku)!.sums)
  expect(pieces(first!)).toEqual({ sold: 4, returnedPieces: 1, sentPieces: 2, sentHours: 60 })
  expect(pieces(second!)).toEqual({ sold: 2, returnedPieces: 0, sentPieces: 1, sentHours: 30 })
})

it('supplier data of goods is refreshed only by the one writer, so that requests that count orders never wait for it', async () => {
  const { pool } = fixture.app.db
  await linked()
  await analyticsOf(fixture, { ...span, group: 'supplier' })
  const stale = await query('update sales_goods set offer_at = null where offer_id is not null')
  expect(stale.rowCount).toBeGreaterThan(0)
  // A change of an order that does not exist: only the goods have to be written.
  await query('insert into sales_order_change (order_id) values (gen_random_uuid())')
  const holder = await pool.connect()
  await holder.query('begin')
  await holder.query('select id from sales_goods for update')
  const read = analyticsOf(fixture, { ...span, group: 'supplier' })
  const { rows } = await until(
    () =>
      pool.query<{ holds: boolean }>(
        `select exists (select 1 from pg_locks l where l.pid = a.pid and l.locktype = 'advisory' and l.granted) as holds
        from pg_stat_activity a where a.wait_event_type = 'Lock' and a.query like '%update "sales_goods"%'`,
      ),
    (found) => found.rowCount! > 0,
  )
  await holder.query('rollback')
  holder.release()
  await read
  expect(rows).toEqual([{ holds: true }])
  const left = await query('select 1 from sales_goods where offer_id is not null and offer_at is null')
  expect(left.rowCount).toBe(0)
})

it('of more than 500 goods the 500 largest have rows, the others share one row, and all rows add up to the total', async () => {
  const ones = SUMS.map((name) => (name === 'saleMinor' ? 'n' : '0')).join(', ')
  const columns = SUMS.map((name) => salesFact[name].name).join(', ')
  const fake = `lpad(n::text, 32, '0')::uuid`
  await query(
    `insert into sales_goods (id, store_id, product_key, product_name, variant_key, variant_name, sku, supplier_key, supplier_name, category)
    select ${fake}, $1, ${fake}, 'P' || n, ${fake}, '', '', 'none', '', 'none' from generate_series(1, 600) n`,
    [fixture.us],
  )
  await query(
    `insert into sales_day_goods (day, goods_id, facts, ${columns}) select '2020-05-05', ${fake}, 1, ${ones} from generate_series(1, 600) n`,
  )
  await query(
    `insert into sales_span_goods (grain, day, goods_id, facts, ${columns}) select grain, date_trunc(grain, date '2020-05-05'), ${fake}, 1, ${ones}
    from generate_series(1, 600) n, unnest(array['week', 'month', 'quarter', 'year']) grain`,
  )
  await query(
    `insert into sales_day_place (day, store_id, country, facts, ${columns}) select '2020-05-05', $1, 'US', 600, ${ones} from (select 180300 as n) one`,
    [fixture.us],
  )
  const year = { from: '2020-01-01', to: '2020-12-31' }
  const { rows, total } = await analyticsOf(fixture, { ...year, group: 'product' })
  expect(total.saleMinor).toBe(180_300)
  expect([rows.length, rows[0]!.sums.saleMinor, rows[499]!.sums.saleMinor]).toEqual([501, 600, 101])
  expect([rows[500]!.key, rows[500]!.sums.saleMinor]).toEqual(['others', (100 * 101) / 2])
  // With exactly 500 goods there is no row for the others.
  const most = await query(`delete from sales_span_goods where day <= '2020-05-05' and sale_minor <= 100`)
  await query(`delete from sales_day_goods where day = '2020-05-05' and sale_minor <= 100`)
  expect(most.rowCount).toBe(400)
  const whole = await analyticsOf(fixture, { ...year, group: 'product' })
  expect([whole.rows.length, whole.rows.at(-1)!.sums.saleMinor]).toEqual([500, 101])
  // If no rows were cut, a difference between total and rows is a counting error: it is not hidden in a row for the others.
  await query(
    `update sales_span_goods set sale_minor = sale_minor + 5 where day = '2020-01-01' and grain = 'year' and sale_minor = 300`,
  )
  const wrong = await analyticsOf(fixture, { ...year, group: 'product' })
  expect(wrong.rows.map(({ key }) => key)).not.toContain('others')
})

it('a keyword of a name or an SKU keeps only those goods, in the rows, the total, the days and the compared period', async () => {
  await linked()
  const { sku } = fixture.variants[0]!
  const row = await rowOf(0)
  const found = await analyticsOf(fixture, {
    ...span,
    group: 'variant',
    keyword: sku.toUpperCase(),
    compare: 'previous',
  })
  expect(found.rows.map(({ note }) => note)).toEqual([sku])
  expect(found.total).toEqual(row.sums)
  expect(found.days.reduce((sum, { sums }) => sum + sums.pieces, 0)).toBe(row.sums.pieces)
  const words = row.name.split(/[ /]+/).toReversed().join(' ')
  const named = await analyticsOf(fixture, { ...span, group: 'variant', keyword: words })
  expect(named.rows.map(({ note }) => note)).toContain(sku)
  for (const group of ['store', 'country', 'supplier'] as const) {
    const { rows, total } = await analyticsOf(fixture, { ...span, group, keyword: sku })
    expect([group, total.saleMinor]).toEqual([group, row.sums.saleMinor])
    expect(rows.reduce((sum, { sums }) => sum + sums.saleMinor, 0)).toBe(row.sums.saleMinor)
  }
  const nothing = await analyticsOf(fixture, { ...span, group: 'product', keyword: 'no such goods' })
  expect(nothing.rows).toEqual([])
})
