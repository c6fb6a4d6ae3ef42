import { z } from 'zod'
import type { CallOptions, Execute, Operation } from '../operation.ts'
import { gid, nodeOrNone, nodesOf } from '../wire.ts'
import { mediaRef } from './product-set.wire.ts'
import type { MediaRef } from './upsert-product.ts'

const product = z.object({ id: gid, media: nodesOf(mediaRef) })
const answer = z.object({ nodes: z.array(nodeOrNone(product)) })

type MediaVariables = { readonly ids: readonly string[]; readonly first: number }

export const PRODUCT_MEDIA: Operation<MediaVariables, z.infer<typeof answer>> = {
  name: 'nodes(Product.media)',
  mutation: false,
  safe: true,
  cost: ({ ids, first }) => ids.length * (first + 3),
  answer,
  document: `query ProductMedia($ids: [ID!]!, $first: Int!) {
  nodes(ids: $ids) { ... on Product { id media(first: $first) { nodes { id alt status } } } }
}`,
}

/** The first media of many products, by product id; products that are not there are left out. */
export async function productMedia(
  execute: Execute,
  ids: readonly string[],
  first: number,
  options?: CallOptions,
): Promise<Map<string, MediaRef[]>> {
  const { nodes } = await execute(PRODUCT_MEDIA, { ids, first }, options)
  const found = new Map<string, MediaRef[]>()
  for (const node of nodes)
    if (node)
      found.set(
        node.id,
        node.media.nodes.map(({ id, alt, status }) => ({ id, status, alt: alt ?? '' })),
      )
  return found
}
