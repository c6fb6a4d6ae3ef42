import { NO_RETRY, RemoteFailure } from '@huoqiao/connector-kit'
import { afterEach, describe, expect, it } from 'vitest'
import { createShopifyConnector, userErrorsOf } from '../src/index.ts'
import type { ConnectorEvent, Credentials, StoredToken } from '../src/index.ts'
import { COST, graphql, pretendShop, tokenShelf } from './pretend-shop.ts'
import type { Answer } from './pretend-shop.ts'

const APP: Credentials = { kind: 'client-credentials', clientId: 'app-1', clientSecret: 'shpss_secret' }
const PERMANENT: Credentials = { kind: 'token', accessToken: 'shpat_1' }
const open: { close: () => Promise<void> }[] = []
afterEach(async () => {
  for (const shop of open.splice(0)) await shop.close()
})

type Given = { readonly credentials?: Credentials; readonly stored?: StoredToken }

async function connect(answer: Answer, { credentials = PERMANENT, stored }: Given = {}) {
  const shop = await pretendShop(answer)
  open.push(shop)
  const events: ConnectorEvent[] = []
  const tokens = tokenShelf(stored)
  const connector = createShopifyConnector({
    origin: shop.origin,
    credentials,
    tokens,
    random: () => 0,
    log: (event) => events.push(event),
  })
  return { shop, connector, events, tokens }
}

const caught = async (work: Promise<unknown>): Promise<RemoteFailure> => {
  const failure: unknown = await work.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (!(failure instanceof RemoteFailure)) throw new Error(`expected a remote failure, got ${String(failure)}`)
  return failure
}

const ONCE = { retry: NO_RETRY }
const DELETED = { data: { productDelete: { deletedProductId: 'gid://shopify/Product/1', userErrors: [] } } }
const LOCATIONS = { data: { locations: { nodes: [], pageInfo: { hasNextPage: false } } } }
const isTokenCall = (path: string): boolean => path === '/admin/oauth/access_token'

describe('tokens', () => {
  it('asks for one token however many calls wait for it, and keeps it', async () => {
    const { shop, connector, tokens } = await connect(
      ({ path }, response) => {
        if (isTokenCall(path))
          setTimeout(() => response.end('{"access_token":"shpat_9","scope":"read_products","expires_in":86399}'), 20)
        else graphql(response, LOCATIONS)
      },
      { credentials: APP },
    )
    await Promise.all([connector.listLocations(), connector.listLocations(), connector.listLocations()])
    const asked = shop.received.filter(({ path }) => isTokenCall(path))
    expect(asked.map(({ body }) => body)).toEqual([
      'grant_type=client_credentials&client_id=app-1&client_secret=shpss_secret',
    ])
    expect(
      shop.received.filter(({ path }) => path === '/admin/api/2026-07/graphql.json').map(({ token }) => token),
    ).toEqual(['shpat_9', 'shpat_9', 'shpat_9'])
    expect(tokens.held()?.scope).toBe('read_products')
  })

  it('renews a token that died early, once, and carries a mutation out once', async () => {
    const stored = { accessToken: 'shpat_dead', scope: '', expiresAt: Date.now() + 80_000_000 }
    const { shop, connector } = await connect(
      ({ path, token }, response) => {
        if (isTokenCall(path)) response.end('{"access_token":"shpat_new","scope":"","expires_in":86399}')
        else if (token === 'shpat_new') graphql(response, DELETED)
        else graphql(response, { errors: '[API] Invalid API key or access token' }, { status: 401 })
      },
      { credentials: APP, stored },
    )
    expect(await connector.deleteProduct('gid://shopify/Product/1')).toBe('deleted')
    expect(shop.received.map(({ path, token }) => (isTokenCall(path) ? 'token' : token))).toEqual([
      'shpat_dead',
      'token',
      'shpat_new',
    ])
  })

  it('renews in the last hour, and goes on with the old token when that fails', async () => {
    const stored = { accessToken: 'shpat_old', scope: '', expiresAt: Date.now() + 1_800_000 }
    const { shop, connector, events } = await connect(
      ({ path }, response) => {
        if (isTokenCall(path)) response.writeHead(500).end('oops')
        else graphql(response, LOCATIONS)
      },
      { credentials: APP, stored },
    )
    await connector.listLocations()
    await connector.listLocations()
    expect(shop.received.map(({ path, token }) => (isTokenCall(path) ? 'token' : token))).toEqual([
      'token',
      'shpat_old',
      'shpat_old',
    ])
    expect(events.filter(({ kind }) => kind === 'token-renewal-failed')).toHaveLength(1)
  })

  it('calls a refused app unauthorised, and shows no secret', async () => {
    const { connector } = await connect(
      (_received, response) => response.writeHead(400).end('{"error":"invalid_client","hint":"shpss_secret"}'),
      { credentials: APP },
    )
    const failure = await caught(connector.shopInfo())
    expect([failure.word, failure.detail.code]).toEqual(['unauthorised', 'invalid_client'])
    expect(JSON.stringify(failure.detail.exchange)).not.toContain('shpss_secret')
  })
})

