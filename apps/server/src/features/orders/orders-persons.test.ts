import { createHmac, randomUUID } from 'node:crypto'
import { ENDPOINTS } from '@huoqiao/contract'
import type { EndpointName } from '@huoqiao/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../../../test/until.ts'
import { readSheet } from '../../platform/sheet-reader.ts'
import { startOrderFixture } from './orders-fixture.testing.ts'
import type { OrderFixture } from './orders-fixture.testing.ts'

let fixture: OrderFixture

/** An account that may make these calls and sees only masked customer data. Returns its token. */
async function clerk(name: string, calls: readonly EndpointName[]): Promise<string> {
  const { pool } = fixture.app.db
  const [role, account] = [randomUUID(), randomUUID()]
  await pool.query(`insert into role (id, name) values ($1, $2)`, [role, name])
  await pool.query(
    `insert into account (id, user_account, name, password_hash, role_type, must_change_password)
     select $1, $2, $2, password_hash, 0, false from account where user_account = 'admin'`,
    [account, name],
  )
  await pool.query('insert into account_role (account_id, role_id) values ($1, $2)', [account, role])
  await pool.query(`insert into role_right (role_id, "right") select $1, unnest($2::text[])`, [
    role,
    calls.map((call) => ENDPOINTS[call].path),
  ])
  return fixture.app.login(name, 'admin888')
}
const MARSH = {
  customer: { firstName: 'Ines', lastName: 'Marsh', email: 'ines@example.com' },
  shippingAddress: {
    firstName: 'Ines',
    lastName: 'Marsh',
    address1: '9 Side St',
    city: 'Austin',
    country: 'United States',
    countryCode: 'US',
    zip: '1',
  },
}

beforeAll(async () => {
  fixture = await startOrderFixture()
})
afterAll(() => fixture?.close())

describe('the customer of an order', () => {
  test('is hidden from people without the right to see customers, who can’t find orders by them either', async () => {
    const order = await fixture.brought([{ variant: 0, quantity: 1 }], {
      ...MARSH,
      note: 'Ring at Marsh, 0151 555 000',
    })
    const token = await clerk('blind', ['getOrder', 'getOrdersByCondition', 'exportShopifyOrderSkuInfo'])
    const seen = await fixture.app.ok('getOrder', { orderId: order.id }, { token })
    expect(JSON.stringify(seen)).not.toMatch(/Marsh|ines@|9 Side St|0151 555/)
    expect(seen.person).toMatchObject({ masked: true, name: 'I***h', address: ['United States'], note: '***' })
    const found = await fixture.app.ok('getOrdersByCondition', { keyword: 'marsh' }, { token })
    expect(found.total).toBe(0)
    expect(JSON.stringify(await fixture.app.ok('getOrdersByCondition', {}, { token }))).not.toContain('Marsh')
    const request = { filter: { keyword: 'marsh' } }
    const sheet = await fixture.resolved(await fixture.app.ok('exportShopifyOrderSkuInfo', request, { token }))
    expect(sheet).toMatchObject({ state: 'succeeded', file: { rows: 0 } })
    expect(await fixture.app.call('revealCustomer', { orderId: order.id, reason: '看看' }, { token })).toMatchObject({
      code: 4030,
    })
  })

  test('is revealed once to people who may, for a reason, and every reveal is logged', async () => {
    const order = await fixture.brought([{ variant: 0, quantity: 1 }], MARSH)
    const token = await clerk('looker', ['getOrder', 'revealCustomer'])
    const look = (reason: string) => fixture.app.call('revealCustomer', { orderId: order.id, reason }, { token })
    expect(await look(' ')).toMatchObject({ code: 422, data: { fields: { reason: expect.any(String) } } })
    expect(await look('核对收货地址')).toMatchObject({
      code: 200,
      data: {
        masked: false,
        name: 'Ines Marsh',
        email: 'ines@example.com',
        address: expect.arrayContaining(['9 Side St']),
      },
    })
    // Only for that answer: read again, the order is masked as before.
    const after = await fixture.app.ok('getOrder', { orderId: order.id }, { token })
    expect(after.person).toMatchObject({ masked: true, name: 'I***h' })
    expect(after.events[0]).toMatchObject({ text: '查看客户信息：核对收货地址', by: 'looker' })
    const { list } = await fixture.app.ok('findOperationLog', { kind: 'order', objectId: order.id })
    expect(list.filter(({ call }) => call === 'revealCustomer')).toMatchObject([
      {
        outcome: 'ok',
        accountName: expect.stringContaining('looker'),
        changes: [{ field: 'reason', after: '核对收货地址' }],
      },
    ])
    expect(JSON.stringify(list)).not.toContain('Marsh')
    await fixture.app.ok('redactCustomer', { orderId: order.id })
    expect(await look('再看一次')).toMatchObject({ code: 409, data: { why: '没有保存这张订单的客户信息' } })
  })
})

