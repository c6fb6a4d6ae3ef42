import type { TestSimulator } from './simulator.ts'

/** One shop of the simulator as its staff use it: plain GraphQL, without our connector. */
export type TestShop = {
  readonly origin: string
  /** The data of one request; throws its errors, including user errors. */
  ask<T>(query: string, variables?: object): Promise<T>
  /** All data of a product that our pushes change; undefined if it does not exist. */
  product(id: string): Promise<ShopProduct | undefined>
  /** Ids and titles of all products whose title begins with `prefix`. */
  titled(prefix: string): Promise<{ id: string; title: string }[]>
}

export type ShopProduct = {
  id: string
  title: string
  status: string
  vendor: string
  descriptionHtml: string
  tags: string[]
  publications: number
  options: { name: string; values: string[] }[]
  media: { id: string; alt: string; status: string }[]
  variants: {
    id: string
    values: string[]
    sku: string
    price: string
    compareAtPrice: string | null
    stock: number
    itemId: string
    pictures: string[]
  }[]
}

const PRODUCT = `query ($id: ID!) { product(id: $id) {
  id title status vendor descriptionHtml tags
  resourcePublicationsCount { count }
  options { name optionValues { name } }
  media(first: 20) { nodes { id alt status } }
  variants(first: 20) { nodes {
    id sku price compareAtPrice inventoryQuantity selectedOptions { value } inventoryItem { id } media(first: 3) { nodes { id } }
  } }
} }`

type Nodes<T> = { nodes: T[] }
type Wire = {
  product:
    | (Omit<ShopProduct, 'publications' | 'options' | 'media' | 'variants'> & {
        resourcePublicationsCount: { count: number } | null
        options: { name: string; optionValues: { name: string }[] }[]
        media: Nodes<{ id: string; alt: string | null; status: string }>
        variants: Nodes<{
          id: string
          sku: string | null
          price: string
          compareAtPrice: string | null
          inventoryQuantity: number
          selectedOptions: { value: string }[]
          inventoryItem: { id: string }
          media: Nodes<{ id: string }>
        }>
      })
    | null
}

/** `slug`: the shop's name in the simulator, e.g. bridge-us. */
export async function testShop(simulator: TestSimulator, slug: string): Promise<TestShop> {
  const { shops } = await simulator.control<{
    shops: { shop: string; origin: string; clientId: string; clientSecret: string }[]
  }>('GET', '/credentials')
  const { origin, clientId, clientSecret } = shops.find((one) => one.shop === slug)!
  const granted = await fetch(`${origin}/admin/oauth/access_token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    }),
  })
  const { access_token: token } = (await granted.json()) as { access_token: string }
  const ask: TestShop['ask'] = async (query, variables = {}) => {
    for (;;) {
      const response = await fetch(`${origin}/admin/api/2026-07/graphql.json`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-shopify-access-token': token },
        body: JSON.stringify({ query, variables }),
      })
      const text = await response.text()
      // The server under test uses the same points, so wait as any client does.
      if (text.includes('"THROTTLED"')) {
        await new Promise((resolve) => setTimeout(resolve, 500))
        continue
      }
      const answer = JSON.parse(text) as { data?: Record<string, { userErrors?: unknown[] } | null>; errors?: unknown }
      const against = Object.values(answer.data ?? {}).flatMap((one) => one?.userErrors ?? [])
      if (answer.errors || against.length > 0) throw new Error(JSON.stringify(answer.errors ?? against))
      return answer.data as never
    }
  }
  return {
    origin,
    ask,
    async product(id) {
      const { product } = await ask<Wire>(PRODUCT, { id })
      if (!product) return undefined
      const { resourcePublicationsCount, options, media, variants, ...core } = product
      return {
        ...core,
        publications: resourcePublicationsCount?.count ?? 0,
        options: options.map(({ name, optionValues }) => ({ name, values: optionValues.map((value) => value.name) })),
        media: media.nodes.map((medium) => ({ ...medium, alt: medium.alt ?? '' })),
        variants: variants.nodes.map((variant) => ({
          id: variant.id,
          values: variant.selectedOptions.map((one) => one.value),
          sku: variant.sku ?? '',
          price: variant.price,
          compareAtPrice: variant.compareAtPrice,
          stock: variant.inventoryQuantity,
          itemId: variant.inventoryItem.id,
          pictures: variant.media.nodes.map((medium) => medium.id),
        })),
      }
    },
    async titled(prefix) {
      const found: { id: string; title: string }[] = []
      for (let after: string | null = null; ;) {
        const page: {
          products: Nodes<{ id: string; title: string }> & { pageInfo: { hasNextPage: boolean; endCursor: string } }
        } = await ask(
          'query ($after: String) { products(first: 100, after: $after) { nodes { id title } pageInfo { hasNextPage endCursor } } }',
          { after },
        )
        found.push(...page.products.nodes.filter((one) => one.title.startsWith(prefix)))
        if (!page.products.pageInfo.hasNextPage) return found
        after = page.products.pageInfo.endCursor
      }
    },
  }
}
