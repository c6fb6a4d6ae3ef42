import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Simulator } from '../../compose.ts'
import { credentials, openTestShop, startSimulator } from './shopify-client.testing.ts'
import type { TestShop } from './shopify-client.testing.ts'

let sim: Simulator
let shop: TestShop
let stop: () => Promise<void>

beforeAll(async () => {
  const started = await startSimulator()
  ;({ sim, stop } = started)
  shop = await openTestShop(sim)
})
afterAll(() => stop())
afterEach(() => {
  sim.core.quirks.reset()
  sim.core.faults.clear()
})

const grant = async (body: object, asJson = false) => {
  const response = await fetch(`${shop.origin}/admin/oauth/access_token`, {
    method: 'POST',
    ...(asJson
      ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
      : { body: new URLSearchParams(body as Record<string, string>) }),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

describe('an access token', () => {
  it('is returned for a day for the right secret, sent as a form or as JSON', async () => {
    const { clientId, clientSecret } = await credentials(sim, 'bridge-us')
    const sent = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
    for (const asJson of [false, true]) {
      const { status, body } = await grant(sent, asJson)
      expect(status).toBe(200)
      expect(body.access_token).toMatch(/^shpat_[0-9a-f]{32}$/)
      expect(body.expires_in).toBe(86_399)
      expect(String(body.scope).split(',')).toContain('write_products')
    }
  })

  it('is refused for a wrong secret, and the secret is not in the ledger', async () => {
    const { clientId } = await credentials(sim, 'bridge-us')
    const { status, body } = await grant({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: 'shpss_wrong_secret',
    })
    expect(status).toBe(400)
    expect(body.error).toBe('invalid_client')
    const { entries } = sim.core.ledger.query({ call: 'oauth/access_token', outcome: 'refused' })
    expect(JSON.stringify(entries)).not.toContain('shpss_wrong_secret')
  })

  it('is answered with 401 if it is unknown, of another shop, or expired', async () => {
    const other = await openTestShop(sim, 'bridge-eu')
    for (const token of ['shpat_unknown', other.token]) {
      const answer = await shop.ask('{ shop { name } }', {}, { token })
      expect(answer.status).toBe(401)
      expect(answer.errors).toBe('[API] Invalid API key or access token (unrecognized login or wrong password)')
    }
    const fresh = await openTestShop(sim)
    sim.core.clock.advance(86_400_000)
    expect((await fresh.ask('{ shop { name } }')).status).toBe(401)
    shop = await openTestShop(sim)
  })

  it('is invalidated by a fault', async () => {
    const fresh = await openTestShop(sim)
    sim.core.faults.add({ vendor: 'shopify', call: 'shop', times: 1, every: 1, fault: { kind: 'expire-token' } })
    expect((await fresh.ask('{ shop { name } }')).status).toBe(401)
    expect((await fresh.ask('{ shop { name } }')).status).toBe(401)
  })
})

describe('access scopes', () => {
  it('deny a field whose scope is not granted, with its path, and return the rest', async () => {
    sim.core.quirks.set('shopify.withheld-scopes', 'write_publications,read_publications')
    const answer = await shop.ask('{ shop { name } productsCount { count } locations(first: 1) { nodes { id } } }')
    expect(answer.errors).toBeUndefined()
    const denied = await shop.ask('{ shop { name } publicationsCount { count } }')
    expect(denied.data).toEqual({ shop: { name: 'Bridge Goods US' }, publicationsCount: null })
    expect(denied.errors?.[0]).toMatchObject({
      path: ['publicationsCount'],
      extensions: { code: 'ACCESS_DENIED', requiredAccess: '`read_publications` access scope.' },
    })
  })

  it('deny by the type that a connection or node returns', async () => {
    sim.core.quirks.set('shopify.withheld-scopes', 'write_products,read_products')
    const list = await shop.ask('{ products(first: 1) { nodes { id } } }')
    expect(list.errors?.[0]?.extensions?.code).toBe('ACCESS_DENIED')
    const node = await shop.ask('{ node(id: "gid://shopify/Product/8100000000001") { id } }')
    expect(node.errors?.[0]?.extensions?.code).toBe('ACCESS_DENIED')
    const write = await shop.ask(
      'mutation { productDelete(input: { id: "gid://shopify/Product/1" }) { deletedProductId } }',
    )
    expect(write.errors?.[0]?.extensions?.code).toBe('ACCESS_DENIED')
  })

  it('are listed for the app', async () => {
    const installed = await shop.get<{ accessScopes: { handle: string }[] }>(
      '{ currentAppInstallation { accessScopes { handle } } }',
    )
    const handles = installed.accessScopes.map((scope) => scope.handle)
    expect(handles).toEqual(expect.arrayContaining(['write_products', 'read_products', 'read_locales']))
  })
})

describe('versions and the schema', () => {
  it('returns each vendored version, names it, and uses the next one for an expired version', async () => {
    for (const [asked, answered] of [
      ['2026-04', '2026-04'],
      ['2026-07', '2026-07'],
      ['2026-10', '2026-10'],
      ['2024-01', '2026-04'],
    ] as const) {
      const answer = await shop.ask('{ shop { currencyCode } }', {}, { version: asked })
      expect(answer.headers.get('x-shopify-api-version')).toBe(answered)
      expect(answer.data).toEqual({ shop: { currencyCode: 'USD' } })
    }
    expect((await shop.ask('{ shop { name } }', {}, { version: '2031-01' })).status).toBe(404)
    expect((await shop.ask('{ shop { name } }', {}, { version: 'latest' })).status).toBe(404)
  })

  it('validates against the published schema, by version', async () => {
    const unknown = await shop.ask('{ shop { nickname } }')
    expect(unknown.errors?.[0]?.message).toContain('nickname')
    expect(unknown.data).toBeUndefined()
    const badVariable = await shop.ask('query($id: ID!) { product(id: $id) { id } }', { id: null })
    expect(badVariable.errors?.[0]?.extensions?.code).toBe('INVALID_VARIABLE')
    const inputId = 'mutation($input: ProductDeleteInput!) { productDelete(input: $input) { deletedProductId } }'
    for (const [query, variables, message, problems] of [
      [
        'query($id: ID!) { product(id: $id) { id } }',
        { id: '8100000000001' },
        'Variable $id of type ID! was provided invalid value',
        [{ path: [], explanation: "Invalid global id '8100000000001'" }],
      ],
      [
        'query($ids: [ID!]!) { nodes(ids: $ids) { id } }',
        { ids: ['gid://shopify/Product/1', 'one'] },
        "Variable $ids of type [ID!]! was provided invalid value for 1 (Invalid global id 'one')",
        [{ path: [1] }],
      ],
      [
        inputId,
        { input: { id: '1' } },
        "Variable $input of type ProductDeleteInput! was provided invalid value for id (Invalid global id '1')",
        [{ path: ['id'] }],
      ],
    ] as const) {
      // prettier-ignore
      const { errors, data } = await shop.ask(query, variables)
      expect(data).toBeUndefined()
      expect(errors).toMatchObject([{ message, extensions: { code: 'INVALID_VARIABLE', problems } }])
    }
    expect((await shop.ask('{ product(id: "1") { id } }')).errors).toMatchObject([
      { message: "Invalid global id '1'", extensions: { code: 'argumentLiteralsIncompatible' } },
    ])
    // Well-formed, but of another type.
    expect((await shop.ask('{ product(id: "gid://shopify/Order/1") { id } }')).errors).toMatchObject([
      { message: 'Invalid id: gid://shopify/Order/1', extensions: { code: 'RESOURCE_NOT_FOUND' } },
    ])
    // Fields that exist in one version only: removed in the next, or not yet there in the one before.
    const scheduled = '{ __type(name: "InventorySetScheduledChangesInput") { name } }'
    expect((await shop.ask(scheduled, {}, { version: '2026-04' })).data).toMatchObject({
      __type: { name: expect.any(String) },
    })
    expect((await shop.ask(scheduled, {}, { version: '2026-07' })).data).toEqual({ __type: null })
    const badMoney = await shop.ask(
      'mutation($v: [ProductVariantsBulkInput!]!) { productVariantsBulkUpdate(productId: "gid://shopify/Product/1", variants: $v) { userErrors { code } } }',
      { v: [{ id: 'gid://shopify/ProductVariant/1', price: 'cheap' }] },
    )
    expect(badMoney.errors?.[0]?.extensions?.code).toBe('INVALID_VARIABLE')
    const code = '{ __type(name: "PriceRule") { name } }'
    expect((await shop.ask(code, {}, { version: '2026-07' })).data).toEqual({ __type: { name: 'PriceRule' } })
    expect((await shop.ask(code, {}, { version: '2026-10' })).data).toEqual({ __type: null })
  })

  it('refuses what is not simulated instead of returning nothing', async () => {
    const root = await shop.ask('{ assignedFulfillmentOrders(first: 1) { nodes { id } } }')
    expect(root.errors?.[0]?.message).toBe('not simulated: assignedFulfillmentOrders')
    const field = await shop.ask('{ shop { name alerts { description } } }')
    expect(field.errors?.[0]?.message).toBe('not simulated: Shop.alerts')
    const search = await shop.ask('{ products(first: 1, query: "gift_card:true") { nodes { id } } }')
    expect(search.errors?.[0]?.message).toBe('not simulated: search by gift_card')
  })

  it('distinguishes the shops by currency, plan, locations and languages', async () => {
    const facts = `{ shop { currencyCode plan { shopifyPlus } resourceLimits { maxProductVariants maxProductOptions } } }`
    const eu = await openTestShop(sim, 'bridge-eu')
    expect(await shop.get(facts)).toMatchObject({ currencyCode: 'USD', plan: { shopifyPlus: false } })
    expect(await eu.get(facts)).toMatchObject({ currencyCode: 'EUR', plan: { shopifyPlus: true } })
    expect(await shop.get('{ shopLocales { locale published } }')).toContainEqual({ locale: 'es', published: false })
    expect(await eu.get('{ shopLocales { locale } }')).toEqual([{ locale: 'en' }])
    const limits = await shop.get<{ resourceLimits: object }>(facts)
    expect(limits.resourceLimits).toEqual({ maxProductVariants: 2048, maxProductOptions: 3 })
  })
})

describe('faults on demand', () => {
  it('refuse with a top-level code, or with an HTTP status', async () => {
    const fault = { vendor: 'shopify', call: 'shop', times: 1, every: 1 } as const
    sim.core.faults.add({
      ...fault,
      fault: { kind: 'refuse', code: 'INTERNAL_SERVER_ERROR', message: 'Internal error' },
    })
    const soft = await shop.ask('{ shop { name } }')
    expect(soft.status).toBe(200)
    expect(soft.errors?.[0]?.extensions?.code).toBe('INTERNAL_SERVER_ERROR')
    sim.core.faults.add({ ...fault, fault: { kind: 'refuse', code: 'unavailable', status: 503 } })
    expect((await shop.ask('{ shop { name } }')).status).toBe(503)
  })

  it('carry out the request before they cut the connection, and the ledger has it', async () => {
    sim.core.faults.add({ vendor: 'shopify', call: 'productCreate', times: 1, every: 1, fault: { kind: 'drop-after' } })
    const create = 'mutation { productCreate(product: { title: "Lost answer" }) { product { id } } }'
    await expect(shop.ask(create)).rejects.toThrow('fetch failed')
    const found = await shop.get<{ nodes: { title: string }[] }>(
      '{ products(first: 5, query: "title:\\"Lost answer\\"") { nodes { title } } }',
    )
    expect(found.nodes).toEqual([{ title: 'Lost answer' }])
    const { entries } = sim.core.ledger.query({ call: 'productCreate', outcome: 'dropped' })
    expect(entries[0]).toMatchObject({ account: 'bridge-us', code: 'drop-after' })
    expect(entries[0]?.effect).toContain('Lost answer')
  })
})
