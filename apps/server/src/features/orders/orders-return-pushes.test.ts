import { createHmac } from 'node:crypto'
import type { InboxMessage } from '@huoqiao/contract/inbox/inbox.endpoints'
import type { OrderReturn } from '@huoqiao/contract/orders/order-returns.schema'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { until } from '../../../test/until.ts'
import { shopsTell, startOrderBench } from './orders.testing.ts'
import type { OrderBench, ShopOrderWitness, ShopVariant } from './orders.testing.ts'

/**
 * Only the shop's messages about returns: every delivery is lost at first, and each test delivers those that it names. Bodies are the
 * shop's own, with its signature.
 */
let bench: OrderBench
let variant: ShopVariant

beforeAll(async () => {
  bench = await startOrderBench()
  variant = (await bench.variants())[0]!
  await shopsTell(bench)
  // A delivery for which this machine is too slow would be repeated and counted.
  await bench.quirk('shopify.webhook-timeout-ms', 3_600_000)
})
afterAll(() => bench?.close())
beforeEach(async () => {
  await bench.quirk('shopify.webhook-duplicate-chance', 0)
  await bench.quirk('shopify.webhook-loss-chance', 1)
})

type Delivery = { id: string; topic: string; state: string; eventId: string }
const shop = <T>(method: 'GET' | 'POST', path: string, body?: object): Promise<T> =>
  bench.simulator.control<T>(method, `/shopify/${bench.slug}/${path}`, body)
const log = async (query: string): Promise<Delivery[]> =>
  (await shop<{ deliveries: Delivery[] }>('GET', `deliveries?${query}`)).deliveries

/** An order that the shop has sent; the app does not know it. */
async function sent(quantity: number): Promise<ShopOrderWitness> {
  const order = await bench.buy([{ variantId: variant.variantId, quantity }], { force: true })
  return bench.act(order, 'fulfil')
}
/** The newest delivery of a topic: the result of the last act. */
const newest = async (topic: string): Promise<Delivery> => (await log(`topic=${topic}&limit=1`))[0]!
async function act(order: ShopOrderWitness, action: string, body: object, topic: string): Promise<Delivery> {
  await bench.act(order, action, body)
  return newest(topic)
}
const asks = (order: ShopOrderWitness, quantity: number): Promise<Delivery> => {
  const lines = [{ lineId: order.lines[0]!.id, quantity, reason: 'DEFECTIVE', note: '坏了' }]
  return act(order, 'return', { lines, requested: true }, 'returns/request')
}
const step = (order: ShopOrderWitness, name: string): Promise<Delivery> =>
  act(order, 'return-step', { step: name }, name === 'reduce' ? 'returns/update' : `returns/${name}`)
/** Delivers it now, and waits until the app has handled it. */
async function comes(delivery: Delivery): Promise<void> {
  await shop('POST', `deliveries/${delivery.id}/resend`)
  await until(
    () => log('limit=1000'),
    (all) => all.find(({ id }) => id === delivery.id)?.state === 'delivered',
  )
  await bench.quiet()
}
const known = async (order: ShopOrderWitness) =>
  (await bench.rows({ keyword: `#${order.number}` })).find(({ number }) => number === `#${order.number}`)
async function returnsOf(order: ShopOrderWitness): Promise<OrderReturn[]> {
  const row = await known(order)
  return row ? (await bench.app.ok('getOrderReturns', { orderId: row.id })).returns : []
}
const messages = async (event: Delivery): Promise<InboxMessage[]> =>
  (await bench.app.ok('queryInbox', { keyword: event.eventId })).list
/** What the order's timeline shows about its first return. */
async function timeline(order: ShopOrderWitness): Promise<string[]> {
  const { events } = await bench.app.ok('getOrder', { orderId: (await known(order))!.id })
  return events.map(({ text }) => text).filter((text) => text.includes(`#${order.number}-R1`))
}
const notices = async (order: ShopOrderWitness): Promise<number> =>
  (await bench.app.ok('queryNotices', { kind: 'return-requested', pageSize: 100 })).list.filter(({ text }) =>
    text.includes(`#${order.number}-R1`),
  ).length

