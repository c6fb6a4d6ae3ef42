import { createServer } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { knownCarrier, verifyWebhook, webhookDelivery } from '@huoqiao/connector-shopify'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { custom, openShops, read, wordOf, workOf } from './shopify-shoppers.ts'
import type { Shops } from './shopify-shoppers.ts'

/** What the connector does to orders, and what the simulated shops report about it: the other half of shopify-orders.test.ts. */
let shops: Shops
beforeAll(async () => {
  shops = await openShops()
})
afterAll(() => shops.stop())
beforeEach(() => {
  shops.events.length = 0
})

describe('a fulfilment', () => {
  it('ships a part, then the rest, and Shopify creates the link of a carrier that it knows', async () => {
    const bought = await shops.buy({ lines: custom(2, 3) })
    const company = knownCarrier('云途物流')!
    const first = await shops.us.createFulfillment({
      fulfillmentOrders: workOf(await read(shops.us, bought.id), 1),
      tracking: { company, numbers: ['YT1'] },
      notifyCustomer: true,
    })
    expect(first.tracking).toMatchObject([{ company: 'YunExpress', number: 'YT1' }])
    expect(first.tracking[0]?.url).toContain('YT1')
    const between = await read(shops.us, bought.id)
    expect(between.fulfillmentStatus).toBe('PARTIALLY_FULFILLED')
    expect(between.fulfillments).toMatchObject([
      { id: first.fulfillmentId, status: 'SUCCESS', lines: [{ quantity: 1 }, { quantity: 1 }] },
    ])
    await shops.us.createFulfillment({
      fulfillmentOrders: workOf(between),
      tracking: { company: 'Yanwen', numbers: ['UA1', 'UA2'], urls: ['https://t.example/1', 'https://t.example/2'] },
      notifyCustomer: false,
    })
    const after = await read(shops.us, bought.id)
    expect(after.fulfillmentStatus).toBe('FULFILLED')
    expect(after.fulfillments[1]?.tracking).toEqual([
      { company: 'Yanwen', number: 'UA1', url: 'https://t.example/1' },
      { company: 'Yanwen', number: 'UA2', url: 'https://t.example/2' },
    ])
  })

  it('is refused for more than remains, and nothing is shipped', async () => {
    const bought = await shops.buy()
    const request = { fulfillmentOrders: workOf(await read(shops.us, bought.id), 9), notifyCustomer: false }
    expect(await wordOf(shops.us.createFulfillment(request))).toBe('rejected')
    expect((await read(shops.us, bought.id)).fulfillments).toEqual([])
  })

  it('requested twice is refused the second time, once nothing remains', async () => {
    const bought = await shops.buy()
    const request = { fulfillmentOrders: workOf(await read(shops.us, bought.id)), notifyCustomer: false }
    await shops.us.createFulfillment(request)
    expect(await wordOf(shops.us.createFulfillment(request))).toBe('rejected')
    expect((await read(shops.us, bought.id)).fulfillments).toHaveLength(1)
  })

  it('whose answer was lost has an unknown outcome, was sent once, and reading the order shows it', async () => {
    const bought = await shops.buy()
    const request = { fulfillmentOrders: workOf(await read(shops.us, bought.id)), notifyCustomer: true }
    await shops.fault('fulfillmentCreate', 'drop-after')
    expect(await wordOf(shops.us.createFulfillment(request))).toBe('unknown-outcome')
    expect((await shops.witness(bought)).fulfillments).toMatchObject([{ units: 2, notified: true }])
    expect((await read(shops.us, bought.id)).fulfillments).toMatchObject([{ lines: [{ quantity: 2 }] }])
    const other = await shops.buy()
    const again = { fulfillmentOrders: workOf(await read(shops.us, other.id)), notifyCustomer: true }
    await shops.fault('fulfillmentCreate', 'drop-before')
    expect(await wordOf(shops.us.createFulfillment(again))).toBe('unknown-outcome')
    expect((await shops.witness(other)).fulfillments).toEqual([])
  })

  it('that is throttled is sent when the shop allows it, and is created once', async () => {
    const bought = await shops.buy()
    const request = { fulfillmentOrders: workOf(await read(shops.us, bought.id)), notifyCustomer: false }
    await shops.fault('fulfillmentCreate', 'throttle')
    await shops.us.createFulfillment(request)
    expect((await shops.witness(bought)).fulfillments).toHaveLength(1)
  })

  it('is read even if there are more of them than come with the order', async () => {
    const bought = await shops.buy({ lines: custom(1, 4) })
    for (let count = 0; count < 4; count++)
      await shops.us.createFulfillment({
        fulfillmentOrders: workOf(await read(shops.us, bought.id), 1),
        notifyCustomer: false,
      })
    expect((await read(shops.us, bought.id)).fulfillments).toHaveLength(4)
  })

  it('gets other tracking, and once cancelled its quantities are open again under new ids', async () => {
    const bought = await shops.buy()
    const before = await read(shops.us, bought.id)
    const { fulfillmentId } = await shops.us.createFulfillment({
      fulfillmentOrders: workOf(before),
      tracking: { company: 'USPS', numbers: ['9400'] },
      notifyCustomer: false,
    })
    const changed = await shops.us.updateTracking(fulfillmentId, { company: 'UPS', numbers: ['1Z'] }, false)
    expect(changed.tracking).toMatchObject([{ company: 'UPS', number: '1Z' }])
    await shops.us.cancelFulfillment(fulfillmentId)
    const after = await read(shops.us, bought.id)
    expect(after.fulfillments).toMatchObject([{ status: 'CANCELLED' }])
    const [open] = workOf(after)
    expect(open?.lines).toMatchObject([{ quantity: 2 }])
    expect(before.fulfillmentOrders.map(({ id }) => id)).not.toContain(open?.id)
  })

  it('waits for a hold to be released', async () => {
    const bought = await shops.buy()
    const [work] = workOf(await read(shops.us, bought.id))
    await shops.us.holdFulfillmentOrder(work!.id, { reason: 'OTHER', notes: 'buying', handle: 'purchase' })
    const held = await read(shops.us, bought.id)
    expect(held.fulfillmentOrders).toMatchObject([
      { status: 'ON_HOLD', holds: [{ reason: 'OTHER', notes: 'buying', handle: 'purchase', heldByUs: true }] },
    ])
    expect(workOf(held)).toEqual([])
    expect(await wordOf(shops.us.createFulfillment({ fulfillmentOrders: [work!], notifyCustomer: false }))).toBe(
      'rejected',
    )
    await shops.us.releaseHold(work!.id)
    expect(workOf(await read(shops.us, bought.id))).toHaveLength(1)
    expect((await shops.us.ordersOfFulfillmentOrders([work!.id])).get(work!.id)).toBe(bought.id)
  })
})

