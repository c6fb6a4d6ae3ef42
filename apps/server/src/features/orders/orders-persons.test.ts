import { createHmac, randomUUID } from 'node:crypto'
import { ENDPOINTS } from '@huoqiao/contract'
import type { EndpointName } from '@huoqiao/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../../../test/until.ts'
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

  test('by one of our staff removes it from all orders of the customer', async () => {
    const order = await fixture.brought([{ variant: 0, quantity: 1 }])
    const { orders } = await fixture.app.ok('redactCustomer', { orderId: order.id })
    expect(orders).toBeGreaterThanOrEqual(1)
    expect((await fixture.detail(order)).person.status).toBe('redacted')
  })
})
