import { describe, expect, it } from 'vitest'
import { userErrorsOf } from '../src/index.ts'
import type { FulfillmentRequest, TrackingRequest } from '../src/index.ts'
import { gid, whole } from './an-order.ts'
import { caught, connect } from './connected.ts'
import { graphql } from './pretend-shop.ts'
import type { Answer } from './pretend-shop.ts'

const REQUEST: FulfillmentRequest = {
  fulfillmentOrders: [
    { id: gid('FulfillmentOrder', 1), lines: [{ id: gid('FulfillmentOrderLineItem', 1), quantity: 2 }] },
  ],
  tracking: { company: 'YunExpress', numbers: ['YT1'] },
  notifyCustomer: false,
}
const made = {
  id: gid('Fulfillment', 9),
  name: '#1001.1',
  status: 'SUCCESS',
  trackingInfo: [{ company: 'YunExpress', number: 'YT1', url: null }],
}
const done: Answer = ({ body }, response) => {
  const call = body.includes('fulfillmentCreate(') ? 'fulfillmentCreate' : 'fulfillmentTrackingInfoUpdate'
  graphql(response, { data: { [call]: { fulfillment: made, userErrors: [] } } })
}
const variablesOf = (body: string) => (JSON.parse(body) as { variables: Record<string, unknown> }).variables

describe('a fulfilment', () => {
  it('is created as requested', async () => {
    const { shop, connector } = await connect(done)
    expect(await connector.createFulfillment(REQUEST)).toEqual({
      fulfillmentId: gid('Fulfillment', 9),
      name: '#1001.1',
      status: 'SUCCESS',
      tracking: [{ company: 'YunExpress', number: 'YT1' }],
    })
    expect(variablesOf(shop.received[0]!.body)).toEqual({
      fulfillment: {
        lineItemsByFulfillmentOrder: [
          {
            fulfillmentOrderId: gid('FulfillmentOrder', 1),
            fulfillmentOrderLineItems: [{ id: gid('FulfillmentOrderLineItem', 1), quantity: 2 }],
          },
        ],
        notifyCustomer: false,
        trackingInfo: { company: 'YunExpress', number: 'YT1' },
      },
    })
  })

  it('never treats an empty list of lines as all that remains', async () => {
    const { shop, connector } = await connect(done)
    const empty = { id: gid('FulfillmentOrder', 2), lines: [] }
    await connector.createFulfillment({ ...REQUEST, fulfillmentOrders: [...REQUEST.fulfillmentOrders, empty] })
    expect(shop.received[0]!.body).not.toContain('FulfillmentOrder/2')
    await expect(connector.createFulfillment({ ...REQUEST, fulfillmentOrders: [empty] })).rejects.toThrow(RangeError)
    expect(shop.received).toHaveLength(1)
  })

  it.each<[string, Answer]>([
    ['its answer was lost', (_received, response) => response.destroy()],
    ['a gateway broke', (_received, response) => response.writeHead(502).end()],
    [
      'the vendor broke',
      (_received, response) =>
        graphql(response, { errors: [{ message: 'x', extensions: { code: 'INTERNAL_SERVER_ERROR' } }] }),
    ],
    [
      'nothing came back',
      (_received, response) =>
        graphql(response, { data: { fulfillmentCreate: { fulfillment: null, userErrors: [] } } }),
    ],
  ])('is never sent twice after %s: its outcome is unknown', async (_what, answer) => {
    const { shop, connector } = await connect(answer)
    expect((await caught(connector.createFulfillment(REQUEST))).word).toBe('unknown-outcome')
    expect(shop.received).toHaveLength(1)
  })

  it('is sent again after being throttled, as nothing was carried out', async () => {
    const { shop, connector } = await connect((received, response, nth) => {
      if (nth > 1) return done(received, response, nth)
      graphql(response, { errors: [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }] })
    })
    await connector.createFulfillment(REQUEST)
    expect(shop.received).toHaveLength(2)
  })

  it('that is refused returns the vendor’s message, and is not sent again', async () => {
    const message = 'Invalid fulfillment order line item quantity requested.'
    const { shop, connector } = await connect((_received, response) =>
      graphql(response, {
        data: { fulfillmentCreate: { fulfillment: null, userErrors: [{ field: ['fulfillment'], message }] } },
      }),
    )
    const failure = await caught(connector.createFulfillment(REQUEST))
    expect([failure.word, userErrorsOf(failure)]).toEqual(['rejected', [{ field: ['fulfillment'], message }]])
    expect(shop.received).toHaveLength(1)
  })
})

