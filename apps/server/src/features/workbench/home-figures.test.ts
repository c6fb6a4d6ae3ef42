import type { HomeAnswer } from '@huoqiao/contract/workbench/workbench.schema'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runCron } from '../../../test/run-cron.ts'
import { until } from '../../../test/until.ts'
import { startOrderFixture } from '../orders/orders-fixture.testing.ts'
import type { OrderFixture } from '../orders/orders-fixture.testing.ts'

let fixture: OrderFixture
const home = (token?: string): Promise<HomeAnswer> =>
  fixture.app.ok('getHomeFigures', {}, token === undefined ? {} : { token })

beforeAll(async () => {
  // The app's clock starts at noon in China, so that no day ends during the tests.
  const day = 86_400_000
  const noon = Math.floor(Date.now() / day) * day + 4 * 3_600_000
  fixture = await startOrderFixture({ ahead: ((noon - Date.now()) % day) + (noon < Date.now() ? day : 0) })
})
afterAll(() => fixture?.close())

it('the home page shows sales and profit of today’s orders, beside those of the same weekday a week ago up to the same time', async () => {
  const linked = async (quantity: number) => {
    const order = await fixture.brought([{ variant: 0, quantity }])
    await fixture.link(
      order.lines.map(({ id }) => id),
      { scope: 'this-order' },
    )
    return fixture.detail(order)
  }
  const [first, second, third] = [await linked(1), await linked(2), await linked(3)]
  const moved = (order: { id: string }, by: string): Promise<unknown> =>
    fixture.app.db.pool.query(`update sales_order set ordered_at = ordered_at + $2::interval where id = $1`, [
      order.id,
      by,
    ])
  await moved(second, '-7 days -1 hours')
  await moved(third, '-7 days 3 hours')
  const figures = await home()
  expect(figures).toMatchObject({
    salesToday: first.profit!.saleMinor,
    profitToday: first.profit!.profitMinor,
    ordersToday: 1,
    before: {
      salesToday: second.profit!.saleMinor,
      profitToday: second.profit!.profitMinor,
      ordersToday: 1,
    },
  })
  // Test orders are not counted in today's orders, sales and profit.
  const isTest = (test: boolean) =>
    fixture.app.db.pool.query('update sales_order set test = $2 where id = $1', [first.id, test])
  await isTest(true)
  expect(await home()).toMatchObject({ salesToday: 0, profitToday: 0, ordersToday: 0 })
  await isTest(false)
})

it('figures of the current state are compared with those of a week ago, once a day has been stored', async () => {
  expect((await home()).before).not.toHaveProperty('toBuy')
  await runCron(fixture.app, 'keep-home-figures')
  const kept = await until(
    () => fixture.app.db.pool.query<{ name: string; value: string }>('select name, value from figure_day'),
    ({ rowCount }) => rowCount! > 0,
  )
  await fixture.app.db.pool.query(`update figure_day set day = to_char(day::date - 7, 'YYYY-MM-DD')`)
  const { before, toBuy } = await home()
  expect(toBuy).toBe(3)
  expect([before.toBuy, before.toPay]).toEqual([3, 0])
  // `synced` is a count of a whole day, so it is not compared with the day that is not over yet.
  await fixture.app.db.pool.query(
    `insert into figure_day (day, name, value) select min(day), 'synced', 7 from figure_day on conflict do nothing`,
  )
  expect((await home()).before).not.toHaveProperty('synced')
  const names = kept.rows.map(({ name }) => name)
  expect([names.includes('toBuy'), names.includes('salesToday'), names.includes('synced')]).toEqual([
    true,
    false,
    false,
  ])
})

