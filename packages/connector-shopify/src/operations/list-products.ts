import { z } from 'zod'
import type { CallOptions, Execute, Operation } from '../operation.ts'
import { decimalText, gid, pageOf } from '../wire.ts'
import { productStatus } from './product-set.wire.ts'
import type { ProductStatus } from './product-set.wire.ts'

const node = z.object({
  id: gid,
  title: z.string(),
  handle: z.string(),
  status: productStatus,
  vendor: z.string(),
  productType: z.string(),
  totalInventory: z.number(),
  createdAt: z.string(),
  updatedAt: z.string(),
  variantsCount: z.object({ count: z.number() }).nullish(),
  featuredMedia: z
    .object({ preview: z.object({ image: z.object({ url: z.string() }).nullish() }).nullish() })
    .nullish(),
  priceRangeV2: z.object({
    minVariantPrice: z.object({ amount: decimalText, currencyCode: z.string() }),
    maxVariantPrice: z.object({ amount: decimalText }),
  }),
})
const answer = z.object({ products: pageOf(node) })

type ListVariables = { readonly first: number; readonly after: string | null; readonly query: string | null }

export const LIST_PRODUCTS: Operation<ListVariables, z.infer<typeof answer>> = {
  name: 'products',
  mutation: false,
  safe: true,
  // A product with its count, picture (3 objects) and price range (3 objects).
  cost: ({ first }) => first * 8 + 3,
  answer,
  document: `query ListProducts($first: Int!, $after: String, $query: String) {
  products(first: $first, after: $after, query: $query, sortKey: UPDATED_AT, reverse: true) {
    nodes {
      id title handle status vendor productType totalInventory createdAt updatedAt
      variantsCount { count }
      featuredMedia { preview { image { url } } }
      priceRangeV2 { minVariantPrice { amount currencyCode } maxVariantPrice { amount } }
    }
    pageInfo { hasNextPage endCursor }
  }
}`,
}

export type ListedProduct = {
  readonly id: string
  readonly title: string
  readonly handle: string
  readonly status: ProductStatus
  readonly vendor: string
  readonly productType: string
  readonly totalInventory: number
  readonly variantsCount: number
  readonly imageUrl?: string
  /** Decimal text in `currency`. */
  readonly minPrice: string
  readonly maxPrice: string
  readonly currency: string
  readonly createdAt: string
  readonly updatedAt: string
}

export type ProductPage = { readonly products: readonly ListedProduct[]; readonly endCursor?: string }

/** 100 rows cost about 800 of the 1,000 points that one request may cost. */
const MAX_ROWS = 100

/** One page of the shop's products, last changed first; `endCursor` is present if more follow. `limit` 1 to 100. */
export async function listProducts(
  execute: Execute,
  { after, limit = 20, query }: { readonly after?: string; readonly limit?: number; readonly query?: string } = {},
  options?: CallOptions,
): Promise<ProductPage> {
  const first = Math.min(Math.max(Math.trunc(limit), 1), MAX_ROWS)
  const { products } = await execute(LIST_PRODUCTS, { first, after: after ?? null, query: query ?? null }, options)
  const { hasNextPage, endCursor } = products.pageInfo
  return {
    products: products.nodes.map(({ variantsCount, featuredMedia, priceRangeV2, ...core }) => ({
      ...core,
      variantsCount: variantsCount?.count ?? 0,
      minPrice: priceRangeV2.minVariantPrice.amount,
      maxPrice: priceRangeV2.maxVariantPrice.amount,
      currency: priceRangeV2.minVariantPrice.currencyCode,
      ...(featuredMedia?.preview?.image ? { imageUrl: featuredMedia.preview.image.url } : {}),
    })),
    ...(hasNextPage && endCursor ? { endCursor } : {}),
  }
}
