import { describe, expect, it } from 'vitest'
import type { ShopOrder } from '../src/index.ts'
import {
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
import type { Answer } from './pretend-shop.ts'

const all = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
  const found: T[] = []
  for await (const item of items) found.push(item)
  return found
}

/** An order as an export writes it: the order without its connections, then its children. */
function exported(id: string, { refunds = [] as number[] } = {}): object[] {
  const { lineItems: _lines, fulfillmentOrders: _works, ...order } = wireOrder(id)
  const { lineItems: _parts, ...work } = wireFulfillmentOrder(Number(id), {})
  const parent = { __parentId: gid('Order', id) }
  return [
    { ...order, refunds: refunds.map((each) => ({ id: gid('Refund', each) })), fulfillments: [] },
    { ...wireLine(1), ...parent },
    { ...work, ...parent },
    { ...wirePart(1, 1), __parentId: work.id },
    { ...wireLine(2), ...parent },
  ]
}

const serving =
  (lines: readonly object[], cutAt?: number): Answer =>
  ({ path, body }, response) => {
    if (path === '/result') {
      const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
      response.writeHead(200)
      response.write(text.slice(0, cutAt))
      if (cutAt === undefined) response.end()
      else setImmediate(() => response.destroy())
    } else if (path === '/gone') response.writeHead(403).end()
    else {
      const { ids } = (JSON.parse(body) as { variables: { ids: string[] } }).variables
      const nodes = ids.map((id) => wireRefund(Number(id.split('/').at(-1)), whole([wireRefundLine(1)])))
      graphql(response, { data: { nodes } })
    }
  }

describe('an export', () => {
  it('returns whole orders, and reads the refunds of many in one request', async () => {
    const { shop, connector } = await connect(
      serving([...exported('1', { refunds: [7] }), ...exported('2'), ...exported('3', { refunds: [8, 9] })]),
    )
    const orders: ShopOrder[] = await all(connector.exportedOrders(`${shop.origin}/result`))
    expect(orders.map(({ legacyId, lines, refunds }) => [legacyId, lines.length, refunds.length])).toEqual([
      ['1', 2, 1],
      ['2', 2, 0],
      ['3', 2, 2],
    ])
    expect(orders[0]?.fulfillmentOrders[0]?.lines).toMatchObject([{ lineItemId: gid('LineItem', 1) }])
    expect(shop.received.map(({ path }) => path.split('/').at(-1))).toEqual(['result', 'graphql.json'])
  })

  it('of nothing is empty', async () => {
    const { shop, connector } = await connect(serving([]))
    expect(await all(connector.exportedOrders(`${shop.origin}/result`))).toEqual([])
  })

  it.each([150, 5000])('that breaks off after %i bytes is unavailable, never incomplete', async (cutAt) => {
    const lines = Array.from({ length: 5 }, (_none, index) => exported(String(index + 1))).flat()
    const { shop, connector } = await connect(serving(lines, cutAt))
    expect((await caught(all(connector.exportedOrders(`${shop.origin}/result`)))).word).toBe('unavailable')
  })

  it('older than its retention is not found', async () => {
    const { shop, connector } = await connect(serving([]))
    expect((await caught(all(connector.bulkLines(`${shop.origin}/gone`)))).word).toBe('not-found')
  })
})

it('a bulk mutation uploads its lines and starts with the path of the upload', async () => {
  const { shop, connector } = await connect(({ path, body }, response) => {
    if (path === '/upload') response.writeHead(201).end()
    else if (body.includes('stagedUploadsCreate')) {
      const parameters = [{ name: 'key', value: 'tmp/1/variables.jsonl' }]
      const stagedTargets = [{ url: `${shop.origin}/upload`, resourceUrl: null, parameters }]
      graphql(response, { data: { stagedUploadsCreate: { stagedTargets, userErrors: [] } } })
    } else {
      const bulkOperation = { id: gid('BulkOperation', 5) }
      graphql(response, { data: { bulkOperationRunMutation: { bulkOperation, userErrors: [] } } })
    }
  })
  const mutation = 'mutation ($id: ID!) { publishableUnpublish(id: $id, input: []) { userErrors { message } } }'
  const id = await connector.startBulkMutation({
    mutation,
    variables: [{ id: gid('Product', 1) }, { id: gid('Product', 2) }],
    client: 'huoqiao-run-1',
  })
  expect(id).toBe(gid('BulkOperation', 5))
  expect(shop.received[1]!.body).toContain(`{"id":"${gid('Product', 1)}"}\n{"id":"${gid('Product', 2)}"}\n`)
  expect(JSON.parse(shop.received[2]!.body)).toMatchObject({
    variables: { mutation, path: 'tmp/1/variables.jsonl', client: 'huoqiao-run-1' },
  })
})

it('returns when a bulk operation has ended, and why', async () => {
  const states = [
    { status: 'RUNNING', errorCode: null, objectCount: '12', url: null, partialDataUrl: null },
    {
      status: 'FAILED',
      errorCode: 'ACCESS_DENIED',
      objectCount: '0',
      url: null,
      partialDataUrl: 'https://x.example/p',
    },
  ]
  const id = gid('BulkOperation', 5)
  const { connector } = await connect((_received, response, nth) =>
    graphql(response, { data: { bulkOperation: { id, ...states[nth - 1] } } }),
  )
  expect(await connector.bulkState(id)).toEqual({ id, status: 'RUNNING', final: false, objectCount: 12 })
  expect(await connector.bulkState(id)).toMatchObject({
    final: true,
    errorCode: 'ACCESS_DENIED',
    partialUrl: 'https://x.example/p',
  })
})