it('stopped items are sorted by the sale value of their orders', async () => {
  const [small, large] = [
    await fixture.brought([{ variant: 1, quantity: 1 }], { risk: 'high' }),
    await fixture.brought([{ variant: 2, quantity: 4 }]),
  ]
  const { stopped, waiting } = await home()
  const sale = async ({ id }: { id: string }): Promise<number> => {
    const { rows } = await fixture.app.db.pool.query<{ fen: string }>(
      'select sale_cny as fen from sales_order where id = $1',
      [id],
    )
    return Number(rows[0]!.fen)
  }
  const unsourced = stopped.find(({ kind }) => kind === 'unsourced')!
  expect(unsourced).toEqual({
    kind: 'unsourced',
    count: 2,
    isCapped: false,
    minor: (await sale(small)) + (await sale(large)),
  })
  expect(stopped.find(({ kind }) => kind === 'order-check')).toEqual({
    kind: 'order-check',
    count: 1,
    isCapped: false,
    minor: await sale(small),
  })
  expect(stopped.map(({ minor }) => minor)).toEqual(stopped.map(({ minor }) => minor).toSorted((a, b) => b! - a!))
  expect(waiting).toBe(stopped.reduce((sum, { count }) => sum + count, 0))
})

it('the value of goods without a source is that of all orders that wait for them, also of more orders than one row can hold', async () => {
  const { pool } = fixture.app.db
  const order = await fixture.brought([{ variant: 1, quantity: 1 }])
  const stake = async (): Promise<number> => (await home()).stopped.find(({ kind }) => kind === 'unsourced')!.minor!
  const before = await stake()
  await pool.query(
    `with copies as (select gen_random_uuid() as id, n from generate_series(1, 250) n),
    orders as (insert into sales_order select (jsonb_populate_record(o, jsonb_build_object('id', c.id, 'shopify_id', 9000000000 + c.n, 'number', 'C' || c.n, 'sale_cny', 100))).*
      from sales_order o, copies c where o.id = $1 returning id)
    insert into sales_order_line select (jsonb_populate_record(l, jsonb_build_object('id', gen_random_uuid(), 'order_id', c.id, 'shopify_id', 9000000000 + c.n))).*
      from sales_order_line l, copies c where l.order_id = $1`,
    [order.id],
  )
  expect(await stake()).toBe(before + 250 * 100)
  await pool.query(`delete from sales_order where number like 'C%'`)
  expect(await stake()).toBe(before)
})

it('sales or profit of today is not shown if it is unknown for all orders, and is zero on a day without orders', async () => {
  const movedAway = (which: string): Promise<unknown> =>
    fixture.app.db.pool.query(`update sales_order set ordered_at = ordered_at - interval '3 days' where ${which}`)
  await movedAway('profit_cny is not null')
  const { salesToday, profitToday } = await home()
  expect(salesToday).toBeGreaterThan(0)
  expect(profitToday).toBeNull()
  // Without any exchange rate the sale value is unknown too, of today's orders and of those that stopped.
  await fixture.app.db.pool.query('update sales_order set sale_cny = null')
  const unrated = await home()
  expect(unrated.salesToday).toBeNull()
  expect(unrated.stopped.map(({ kind, minor }) => [kind, minor])).toContainEqual(['unsourced', null])
  await movedAway('true')
  expect(await home()).toMatchObject({ salesToday: 0, profitToday: 0 })
})

it('a person without the right to read orders sees neither their figures nor the stopped ones', async () => {
  await fixture.app.db.pool.query(`delete from role_right where "right" like '%/getOrdersByCondition'`)
  await fixture.app.db.pool.query('update role set version = version + 1')
  const token = await fixture.app.login('clerk', 'clerk888')
  const { salesToday, profitToday, ordersToday, returns, toPay, before, stopped } = await home(token)
  expect([salesToday, profitToday, ordersToday, returns]).toEqual([null, null, null, null])
  expect(toPay).toBe(0)
  expect(Object.keys(before).filter((name) => /Today$|returns|toBuy/.test(name))).toEqual([])
  expect(stopped.filter(({ kind }) => ['unsourced', 'order-check'].includes(kind))).toEqual([])
})
