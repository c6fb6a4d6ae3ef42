import type { z } from 'zod'
import { chunked } from '../operation.ts'
import type { CallOptions, Execute, Operation } from '../operation.ts'
import {
  MEDIA_FIELDS,
  PRODUCT_FIELDS,
  VARIANT_FIELDS,
  mediaPageAnswer,
  productOf,
  productsAnswer,
  variantPageAnswer,
} from './read-products.wire.ts'
import type { LiveProduct } from './read-products.wire.ts'

type ReadVariables = {
  readonly ids: readonly string[]
  readonly namespace: string
  readonly variantsFirst: number
  readonly mediaFirst: number
}

/** A variant with its inventory item, cost, weight and options: six objects. */
const VARIANT_POINTS = 6
/** A medium with its preview picture: three objects. */
const MEDIUM_POINTS = 3
const METAFIELDS_FIRST = 10

export const READ_PRODUCTS: Operation<ReadVariables, z.infer<typeof productsAnswer>> = {
  name: 'nodes(Product)',
  mutation: false,
  safe: true,
  cost: ({ ids, variantsFirst, mediaFirst }) =>
    ids.length * (10 + variantsFirst * VARIANT_POINTS + mediaFirst * MEDIUM_POINTS + METAFIELDS_FIRST),
  answer: productsAnswer,
  document: `query ReadProducts($ids: [ID!]!, $namespace: String!, $variantsFirst: Int!, $mediaFirst: Int!) {
  nodes(ids: $ids) {
    ... on Product {
      ${PRODUCT_FIELDS}
      variants(first: $variantsFirst) { nodes { ${VARIANT_FIELDS} } pageInfo { hasNextPage endCursor } }
      media(first: $mediaFirst) { nodes { ${MEDIA_FIELDS} } pageInfo { hasNextPage endCursor } }
      metafields(first: ${METAFIELDS_FIRST}, namespace: $namespace) { nodes { namespace key type value } }
    }
  }
}`,
}

type PageVariables = { readonly id: string; readonly first: number; readonly after: string }

export const READ_VARIANT_PAGE: Operation<PageVariables, z.infer<typeof variantPageAnswer>> = {
  name: 'product.variants(full)',
  mutation: false,
  safe: true,
  cost: ({ first }) => first * VARIANT_POINTS + 2,
  answer: variantPageAnswer,
  document: `query ReadVariantPage($id: ID!, $first: Int!, $after: String!) {
  product(id: $id) {
    variants(first: $first, after: $after) { nodes { ${VARIANT_FIELDS} } pageInfo { hasNextPage endCursor } }
  }
}`,
}

export const READ_MEDIA_PAGE: Operation<PageVariables, z.infer<typeof mediaPageAnswer>> = {
  name: 'product.media',
  mutation: false,
  safe: true,
  cost: ({ first }) => first * MEDIUM_POINTS + 2,
  answer: mediaPageAnswer,
  document: `query ReadMediaPage($id: ID!, $first: Int!, $after: String!) {
  product(id: $id) {
    media(first: $first, after: $after) { nodes { ${MEDIA_FIELDS} } pageInfo { hasNextPage endCursor } }
  }
}`,
}

/** Sized so that one request stays well under 1,000 points. */
const PRODUCTS_AT_ONCE = 4
const FIRST = { variants: 20, media: 10 }
const NEXT = { variants: 100, media: 100 }

/**
 * Reads whole products from the shop: all variants, all media, and the metafields of one namespace. In the order of the ids; undefined if a
 * product does not exist (any more).
 */
export async function readProducts(
  execute: Execute,
  ids: readonly string[],
  options?: CallOptions,
  namespace = 'huoqiao',
): Promise<(LiveProduct | undefined)[]> {
  const readChunk = async (some: readonly string[]): Promise<(LiveProduct | undefined)[]> => {
    const variables = { ids: some, namespace, variantsFirst: FIRST.variants, mediaFirst: FIRST.media }
    const { nodes } = await execute(READ_PRODUCTS, variables, options)
    return Promise.all(nodes.map(async (node) => (node ? complete(node) : undefined)))
  }

  const complete = async (node: ProductNode): Promise<LiveProduct> => {
    const variants = [...node.variants.nodes]
    const media = [...node.media.nodes]
    for (let { pageInfo } = node.variants; pageInfo.hasNextPage && pageInfo.endCursor;) {
      const variables = { id: node.id, first: NEXT.variants, after: pageInfo.endCursor }
      const page: z.infer<typeof variantPageAnswer> = await execute(READ_VARIANT_PAGE, variables, options)
      if (!page.product) break
      variants.push(...page.product.variants.nodes)
      pageInfo = page.product.variants.pageInfo
    }
    for (let { pageInfo } = node.media; pageInfo.hasNextPage && pageInfo.endCursor;) {
      const variables = { id: node.id, first: NEXT.media, after: pageInfo.endCursor }
      const page: z.infer<typeof mediaPageAnswer> = await execute(READ_MEDIA_PAGE, variables, options)
      if (!page.product) break
      media.push(...page.product.media.nodes)
      pageInfo = page.product.media.pageInfo
    }
    return productOf(node, variants, media)
  }

  const chunks = await Promise.all(chunked(ids, PRODUCTS_AT_ONCE).map(readChunk))
  return chunks.flat()
}

type ProductNode = NonNullable<z.infer<typeof productsAnswer>['nodes'][number]>