describe('an event of a return, without a message about its order', () => {
  it('is followed from the request to the end, however its body refers to the order', async () => {
    const order = await sent(3)
    await bench.pull()
    await comes(await asks(order, 2))
    expect(await returnsOf(order)).toMatchObject([{ state: 'requested', lines: [{ quantity: 2, note: '坏了' }] }])
    await comes(await step(order, 'approve'))
    expect(await returnsOf(order)).toMatchObject([{ state: 'open' }])
    // The body names only the return.
    const reduced = await step(order, 'reduce')
    await comes(reduced)
    expect(await messages(reduced)).toMatchObject([{ topic: 'returns/update', state: 'handled' }])
    expect(await returnsOf(order)).toMatchObject([{ state: 'open', lines: [{ quantity: 1, processed: 0 }] }])
    // The body refers to nothing: this is no failure, and the next event shows the processing.
    const processed = await step(order, 'process')
    await comes(processed)
    expect(await messages(processed)).toMatchObject([{ topic: 'returns/process', state: 'ignored', attempts: 1 }])
    await comes(await step(order, 'close'))
    expect(await returnsOf(order)).toMatchObject([{ state: 'closed', lines: [{ processed: 1, refunded: 1 }] }])
    await comes(await step(order, 'reopen'))
    expect(await returnsOf(order)).toMatchObject([{ state: 'open', closedAt: null }])
    await bench.act(order, 'return-step', { step: 'close' })
    await asks(order, 1)
    await comes(await step(order, 'decline'))
    expect((await returnsOf(order)).map(({ state }) => state).toSorted()).toEqual(['closed', 'declined'])
    await comes(await asks(order, 1))
    await comes(await step(order, 'cancel'))
    expect((await returnsOf(order)).map(({ state }) => state).toSorted()).toEqual(['cancelled', 'closed', 'declined'])
  })

  it('that is forged is not stored and changes nothing', async () => {
    const order = await sent(1)
    await bench.pull()
    const delivery = await asks(order, 1)
    const { body } = await shop<{ body: object }>('GET', `deliveries/${delivery.id}`)
    const text = JSON.stringify(body)
    const before = (await bench.app.ok('queryInbox', {})).total
    for (const signature of ['', createHmac('sha256', 'somebody else').update(text).digest('base64')]) {
      const answer = await fetch(`${bench.app.url}/webhooks/shopify/${bench.us}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-shopify-topic': 'returns/request',
          'x-shopify-shop-domain': 'bridge-us.myshopify.com',
          'x-shopify-webhook-id': delivery.id,
          'x-shopify-event-id': delivery.eventId,
          'x-shopify-hmac-sha256': signature,
        },
        body: text,
      })
      expect(answer.status).toBe(401)
    }
    await bench.quiet()
    expect((await bench.app.ok('queryInbox', {})).total).toBe(before)
    expect(await returnsOf(order)).toEqual([])
    // The real one is still accepted: the forged ones did not use up its id.
    await comes(delivery)
    expect(await returnsOf(order)).toMatchObject([{ state: 'requested' }])
  })

  it('that arrives again under the same number, or as a second delivery of one event, is one message and one notice', async () => {
    const order = await sent(1)
    await bench.pull()
    await bench.quirk('shopify.webhook-duplicate-chance', 1)
    await asks(order, 1)
    const [second, first] = await log('topic=returns/request&limit=2')
    expect(second!.eventId).toBe(first!.eventId)
    for (const delivery of [first!, second!, first!]) await comes(delivery)
    expect(await messages(first!)).toMatchObject([{ state: 'handled', repeats: 2 }])
    expect(await returnsOf(order)).toMatchObject([{ state: 'requested' }])
    expect(await timeline(order)).toHaveLength(1)
    expect(await notices(order)).toBe(1)
  })

  it('that arrives in the wrong order leaves the return in the shop’s current state', async () => {
    const order = await sent(3)
    await bench.pull()
    const deliveries = [await asks(order, 2)]
    for (const name of ['approve', 'reduce', 'process', 'close']) deliveries.push(await step(order, name))
    for (const delivery of deliveries.toReversed()) {
      await comes(delivery)
      const [reported] = await returnsOf(order)
      expect(reported?.state, delivery.topic).toBe('closed')
      expect(reported?.lines).toMatchObject([{ quantity: 1, processed: 1, refunded: 1 }])
    }
    expect(await timeline(order)).toEqual([expect.stringContaining('已完成')])
    // No notice asks for an answer to a return that ended long ago.
    expect(await notices(order)).toBe(0)
  })

  it('that arrives long after the end changes nothing', async () => {
    const order = await sent(1)
    const late = await asks(order, 1)
    await step(order, 'approve')
    await step(order, 'close')
    await bench.pull()
    await bench.quiet()
    const before = [await returnsOf(order), await timeline(order)]
    expect(before[0]).toMatchObject([{ state: 'closed' }])
    await comes(late)
    expect([await returnsOf(order), await timeline(order)]).toEqual(before)
    expect(await notices(order)).toBe(0)
  })

  it.each([
    ['naming its order', 'asked'],
    ['naming itself alone', 'reduced'],
  ])('that arrives before its order adds the order, %s', async (_how, which) => {
    const order = await sent(2)
    let delivery = await asks(order, 2)
    if (which === 'reduced') {
      await step(order, 'approve')
      delivery = await step(order, 'reduce')
    }
    expect(await known(order)).toBeUndefined()
    await comes(delivery)
    expect(await known(order)).toMatchObject({ pieces: 2, flags: expect.arrayContaining(['returned']) })
    expect(await returnsOf(order)).toHaveLength(1)
  })

  it('that never arrives is found by the next pull', async () => {
    const order = await sent(2)
    const follow = async (): Promise<OrderReturn[]> => {
      await bench.pull()
      await bench.quiet()
      return returnsOf(order)
    }
    expect(await follow()).toEqual([])
    const lost = [await asks(order, 2)]
    expect(await follow()).toMatchObject([{ state: 'requested', lines: [{ quantity: 2 }] }])
    expect(await notices(order)).toBe(1)
    for (const [name, state] of [
      ['approve', 'open'],
      ['reduce', 'open'],
      ['process', 'open'],
      ['close', 'closed'],
    ] as const) {
      lost.push(await step(order, name))
      expect((await follow()).map((one) => one.state)).toEqual([state])
    }
    expect(await returnsOf(order)).toMatchObject([{ lines: [{ quantity: 1, processed: 1, refunded: 1 }] }])
    for (const delivery of lost) expect(await messages(delivery)).toEqual([])
  })
})

describe('a return without events, which does not change its order’s update time', () => {
  afterAll(() => bench?.quirk('shopify.return-moves-order', true))

  it('is found by pulling, from the request to the end', async () => {
    await bench.quirk('shopify.return-moves-order', false)
    const pulled = async (order: ShopOrderWitness): Promise<string[]> => {
      await bench.pull()
      await bench.quiet()
      return (await returnsOf(order)).map(({ state }) => state)
    }
    const order = await sent(2)
    await pulled(order)
    await asks(order, 1)
    expect(await pulled(order)).toEqual(['requested'])
    await step(order, 'approve')
    expect(await pulled(order)).toEqual(['open'])
    await step(order, 'cancel')
    expect(await pulled(order)).toEqual(['cancelled'])
    expect(await notices(order)).toBe(1)
  })

  it('is found beside another of the same order that changes no field of the order', async () => {
    await bench.quirk('shopify.return-moves-order', false)
    const order = await sent(2)
    const pulled = async (): Promise<string[]> => {
      await bench.pull()
      await bench.quiet()
      return (await returnsOf(order)).map(({ name, state }) => `${name.split('-').at(-1)} ${state}`).toSorted()
    }
    await pulled()
    await asks(order, 1)
    expect(await pulled()).toEqual(['R1 requested'])
    await asks(order, 1)
    expect(await pulled()).toEqual(['R1 requested', 'R2 requested'])
  })
})
