import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildSimulator } from '../../compose.ts'
import type { Simulator } from '../../compose.ts'
import { heldTime } from '../../core/clock.testing.ts'

export type Answer = {
  status: number
  headers: Headers
  data?: Record<string, unknown>
  errors?: { message: string; path?: unknown[]; extensions?: Record<string, unknown> }[]
  cost?: {
    requestedQueryCost: number
    actualQueryCost: number | null
    throttleStatus: { maximumAvailable: number; currentlyAvailable: number; restoreRate: number }
    fields?: unknown[]
  }
}

export type TestShop = {
  sim: Simulator
  origin: string
  shop: string
  token: string
  /** One GraphQL request over HTTP. */
  ask(
    query: string,
    variables?: unknown,
    options?: { version?: string; token?: string; headers?: object },
  ): Promise<Answer>
  /** The only root field's value; fails the test when the request was refused at the top level. */
  get<T>(query: string, variables?: unknown): Promise<T>
}

type Credentials = { shop: string; clientId: string; clientSecret: string }

/** A running simulator with its own folder, whose time changes only on request. `restart` builds it again on the same folder. */
export async function startSimulator(): Promise<{
  sim: Simulator
  restart: () => Promise<Simulator>
  stop: () => Promise<void>
}> {
  const dataDir = mkdtempSync(join(tmpdir(), 'shopify-sim-'))
  const open = async (): Promise<Simulator> => {
    const sim = buildSimulator({ dataDir, port: 0, realNow: heldTime })
    await sim.listen()
    return sim
  }
  let sim = await open()
  return {
    sim,
    restart: async () => {
      await sim.close()
      sim = await open()
      return sim
    },
    stop: async () => {
      await sim.close()
      // Background work that nobody awaited may still write a picture.
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}

export const credentials = async (sim: Simulator, shop: string): Promise<Credentials> => {
  const response = await fetch(`${sim.core.origin}/control/credentials`)
  const { shops } = (await response.json()) as { shops: Credentials[] }
  const found = shops.find((entry) => entry.shop === shop)
  if (!found) throw new Error(`no demo shop ${shop}`)
  return found
}

export async function tokenOf(sim: Simulator, shop: string): Promise<string> {
  const { clientId, clientSecret } = await credentials(sim, shop)
  const response = await fetch(`${sim.core.origin}/shops/${shop}/admin/oauth/access_token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }),
  })
  return ((await response.json()) as { access_token: string }).access_token
}

/** A client of one demo shop, as a person would write one from the vendor's documents. */
export async function openTestShop(sim: Simulator, shop = 'bridge-us'): Promise<TestShop> {
  const origin = `${sim.core.origin}/shops/${shop}`
  const token = await tokenOf(sim, shop)
  const ask: TestShop['ask'] = async (query, variables, options = {}) => {
    const response = await fetch(`${origin}/admin/api/${options.version ?? '2026-07'}/graphql.json`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-shopify-access-token': options.token ?? token,
        ...options.headers,
      },
      body: JSON.stringify({ query, variables }),
    })
    const body = (await response.json()) as Answer & { extensions?: { cost?: Answer['cost'] } }
    return {
      status: response.status,
      headers: response.headers,
      ...(body.data === undefined ? {} : { data: body.data }),
      ...(body.errors === undefined ? {} : { errors: body.errors }),
      ...(body.extensions?.cost ? { cost: body.extensions.cost } : {}),
    }
  }
  return {
    sim,
    origin,
    shop,
    token,
    ask,
    get: async <T>(query: string, variables?: unknown) => {
      const answer = await ask(query, variables)
      if (!answer.data || answer.errors) throw new Error(JSON.stringify(answer.errors))
      return Object.values(answer.data)[0] as T
    },
  }
}

export type SetPayload = {
  product: {
    id: string
    handle: string
    variants: {
      nodes: { id: string; title: string; price: string; sku: string | null; inventoryItem: { id: string } }[]
    }
    media: { nodes: { id: string; alt: string | null }[] }
    metafields: { nodes: { namespace: string; key: string; value: string }[] }
  } | null
  userErrors: { code: string; field: string[]; message: string }[]
}

export const SET = `mutation Set($identifier: ProductSetIdentifiers, $input: ProductSetInput!) {
  productSet(identifier: $identifier, input: $input) {
    product { id handle
      variants(first: 50) { nodes { id title price sku inventoryItem { id } } }
      media(first: 20) { nodes { id alt } }
      metafields(first: 10) { nodes { namespace key value } } }
    userErrors { code field message } } }`

/** Calls productSet once; returns the product, and fails the test if the call was refused. */
export async function setProduct(
  shop: TestShop,
  input: object,
  identifier?: object,
): Promise<NonNullable<SetPayload['product']>> {
  const { product, userErrors } = await shop.get<SetPayload>(SET, { input, identifier })
  if (product === null || userErrors.length > 0) throw new Error(JSON.stringify(userErrors))
  return product
}

export const SET_BARE = `mutation Set($identifier: ProductSetIdentifiers, $input: ProductSetInput!) {
  productSet(identifier: $identifier, input: $input) { product { id } userErrors { code field message } } }`

export const OFFER_DEFINITION = `mutation { metafieldDefinitionCreate(definition: {
  name: "1688 offer", namespace: "bridge", key: "offer_id", ownerType: PRODUCT, type: "id" }) {
  createdDefinition { id } userErrors { code message } } }`

export const offerId = (value: string) => ({ customId: { namespace: 'bridge', key: 'offer_id', value } })
export const offerField = (value: string) => ({ namespace: 'bridge', key: 'offer_id', value })

/** An input with one option of the given values and one variant each. */
export const withVariants = (names: readonly string[], option = 'Color') => ({
  productOptions: [{ name: option, values: names.map((name) => ({ name })) }],
  variants: names.map((name) => ({ optionValues: [{ optionName: option, name }], price: '9.90' })),
})
