import { createHmac, randomUUID } from 'node:crypto'
import type { OrderDetail } from '@huoqiao/contract/orders/orders.schema'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { until } from '../../../test/until.ts'
import { shopsTell, startOrderBench } from './orders.testing.ts'
import type { OrderBench, ShopOrderWitness, ShopVariant } from './orders.testing.ts'

let bench: OrderBench
let variants: ShopVariant[]
let secret: string

beforeAll(async () => {
  bench = await startOrderBench()
  variants = await bench.variants()
  const { shops } = await bench.simulator.control<{ shops: { shop: string; clientSecret: string }[] }>(
    'GET',
    '/credentials',
  )
  secret = shops.find((one) => one.shop === bench.slug)!.clientSecret
  await shopsTell(bench)
})
afterAll(() => bench?.close())
beforeEach(() => bench.quirk('shopify.webhook-loss-chance', 0))

const buy = (over: object = {}, quantity = 2): Promise<ShopOrderWitness> =>
  bench.buy([{ variantId: variants[0]!.variantId, quantity }], { force: true, ...over })
const lost = () => bench.quirk('shopify.webhook-loss-chance', 1)
/** Delivers a body as the shop would; `over` replaces headers. */
async function deliver(topic: string, body: string, over: Record<string, string> = {}): Promise<Response> {
  return fetch(`${bench.app.url}/webhooks/shopify/${bench.us}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-shopify-topic': topic,
      'x-shopify-shop-domain': 'bridge-us.myshopify.com',
      'x-shopify-webhook-id': randomUUID(),
      'x-shopify-event-id': randomUUID(),
      'x-shopify-hmac-sha256': createHmac('sha256', secret).update(body).digest('base64'),
      ...over,
    },
    body,
  })
}
const inbox = async (eventId: string) => (await bench.app.ok('queryInbox', { keyword: eventId })).list
async function handled(eventId: string) {
  const [message] = await until(
    () => inbox(eventId),
    ([one]) => one !== undefined && one.state !== 'waiting',
  )
  return message!
}
const bodyOf = async (order: ShopOrderWitness, topic = 'orders/create'): Promise<string> => {
  type Listed = { deliveries: { id: string; topic: string; about?: string }[] }
  const { deliveries } = await bench.simulator.control<Listed>(
    'GET',
    `/shopify/${bench.slug}/deliveries?topic=${topic}&limit=1000`,
  )
  for (const { id } of deliveries) {
    const { body } = await bench.simulator.control<{ body: { admin_graphql_api_id?: string } | null }>(
      'GET',
      `/shopify/${bench.slug}/deliveries/${id}`,
    )
    if (body?.admin_graphql_api_id === order.id) return JSON.stringify(body)
  }
  throw new Error(`no ${topic} of ${order.number} was sent`)
}
const facts = ({ state, payment, lines }: OrderDetail) => [state, payment, lines.map(({ current }) => current)]

describe('an order of a shop', () => {
  test('arrives by a message of the shop, with its lines, its amounts and its customer', async () => {
    const order = await buy({ note: 'please wrap' })
    const seen = await bench.seen(order)
    expect(seen).toMatchObject({
      number: `#${order.number}`,
      state: 'pending',
      payment: 'paid',
      currency: 'USD',
      person: { country: 'US', status: 'held', masked: false },
      lines: [{ sku: 'HARBOR-1', quantity: 2, current: 2, toBuy: 2, unitPriceMinor: 2800, source: null }],
    })
    expect(seen.amounts.total).toBe(Math.round(Number(order.total) * 100))
  })

  test('arrives by pulling when all messages about it were lost', async () => {
    await lost()
    const order = await buy()
    await bench.pull()
    const [row] = await bench.rows({ keyword: `#${order.number}` })
    expect(row).toMatchObject({ number: `#${order.number}`, pieces: 2 })
  })

  test('is one order however often and in whatever order its messages arrive', async () => {
    const order = await buy()
    await bench.seen(order)
    const first = await bodyOf(order)
    await bench.act(order, 'cancel', { reason: 'CUSTOMER' })
    await bench.seen(order, (row) => row.state === 'cancelled')
    const eventId = randomUUID()
    // The first message is delivered again, twice, long after the order was cancelled.
    for (let time = 0; time < 2; time++)
      expect((await deliver('orders/create', first, { 'x-shopify-event-id': eventId })).status).toBe(200)
    expect(await handled(eventId)).toMatchObject({ state: 'handled', repeats: 1 })
    const rows = (await bench.rows({ keyword: `#${order.number}` })).filter((row) => row.number === `#${order.number}`)
    expect(rows.map((row) => row.state)).toEqual(['cancelled'])
  })

  test.each<[string, 'told' | 'pulled']>([
    ['as the shop tells', 'told'],
    ['as pulling finds', 'pulled'],
  ])('follows edits, refunds, holds, payment and partial fulfilment %s', async (_how, how) => {
    if (how === 'pulled') await lost()
    const order = await buy({ payment: 'pending' }, 4)
    const catchUp = (isSo: (detail: OrderDetail) => boolean): Promise<OrderDetail> =>
      until(async () => {
        if (how === 'pulled') await bench.pull()
        return bench.seen(order)
      }, isSo)
    expect(facts(await catchUp(() => true))).toEqual(['unpaid', 'unpaid', [4]])
    await bench.act(order, 'pay')
    expect(facts(await catchUp(({ payment }) => payment === 'paid'))).toEqual(['pending', 'paid', [4]])
    await bench.act(order, 'edit', {
      quantities: [{ lineId: order.lines[0]!.id, quantity: 3 }],
      additions: [{ variantId: variants[1]!.variantId, quantity: 1 }],
    })
    expect(facts(await catchUp(({ lines }) => lines.length === 2))).toEqual(['pending', expect.any(String), [3, 1]])
    await bench.act(order, 'hold', { reason: 'INCORRECT_ADDRESS' })
    const held = await catchUp(({ flags }) => flags.includes('held-by-shop'))
    expect([held.state, held.holdReason]).toEqual(['held', '地址有误'])
    await bench.act(order, 'release')
    expect((await catchUp(({ flags }) => !flags.includes('held-by-shop'))).state).not.toBe('held')
    await bench.act(order, 'refund', {
      lines: [{ lineId: order.lines[0]!.id, quantity: 1 }],
      restockType: 'CANCEL',
    })
    expect((await catchUp(({ amounts }) => amounts.refunded > 0)).lines[0]!.current).toBe(2)
    await bench.act(order, 'fulfil', { number: 'LP00123', company: 'China Post' })
    const sent = await catchUp(({ fulfillments }) => fulfillments.length > 0)
    expect(sent.lines.map(({ fulfilled, toBuy }) => [fulfilled, toBuy])).toEqual([
      [2, 0],
      [1, 0],
    ])
    expect(sent.state).toBe('shipped')
    expect(sent.fulfillments[0]).toMatchObject({ numbers: ['LP00123'] })
    // The vendor's own texts are not shown here.
    const reported = sent.events.map(({ text }) => text).join('\n')
    expect(reported).toContain('店铺搁置了订单（地址有误）')
    expect(reported).not.toMatch(/[A-Z]{4,}/)
  })

  test('is stored exactly in a currency without decimals', async () => {
    const [variant] = await bench.variants('bridge-jp')
    const order = await bench.buy([{ variantId: variant!.variantId, quantity: 1 }], { force: true }, 'bridge-jp')
    await bench.pull()
    const row = (await bench.rows({ currency: 'JPY' })).find(({ number }) => number === `#${order.number}`)!
    expect(row.total).toBe(Number(order.total))
    const detail = await bench.app.ok('getOrder', { orderId: row.id })
    expect(detail.profitMissing).toContain('货源')
  })

  test('whose address can’t be delivered to waits until a person confirms it', async () => {
    const order = await buy({
      shippingAddress: { name: 'Ann', address1: '', city: '', countryCode: 'US', country: 'United States' },
    })
    const seen = await bench.seen(order)
    expect(seen.flags).toContain('address-open')
    const done = await bench.app.ok('confirmOrders', { orderIds: [seen.id], what: 'address' })
    expect(done.rows[0]).toMatchObject({ ok: true })
    expect((await bench.app.ok('getOrder', { orderId: seen.id })).flags).not.toContain('address-open')
  })

  test('that the shop deleted is cancelled here, not removed', async () => {
    const order = await buy()
    await bench.seen(order)
    await bench.simulator.control('POST', `/shopify/${bench.slug}/orders/${order.number}/delete`, {})
    expect((await bench.seen(order, (row) => row.state === 'cancelled')).cancelReason).toBe('DELETED')
    // A message of a change before the deletion was delayed on its way, and is newer than what is stored.
    const late = {
      ...(JSON.parse(await bodyOf(order)) as object),
      updated_at: new Date(Date.now() + 5_000).toISOString(),
    }
    const eventId = randomUUID()
    await deliver('orders/updated', JSON.stringify(late), { 'x-shopify-event-id': eventId })
    expect((await handled(eventId)).state).toBe('handled')
    expect(await bench.seen(order)).toMatchObject({ state: 'cancelled', cancelReason: 'DELETED' })
  })

  test('that the shop deleted before anything of it arrived does not come in by a late message', async () => {
    const like = JSON.parse(await bodyOf(await buy())) as object
    const id = 987_654_321
    const [deletion, late] = [randomUUID(), randomUUID()]
    await deliver('orders/delete', JSON.stringify({ id }), { 'x-shopify-event-id': deletion })
    expect((await handled(deletion)).state).toBe('handled')
    const body = { ...like, id, name: '#GONE', admin_graphql_api_id: `gid://shopify/Order/${id}` }
    await deliver('orders/create', JSON.stringify(body), { 'x-shopify-event-id': late })
    expect(await handled(late)).toMatchObject({ state: 'handled', message: '订单 #GONE 已在店铺删除' })
    expect((await bench.app.ok('getOrdersByCondition', { keyword: '#GONE' })).list).toEqual([])
  })
})

