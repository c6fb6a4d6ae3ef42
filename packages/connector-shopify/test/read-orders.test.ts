import { describe, expect, it } from 'vitest'
import { moneyOf } from '../src/money-bag.wire.ts'
import { READ_ORDER_COST } from '../src/index.ts'
import {
  bag,
  cut,
  gid,
  whole,
  wireFulfillmentOrder,
  wireLine,
  wireOrder,
  wirePart,
  wireRefund,
  wireRefundLine,
} from './an-order.ts'
import { caught, connect } from './connected.ts'
import { graphql } from './pretend-shop.ts'

type Asked = { readonly query: string; readonly variables: Record<string, unknown> }
const askedOf = (body: string): Asked => JSON.parse(body) as Asked
const nameOf = ({ query }: Asked): string => /^(?:query|mutation) (\w+)/.exec(query)?.[1] ?? ''

/** A shop that answers each operation by its name and records the requests in order. */
async function shopThatAnswers(answers: Readonly<Record<string, (variables: Asked['variables']) => object>>) {
  const asked: Asked[] = []
  const { connector } = await connect(({ body }, response) => {
    const one = askedOf(body)
    asked.push(one)
    const answer = answers[nameOf(one)]
    if (answer) graphql(response, answer(one.variables))
    else response.writeHead(500).end()
  })
  return { connector, asked, names: () => asked.map(nameOf) }
}

const ID = '820982911946154508'

describe('amounts', () => {
  it.each([
    ['18.50', 'USD', 1850],
    ['18.5', 'CNY', 1850],
    ['1950.0', 'JPY', 1950],
    ['1950', 'JPY', 1950],
    ['3.125', 'KWD', 3125],
    ['-0.05', 'EUR', -5],
    ['90071992547409.91', 'USD', 9007199254740991],
    ['6.6666666667', 'USD', 667],
    ['-6.665', 'USD', -667],
    ['-0.004', 'USD', 0],
    ['1751.5', 'JPY', 1752],
    ['0.0625', 'BHD', 63],
  ])('%s %s are %i minor units', (text, currency, minor) => {
    expect(moneyOf(text, currency)).toEqual({ minor, currency })
  })

  it('that are not amounts are refused', () => {
    for (const text of ['', 'abc', '1,000.005', '--1.005', '1.00x5'])
      expect(() => moneyOf(text, 'USD')).toThrow(RangeError)
  })
})