describe('what the remote says, in our words', () => {
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

  it('never sends a blind creation twice after its answer was lost', async () => {
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

  it('takes a definition that is there already for success', async () => {
    const userErrors = [{ code: 'TAKEN', field: ['definition', 'key'], message: 'Key is in use' }]
    const { connector } = await connect((_received, response) =>
      graphql(response, { data: { metafieldDefinitionCreate: { createdDefinition: null, userErrors } } }),
    )
    expect(await connector.ensureIdDefinition()).toBe('already-there')
  })

  it('does not take an answer of another shape for an empty one', async () => {
    const { connector } = await connect((_received, response) =>
      graphql(response, { data: { nodes: [{ id: 'gid://shopify/Product/1', title: 'half a product' }] } }),
    )
    const failure = await caught(connector.readProducts(['gid://shopify/Product/1']))
    expect([failure.word, failure.detail.code]).toEqual(['rejected', 'UNEXPECTED_SHAPE'])
  })

  it('waits out THROTTLED and sends again, without the caller noticing', async () => {
    const throttleStatus = { ...COST.throttleStatus, currentlyAvailable: 0, restoreRate: 200 }
    const { shop, connector, events } = await connect((_received, response, nth) => {
      const cost = { requestedQueryCost: 40, actualQueryCost: null, throttleStatus }
      if (nth === 1)
        graphql(response, {
          errors: [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }],
          extensions: { cost },
        })
      else graphql(response, LOCATIONS)
    })
    const started = Date.now()
    await connector.listLocations()
    // 40 points at 200 a second: sooner would be thrown back again.
    expect(Date.now() - started).toBeGreaterThanOrEqual(195)
    expect(shop.received).toHaveLength(2)
    expect(events.map((event) => event.kind === 'sent' && event.outcome)).toEqual(['throttled', 'answered'])
  })

  it('reads Retry-After in seconds, with a fraction', async () => {
    const times: number[] = []
    const { connector } = await connect((_received, response, nth) => {
      times.push(Date.now())
      if (nth === 1) response.writeHead(429, { 'retry-after': '0.3' }).end()
      else graphql(response, LOCATIONS)
    })
    await connector.listLocations()
    expect(times[1]! - times[0]!).toBeGreaterThanOrEqual(295)
  })

  it('tells the daily limit on new variants from being too fast', async () => {
    const { shop, connector } = await connect((_received, response) =>
      response.writeHead(429).end('{"errors":"Daily variant creation limit reached"}'),
    )
    const failure = await caught(connector.createProduct({ title: 'x' }))
    expect([failure.word, failure.detail.code]).toEqual(['throttled', 'DAILY_VARIANT_LIMIT'])
    expect(shop.received).toHaveLength(1)
  })

  it('says once that another version answers than was asked for', async () => {
    const { connector, events } = await connect((_received, response) =>
      graphql(response, LOCATIONS, { headers: { 'x-shopify-api-version': '2026-10' } }),
    )
    await connector.listLocations()
    await connector.listLocations()
    expect(events.filter(({ kind }) => kind === 'version-ended')).toEqual([
      { kind: 'version-ended', asked: '2026-07', answered: '2026-10' },
    ])
  })

  it('keeps what the store grants for the console', async () => {
    const { connector } = await connect((_received, response) => graphql(response, LOCATIONS))
    expect(connector.status().known).toBe(false)
    await connector.listLocations()
    expect(connector.status()).toMatchObject({ known: true, maximum: 2000, restoreRate: 100, queued: 0, waitingMs: 0 })
  })
})

describe('publishing many', () => {
  const ids = Array.from({ length: 60 }, (_none, index) => `gid://shopify/Product/${index}`)

  it('takes one request for 50 products, and names the one that is not there', async () => {
    const { shop, connector } = await connect(({ body }, response) => {
      const { variables } = JSON.parse(body) as { variables: { id: string; input: { publishablesToAdd?: string[] } } }
      const gone = [{ field: ['id'], message: 'Resource does not exist' }]
      const batch = variables.input.publishablesToAdd
      if (batch)
        graphql(response, { data: { publicationUpdate: { userErrors: batch.includes(ids[55]!) ? gone : [] } } })
      else graphql(response, { data: { publishablePublish: { userErrors: variables.id === ids[55] ? gone : [] } } })
    })
    const { published, refused } = await connector.publishMany(['gid://shopify/Publication/1'], ids)
    expect(published.toSorted()).toEqual(ids.filter((id) => id !== ids[55]).toSorted())
    expect(refused.map(({ productId }) => productId)).toEqual([ids[55]])
    // The first 50 together, the other 10 refused together and then sent one by one.
    expect(shop.received).toHaveLength(1 + 1 + 10)
  })
})