describe('an export with customers', () => {
  const columns = [
    'number',
    'customerName',
    'customerEmail',
    'customerAddress',
    'carrier',
    'trackingNumbers',
    'profitCny',
  ]
  const sheetOf = async (taskId: string, token: string): Promise<string[][]> => {
    const { url } = await fixture.app.ok('downloadOrderExport', { taskId }, { token })
    return readSheet(Buffer.from(await (await fetch(fixture.app.url + url)).arrayBuffer()))
  }

  test('needs the right to see them and a reason, which the log and the timeline of each order keep', async () => {
    const order = await fixture.brought([{ variant: 0, quantity: 1 }], MARSH)
    await fixture.app.db.pool.query(`update sales_order set fulfillments = $2 where id = $1`, [
      order.id,
      JSON.stringify([
        { id: '1', name: '#F1', status: 'SUCCESS', company: 'YunExpress', numbers: ['YT1', 'YT2'], urls: [], at: 0 },
        { id: '2', name: '#F2', status: 'CANCELLED', company: 'UPS', numbers: ['1Z'], urls: [], at: 0 },
      ]),
    ])
    const input = { orderIds: [order.id], columns }
    const blind = await clerk('exporter', ['exportShopifyOrderSkuInfo'])
    expect(
      await fixture.app.call('exportShopifyOrderSkuInfo', { ...input, reason: '打单' }, { token: blind }),
    ).toMatchObject({
      code: 4030,
      data: { why: '没有“查看客户信息”的权限，不能导出客户信息' },
    })
    const token = await clerk('packer', [
      'exportShopifyOrderSkuInfo',
      'downloadOrderExport',
      'queryOrderTasks',
      'revealCustomer',
    ])
    expect(await fixture.app.call('exportShopifyOrderSkuInfo', { ...input, reason: ' ' }, { token })).toMatchObject({
      code: 422,
      data: { fields: { reason: '请填写导出客户信息的原因' } },
    })
    const task = await fixture.resolved(
      await fixture.app.ok('exportShopifyOrderSkuInfo', { ...input, reason: '打单' }, { token }),
    )
    const [head, row] = await sheetOf(task.id, token)
    expect(head).toEqual(['订单号', '收货人', '邮箱', '地址', '承运商', '运单号', '利润（元）'])
    expect(row!.slice(0, 6)).toEqual([
      order.number,
      'Ines Marsh',
      'ines@example.com',
      '9 Side St, Austin, 1, United States',
      'YunExpress',
      'YT1、YT2',
    ])
    const { events } = await fixture.detail(order)
    expect(events[0]).toMatchObject({ text: '导出客户信息：打单', by: 'packer' })
    const { list } = await fixture.app.ok('findOperationLog', { call: 'exportShopifyOrderSkuInfo', keyword: 'packer' })
    expect(list[0]!.changes).toContainEqual({ field: 'reason', before: null, after: '打单' })
  })

  test('has empty cells where the customer was deleted, and without asking for customers none are in the sheet', async () => {
    const order = await fixture.brought([{ variant: 0, quantity: 1 }], MARSH)
    const token = await fixture.app.login('admin', 'admin888')
    const plain = await fixture.resolved(await fixture.app.ok('exportShopifyOrderSkuInfo', { orderIds: [order.id] }))
    const whole = await sheetOf(plain.id, token)
    expect(whole[0]).not.toContain('收货人')
    expect(JSON.stringify(whole)).not.toMatch(/Marsh|9 Side St/)
    await fixture.app.ok('redactCustomer', { orderId: order.id })
    const request = { orderIds: [order.id], columns: ['number', 'customerName'], reason: '打单' }
    const task = await fixture.resolved(await fixture.app.ok('exportShopifyOrderSkuInfo', request))
    expect((await sheetOf(task.id, token))[1]).toEqual([order.number])
  })
})

