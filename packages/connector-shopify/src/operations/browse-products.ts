import { z } from 'zod'
import type { CallOptions, Execute, Operation } from '../operation.ts'
import { decimalText, gid, pageOf } from '../wire.ts'
import { LISTING_ID } from './ensure-id-definition.ts'
import type { MetafieldKey } from './ensure-id-definition.ts'
import { productStatus } from './product-set.wire.ts'
import type { ProductStatus } from './product-set.wire.ts'

const variant = z.object({
  id: gid,
  title: z.string(),
  sku: z.string().nullish(),
  barcode: z.string().nullish(),
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
  variants: pageOf(variant),
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
      variants(first: $variantsFirst) { nodes { id title sku barcode price inventoryQuantity } pageInfo { hasNextPage endCursor } }
    }
    pageInfo { hasNextPage endCursor }
  }
}`,
}

const variantsAnswer = z.object({ product: z.object({ variants: pageOf(variant) }).nullable() })

type VariantPage = { readonly id: string; readonly first: number; readonly after: string }

export const BROWSE_VARIANTS: Operation<VariantPage, z.infer<typeof variantsAnswer>> = {
  name: 'product.variants(browsed)',
  mutation: false,
  safe: true,
  cost: ({ first }) => first + 3,
  answer: variantsAnswer,
  document: `query BrowseVariants($id: ID!, $first: Int!, $after: String!) {
  product(id: $id) {
    variants(first: $first, after: $after) {
      nodes { id title sku barcode price inventoryQuantity }
      pageInfo { hasNextPage endCursor }
    }
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
  /** our own identifier, if the product has one */
  readonly listing?: string
  /** All variants; prices are decimal text in the shop's currency. */
  readonly variants: readonly {
    readonly id: string
    readonly title: string
    readonly sku: string
    readonly barcode: string
    readonly price: string
    readonly inventory?: number
  }[]
}

export type BrowsedPage = { readonly products: readonly BrowsedProduct[]; readonly endCursor?: string }

const MAX_ROWS = 100
/** Points to use for one page, a little below the limit of 1,000 for one request. */
const POINTS = 950

/** Variants of one further request. */
const NEXT_VARIANTS = 250

/** One page of the shop's products with all variants, last changed first. `limit` 1 to 100. */
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
  const whole = await Promise.all(products.nodes.map((found) => withAllVariants(execute, found, options)))
  return { products: whole.map(browsed), ...(hasNextPage && endCursor ? { endCursor } : {}) }
}

/** The products of a page share the points of one request, so the page contains only the first variants of each; reads the others. */
async function withAllVariants(execute: Execute, found: Browsed, options?: CallOptions): Promise<Browsed> {
  const nodes = [...found.variants.nodes]
  for (let { pageInfo } = found.variants; pageInfo.hasNextPage && pageInfo.endCursor;) {
    const page: z.infer<typeof variantsAnswer> = await execute(
      BROWSE_VARIANTS,
      { id: found.id, first: NEXT_VARIANTS, after: pageInfo.endCursor },
      options,
    )
    // Deleted in the meantime: what is known is shown.
    if (!page.product) break
    nodes.push(...page.product.variants.nodes)
    pageInfo = page.product.variants.pageInfo
  }
  return { ...found, variants: { ...found.variants, nodes } }
}

type Browsed = z.infer<typeof node>

function browsed(found: Browsed): BrowsedProduct {
  const { featuredMedia, metafield, variants, totalInventory, onlineStoreUrl, ...core } = found
  const imageUrl = featuredMedia?.preview?.image?.url
  return {
    ...core,
    ...(typeof totalInventory === 'number' ? { totalInventory } : {}),
    ...(onlineStoreUrl ? { onlineStoreUrl } : {}),
    ...(imageUrl ? { imageUrl } : {}),
    ...(metafield ? { listing: metafield.value } : {}),
    variants: variants.nodes.map(({ sku, barcode, inventoryQuantity, ...rest }) => ({
      ...rest,
      sku: sku ?? '',
      barcode: barcode ?? '',
      ...(typeof inventoryQuantity === 'number' ? { inventory: inventoryQuantity } : {}),
    })),
  }
}
