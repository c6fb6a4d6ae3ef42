import { createHmac, randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { openFigures } from './figures.ts'
import { openCluster, query, startServer, withTemporaryFolder } from './app.ts'
import type { Server } from './app.ts'

/**
 * Ten thousand signed webhooks of a busy day, some delivered twice and in random order: first only stored (no worker runs), then processed
 * by a worker. Limits: at least 500 processed a second, none lost, none doubled.
 */
const EVENTS = Number(process.env['BENCH_WEBHOOKS'] ?? 10_000)
/** Messages per order: created, paid, and changed. */
const PER_ORDER = 2
const WIDTH = 16
const SECRET = 'the secret of a pretend app'

type Delivery = { eventId: string; topic: string; body: string }

/** An order as a shop writes it, with two lines; `step` is its progress. */
function bodyOf(n: number, step: number): string {
  const money = (amount: string) => ({
    shop_money: { amount, currency_code: 'USD' },
    presentment_money: { amount, currency_code: 'USD' },
  })
  const at = new Date(Date.UTC(2026, 10, 1) + n * 1000 + step * 60_000).toISOString()
  const line = (k: number) => ({
    id: 6_000_000_000 + n * 10 + k,
    variant_id: 4_000_000_000 + ((n + k) % 3000),
    product_id: 3_000_000_000 + ((n + k) % 800),
    sku: `SKU-${(n + k) % 3000}`,
    title: `Thing ${(n + k) % 800}`,
    variant_title: 'Red / M',
    quantity: 1 + k,
    current_quantity: 1 + k,
    requires_shipping: true,
    price_set: money('19.99'),
    total_discount_set: money('0.00'),
  })
  return JSON.stringify({
    id: 5_000_000_000 + n,
    admin_graphql_api_id: `gid://shopify/Order/${5_000_000_000 + n}`,
    name: `#${1000 + n}`,
    created_at: new Date(Date.UTC(2026, 10, 1) + n * 1000).toISOString(),
    updated_at: at,
    cancelled_at: null,
    closed_at: null,
    test: false,
    currency: 'USD',
    financial_status: step === 0 ? 'pending' : 'paid',
    fulfillment_status: null,
    note: null,
    tags: '',
    email: `shopper${n}@example.com`,
    phone: null,
    subtotal_price: '59.97',
    total_tax: '0.00',
    current_total_tax: '0.00',
    taxes_included: false,
    total_discounts: '0.00',
    total_price: '59.97',
    current_total_price: '59.97',
    total_price_set: money('59.97'),
    total_shipping_price_set: money('0.00'),
    customer: { id: 8_000_000_000 + n },
    shipping_address: {
      name: `Ann Shopper ${n}`,
      address1: '1 Main St',
      city: 'Newark',
      country: 'United States',
      country_code: 'US',
      zip: '07104',
    },
    line_items: [line(0), line(1)],
    fulfillments: [],
    refunds: [],
  })
}

const agent = new Agent({ keepAlive: true, maxSockets: WIDTH })
function deliver(url: string, { eventId, topic, body }: Delivery): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = {
      'content-type': 'application/json',
      'x-shopify-topic': topic,
      'x-shopify-shop-domain': 'bench.example',
      'x-shopify-event-id': eventId,
      'x-shopify-webhook-id': randomUUID(),
      'x-shopify-triggered-at': new Date().toISOString(),
      'x-shopify-hmac-sha256': createHmac('sha256', SECRET).update(body).digest('base64'),
    }
    const sent = request(url, { agent, method: 'POST', headers }, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode ?? 0))
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

/** Every message once, every tenth twice, in an order unrelated to their times. */
function busyDay(): Delivery[] {
  const orders = EVENTS / PER_ORDER
  const events = Array.from({ length: EVENTS }, (_one, index): Delivery => {
    const step = Math.floor(index / orders)
    return {
      eventId: `event-${index}`,
      topic: step === 0 ? 'orders/create' : 'orders/updated',
      body: bodyOf(index % orders, step),
    }
  })
  const all = [...events, ...events.filter((_one, index) => index % 10 === 0)]
  return all.toSorted((a, b) =>
    createHmac('md5', a.eventId).digest('hex') < createHmac('md5', b.eventId).digest('hex') ? -1 : 1,
  )
}

async function openStore(server: Server): Promise<string> {
  const { id } = await server.call('addShopifyStore', {
    name: 'bench',
    origin: 'https://bench.invalid',
    clientId: 'bench',
    clientSecret: SECRET,
    locale: 'en',
    vendorName: '',
    priceRuleId: null,
    locationId: null,
    publicationIds: [],
  })
  return id
}

await withTemporaryFolder(async ({ folder, closing }) => {
  const figures = openFigures('webhooks')
  const cluster = await openCluster({ folder, closing })
  const url = await cluster.create('webhooks')
  const env = { DATABASE_URL: url, HUOQIAO_DATA: folder }
  const web = await startServer({ ...env, HUOQIAO_ROLE: 'web' })
  closing(web.stop)
  const target = `${web.url}/webhooks/shopify/${await openStore(web)}`

  const day = busyDay()
  const began = performance.now()
  let next = 0
  const courier = async (): Promise<void> => {
    while (next < day.length) {
      const status = await deliver(target, day[next++]!)
      if (status !== 200) throw new Error(`a delivery was answered ${status}`)
    }
  }
  await Promise.all(Array.from({ length: WIDTH }, courier))
  figures.tell({ name: '收下并保存，每秒', value: day.length / ((performance.now() - began) / 1000), unit: '条' })
  agent.destroy()

  const worker = await startServer({ ...env, HUOQIAO_ROLE: 'worker' })
  closing(worker.stop)
  const waiting = async (): Promise<number> =>
    (await query<{ n: number }>(url, `select count(*)::int as n from inbox_message where state = 'waiting'`))[0]!.n
  while ((await waiting()) > 0) await new Promise((resolve) => setTimeout(resolve, 250))
  const [found] = await query<{
    handled: number
    seconds: number
    orders: number
    distinct: number
    lines: number
    paid: number
  }>(
    url,
    `select count(*)::int as handled, extract(epoch from max(handled_at) - min(handled_at))::float8 as seconds,
      (select count(*)::int from sales_order) as orders, (select count(distinct shopify_id)::int from sales_order) as distinct,
      (select count(*)::int from sales_order_line) as lines, (select count(*)::int from sales_order where payment = 'paid') as paid
     from inbox_message where state = 'handled'`,
  )
  const orders = EVENTS / PER_ORDER
  figures.tell({ name: '处理，每秒', value: found!.handled / found!.seconds, unit: '条', limit: 500, atLeast: true })
  figures.tell({ name: '丢失或未处理的消息', value: EVENTS - found!.handled, unit: '条', limit: 0 })
  figures.tell({
    name: '丢失或重复的订单',
    value: Math.abs(found!.orders - orders) + Math.abs(found!.distinct - orders),
    unit: '单',
    limit: 0,
  })
  figures.tell({ name: '丢失或重复的商品行', value: Math.abs(found!.lines - orders * 2), unit: '行', limit: 0 })
  figures.tell({ name: '停在旧状态的订单', value: orders - found!.paid, unit: '单', limit: 0 })
  figures.note('found', found)
  await figures.keep()
})