describe('deleting the data of a person', () => {
  test('at the request of the shop removes the customer, the order stays, and no later message restores it', async () => {
    const order = await fixture.brought([{ variant: 0, quantity: 1 }])
    const { shops } = await fixture.simulator.control<{ shops: { shop: string; clientSecret: string }[] }>(
      'GET',
      '/credentials',
    )
    const { clientSecret } = shops.find((one) => one.shop === fixture.slug)!
    const body = JSON.stringify({ shop_domain: 'x', customer: null, orders_to_redact: [Number(order.shopifyId)] })
    const event = randomUUID()
    const response = await fetch(`${fixture.app.url}/webhooks/shopify/${fixture.us}`, {
      method: 'POST',
      headers: {
        'x-shopify-topic': 'customers/redact',
        'x-shopify-shop-domain': 'bridge-us.myshopify.com',
        'x-shopify-webhook-id': randomUUID(),
        'x-shopify-event-id': event,
        'x-shopify-hmac-sha256': createHmac('sha256', clientSecret).update(body).digest('base64'),
      },
      body,
    })
    expect(response.status).toBe(200)
    await until(
      () => fixture.detail(order),
      ({ person }) => person.status === 'redacted',
    )
    // Its text contains personal data: people without the right see that it arrived, but not its content.
    const { list } = await fixture.app.ok('queryInbox', { topic: 'customers/redact' })
    const { id } = list.find(({ eventId }) => eventId === event)!
    const token = await clerk('postman', ['getInboxMessage'])
    expect(await fixture.app.ok('getInboxMessage', { id })).toMatchObject({ body })
    expect(await fixture.app.ok('getInboxMessage', { id }, { token })).toMatchObject({ state: 'handled', body: null })
    await fixture.app.ok('refreshOrder', { orderId: order.id })
    expect((await fixture.detail(order)).person).toMatchObject({
      name: null,
      email: null,
      address: [],
      status: 'redacted',
    })
  })

  test('deletes the sheets that may contain it, and leaves those without customers', async () => {
    const order = await fixture.brought([{ variant: 0, quantity: 1 }], MARSH)
    const request = { orderIds: [order.id], columns: ['number', 'customerName'] }
    const personal = await fixture.resolved(
      await fixture.app.ok('exportShopifyOrderSkuInfo', { ...request, reason: '打单' }),
    )
    const plain = await fixture.resolved(await fixture.app.ok('exportShopifyOrderSkuInfo', { orderIds: [order.id] }))
    const { url } = await fixture.app.ok('downloadOrderExport', { taskId: personal.id })
    expect((await fetch(fixture.app.url + url)).status).toBe(200)
    await fixture.app.ok('redactCustomer', { orderId: order.id })
    await until(
      () => fetch(fixture.app.url + url),
      ({ status }) => status === 404,
    )
    expect(await fixture.app.call('downloadOrderExport', { taskId: personal.id })).toMatchObject({
      code: 409,
      data: { why: expect.stringContaining('请重新导出') },
    })
    const { list } = await fixture.app.ok('queryOrderTasks', {})
    expect(list.find(({ id }) => id === personal.id)).toMatchObject({ state: 'succeeded' })
    const kept = await fixture.app.ok('downloadOrderExport', { taskId: plain.id })
    expect((await fetch(fixture.app.url + kept.url)).status).toBe(200)
  })

  test('by one of our staff removes it from all orders of the customer', async () => {
    const order = await fixture.brought([{ variant: 0, quantity: 1 }])
    const { orders } = await fixture.app.ok('redactCustomer', { orderId: order.id })
    expect(orders).toBeGreaterThanOrEqual(1)
    expect((await fixture.detail(order)).person.status).toBe('redacted')
  })
})
