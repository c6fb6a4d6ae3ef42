import { z } from 'zod'
import type { CallOptions, Execute, Operation } from '../operation.ts'
import { gid } from '../wire.ts'
import { LISTING_ID } from './ensure-id-definition.ts'

const found = z.object({ id: gid, handle: z.string(), mark: z.object({ value: z.string() }).nullable() })
const answer = z.object({ products: z.object({ nodes: z.array(found) }) })

/** A shop sells a SKU once; more products than this with the same code cannot be told apart anyway. */
const FOUND_MAX = 20

export const FIND_BY_SKUS: Operation<{ first: number; query: string }, z.infer<typeof answer>> = {
  name: 'products',
  mutation: false,
  safe: true,
  cost: ({ first }) => first * 2 + 3,
  answer,
  document: `query FindBySkus($first: Int!, $query: String!) {
  products(first: $first, query: $query) {
    nodes { id handle mark: metafield(namespace: "${LISTING_ID.namespace}", key: "${LISTING_ID.key}") { value } }
  }
}`,
}

/** `mark`: our identifier from an upsert; null: not created by us. */
export type MarkedProduct = { readonly id: string; readonly handle: string; readonly mark: string | null }

/** Products with a variant that has any of these codes, whoever created them. The shop's search index is a second or two behind. */
export async function findBySkus(
  execute: Execute,
  skus: readonly string[],
  options?: CallOptions,
): Promise<MarkedProduct[]> {
  if (skus.length === 0) return []
  const query = skus.map((sku) => `sku:"${sku.replaceAll(/["\\]/g, '\\$&')}"`).join(' OR ')
  const { products } = await execute(FIND_BY_SKUS, { first: FOUND_MAX, query }, options)
  return products.nodes.map(({ id, handle, mark }) => ({ id, handle, mark: mark?.value ?? null }))
}