describe('tracking', () => {
  it.each<[TrackingRequest, object]>([
    [{ numbers: [] }, {}],
    [
      { company: 'Yanwen', numbers: ['A'], urls: ['https://t.example/A'] },
      { company: 'Yanwen', number: 'A', url: 'https://t.example/A' },
    ],
    [{ numbers: ['A', 'B'] }, { numbers: ['A', 'B'] }],
    [
      { numbers: ['A', 'B'], urls: ['https://t.example/A', 'https://t.example/B'] },
      { numbers: ['A', 'B'], urls: ['https://t.example/A', 'https://t.example/B'] },
    ],
  ])('%j never mixes the format for one parcel with that for several', async (tracking, sent) => {
    const { shop, connector } = await connect(done)
    await connector.updateTracking(gid('Fulfillment', 9), tracking, false)
    expect(variablesOf(shop.received[0]!.body).tracking).toEqual(sent)
  })

  it('is sent again after a lost answer, but not if the customer would be notified twice', async () => {
    const lostOnce: Answer = (received, response, nth) =>
      nth === 1 ? response.destroy() : done(received, response, nth)
    const quiet = await connect(lostOnce)
    await quiet.connector.updateTracking(gid('Fulfillment', 9), { numbers: ['A'] }, false)
    expect(quiet.shop.received).toHaveLength(2)
    const loud = await connect(lostOnce)
    const failure = await caught(loud.connector.updateTracking(gid('Fulfillment', 9), { numbers: ['A'] }, true))
    expect([failure.word, loud.shop.received.length]).toEqual(['unknown-outcome', 1])
  })
})

it('our own hold that exists already counts as done', async () => {
  const { connector } = await connect((_received, response) =>
    graphql(response, {
      data: {
        fulfillmentOrderHold: {
          fulfillmentHold: null,
          fulfillmentOrder: null,
          remainingFulfillmentOrder: null,
          userErrors: [{ code: 'DUPLICATE_FULFILLMENT_HOLD_HANDLE', field: null, message: 'taken' }],
        },
      },
    }),
  )
  const hold = { reason: 'OTHER', handle: 'purchase' } as const
  expect((await caught(connector.holdFulfillmentOrder(gid('FulfillmentOrder', 1), hold))).word).toBe('already-done')
})

it('refusals of a cancellation are recognised, though their error type has its own name', async () => {
  const { shop, connector } = await connect((_received, response) =>
    graphql(response, {
      data: {
        orderCancel: { job: null, userErrors: [{ code: 'INVALID', field: ['orderId'], message: 'was cancelled' }] },
      },
    }),
  )
  const request = { reason: 'OTHER', restock: true, refund: false, notifyCustomer: false } as const
  const failure = await caught(connector.cancelOrder(gid('Order', 1), request))
  expect([failure.word, failure.detail.code, shop.received.length]).toEqual(['rejected', 'INVALID', 1])
})

it('deleting a subscription that is gone succeeds', async () => {
  const { connector } = await connect((_received, response) =>
    graphql(response, {
      data: {
        webhookSubscriptionDelete: {
          deletedWebhookSubscriptionId: null,
          userErrors: [{ field: ['id'], message: 'Webhook subscription does not exist' }],
        },
      },
    }),
  )
  expect(await connector.deleteWebhook(gid('WebhookSubscription', 1))).toBeUndefined()
})

it('registering continues after a topic without its scope, and not after an expired token', async () => {
  const none = { data: { webhookSubscriptions: whole([]) } }
  const answering = (denied: object) =>
    connect(({ body }, response) => {
      const { variables } = JSON.parse(body) as { variables: { topic?: string } }
      if (variables.topic === undefined) graphql(response, none)
      else if (variables.topic === 'ORDERS_CREATE') graphql(response, denied)
      else {
        const webhookSubscription = { id: gid('WebhookSubscription', 1) }
        graphql(response, { data: { webhookSubscriptionCreate: { webhookSubscription, userErrors: [] } } })
      }
    })
  const wanted = [{ topic: 'ORDERS_CREATE' }, { topic: 'SHOP_UPDATE' }]
  const register = ({ connector }: Awaited<ReturnType<typeof connect>>) =>
    connector.registerWebhooks('https://huoqiao.example/hooks', wanted)
  for (const denied of [
    { errors: [{ message: 'Access denied', extensions: { code: 'ACCESS_DENIED' } }] },
    { data: { webhookSubscriptionCreate: { userErrors: [{ field: ['topic'], message: 'requires read_orders' }] } } },
  ]) {
    const { created, refused } = await register(await answering(denied))
    expect([created, refused.map(({ topic }) => topic)]).toEqual([['SHOP_UPDATE'], ['ORDERS_CREATE']])
  }
  const dead = { errors: [{ message: 'dead', extensions: { code: 'UNAUTHORIZED' } }] }
  expect((await caught(register(await answering(dead)))).word).toBe('unauthorised')
})