describe('a message from outside', () => {
  test('that is not signed, or signed by another, is answered 401 and not stored', async () => {
    // Earlier messages of the shops have all been handled by now.
    for (const slug of ['bridge-us', 'bridge-eu', 'bridge-jp']) await bench.heard(slug)
    const before = (await bench.app.ok('queryInbox', {})).total
    const body = '{"id":1}'
    const forged = createHmac('sha256', 'another secret').update(body).digest('base64')
    expect((await deliver('orders/create', body, { 'x-shopify-hmac-sha256': forged })).status).toBe(401)
    expect((await deliver('orders/create', body, { 'x-shopify-hmac-sha256': '' })).status).toBe(401)
    const nowhere = await fetch(`${bench.app.url}/webhooks/shopify/${randomUUID()}`, { method: 'POST', body })
    expect(nowhere.status).toBe(401)
    const push = await fetch(`${bench.app.url}/webhooks/1688/${randomUUID()}`, {
      method: 'POST',
      body: new URLSearchParams({ message: '{}', _aop_signature: 'AB' }),
    })
    expect(push.status).toBe(401)
    expect((await bench.app.ok('queryInbox', {})).total).toBe(before)
  })

  test('that a handler can’t read fails alone, is reported, and can be handled again by a person', async () => {
    const eventId = randomUUID()
    expect((await deliver('refunds/create', '{"what":"no order"}', { 'x-shopify-event-id': eventId })).status).toBe(200)
    await until(
      () => inbox(eventId),
      ([message]) => message!.attempts > 0,
    )
    // Makes its last attempt due now.
    await bench.app.db.pool.query(`update inbox_message set attempts = 7, next_at = now() where event_id = $1`, [
      eventId,
    ])
    // Other messages are not blocked by it, and trigger it again.
    await bench.seen(await buy())
    const failed = await handled(eventId)
    expect(failed).toMatchObject({ state: 'failed', can: { replayInbox: true } })
    expect(failed.message).toContain('读不懂')
    const again = await bench.app.ok('replayInbox', { ids: [failed.id] })
    expect(again).toMatchObject({ succeeded: 1, failed: 0 })
    expect((await inbox(eventId))[0]!.attempts).toBeLessThan(8)
  })

  test('of an unused topic is stored as unused', async () => {
    const eventId = randomUUID()
    await deliver('themes/publish', '{"id":5}', { 'x-shopify-event-id': eventId })
    expect(await handled(eventId)).toMatchObject({ state: 'ignored' })
  })

  test('is still accepted with the secret before the last change', async () => {
    const stores = await bench.app.ok('getAllShopifyStores')
    const store = stores.find(({ id }) => id === bench.us)!
    const { shops } = await bench.simulator.control<{ shops: { shop: string; clientId: string }[] }>(
      'GET',
      '/credentials',
    )
    const clientId = shops.find((one) => one.shop === bench.slug)!.clientId
    const save = async (clientSecret: string): Promise<void> => {
      const now = (await bench.app.ok('getAllShopifyStores')).find(({ id }) => id === bench.us)!
      await bench.app.ok('updateShopifyStore', {
        id: store.id,
        version: now.version,
        name: store.name,
        origin: store.origin,
        clientId,
        clientSecret,
        priceRuleId: store.priceRuleId,
        locationId: store.locationId,
        publicationIds: store.publicationIds,
        locale: store.locale,
        vendorName: store.vendorName,
      })
    }
    await save('a new secret')
    const signed = (key: string) => createHmac('sha256', key).update('{"id":7}').digest('base64')
    expect((await deliver('themes/publish', '{"id":7}', { 'x-shopify-hmac-sha256': signed(secret) })).status).toBe(200)
    expect(
      (await deliver('themes/publish', '{"id":7}', { 'x-shopify-hmac-sha256': signed('a new secret') })).status,
    ).toBe(200)
    await save(secret)
  })
})
