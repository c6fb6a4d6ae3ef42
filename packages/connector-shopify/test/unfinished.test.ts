import { NO_RETRY } from '@huoqiao/connector-kit'
import { describe, expect, it } from 'vitest'
import { caught, connect } from './connected.ts'
import { graphql } from './pretend-shop.ts'

const LOCATIONS = { data: { locations: { nodes: [], pageInfo: { hasNextPage: false } } } }
const PRODUCT = { id: 'gid://shopify/Product/7', handle: 'h', title: 't', status: 'DRAFT' }
const TEXTS = { descriptionHtml: '', vendor: 'v', productType: '', tags: [] }
const SET = {
  product: { ...PRODUCT, ...TEXTS, updatedAt: '2026-11-21T00:00:00Z' },
  productSetOperation: null,
  userErrors: [],
}

/** A proxy, or the shop itself, gave up waiting for the work behind it. */
const UNFINISHED = [408, 499, 500, 502, 503, 504, 520, 524]

describe.each(UNFINISHED)('HTTP %i, a request that was not finished', (status) => {
  it.each(['', '<html>gave up</html>', '{}', '{"errors":"gave up"}'])(
    'makes the outcome of a write unknown, and is not sent again: %s',
    async (text) => {
      const { shop, connector } = await connect((_received, response) => response.writeHead(status).end(text))
      const failure = await caught(connector.createProduct({ title: 'x' }))
      expect([failure.word, failure.detail.code, shop.received.length]).toEqual(['unknown-outcome', String(status), 1])
      expect(failure.detail.exchange?.status).toBe(status)
    },
  )

  it('is repeated for a write that sets values under the same identifier', async () => {
    const { shop, connector } = await connect((_received, response, nth) => {
      if (nth === 1) response.writeHead(status).end()
      else graphql(response, { data: { productSet: SET } })
    })
    const done = await connector.upsertProduct({ identifier: { listing: 'L-1' }, input: { title: 't' }, select: 'ids' })
    expect(done).toMatchObject({ kind: 'done', product: { id: PRODUCT.id } })
    expect(new Set(shop.received.map(({ body }) => body)).size).toBe(1)
    expect(shop.received).toHaveLength(2)
  })

  it('is repeated for a read, and unavailable without patience for a wait', async () => {
    const { shop, connector } = await connect((_received, response, nth) => {
      if (nth === 2) graphql(response, LOCATIONS)
      else response.writeHead(status).end()
    })
    expect(await connector.listLocations()).toEqual([])
    expect(shop.received).toHaveLength(2)
    expect((await caught(connector.listLocations({ retry: NO_RETRY }))).word).toBe('unavailable')
  })
})

it.each([400, 406, 409, 413, 422])(
  'HTTP %i is a refusal: nothing was done, for a write as for a read',
  async (status) => {
    const { shop, connector } = await connect((_received, response) => response.writeHead(status).end())
    expect((await caught(connector.createProduct({ title: 'x' }))).word).toBe('rejected')
    expect((await caught(connector.listLocations())).word).toBe('rejected')
    expect(shop.received).toHaveLength(2)
  },
)
