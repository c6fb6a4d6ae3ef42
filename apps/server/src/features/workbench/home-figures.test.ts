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
  // Noon in China, whatever the machine says: nobody's midnight passes.
  const day = 86_400_000
  const noon = Math.floor(Date.now() / day) * day + 4 * 3_600_000
  fixture = await startOrderFixture({ ahead: ((noon - Date.now()) % day) + (noon < Date.now() ? day : 0) })
})
afterAll(() => fixture?.close())

it('the home page tells what today’s orders earn, beside those of the same weekday until this time of the day', async () => {
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
  // Trials of the shop's owner are neither in today's orders nor in what they earn.
  const isTest = (test: boolean) =>
    fixture.app.db.pool.query('update sales_order set test = $2 where id = $1', [first.id, test])
  await isTest(true)
  expect(await home()).toMatchObject({ salesToday: 0, profitToday: 0, ordersToday: 0 })
  await isTest(false)
})

it('what stands there is compared with what stood there a week ago, once a day has been kept', async () => {
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
  // A whole day's listings are no measure for a part of one.
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

it('what stopped stands by the money that hangs on it', async () => {
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

it('what hangs on goods without a source is the worth of all orders that wait for them, of more than a row can hold as well', async () => {
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

it('where today’s orders have no profit or no worth that is known the home page tells none, and of a day without orders it is nothing', async () => {
  const movedAway = (which: string): Promise<unknown> =>
    fixture.app.db.pool.query(`update sales_order set ordered_at = ordered_at - interval '3 days' where ${which}`)
  await movedAway('profit_cny is not null')
  const { salesToday, profitToday } = await home()
  expect(salesToday).toBeGreaterThan(0)
  expect(profitToday).toBeNull()
  // Nor what they are worth, where there is no rate for any of them: neither today's nor that of what stopped.
  await fixture.app.db.pool.query('update sales_order set sale_cny = null')
  const unrated = await home()
  expect(unrated.salesToday).toBeNull()
  expect(unrated.stopped.map(({ kind, minor }) => [kind, minor])).toContainEqual(['unsourced', null])
  await movedAway('true')
  expect(await home()).toMatchObject({ salesToday: 0, profitToday: 0 })
})

it('whoever may not read the orders sees neither their figures nor what stopped of them', async () => {
  await fixture.app.db.pool.query(`delete from role_right where "right" like '%/getOrdersByCondition'`)
  await fixture.app.db.pool.query('update role set version = version + 1')
  const token = await fixture.app.login('clerk', 'clerk888')
  const { salesToday, profitToday, ordersToday, returns, toPay, before, stopped } = await home(token)
  expect([salesToday, profitToday, ordersToday, returns]).toEqual([null, null, null, null])
  expect(toPay).toBe(0)
  expect(Object.keys(before).filter((name) => /Today$|returns|toBuy/.test(name))).toEqual([])
  expect(stopped.filter(({ kind }) => ['unsourced', 'order-check'].includes(kind))).toEqual([])
})
