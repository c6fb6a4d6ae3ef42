import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { gidNumber } from '../gid.ts'
import { openOrderFixture } from '../orders/orders.testing.ts'
import type { OrderFixture, Witness } from '../orders/orders.testing.ts'

let fixture: OrderFixture

beforeAll(async () => {
  fixture = await openOrderFixture()
})
afterAll(() => fixture.stop())
// Bodies are read from the log: nothing has to be received.
beforeEach(() => {
  fixture.sim.core.quirks.reset()
  fixture.sim.core.quirks.set('shopify.webhook-loss-chance', 1)
  fixture.sim.core.quirks.set('shopify.extra-scopes', 'write_returns')
})

const subscribe = async (topic: string): Promise<string[]> => {
  const { userErrors } = await fixture.shop.get<{ userErrors: { message: string }[] }>(
    `mutation($topic: WebhookSubscriptionTopic!) { webhookSubscriptionCreate(topic: $topic,
      webhookSubscription: { uri: "https://harness.example/hooks" }) { userErrors { message } } }`,
    { topic },
  )
  return userErrors.map(({ message }) => message)
}
const sent = async (quantity: number): Promise<Witness> => {
  const order = await fixture.counter.buy({ lines: [{ variantId: fixture.mug.variantId, quantity }], force: true })
  return fixture.counter.act(order, 'fulfil')
}
const bodyOf = async (topic: string): Promise<Record<string, unknown>> => {
  const { deliveries } = await fixture.counter.control<{ deliveries: { id: string }[] }>(
    'GET',
    `deliveries?topic=${topic}&limit=1`,
  )
  return (await fixture.counter.control<{ body: Record<string, unknown> }>('GET', `deliveries/${deliveries[0]!.id}`))
    .body
}

describe('events of a return', () => {
  it('need the scope for returns; the end of a return is also sent to apps with the scope for orders', async () => {
    fixture.sim.core.quirks.set('shopify.withheld-scopes', 'read_returns,write_returns')
    for (const topic of ['REQUEST', 'APPROVE', 'DECLINE', 'UPDATE', 'PROCESS'])
      expect(await subscribe(`RETURNS_${topic}`)).toEqual([expect.stringContaining('read_returns')])
    for (const topic of ['CANCEL', 'CLOSE', 'REOPEN']) expect(await subscribe(`RETURNS_${topic}`)).toEqual([])
    fixture.sim.core.quirks.set('shopify.withheld-scopes', '')
    for (const topic of ['REQUEST', 'APPROVE', 'DECLINE', 'UPDATE', 'PROCESS'])
      expect(await subscribe(`RETURNS_${topic}`)).toEqual([])
    expect(await subscribe('REVERSE_FULFILLMENT_ORDERS_DISPOSE')).toEqual([])
  })

  it('contain the whole order, its id, or nothing, depending on the topic', async () => {
    const order = await sent(3)
    const lines = [{ lineId: order.lines[0]!.id, quantity: 2 }]
    const number = Number(gidNumber(order.id))
    await fixture.counter.act(order, 'return', { lines, requested: true })
    expect(await bodyOf('returns/request')).toMatchObject({
      status: 'requested',
      order: { id: number, admin_graphql_api_id: order.id },
      total_return_line_items: 2,
      return_line_items: [{ quantity: 2 }],
    })
    await fixture.counter.act(order, 'return-step', { step: 'approve' })
    expect(await bodyOf('returns/approve')).toMatchObject({ status: 'open', order: { id: number } })
    await fixture.counter.act(order, 'return-step', { step: 'reduce' })
    const update = await bodyOf('returns/update')
    expect(update).toEqual({
      admin_graphql_api_id: expect.stringContaining('gid://shopify/Return/'),
      return_line_items: { removals: [{ admin_graphql_api_id: expect.stringContaining('gid://'), delta: 1 }] },
      restocking_fees: { updates: [], removals: [] },
      return_shipping_fees: { updates: [], removals: [] },
    })
    await fixture.counter.act(order, 'return-step', { step: 'process' })
    expect(await bodyOf('returns/process')).toEqual({})
    for (const [step, status] of [
      ['close', 'closed'],
      ['reopen', 'open'],
    ]) {
      await fixture.counter.act(order, 'return-step', { step })
      const body = await bodyOf(`returns/${step}`)
      expect(body).toMatchObject({ admin_graphql_api_id: update['admin_graphql_api_id'], order_id: number, status })
      expect(body).not.toHaveProperty('order')
    }
    const other = await sent(1)
    await fixture.counter.act(other, 'return', {
      lines: [{ lineId: other.lines[0]!.id, quantity: 1 }],
      requested: true,
    })
    await fixture.counter.act(other, 'return-step', { step: 'decline', note: '过期' })
    expect(await bodyOf('returns/decline')).toMatchObject({
      status: 'declined',
      order: { admin_graphql_api_id: other.id },
      decline: { reason: 'other', note: '过期' },
    })
  })

  it('about received goods are events of their reverse fulfilment order', async () => {
    const order = await sent(1)
    await fixture.counter.act(order, 'return', { lines: [{ lineId: order.lines[0]!.id, quantity: 1 }] })
    const read = `query($id: ID!) { order(id: $id) { returns(first: 1) { nodes { id returnLineItems(first: 1) { nodes { id } }
      reverseFulfillmentOrders(first: 1) { nodes { id lineItems(first: 1) { nodes { id totalQuantity } } } } } } } }`
    type Lines = { lineItems: { nodes: { id: string; totalQuantity: number }[] } }
    type Reported = {
      returns: {
        nodes: {
          id: string
          returnLineItems: { nodes: { id: string }[] }
          reverseFulfillmentOrders: { nodes: ({ id: string } & Lines)[] }
        }[]
      }
    }
    const [reported] = (await fixture.shop.get<Reported>(read, { id: order.id })).returns.nodes
    const reverse = reported!.reverseFulfillmentOrders.nodes[0]!
    const inputs = [
      { reverseFulfillmentOrderLineItemId: reverse.lineItems.nodes[0]!.id, quantity: 1, dispositionType: 'MISSING' },
    ]
    await fixture.shop.get(
      `mutation($inputs: [ReverseFulfillmentOrderDisposeInput!]!) {
        reverseFulfillmentOrderDispose(dispositionInputs: $inputs) { userErrors { code } } }`,
      { inputs },
    )
    expect(await bodyOf('reverse_fulfillment_orders/dispose')).toMatchObject({
      admin_graphql_api_id: reverse.id,
      dispositions: [{ type: 'missing', quantity: 1, location: null }],
      total_dispositions: 1,
    })
    // Nothing that was processed can be removed from the return any more.
    const remove = `mutation($id: ID!, $lines: [ReturnLineItemRemoveFromReturnInput!]) {
      removeFromReturn(returnId: $id, returnLineItems: $lines) { return { id } userErrors { code } } }`
    const removals = [{ returnLineItemId: reported!.returnLineItems.nodes[0]!.id, quantity: 1 }]
    expect(await fixture.shop.get(remove, { id: reported!.id, lines: removals })).toMatchObject({
      return: null,
      userErrors: [{ code: 'INVALID' }],
    })
  })
})
