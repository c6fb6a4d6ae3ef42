import { NO_RETRY } from '@huoqiao/connector-kit'
import { describe, expect, it } from 'vitest'
import { userErrorsOf } from '../src/index.ts'
import { caught, connect } from './connected.ts'
import { COST, graphql } from './pretend-shop.ts'
import type { Answer } from './pretend-shop.ts'

const ONCE = { retry: NO_RETRY }
const LOCATIONS = { data: { locations: { nodes: [], pageInfo: { hasNextPage: false } } } }

describe('the connector', () => {
  const top =
    (code: string | undefined, data?: object): Answer =>
    (_received, response) =>
      graphql(response, {
        errors: [{ message: `said ${code}`, ...(code ? { extensions: { code } } : {}) }],
        ...(data ? { data } : {}),
      })

  it.each([
    ['ACCESS_DENIED', 'unauthorised', 'unauthorised'],
    ['BAD_REQUEST', 'rejected', 'rejected'],
    ['INVALID_FIELD_ARGUMENTS', 'rejected', 'rejected'],
    ['MAX_COST_EXCEEDED', 'rejected', 'rejected'],
    ['INTERNAL_SERVER_ERROR', 'unavailable', 'unknown-outcome'],
    [undefined, 'rejected', 'rejected'],
  ])('top-level %s is %s for a query and %s for a mutation', async (code, forQuery, forMutation) => {
    const { connector } = await connect(top(code))
    expect((await caught(connector.listLocations(ONCE))).word).toBe(forQuery)
    expect((await caught(connector.createProduct({ title: 'x' }, ONCE))).word).toBe(forMutation)
  })

  it.each([
    [401, 'unauthorised', 'unauthorised'],
    [402, 'unauthorised', 'unauthorised'],
    [404, 'unauthorised', 'unauthorised'],
    [301, 'unauthorised', 'unauthorised'],
    [400, 'rejected', 'rejected'],
    [502, 'unavailable', 'unknown-outcome'],
  ])('HTTP %i is %s for a query and %s for a mutation', async (status, forQuery, forMutation) => {
    const { connector } = await connect((_received, response) => response.writeHead(status).end('<html>'))
    expect((await caught(connector.listLocations(ONCE))).word).toBe(forQuery)
    expect((await caught(connector.createProduct({ title: 'x' }, ONCE))).word).toBe(forMutation)
  })

  it.each([
    ['cut before an answer', (response: { destroy(): void }) => response.destroy()],
    [
      'answered with something that is not GraphQL',
      (response: { end(text: string): void }) => response.end('<html>ok</html>'),
    ],
  ])('a request that is %s is unavailable for a query, of unknown outcome for a mutation', async (_what, act) => {
    const { connector } = await connect((_received, response) => act(response))
    expect((await caught(connector.listLocations(ONCE))).word).toBe('unavailable')
    expect((await caught(connector.createProduct({ title: 'x' }, ONCE))).word).toBe('unknown-outcome')
  })

  it('never sends a creation without an identifier again after its answer was lost', async () => {
    const { shop, connector } = await connect((_received, response) => response.destroy())
    expect((await caught(connector.createProduct({ title: 'x' }))).word).toBe('unknown-outcome')
    expect(shop.received).toHaveLength(1)
  })

  it('sends an upsert again after its answer was lost, under the same identifier', async () => {
    const product = {
      id: 'gid://shopify/Product/7',
      handle: 'h',
      title: 't',
      status: 'DRAFT',
      updatedAt: '2026-11-21T00:00:00Z',
      descriptionHtml: '',
      vendor: 'v',
      productType: '',
      tags: [],
    }
    const { shop, connector } = await connect((_received, response, nth) => {
      if (nth === 1) response.destroy()
      else graphql(response, { data: { productSet: { product, productSetOperation: null, userErrors: [] } } })
    })
    const result = await connector.upsertProduct({
      identifier: { listing: 'L-1' },
      input: { title: 't' },
      select: 'ids',
    })
    expect(result).toMatchObject({ kind: 'done', product: { id: product.id } })
    const customIds = shop.received.map(
      ({ body }) => (JSON.parse(body) as { variables: { identifier: unknown } }).variables.identifier,
    )
    expect(customIds).toEqual([
      { customId: { namespace: 'huoqiao', key: 'listing', value: 'L-1' } },
      { customId: { namespace: 'huoqiao', key: 'listing', value: 'L-1' } },
    ])
  })

  it('names the refused field and keeps every refusal', async () => {
    const userErrors = [
      { code: 'INVALID_VARIANT', field: ['input', 'variants', '3', 'price'], message: 'Price must be positive' },
      { code: 'DUPLICATED_OPTION_VALUE', field: ['input', 'productOptions'], message: 'Red stands twice' },
    ]
    const { connector } = await connect((_received, response) =>
      graphql(response, { data: { productSet: { product: null, productSetOperation: null, userErrors } } }),
    )
    const failure = await caught(connector.upsertProduct({ identifier: { listing: 'L-1' }, input: { title: 't' } }))
    expect(failure.word).toBe('rejected')
    expect(failure.detail).toMatchObject({ code: 'INVALID_VARIANT', field: 'input.variants.3.price' })
    expect(userErrorsOf(failure)).toEqual(userErrors)
    expect(failure.detail.exchange?.request).toContain('"value":"L-1"')
  })

  it('treats a definition that exists already as a success', async () => {
    const userErrors = [{ code: 'TAKEN', field: ['definition', 'key'], message: 'Key is in use' }]
    const { connector } = await connect((_received, response) =>
      graphql(response, { data: { metafieldDefinitionCreate: { createdDefinition: null, userErrors } } }),
    )
    expect(await connector.ensureIdDefinition()).toBe('already-there')
  })

  it('does not treat an answer of another shape as an empty one', async () => {
    const { connector } = await connect((_received, response) =>
      graphql(response, { data: { nodes: [{ id: 'gid://shopify/Product/1', title: 'half a product' }] } }),
    )
    const failure = await caught(connector.readProducts(['gid://shopify/Product/1']))
    expect([failure.word, failure.detail.code]).toEqual(['rejected', 'UNEXPECTED_SHAPE'])
  })

  it('waits after THROTTLED and sends again, without an error for the caller', async () => {
    const throttleStatus = { ...COST.throttleStatus, currentlyAvailable: 0, restoreRate: 200 }
    const { shop, connector, events, clock } = await connect((_received, response, nth) => {
      const cost = { requestedQueryCost: 40, actualQueryCost: null, throttleStatus }
      if (nth === 1)
        graphql(response, {
          errors: [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }],
          extensions: { cost },
        })
      else graphql(response, LOCATIONS)
    })
    await connector.listLocations()
    // 40 points and the margin of 4, at 200 a second: an earlier request would be throttled again.
    expect(clock.waits).toEqual([220])
    expect(shop.received).toHaveLength(2)
    expect(events.map((event) => event.kind === 'sent' && event.outcome)).toEqual(['throttled', 'answered'])
  })

  it('reads Retry-After in seconds, with a fraction', async () => {
    const { connector, clock } = await connect((_received, response, nth) => {
      if (nth === 1) response.writeHead(429, { 'retry-after': '0.3' }).end()
      else graphql(response, LOCATIONS)
    })
    await connector.listLocations()
    expect(clock.waits).toEqual([300])
  })

  it('distinguishes the daily limit on new variants from throttling', async () => {
    const { shop, connector } = await connect((_received, response) =>
      response.writeHead(429).end('{"errors":"Daily variant creation limit reached"}'),
    )
    const failure = await caught(connector.createProduct({ title: 'x' }))
    expect([failure.word, failure.detail.code]).toEqual(['throttled', 'DAILY_VARIANT_LIMIT'])
    expect(shop.received).toHaveLength(1)
  })

  it('warns once that the answer has another version than requested', async () => {
    const { connector, events } = await connect((_received, response) =>
      graphql(response, LOCATIONS, { headers: { 'x-shopify-api-version': '2026-10' } }),
    )
    await connector.listLocations()
    await connector.listLocations()
    expect(events.filter(({ kind }) => kind === 'version-ended')).toEqual([
      { kind: 'version-ended', asked: '2026-07', answered: '2026-10' },
    ])
  })

  it('stores the granted scopes for the console', async () => {
    const { connector } = await connect((_received, response) => graphql(response, LOCATIONS))
    expect(connector.status().known).toBe(false)
    await connector.listLocations()
    expect(connector.status()).toMatchObject({ known: true, maximum: 2000, restoreRate: 100, queued: 0, waitingMs: 0 })
  })
})

