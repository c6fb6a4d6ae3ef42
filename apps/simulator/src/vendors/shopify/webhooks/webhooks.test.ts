import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Simulator } from '../../../compose.ts'
import { openCounter } from '../orders/orders.testing.ts'
import type { Counter } from '../orders/orders.testing.ts'
import { credentials, openTestShop, SET, startSimulator } from '../shopify-client.testing.ts'
import type { TestShop } from '../shopify-client.testing.ts'
import { openReceiver } from './receiver.testing.ts'

let sim: Simulator
let restart: () => Promise<Simulator>
let stop: () => Promise<void>
let shop: TestShop
let counter: Counter
let receiver: Awaited<ReturnType<typeof openReceiver>>

beforeEach(async () => {
  ;({ sim, restart, stop } = await startSimulator())
  sim.core.quirks.set('shopify.fetch-media', false)
  // How long this machine takes to deliver is not part of the tests.
  sim.core.quirks.set('shopify.webhook-timeout-ms', 3_600_000)
  shop = await openTestShop(sim)
  counter = await openCounter(shop)
  receiver = await openReceiver((await credentials(sim, 'bridge-us')).clientSecret)
})
afterEach(async () => {
  await stop()
  await receiver.close()
})

const CREATE = `mutation($topic: WebhookSubscriptionTopic!, $input: WebhookSubscriptionInput!) {
  webhookSubscriptionCreate(topic: $topic, webhookSubscription: $input) { webhookSubscription { id } userErrors { field message } } }`
const subscribe = async (topic: string, more: object = {}) => {
  const done = await shop.get<{ webhookSubscription: { id: string } | null; userErrors: { message: string }[] }>(
    CREATE,
    {
      topic,
      input: { uri: receiver.uri, ...more },
    },
  )
  expect(done.userErrors).toEqual([])
  return done.webhookSubscription!.id
}
const buy = async (more: object = {}) => {
  const mug = await counter.variant('Enamel Camp Mug')
  return counter.buy({ lines: [{ variantId: mug.variantId, quantity: 1 }], ...more })
}
type Log = {
  deliveries: {
    id: string
    state: string
    topic: string
    attempts: { status: number; error: string | null }[]
    nextAt: number
  }[]
}
const log = () => counter.control<Log>('GET', 'deliveries')
/** Waits until the log satisfies the condition: deliveries run concurrently with the calls. */
const logged = async (test: (rows: Log['deliveries']) => boolean): Promise<Log['deliveries']> => {
  for (;;) {
    const { deliveries } = await log()
    if (test(deliveries)) return deliveries
    await new Promise((done) => setTimeout(done, 5))
  }
}
const subscriptions = async () =>
  (await shop.get<{ nodes: { id: string }[] }>('{ webhookSubscriptions(first: 50) { nodes { id } } }')).nodes

it('signs the raw body, names its shop and topic, and uses REST with numeric ids', async () => {
  await subscribe('ORDERS_CREATE', { name: 'from-bridge' })
  const order = await buy({ currency: 'JPY', note: '谢谢' })
  await receiver.until(1)
  const [{ headers, body, signature }] = receiver.got as [(typeof receiver.got)[0]]
  expect(headers).toMatchObject({
    'x-shopify-topic': 'orders/create',
    'x-shopify-hmac-sha256': signature,
    'x-shopify-shop-domain': 'bridge-us.myshopify.com',
    'x-shopify-api-version': '2026-07',
    'x-shopify-name': 'from-bridge',
    'x-shopify-webhook-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    'x-shopify-event-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    'x-shopify-triggered-at': expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
  })
  expect(body).toMatchObject({
    id: Number(order.id.split('/').at(-1)),
    admin_graphql_api_id: order.id,
    name: `#${order.number}`,
    note: '谢谢',
    financial_status: 'paid',
    presentment_currency: 'JPY',
    line_items: [{ quantity: 1, current_quantity: 1, variant_id: expect.any(Number) }],
  })
})