describe('an order', () => {
  it('is converted to our format: money in both currencies, no nulls, the exact id, the highest risk', async () => {
    const { connector } = await shopThatAnswers({ ReadOrders: () => ({ data: { nodes: [wireOrder(ID)] } }) })
    const order = await connector.readOrder(gid('Order', ID))
    expect(order).toMatchObject({
      legacyId: ID,
      riskLevel: 'MEDIUM',
      totals: {
        total: { shop: { minor: 1299, currency: 'USD' }, presentment: { minor: 1950, currency: 'JPY' } },
        tax: { shop: { minor: 0, currency: 'USD' }, presentment: { minor: 0, currency: 'JPY' } },
      },
      lines: [
        {
          discount: { shop: { minor: 397 }, presentment: { minor: 597 } },
          customAttributes: [{ key: 'Engraving', value: '' }],
        },
      ],
      fulfillmentOrders: [{ supportedActions: ['CREATE_FULFILLMENT', 'HOLD'], locationId: gid('Location', 1) }],
    })
    for (const absent of ['shippingAddress', 'customer', 'email', 'cancelledAt'])
      expect(order).not.toHaveProperty(absent)
  })

  it('has its tip and its duties before and after refunds, and no duties where none apply', async () => {
    const reported = {
      totalTipReceivedSet: bag('5.00', 'USD', '762', 'JPY'),
      originalTotalDutiesSet: bag('1.30', 'USD', '198', 'JPY'),
      currentTotalDutiesSet: bag('0.0', 'USD', '0', 'JPY'),
    }
    const none = { shop: { minor: 0, currency: 'USD' }, presentment: { minor: 0, currency: 'JPY' } }
    const { connector } = await shopThatAnswers({
      ReadOrders: ({ ids }) => ({
        data: { nodes: (ids as string[]).map((id) => wireOrder(ID, id === gid('Order', ID) ? reported : {})) },
      }),
    })
    expect((await connector.readOrder(gid('Order', ID)))?.totals).toMatchObject({
      tip: { shop: { minor: 500, currency: 'USD' }, presentment: { minor: 762, currency: 'JPY' } },
      duties: { shop: { minor: 130, currency: 'USD' } },
      currentDuties: none,
    })
    expect((await connector.readOrder(gid('Order', '2')))?.totals).toMatchObject({
      tip: none,
      duties: none,
      currentDuties: none,
    })
  })

  it('is undefined where it does not exist', async () => {
    const { connector } = await shopThatAnswers({ ReadOrders: () => ({ data: { nodes: [null] } }) })
    expect(await connector.readOrder(gid('Order', ID))).toBeUndefined()
  })

  it('is read through every list until it is complete', async () => {
    const parts = cut([wirePart(1, 1)], 'part-1')
    const { connector } = await shopThatAnswers({
      ReadOrders: () => ({
        data: {
          nodes: [
            wireOrder(ID, {
              lineItems: cut([wireLine(1)], 'line-1'),
              fulfillmentOrders: cut([wireFulfillmentOrder(1, parts)], 'fo-1'),
              refunds: [wireRefund(1, whole([wireRefundLine(1)])), wireRefund(2, whole([]))],
            }),
          ],
        },
      }),
      OrderLines: ({ after }) => ({
        data: { order: { lineItems: after === 'line-1' ? cut([wireLine(2)], 'line-2') : whole([wireLine(3)]) } },
      }),
      OrderFulfillmentOrders: () => ({
        data: { order: { fulfillmentOrders: whole([wireFulfillmentOrder(2, whole([wirePart(3, 3)]))]) } },
      }),
      FulfillmentOrderLines: () => ({ data: { fulfillmentOrder: { lineItems: whole([wirePart(2, 2)]) } } }),
      OrderPartIds: () => ({
        data: { order: { refunds: [1, 2, 3].map((id) => ({ id: gid('Refund', id) })), fulfillments: [] } },
      }),
      ReadRefunds: ({ ids }) => ({
        data: {
          nodes: (ids as string[]).map((id) =>
            wireRefund(Number(id.split('/').at(-1)), cut([wireRefundLine(1, 5)], `refund-of-${id}`)),
          ),
        },
      }),
      RefundLines: () => ({ data: { refund: { refundLineItems: whole([wireRefundLine(2)]) } } }),
    })
    const order = await connector.readOrder(gid('Order', ID))
    expect(order?.lines.map(({ id }) => id)).toEqual([1, 2, 3].map((id) => gid('LineItem', id)))
    expect(order?.fulfillmentOrders.map(({ lines }) => lines.map(({ lineItemId }) => lineItemId))).toEqual([
      [gid('LineItem', 1), gid('LineItem', 2)],
      [gid('LineItem', 3)],
    ])
    expect(order?.refunds.map(({ lines }) => lines.length)).toEqual([2, 2, 2])
  })

  it('is never returned incomplete: one that disappears while it is read is unavailable', async () => {
    const { connector } = await shopThatAnswers({
      ReadOrders: () => ({ data: { nodes: [wireOrder(ID, { lineItems: cut([wireLine(1)], 'line-1') })] } }),
      OrderLines: () => ({ data: { order: null } }),
    })
    expect((await caught(connector.readOrder(gid('Order', ID)))).word).toBe('unavailable')
  })

  it('has no customer where that scope is missing, and the customer is not requested again', async () => {
    const { connector, asked } = await shopThatAnswers({
      ReadOrders: ({ people }) =>
        people
          ? {
              data: { nodes: [wireOrder(ID, { customer: null })] },
              errors: [
                {
                  message: 'Access denied for customer field. Required access: `read_customers` access scope.',
                  path: ['nodes', 0, 'customer'],
                  extensions: { code: 'ACCESS_DENIED' },
                },
              ],
            }
          : { data: { nodes: [wireOrder(ID)] } },
    })
    for (let round = 0; round < 2; round++) expect((await connector.readOrder(gid('Order', ID)))?.name).toBe('#1001')
    expect(asked.map(({ variables }) => variables.people)).toEqual([true, false, false])
  })

  it('does not name the returns of refunds where that scope is missing, even if the shopper is denied too', async () => {
    const denied = (field: string, scope: string) => ({
      data: { nodes: [wireOrder(ID)] },
      errors: [
        {
          message: `Access denied for ${field} field. Required access: \`${scope}\` access scope.`,
          path: ['nodes', 0, field],
          extensions: { code: 'ACCESS_DENIED' },
        },
      ],
    })
    const { connector, asked } = await shopThatAnswers({
      ReadOrders: ({ people, returns }) =>
        returns
          ? denied('return', 'read_returns')
          : people
            ? denied('customer', 'read_customers')
            : { data: { nodes: [wireOrder(ID)] } },
    })
    for (let round = 0; round < 2; round++) expect((await connector.readOrder(gid('Order', ID)))?.name).toBe('#1001')
    expect(asked.map(({ variables: { people, returns } }) => [people, returns])).toEqual([
      [true, true],
      [true, false],
      [false, false],
      [false, false],
    ])
  })

  it('is refused where it is one of the orders that may not be read', async () => {
    const { connector } = await shopThatAnswers({
      ReadOrders: () => ({
        data: { nodes: [null] },
        errors: [{ message: 'Access denied for nodes field.', path: ['nodes'], extensions: { code: 'ACCESS_DENIED' } }],
      }),
    })
    expect((await caught(connector.readOrder(gid('Order', ID)))).word).toBe('unauthorised')
  })

  it('is one of five in a request that stays below the limit of 1,000 points', async () => {
    const ids = Array.from({ length: 12 }, (_none, index) => String(index + 1))
    const { connector, asked } = await shopThatAnswers({
      ReadOrders: ({ ids: some }) => ({
        data: { nodes: (some as string[]).map((id) => wireOrder(id.split('/').at(-1)!)) },
      }),
    })
    const orders = await connector.readOrders(ids.map((id) => gid('Order', id)))
    expect(orders.map((order) => order?.legacyId)).toEqual(ids)
    const most = Math.max(...asked.map(({ variables }) => (variables.ids as string[]).length))
    expect(most * READ_ORDER_COST).toBeLessThanOrEqual(1000)
  })
})

