import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { md5 } from '../../../test/harness.ts'
import { runCron } from '../../../test/run-cron.ts'
import { readSheet } from '../../platform/sheet-reader.ts'
import { startOrderFixture } from './orders-fixture.testing.ts'
import type { OrderFixture } from './orders-fixture.testing.ts'

let fixture: OrderFixture
beforeAll(async () => {
  fixture = await startOrderFixture()
})
afterAll(() => fixture?.close())

describe('the list', () => {
  test('finds by number, SKU, title and customer, counts its tabs, and sorts', async () => {
    const order = await fixture.brought([{ variant: 0, quantity: 1 }], {
      customer: { firstName: 'Zoë', lastName: 'Quill', email: 'zoe.quill@example.com', phone: '+1 555 987 1234' },
      shippingAddress: {
        firstName: 'Zoë',
        lastName: 'Quill',
        address1: '1 Rd',
        city: 'Leeds',
        country: 'United Kingdom',
        countryCode: 'GB',
        zip: 'LS1',
      },
    })
    const ids = async (filter: object): Promise<string[]> => (await fixture.rows(filter)).map(({ id }) => id)
    for (const keyword of [
      order.number,
      order.number.slice(1),
      'harbor-1',
      'Cotton Tee',
      'quill',
      'zoe.quill@example.com',
      '987 1234',
    ])
      expect([keyword, (await ids({ keyword })).includes(order.id)]).toEqual([keyword, true])
    expect(await ids({ keyword: 'nothing like it' })).toEqual([])
    expect(await ids({ country: 'GB', keyword: order.number })).toEqual([order.id])
    const { counts, all } = await fixture.app.ok('getOrderCountByState', { storeId: fixture.us })
    const page = await fixture.app.ok('getOrdersByCondition', { storeId: fixture.us, pageSize: 1 })
    expect([all, page.total]).toEqual([page.total, page.total])
    for (const [state, n] of Object.entries(counts))
      expect([state, (await fixture.app.ok('getOrdersByCondition', { storeId: fixture.us, state })).total]).toEqual([
        state,
        n,
      ])
    const totals = (await fixture.rows({ sort: 'total', direction: 'asc', currency: 'USD' })).map(({ total }) => total)
    expect(totals).toEqual([...totals].sort((a, b) => a - b))
    const dear = await fixture.rows({ currency: 'USD', totalFrom: 5_000, totalTo: 6_000 })
    expect(dear.every(({ total }) => total >= 5_000 && total <= 6_000)).toBe(true)
  })

  test('leaves out trial orders of the shop’s owner, or shows only them, in its page and its tabs', async () => {
    const trial = await fixture.brought([{ variant: 0, quantity: 1 }], { test: true })
    const real = await fixture.brought([{ variant: 0, quantity: 1 }])
    const ids = async (filter: object): Promise<string[]> => (await fixture.rows(filter)).map(({ id }) => id)
    expect(await ids({ test: 'true' })).toEqual([trial.id])
    const others = await ids({ test: 'false' })
    expect([others.includes(real.id), others.includes(trial.id)]).toEqual([true, false])
    expect(await fixture.app.ok('getOrderCountByState', { test: 'true' })).toMatchObject({ all: 1 })
  })

  test('24 rows of it are under 10 kB', async () => {
    await fixture.simulator.control('POST', `/shopify/${fixture.slug}/busy-day`, { count: 40 })
    await fixture.pull()
    const page = await fixture.app.ok('getOrdersByCondition', {})
    expect(page.list).toHaveLength(24)
    expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThan(10_000)
  })
})