it('reports payment, fulfilment orders, fulfilment, refund, edit, hold and cancellation by their own topics', async () => {
  const topics = [
    'ORDERS_PAID', 'ORDERS_UPDATED', 'ORDERS_EDITED', 'ORDERS_CANCELLED', 'ORDERS_DELETE', 'ORDERS_FULFILLED',
    'REFUNDS_CREATE', 'FULFILLMENTS_CREATE', 'FULFILLMENTS_UPDATE', 'FULFILLMENT_ORDERS_ORDER_ROUTING_COMPLETE',
    'FULFILLMENT_ORDERS_PLACED_ON_HOLD', 'FULFILLMENT_ORDERS_HOLD_RELEASED', 'FULFILLMENT_ORDERS_CANCELLED',
    'INVENTORY_LEVELS_UPDATE',
  ] // prettier-ignore
  for (const topic of topics) await subscribe(topic)
  const sent = await buy()
  await counter.act(sent, 'hold', { reason: 'AWAITING_PAYMENT' })
  await counter.act(sent, 'release')
  await counter.act(sent, 'fulfil', { company: 'UPS', number: '1Z' })
  await counter.act(sent, 'parcel', { status: 'DELIVERED' })
  await counter.act(sent, 'refund', { percent: 10 })
  const gone = await buy()
  await counter.act(gone, 'edit', { quantities: [{ lineId: gone.lines[0]!.id, quantity: 2 }] })
  await counter.act(gone, 'cancel')
  await counter.act(gone, 'delete')
  const rows = await logged(
    (all) => all.some((row) => row.topic === 'orders/delete') && all.every((row) => row.state === 'delivered'),
  )
  expect(new Set(rows.map((row) => row.topic))).toEqual(
    new Set([
      'orders/paid', 'orders/updated', 'orders/edited', 'orders/cancelled', 'orders/delete', 'orders/fulfilled',
      'refunds/create', 'fulfillments/create', 'fulfillments/update', 'fulfillment_orders/order_routing_complete',
      'fulfillment_orders/placed_on_hold', 'fulfillment_orders/hold_released', 'fulfillment_orders/cancelled',
      'inventory_levels/update',
    ]),
  ) // prettier-ignore
  const hold = receiver.got.find((each) => each.headers['x-shopify-topic'] === 'fulfillment_orders/placed_on_hold')
  expect(hold?.body).toMatchObject({
    fulfillment_order: { id: sent.fulfillmentOrders[0]!.id, status: 'on_hold' },
    created_fulfillment_hold: { reason: 'awaiting_payment' },
  })
})

it.each([
  'CUSTOMERS_CREATE',
  'CUSTOMERS_UPDATE',
  'CUSTOMER_GROUPS_CREATE',
  'COMPANIES_CREATE',
  'DRAFT_ORDERS_CREATE',
  'THEMES_PUBLISH',
])('refuses a subscription to %s without the scope of its contents', async (topic) => {
  const answer = await shop.get<{ webhookSubscriptionCreate: { webhookSubscription: unknown; userErrors: object[] } }>(
    `mutation($topic: WebhookSubscriptionTopic!) { webhookSubscriptionCreate(topic: $topic, webhookSubscription: { uri: "https://harness.example/hook" }) {
        webhookSubscription { id } userErrors { field message } } }`,
    { topic },
  )
  expect(answer.webhookSubscriptionCreate ?? answer).toMatchObject({
    webhookSubscription: null,
    userErrors: [{ field: ['topic'], message: expect.stringMatching(/requires the read_\w+( or read_\w+)* scope/) }],
  })
})

it('reports products created, changed and deleted, with only the requested fields', async () => {
  await subscribe('PRODUCTS_CREATE')
  await subscribe('PRODUCTS_UPDATE', { includeFields: ['id', 'updated_at'] })
  await subscribe('PRODUCTS_DELETE')
  const { product } = await shop.get<{ product: { id: string } }>(SET, { input: { title: 'Told' } })
  await receiver.until(1)
  await shop.get(SET, { identifier: { id: product.id }, input: { title: 'Told again' } })
  await receiver.until(2)
  await shop.get('mutation($id: ID!) { productDelete(input: { id: $id }) { deletedProductId } }', { id: product.id })
  await receiver.until(3)
  expect(receiver.topics()).toEqual(['products/create', 'products/update', 'products/delete'])
  const id = Number(product.id.split('/').at(-1))
  expect(receiver.got[0]?.body).toMatchObject({ id, title: 'Told', variants: [{ product_id: id }] })
  expect(Object.keys(receiver.got[1]!.body).sort()).toEqual(['id', 'updated_at'])
  expect(receiver.got[2]?.body).toEqual({ id })
})

it('tries eight times more within four hours, treats a redirect as a failure, then deletes the subscription', async () => {
  await subscribe('ORDERS_CREATE')
  receiver.answer((seen) => (seen % 2 === 0 ? 302 : 500))
  await buy()
  const startedAt = sim.core.clock.now()
  for (let tries = 1; tries <= 9; tries++) {
    const [row] = await logged(([first]) => first?.attempts.length === tries)
    if (row!.state === 'waiting') sim.core.clock.advance(Math.max(0, row!.nextAt - sim.core.clock.now()))
  }
  expect(sim.core.clock.now() - startedAt).toBeGreaterThanOrEqual(4 * 3_600_000)
  expect((await log()).deliveries[0]).toMatchObject({ state: 'failed' })
  expect(await subscriptions()).toEqual([])
  expect(receiver.got).toHaveLength(9)
  expect(new Set(receiver.got.map((each) => each.headers['x-shopify-webhook-id'])).size).toBe(1)
  expect(new Set(receiver.topics())).toEqual(new Set(['orders/create']))
})

