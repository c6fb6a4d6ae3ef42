import { z } from 'zod'
import type { CallOptions, Execute, Operation } from '../operation.ts'
import { decimalText, gid, nodesOf, pageOf } from '../wire.ts'
import { LISTING_ID } from './ensure-id-definition.ts'
import type { MetafieldKey } from './ensure-id-definition.ts'
import { productStatus } from './product-set.wire.ts'
import type { ProductStatus } from './product-set.wire.ts'

const variant = z.object({
  id: gid,
  title: z.string(),
  sku: z.string().nullish(),
  price: decimalText,
  inventoryQuantity: z.number().nullish(),
})
const node = z.object({
  id: gid,
  title: z.string(),
  handle: z.string(),
  status: productStatus,
  vendor: z.string(),
  totalInventory: z.number().nullish(),
  updatedAt: z.string(),
  onlineStoreUrl: z.string().nullish(),
  featuredMedia: z
    .object({ preview: z.object({ image: z.object({ url: z.string() }).nullish() }).nullish() })
    .nullish(),
  metafield: z.object({ value: z.string() }).nullish(),
  variants: nodesOf(variant),
})
const answer = z.object({ products: pageOf(node) })

type BrowseVariables = MetafieldKey & {
  readonly first: number
  readonly after: string | null
  readonly query: string | null
  readonly variantsFirst: number
}

const PRODUCT_POINTS = 7

export const BROWSE_PRODUCTS: Operation<BrowseVariables, z.infer<typeof answer>> = {
  name: 'products(with variants)',
  mutation: false,
  safe: true,
  // Each product, its picture (3 objects), its metafield and the list of its variants (2, and a point each).
  cost: ({ first, variantsFirst }) => first * (PRODUCT_POINTS + variantsFirst) + 2,
  answer,
  document: `query BrowseProducts(
  $first: Int!, $after: String, $query: String, $variantsFirst: Int!, $namespace: String!, $key: String!
) {
  products(first: $first, after: $after, query: $query, sortKey: UPDATED_AT, reverse: true) {
    nodes {
      id title handle status vendor totalInventory updatedAt onlineStoreUrl
      featuredMedia { preview { image { url } } }
      metafield(namespace: $namespace, key: $key) { value }
      variants(first: $variantsFirst) { nodes { id title sku price inventoryQuantity } }
    }
    pageInfo { hasNextPage endCursor }
  }
}`,
}

export type BrowsedProduct = {
  readonly id: string
  readonly title: string
  readonly handle: string
  readonly status: ProductStatus
  readonly vendor: string
  readonly totalInventory?: number
  /** ISO 8601. */
  readonly updatedAt: string
  readonly onlineStoreUrl?: string
  readonly imageUrl?: string
  /** Our own identifier, where the product carries one. */
  readonly listing?: string
  /** The first of them; decimal text in the shop's currency. */
  readonly variants: readonly {
    readonly id: string
    readonly title: string
    readonly sku: string
    readonly price: string
    readonly inventory?: number
  }[]
}

export type BrowsedPage = { readonly products: readonly BrowsedProduct[]; readonly endCursor?: string }

const MAX_ROWS = 100
/** Together with the rows it stays under the 1,000 points that one request may cost. */
const POINTS = 950

/** One page of the shop's products with their first variants, last changed first. `limit` 1 to 100. */
export async function browseProducts(
  execute: Execute,
  { after, limit = 24, query }: { readonly after?: string; readonly limit?: number; readonly query?: string } = {},
  options?: CallOptions,
): Promise<BrowsedPage> {
  const first = Math.min(Math.max(Math.trunc(limit), 1), MAX_ROWS)
  const variantsFirst = Math.min(20, Math.max(1, Math.floor(POINTS / first) - PRODUCT_POINTS))
  const { products } = await execute(
    BROWSE_PRODUCTS,
    { ...LISTING_ID, first, after: after ?? null, query: query ?? null, variantsFirst },
    options,
  )
  const { hasNextPage, endCursor } = products.pageInfo
  return { products: products.nodes.map(browsed), ...(hasNextPage && endCursor ? { endCursor } : {}) }
}

function browsed(found: z.infer<typeof node>): BrowsedProduct {
  const { featuredMedia, metafield, variants, totalInventory, onlineStoreUrl, ...core } = found
  const imageUrl = featuredMedia?.preview?.image?.url
  return {
    ...core,
    ...(typeof totalInventory === 'number' ? { totalInventory } : {}),
    ...(onlineStoreUrl ? { onlineStoreUrl } : {}),
    ...(imageUrl ? { imageUrl } : {}),
    ...(metafield ? { listing: metafield.value } : {}),
    variants: variants.nodes.map(({ sku, inventoryQuantity, ...rest }) => ({
      ...rest,
      sku: sku ?? '',
      ...(typeof inventoryQuantity === 'number' ? { inventory: inventoryQuantity } : {}),
    })),
  }
}
