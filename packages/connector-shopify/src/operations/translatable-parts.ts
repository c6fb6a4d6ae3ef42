import { z } from 'zod'
import { chunked } from '../operation.ts'
import type { CallOptions, Execute, Operation } from '../operation.ts'
import { gid, nodeOrNone, pageOf } from '../wire.ts'

const medium = z.object({ id: gid })
const answer = z.object({
  nodes: z.array(
    nodeOrNone(
      z.object({
        id: gid,
        options: z.array(
          z.object({ id: gid, name: z.string(), optionValues: z.array(z.object({ id: gid, name: z.string() })) }),
        ),
        media: pageOf(medium),
      }),
    ),
  ),
})
const pageAnswer = z.object({ product: z.object({ media: pageOf(medium) }).nullable() })

type PartsVariables = { readonly ids: readonly string[]; readonly first: number }

export const TRANSLATABLE_PARTS: Operation<PartsVariables, z.infer<typeof answer>> = {
  name: 'nodes(Product.options)',
  mutation: false,
  safe: true,
  // Product, options and values as one object each, and a list of pictures (reference, section 2).
  cost: ({ ids, first }) => ids.length * (5 + first),
  answer,
  document: `query TranslatableParts($ids: [ID!]!, $first: Int!) {
  nodes(ids: $ids) {
    ... on Product {
      id
      options { id name optionValues { id name } }
      media(first: $first) { nodes { id } pageInfo { hasNextPage endCursor } }
    }
  }
}`,
}

type PageVariables = { readonly id: string; readonly first: number; readonly after: string }

export const TRANSLATABLE_MEDIA: Operation<PageVariables, z.infer<typeof pageAnswer>> = {
  name: 'product.media(ids)',
  mutation: false,
  safe: true,
  cost: ({ first }) => first + 3,
  answer: pageAnswer,
  document: `query TranslatableMedia($id: ID!, $first: Int!, $after: String!) {
  product(id: $id) { media(first: $first, after: $after) { nodes { id } pageInfo { hasNextPage endCursor } } }
}`,
}

/** The resources of a product that have translations of their own, besides the product itself. */
export type TranslatableParts = {
  readonly productId: string
  readonly options: readonly {
    readonly id: string
    readonly name: string
    readonly values: readonly { readonly id: string; readonly name: string }[]
  }[]
  /** pictures in order; other media cannot be translated */
  readonly pictureIds: readonly string[]
}

const PRODUCTS_AT_ONCE = 25
const FIRST_MEDIA = 20
const NEXT_MEDIA = 100

/**
 * Reads the ids of options, values and pictures; undefined if the product does not exist. Used instead of the vendor's nested resources,
 * because its documentation does not say under which resource option values and pictures are.
 */
export async function translatableParts(
  execute: Execute,
  productIds: readonly string[],
  options?: CallOptions,
): Promise<(TranslatableParts | undefined)[]> {
  const found: (TranslatableParts | undefined)[] = []
  for (const ids of chunked(productIds, PRODUCTS_AT_ONCE)) {
    const { nodes } = await execute(TRANSLATABLE_PARTS, { ids, first: FIRST_MEDIA }, options)
    for (const node of nodes) {
      if (!node) {
        found.push(undefined)
        continue
      }
      const media = node.media.nodes.map(({ id }) => id)
      for (let { pageInfo } = node.media; pageInfo.hasNextPage && pageInfo.endCursor;) {
        const variables = { id: node.id, first: NEXT_MEDIA, after: pageInfo.endCursor }
        const page: z.infer<typeof pageAnswer> = await execute(TRANSLATABLE_MEDIA, variables, options)
        if (!page.product) break
        media.push(...page.product.media.nodes.map(({ id }) => id))
        pageInfo = page.product.media.pageInfo
      }
      found.push({
        productId: node.id,
        options: node.options.map(({ id, name, optionValues }) => ({ id, name, values: optionValues })),
        pictureIds: media.filter((id) => id.startsWith('gid://shopify/MediaImage/')),
      })
    }
  }
  return found
}