describe('the export', () => {
  test('has every line of the filtered orders, with its source, and can be downloaded for some time at its address', async () => {
    const order = await fixture.brought([
      { variant: 0, quantity: 2 },
      { variant: 4, quantity: 1 },
    ])
    await fixture.link([order.lines.find(({ sku }) => sku === 'HARBOR-1')!.id])
    const task = await fixture.resolved(
      await fixture.app.ok('exportShopifyOrderSkuInfo', { orderIds: [], filter: { storeId: fixture.us } }),
    )
    const lines = await fixture.app.db.pool.query<{ n: number }>(
      `select count(*)::int as n from sales_order_line l join sales_order o on o.id = l.order_id where o.store_id = $1`,
      [fixture.us],
    )
    expect(task).toMatchObject({ state: 'succeeded', file: { rows: lines.rows[0]!.n } })
    const { url, fileName } = await fixture.app.ok('downloadOrderExport', { taskId: task.id })
    const response = await fetch(fixture.app.url + url)
    expect(response.headers.get('content-disposition')).toContain(encodeURIComponent(fileName))
    const rows = await readSheet(Buffer.from(await response.arrayBuffer()))
    expect(rows).toHaveLength(lines.rows[0]!.n + 1)
    const column = (title: string): number => rows[0]!.indexOf(title)
    const mine = rows.filter((row) => row[column('订单号')] === order.number)
    expect(mine.map((row) => [row[column('SKU')], row[column('下单数量')], row[column('货源编号')]])).toEqual([
      ['HARBOR-1', '2', fixture.offer.offerId],
      [fixture.variants[4]!.sku, '1', ''],
    ])
    expect(
      (await fetch(fixture.app.url + url.replace(/.(?=\/[^/]*$)/, (sign) => (sign === '0' ? '1' : '0')))).status,
    ).toBe(404)
    expect((await fetch(`${fixture.app.url}/files/${url.split('/')[2]}/x.xlsx`)).status).toBe(404)
  })

  test('has the chosen columns in its own order, and the amounts of an order once, so that they add up', async () => {
    const sold = await fixture.brought([
      { variant: 0, quantity: 1 },
      { variant: 1, quantity: 2 },
    ])
    await fixture.link(sold.lines.map(({ id }) => id))
    const order = await fixture.detail(sold)
    const { sheet } = await exported({
      orderIds: [order.id],
      columns: ['sku', 'orderTotalCny', 'orderTotal', 'number'],
    })
    const worth = (minor: number): string => String(minor / 100)
    expect(sheet).toEqual([
      ['订单号', '订单金额', '销售额（元，不含税和关税）', 'SKU'],
      [order.number, worth(order.amounts.current), worth(order.profit!.saleMinor), order.lines[0]!.sku],
      [order.number, '', '', order.lines[1]!.sku],
    ])
    const refused = await fixture.app.call('exportShopifyOrderSkuInfo', { orderIds: [order.id], columns: ['email'] })
    expect(refused.code).toBe(422)
  })

  test('is downloaded and cancelled by the person who ordered it and by administrators, and by nobody else', async () => {
    const { app } = fixture
    const clerk = await app.login('clerk', 'clerk888')
    const other = await colleagueOf('clerk', 'another')
    const order = await fixture.brought([{ variant: 0, quantity: 1 }])
    const task = await fixture.resolved(
      await app.ok('exportShopifyOrderSkuInfo', { orderIds: [order.id] }, { token: clerk }),
    )
    const may = async (token: string): Promise<unknown> =>
      (await app.ok('queryOrderTasks', { taskId: task.id }, { token })).list[0]!.can['downloadOrderExport']
    const fetched = (token: string) => app.call('downloadOrderExport', { taskId: task.id }, { token })
    const admin = await app.login('admin', 'admin888')
    for (const token of [clerk, admin]) {
      expect(await fetched(token)).toMatchObject({ code: 200 })
      expect(await may(token)).toBe(true)
    }
    const why = '只有导出人和管理员可以操作'
    expect(await fetched(other)).toMatchObject({ code: 4030, data: { refusal: 'no-right', why } })
    expect(await may(other)).toBe(why)
    expect(await app.call('cancelOrderTask', { taskId: task.id }, { token: other })).toMatchObject({ code: 4030 })
    expect(await app.call('cancelOrderTask', { taskId: task.id }, { token: clerk })).toMatchObject({ code: 409 })
    // The result of a search for missed orders is visible to everybody.
    const looked = await fixture.resolved(await app.ok('recoverMissingOrders', { numbers: [order.number] }))
    expect(await app.call('cancelOrderTask', { taskId: looked.id }, { token: other })).toMatchObject({ code: 409 })
  })

  /** Another account with the same roles, logged in. */
  async function colleagueOf(account: string, userAccount: string): Promise<string> {
    const { app } = fixture
    const { list } = await app.ok('pagingQuery', { keyword: account })
    const userId = list.find((one) => one.userAccount === account)!.id
    const roleIds = (await app.ok('queryGrantedRoles', { userId })).list.map(({ id }) => id)
    const { initialPassword } = await app.ok('addAdminUser', { userAccount, name: userAccount, roleIds })
    const token = await app.login(userAccount, initialPassword)
    await app.ok(
      'safe_updatePassword',
      { oldUserPassword: md5(initialPassword), userPassword: md5('a-colleague-7') },
      { token },
    )
    return app.login(userAccount, 'a-colleague-7')
  }

  test('is removed after the retention, and the task then says how to get a new one', async () => {
    const order = await fixture.brought([{ variant: 0, quantity: 1 }])
    const kept = await exported({ orderIds: [order.id] })
    const old = await exported({ orderIds: [order.id] })
    const { pool } = fixture.app.db
    await pool.query(
      `update stored_file set created_at = created_at - interval '31 days' where id = (select file_id from order_task where id = $1)`,
      [old.task.id],
    )
    await runCron(fixture.app, 'sweep-exports')
    await fixture.quiet()
    expect((await fetch(fixture.app.url + old.url)).status).toBe(404)
    expect((await fetch(fixture.app.url + kept.url)).status).toBe(200)
    const why = '文件已删除（过了保留期，或其中有客户信息已按要求删除），请重新导出'
    const { list } = await fixture.app.ok('queryOrderTasks', { kind: 'export' })
    const can = new Map(list.map((task) => [task.id, task.can['downloadOrderExport']]))
    expect([can.get(kept.task.id), can.get(old.task.id)]).toEqual([true, why])
    const refused = await fixture.app.call('downloadOrderExport', { taskId: old.task.id })
    expect(refused).toMatchObject({ code: 409, data: { why } })
  })

  /** Requested, waited for, downloaded and parsed. */
  async function exported(request: object) {
    const task = await fixture.resolved(await fixture.app.ok('exportShopifyOrderSkuInfo', request))
    const { url } = await fixture.app.ok('downloadOrderExport', { taskId: task.id })
    const sheet = await readSheet(Buffer.from(await (await fetch(fixture.app.url + url)).arrayBuffer()))
    return { task, url, sheet }
  }
})
