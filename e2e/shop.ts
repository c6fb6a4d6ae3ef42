import type { SharedApp } from './shared-app.ts'

/** What the simulated shop contains and what its ledger received, read from the simulator itself. */
type Shop = { shop: string; origin: string; clientId: string; clientSecret: string }

export type ShopProduct = { id: string; title: string; status: string; listing: string | null }
type ProductPage = {
  nodes: { id: string; title: string; status: string; metafield: { value: string } | null }[]
  pageInfo: { hasNextPage: boolean; endCursor: string }
}

const tokens = new Map<string, string>()

export async function shopProducts(app: SharedApp, shop: 'bridge-us' | 'bridge-eu'): Promise<ShopProduct[]> {
  const found: ShopProduct[] = []
  let after: string | null = null
  do {
    const { products: page }: { products: ProductPage } = await ask(app, shop, PRODUCTS, { after })
    found.push(
      ...page.nodes.map(({ id, title, status, metafield }) => ({
        id,
        title,
        status,
        listing: metafield?.value ?? null,
      })),
    )
    after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null
  } while (after !== null)
  return found
}

/** The number of productSet calls that the shop has carried out so far. */
export async function upserts(app: SharedApp, shop: string): Promise<number> {
  const response = await fetch(
    `${app.simulator}/control/ledger?vendor=shopify&call=productSet&account=${shop}&outcome=done&limit=1`,
  )
  return ((await response.json()) as { total: number }).total
}

const PRODUCTS = `query Witness($after: String) { products(first: 100, after: $after) {
  nodes { id title status metafield(namespace: "huoqiao", key: "listing") { value } } pageInfo { hasNextPage endCursor } } }`

/** A staff member of the shop changes a product in the shop's own administration. */
export async function changeProduct(
  app: SharedApp,
  shop: string,
  change: { id: string; title: string },
): Promise<void> {
  await ask(app, shop, 'mutation ($p: ProductUpdateInput!) { productUpdate(product: $p) { userErrors { message } } }', {
    p: change,
  })
}

async function ask<T>(app: SharedApp, shop: string, text: string, variables: object): Promise<T> {
  const { shops } = (await (await fetch(`${app.simulator}/control/credentials`)).json()) as { shops: Shop[] }
  const one = shops.find((each) => each.shop === shop)!
  const key = `${app.simulator} ${shop}`
  if (!tokens.has(key)) tokens.set(key, await tokenOf(one))
  const response = await fetch(`${one.origin}/admin/api/2026-07/graphql.json`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-shopify-access-token': tokens.get(key)! },
    body: JSON.stringify({ query: text, variables }),
  })
  const body = (await response.json()) as { data?: T; errors?: { extensions?: { code?: string } }[] }
  if (body.data) return body.data
  // This test code shares the cost bucket with the app that it observes, so it waits when throttled.
  if (body.errors?.[0]?.extensions?.code !== 'THROTTLED') throw new Error(JSON.stringify(body.errors))
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  return ask(app, shop, text, variables)
}

async function tokenOf(shop: Shop): Promise<string> {
  const response = await fetch(`${shop.origin}/admin/oauth/access_token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      grant_type: 'client_credentials',
      client_id: shop.clientId,
      client_secret: shop.clientSecret,
    }),
  })
  return ((await response.json()) as { access_token: string }).access_token
}
