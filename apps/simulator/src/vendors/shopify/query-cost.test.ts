import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Simulator } from '../../compose.ts'
import { openTestShop, SET_BARE, startSimulator } from './shopify-client.testing.ts'
import type { TestShop } from './shopify-client.testing.ts'

let sim: Simulator
let shop: TestShop
let stop: () => Promise<void>

beforeAll(async () => {
  const started = await startSimulator()
  ;({ sim, stop } = started)
  shop = await openTestShop(sim)
  sim.core.quirks.set('shopify.fetch-media', false)
})
afterAll(() => stop())
afterEach(() => {
  sim.core.quirks.reset()
  sim.core.quirks.set('shopify.fetch-media', false)
  sim.core.clock.advance(60_000)
})

const picture = (n: number) => `http://127.0.0.1:9/${n}.jpg`
const tenVariants = (own: (index: number) => object) => ({
  productOptions: [{ name: 'Color', values: Array.from({ length: 10 }, (_, index) => ({ name: `c${index}` })) }],
  variants: Array.from({ length: 10 }, (_, index) => ({
    optionValues: [{ optionName: 'Color', name: `c${index}` }],
    ...own(index),
  })),
})
const files = Array.from({ length: 5 }, (_, index) => ({ originalSource: picture(index) }))
const field = (key: string) => ({ namespace: 'bridge', key, type: 'single_line_text_field', value: 'x' })