describe('publishing many', () => {
  const ids = Array.from({ length: 60 }, (_none, index) => `gid://shopify/Product/${index}`)
  const channel = 'gid://shopify/Publication/1'
  type Asked = { variables: { id: string; input: { publishablesToAdd?: string[] } } }
  const gone = [{ field: ['id'], message: 'Resource does not exist' }]

  it('takes one request for 50 products, and names the one that does not exist', async () => {
    const { shop, connector } = await connect(({ body }, response) => {
      const { variables } = JSON.parse(body) as Asked
      const batch = variables.input.publishablesToAdd
      if (batch)
        graphql(response, { data: { publicationUpdate: { userErrors: batch.includes(ids[55]!) ? gone : [] } } })
      else graphql(response, { data: { publishablePublish: { userErrors: variables.id === ids[55] ? gone : [] } } })
    })
    const { published, refused } = await connector.publishMany([channel], ids)
    expect(published.toSorted()).toEqual(ids.filter((id) => id !== ids[55]).toSorted())
    expect(refused.map(({ productId }) => productId)).toEqual([ids[55]])
    // The first 50 together, the other 10 refused together and then sent one by one.
    expect(shop.received).toHaveLength(1 + 1 + 10)
  })

  it('tries a channel without batches only once with a batch', async () => {
    const { shop, connector } = await connect(({ body }, response) => {
      const { variables } = JSON.parse(body) as Asked
      const no = [
        { code: 'CANNOT_MODIFY_APP_CATALOG_PUBLICATION', field: ['id'], message: 'belongs to an app catalog' },
      ]
      if (variables.input.publishablesToAdd) graphql(response, { data: { publicationUpdate: { userErrors: no } } })
      else graphql(response, { data: { publishablePublish: { userErrors: [] } } })
    })
    for (let round = 0; round < 3; round++)
      expect((await connector.publishMany([channel], ids.slice(0, 4))).published).toHaveLength(4)
    expect(shop.received).toHaveLength(1 + 3 * 4)
  })
})