describe('a list of orders', () => {
  const stamps = (...names: string[]) => ({
    data: {
      orders: whole(
        names.map((name, index) => ({
          id: gid('Order', index + 1),
          name,
          updatedAt: '2026-11-21T00:00:00Z',
          returnStatus: 'NO_RETURN',
        })),
      ),
    },
  })
  const read = ({ ids }: Asked['variables']) => ({
    data: { nodes: (ids as string[]).map((id) => (id.endsWith('/2') ? null : wireOrder(id.split('/').at(-1)!))) },
  })

  it('is read by change time, and omits what was deleted in between', async () => {
    const { connector, asked } = await shopThatAnswers({
      ListOrderStamps: () => stamps('#1', '#2', '#3'),
      ReadOrders: read,
    })
    const page = await connector.listOrders({ updatedFrom: '2026-11-20T00:00:00Z', first: 500 })
    expect(page.orders.map(({ legacyId }) => legacyId)).toEqual(['1', '3'])
    expect(page).toMatchObject({ hasNext: false })
    expect(asked[0]!.variables).toEqual({
      first: 250,
      after: null,
      query: "updated_at:>='2026-11-20T00:00:00Z'",
      sortKey: 'UPDATED_AT',
    })
  })

  it('by names has exactly those, and a name can’t break out of its quotes', async () => {
    const { connector, asked } = await shopThatAnswers({
      ListOrderStamps: () => stamps('#10', '#100', '#11'),
      ReadOrders: read,
    })
    const orders = await connector.ordersByNames(['10', "#11' OR status:any"])
    expect(orders.map(({ id }) => id)).toEqual([gid('Order', 1)])
    expect(asked[0]!.variables.query).toBe(String.raw`(name:'10' OR name:'#11\' OR status:any')`)
  })

  it('by the status of their returns is requested with any of the statuses', async () => {
    const { connector, asked } = await shopThatAnswers({ ListOrderStamps: () => stamps('#1') })
    await connector.listOrderStamps({ returnStatuses: ['RETURN_REQUESTED', 'IN_PROGRESS'], first: 100 })
    expect(asked[0]!.variables.query).toBe('(return_status:return_requested OR return_status:in_progress)')
  })

  it('of no names is empty and makes no request', async () => {
    const { connector, asked } = await shopThatAnswers({})
    expect(await connector.listOrders({ names: [], first: 10 })).toEqual({ orders: [], hasNext: false })
    expect(await connector.ordersByNames([])).toEqual([])
    expect(asked).toEqual([])
  })
})