describe('the cost of a request', () => {
  it('is 22 for a productSet of 10 variants and 5 files', async () => {
    const input = { title: 'A', files, ...tenVariants(() => ({})) }
    const { cost, data } = await shop.ask(SET_BARE, { input })
    expect(data).toMatchObject({ productSet: { userErrors: [] } })
    expect(cost?.requestedQueryCost).toBe(22)
    expect(cost?.actualQueryCost).toBe(22)
  })

  it('is 33 for the same with variant pictures and metafields', async () => {
    const own = (index: number) => ({ file: { originalSource: picture(index % 5) }, metafields: [field('sku_id')] })
    const input = { title: 'B', files, metafields: [field('one'), field('two')], ...tenVariants(own) }
    const { cost, data } = await shop.ask(SET_BARE, { input })
    expect(data).toMatchObject({ productSet: { userErrors: [] } })
    expect(cost?.requestedQueryCost).toBe(33)
  })

  it('counts objects, connections by size and nothing for scalars, and is reduced by what was not returned', async () => {
    expect((await shop.ask('{ shop { name currencyCode } }')).cost?.requestedQueryCost).toBe(1)
    expect((await shop.ask('{ shop { name plan { shopifyPlus } } }')).cost?.requestedQueryCost).toBe(2)
    const { cost } = await shop.ask('{ products(first: 100) { edges { node { id title } } pageInfo { hasNextPage } } }')
    expect(cost?.requestedQueryCost).toBe(102)
    const { productsCount } = (await shop.ask('{ productsCount { count } }')).data as {
      productsCount: { count: number }
    }
    expect(cost?.actualQueryCost).toBe(2 + productsCount.count)
  })

  it('uses the most expensive branch of an interface', async () => {
    const query = `{ node(id: "gid://shopify/Shop/1") { id
      ... on Product { variants(first: 5) { nodes { id } } }
      ... on Shop { plan { shopifyPlus } } } }`
    expect((await shop.ask(query)).cost?.requestedQueryCost).toBe(1 + 7)
  })

  it('counts metafieldsSet by its distinct owners, each alias with its own base', async () => {
    const one = (owner: string, key: string) =>
      `{ ownerId: "${owner}", namespace: "bridge", key: "${key}", type: "boolean", value: "true" }`
    const product = 'gid://shopify/Product/1'
    const set = (name: string, fields: string[]) =>
      `${name}: metafieldsSet(metafields: [${fields.join(' ')}]) { userErrors { code } }`
    const query = `mutation { ${set('a', [one(product, 'aa'), one(product, 'bb')])} ${set('b', [one(product, 'aa')])} }`
    expect((await shop.ask(query)).cost?.requestedQueryCost).toBe(28)
  })

  it('is listed for each field on request', async () => {
    const { cost } = await shop.ask('{ shop { name } }', {}, { headers: { 'Shopify-GraphQL-Cost-Debug': '1' } })
    expect(cost?.fields).toContainEqual({
      path: ['shop'],
      definedCost: 0,
      requestedTotalCost: 1,
      requestedChildrenCost: 1,
    })
  })

  it('may be at most 1,000 points, and an input array may have at most 250 items', async () => {
    const dear = await shop.ask('{ products(first: 250) { nodes { variants(first: 10) { nodes { id } } } } }')
    expect(dear.errors?.[0]?.extensions).toMatchObject({ code: 'MAX_COST_EXCEEDED', maxCost: 1000 })
    expect(dear.data).toBeUndefined()
    const ids = Array.from({ length: 251 }, (_, index) => `gid://shopify/Product/${index}`)
    const long = await shop.ask('query($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids })
    expect(long.errors?.[0]?.extensions?.code).toBe('MAX_INPUT_SIZE_EXCEEDED')
  })

  it('requires pages of at most 250, and exactly one of first and last', async () => {
    for (const args of ['first: 251', '', 'first: 1, last: 1']) {
      const list = `{ locations${args ? `(${args})` : ''} { nodes { id } } }`
      expect((await shop.ask(list)).errors?.[0]?.extensions?.code).toBe('BAD_REQUEST')
    }
  })
})

describe('the bucket', () => {
  /** 71 mutations of 14 points, each refused because of its owner, so that nothing is saved and no points are returned. */
  const costly = `mutation { ${Array.from(
    { length: 71 },
    (_, n) =>
      `m${n}: metafieldsSet(metafields: [{ ownerId: "gid://shopify/Product/1", namespace: "bridge", key: "kk", type: "boolean", value: "true" }]) { userErrors { code } }`,
  ).join(' ')} }`
  /** Time does not move: points that were used stay used, however long the requests take. */
  const drain = async () => {
    for (;;) {
      const answer = await shop.ask(costly)
      if (answer.errors) return answer
    }
  }

  it('throttles with HTTP 200 without data, keeps the status, and refills with simulated time', async () => {
    const throttled = await drain()
    expect(throttled.status).toBe(200)
    expect(throttled.data).toBeUndefined()
    expect(throttled.errors).toMatchObject([{ message: 'Throttled', extensions: { code: 'THROTTLED' } }])
    expect(throttled.cost).toEqual({
      requestedQueryCost: 994,
      actualQueryCost: null,
      throttleStatus: { maximumAvailable: 2000, currentlyAvailable: 2000 - 2 * 994, restoreRate: 100 },
    })
    sim.core.clock.advance(9819)
    expect((await shop.ask(costly)).errors).toBeDefined()
    sim.core.clock.advance(1)
    expect((await shop.ask(costly)).errors).toBeUndefined()
  })

  it('exists once per shop, and is ten times as large on Plus', async () => {
    await drain()
    const eu = await openTestShop(sim, 'bridge-eu')
    const { cost } = await eu.ask('{ shop { name } }')
    expect(cost?.throttleStatus).toEqual({ maximumAvailable: 20_000, currentlyAvailable: 19_999, restoreRate: 1000 })
  })

  it('answers 429 with Retry-After when the quirk says so', async () => {
    await drain()
    sim.core.quirks.set('shopify.throttle-as-429', true)
    const answer = await shop.ask(costly)
    expect(answer.status).toBe(429)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  it('throttles by a fault while the bucket is full', async () => {
    sim.core.faults.add({ vendor: 'shopify', call: 'shop', times: 1, every: 1, fault: { kind: 'throttle' } })
    const answer = await shop.ask('{ shop { name } }')
    expect(answer.errors?.[0]?.extensions?.code).toBe('THROTTLED')
    expect((await shop.ask('{ shop { name } }')).errors).toBeUndefined()
  })
})