it('an order is cancelled by a job, noted and tagged without losing its other tags', async () => {
  const bought = await shops.buy({ tags: ['vip'] })
  await shops.us.updateOrder(bought.id, { note: '1688: 88001' })
  await shops.us.addOrderTags(bought.id, ['bought'])
  expect(await read(shops.us, bought.id)).toMatchObject({ note: '1688: 88001', tags: ['bought', 'vip'] })
  const request = { reason: 'INVENTORY', restock: false, refund: true, notifyCustomer: false } as const
  const { jobId } = await shops.us.cancelOrder(bought.id, request)
  expect(typeof (await shops.us.jobDone(jobId))).toBe('boolean')
  const cancelled = await read(shops.us, bought.id)
  expect(cancelled).toMatchObject({ cancelReason: 'INVENTORY', financialStatus: 'REFUNDED' })
  expect(cancelled.totals.refunded).toEqual(cancelled.totals.total)
  expect(await wordOf(shops.us.cancelOrder(bought.id, request))).toBe('rejected')
})

describe('a delivered webhook', () => {
  type Delivered = { readonly headers: IncomingHttpHeaders; readonly body: Buffer }
  const topicOf = ({ headers }: Delivered): string | undefined => webhookDelivery(headers)?.topic
  /** The order in the delivery's body; the field's name depends on the topic. */
  function orderOf(one: Delivered): string | undefined {
    const [kind] = topicOf(one)?.split('/') ?? []
    if (kind !== 'orders' && kind !== 'refunds') return undefined
    type Body = { id?: number; order_id?: number; order_edit?: { order_id: number } }
    const { id, order_id: ofPart, order_edit: edit } = JSON.parse(one.body.toString('utf8')) as Body
    return `gid://shopify/Order/${edit?.order_id ?? ofPart ?? id}`
  }
  const WANTED = [
    'ORDERS_CREATE',
    'ORDERS_UPDATED',
    'ORDERS_PAID',
    'ORDERS_CANCELLED',
    'ORDERS_EDITED',
    'ORDERS_DELETE',
    'REFUNDS_CREATE',
    'FULFILLMENTS_CREATE',
    'FULFILLMENTS_UPDATE',
    'FULFILLMENT_ORDERS_ORDER_ROUTING_COMPLETE',
    'FULFILLMENT_ORDERS_PLACED_ON_HOLD',
    'FULFILLMENT_ORDERS_HOLD_RELEASED',
    'FULFILLMENT_ORDERS_MOVED',
    'FULFILLMENT_ORDERS_SPLIT',
    'FULFILLMENT_ORDERS_MERGED',
    'FULFILLMENT_ORDERS_CANCELLED',
    'PRODUCTS_UPDATE',
    'PRODUCTS_DELETE',
    'INVENTORY_LEVELS_UPDATE',
    'BULK_OPERATIONS_FINISH',
    'APP_UNINSTALLED',
    'APP_SCOPES_UPDATE',
    'SHOP_UPDATE',
    'LOCATIONS_ACTIVATE',
    'LOCATIONS_CREATE',
    'LOCATIONS_DEACTIVATE',
    'LOCATIONS_DELETE',
    'LOCATIONS_UPDATE',
  ]

  it('is signed, names the order, and stops once its subscription is deleted', async () => {
    const delivered: Delivered[] = []
    const server = createServer((request, response) => {
      const parts: Buffer[] = []
      request.on('data', (part: Buffer) => parts.push(part))
      request.on('end', () => {
        delivered.push({ headers: request.headers, body: Buffer.concat(parts) })
        response.writeHead(200).end()
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => new Promise<void>((resolve) => void server.close(() => resolve())))
    // How long this machine takes to deliver is not part of the test.
    await shops.quirk('webhook-timeout-ms', 3_600_000)
    const uri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/shopify`
    const { created, refused } = await shops.us.registerWebhooks(
      uri,
      WANTED.map((topic) => ({ topic })),
    )
    expect([created.toSorted(), refused]).toEqual([WANTED.toSorted(), []])

    const bought = await shops.buy()
    await shops.act(bought, 'edit', { quantities: [{ lineId: bought.lines[0]!.id, quantity: 1 }] })
    const topics = ['orders/create', 'orders/edited']
    await expect
      .poll(() => topics.filter((topic) => !delivered.map(topicOf).includes(topic)), { timeout: 600_000 })
      .toEqual([])
    for (const { headers, body } of delivered)
      expect(verifyWebhook(body, String(headers['x-shopify-hmac-sha256']), ['old', shops.secret])).toBe(true)
    expect(new Set(delivered.flatMap((one) => orderOf(one) ?? []))).toEqual(new Set([bought.id]))

    const ours = (await shops.us.listWebhooks()).filter((each) => each.uri === uri)
    for (const { id } of [...ours, ours[0]!]) await shops.us.deleteWebhook(id)
    expect((await shops.us.listWebhooks()).filter((each) => each.uri === uri)).toEqual([])
  })
})