it('continues after a failure with the body of the trigger time, and counts failures again from zero after a success', async () => {
  await subscribe('ORDERS_CREATE')
  receiver.answer((seen) => (seen === 1 ? 503 : 200))
  const order = await buy()
  await logged(([row]) => row?.attempts.length === 1)
  await counter.act(order, 'note', { note: 'changed since' })
  sim.core.clock.advance(10_000)
  await receiver.until(2)
  expect(receiver.got[1]!.body).toEqual(receiver.got[0]!.body)
  await logged(([row]) => row?.state === 'delivered')
  expect(await subscriptions()).toHaveLength(1)
})

it('keeps a waiting delivery over a restart', async () => {
  await subscribe('ORDERS_CREATE')
  receiver.answer(() => 500)
  await buy()
  await logged(([row]) => row?.attempts.length === 1)
  const again = await restart()
  receiver.answer(() => 200)
  again.core.clock.advance(10_000)
  await receiver.until(2)
  expect(receiver.got[1]!.headers['x-shopify-webhook-id']).toBe(receiver.got[0]!.headers['x-shopify-webhook-id'])
})

it('does not delay a call for a subscriber that never answers', async () => {
  await subscribe('ORDERS_CREATE')
  receiver.answer(() => undefined)
  const order = await buy()
  await receiver.until(1)
  const { name } = await shop.get<{ name: string }>('query($id: ID!) { order(id: $id) { name } }', { id: order.id })
  expect(name).toBe(`#${order.number}`)
  expect((await log()).deliveries[0]).toMatchObject({ state: 'waiting', attempts: [] })
})

it('repeats, loses, delays and reorders deliveries by quirk', async () => {
  await subscribe('ORDERS_CREATE')
  sim.core.quirks.set('shopify.webhook-duplicate-chance', 1)
  await buy()
  await receiver.until(2)
  const [a, b] = receiver.got.map((each) => each.headers)
  expect(a!['x-shopify-event-id']).toBe(b!['x-shopify-event-id'])
  expect(a!['x-shopify-webhook-id']).not.toBe(b!['x-shopify-webhook-id'])

  sim.core.quirks.set('shopify.webhook-duplicate-chance', 0)
  sim.core.quirks.set('shopify.webhook-loss-chance', 1)
  await buy()
  const [lost] = await logged(([row]) => row?.state === 'lost')
  expect(lost!.attempts).toEqual([])

  sim.core.quirks.set('shopify.webhook-loss-chance', 0)
  sim.core.quirks.set('shopify.webhook-delay-ms', 3_600_000)
  sim.core.quirks.set('shopify.webhook-disorder-ms', 3_600_000)
  const numbers: number[] = []
  for (let i = 0; i < 12; i++) numbers.push((await buy()).number)
  expect(receiver.got).toHaveLength(2)
  for (let minute = 0; minute <= 121; minute++) {
    sim.core.clock.advance(60_000)
    const due = (await log()).deliveries.filter((row) => row.nextAt <= sim.core.clock.now() && row.state !== 'lost')
    await receiver.until(due.length)
  }
  const order = receiver.got.slice(2).map((each) => Number(String(each.body['name']).slice(1)))
  expect(order.toSorted((x, y) => x - y)).toEqual(numbers)
  expect(order).not.toEqual(numbers)
})

it('sends a delivery of the log again on request, and signs with another secret by quirk', async () => {
  await subscribe('ORDERS_CREATE')
  await buy()
  const [row] = await logged(([first]) => first?.state === 'delivered')
  sim.core.quirks.set('shopify.webhook-secret', 'old secret')
  await counter.control('POST', `deliveries/${row!.id}/resend`)
  await receiver.until(2)
  expect(receiver.got[1]!.headers['x-shopify-webhook-id']).toBe(row!.id)
  expect(receiver.got[1]!.headers['x-shopify-hmac-sha256']).not.toBe(receiver.got[1]!.signature)
})

it('refuses a topic without its scope, plain HTTP elsewhere and a repeated address; changes an address', async () => {
  const id = await subscribe('ORDERS_CREATE')
  const create = (topic: string, uri: string) =>
    shop.get<{ userErrors: { field: string[]; message: string }[] }>(CREATE, { topic, input: { uri } })
  expect((await create('ORDERS_CREATE', receiver.uri)).userErrors[0]?.message).toContain('taken')
  expect((await create('ORDERS_CREATE', 'http://shop.example/hooks')).userErrors[0]?.message).toContain('protocol')
  sim.core.quirks.set('shopify.withheld-scopes', 'write_orders,read_orders')
  expect((await create('ORDERS_PAID', receiver.uri)).userErrors[0]?.field).toEqual(['topic'])
  const update = `mutation($id: ID!, $input: WebhookSubscriptionInput!) { webhookSubscriptionUpdate(id: $id, webhookSubscription: $input) {
    webhookSubscription { uri includeFields } userErrors { message } } }`
  expect(await shop.get<object>(update, { id, input: { uri: `${receiver.uri}/2`, includeFields: ['id'] } })).toEqual({
    webhookSubscription: { uri: `${receiver.uri}/2`, includeFields: ['id'] },
    userErrors: [],
  })
})
