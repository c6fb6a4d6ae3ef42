import { z } from 'zod'
import { LIST_LIMIT, MUTATION_COST, chunked } from '../operation.ts'
import type { CallOptions, Execute, Operation } from '../operation.ts'
import { gid } from '../wire.ts'
import type { MetafieldInput, ProductVariantSetInput } from './product-set.wire.ts'

const answer = z.object({ productVariantsBulkUpdate: z.object({ product: z.object({ id: gid }).nullish() }) })

/** Fields left out keep their value. Quantities are not allowed here: adjust-inventory changes them. */
export type VariantChange = Pick<
  ProductVariantSetInput,
  'price' | 'compareAtPrice' | 'barcode' | 'taxable' | 'inventoryPolicy' | 'inventoryItem'
> & {
  readonly id: string
  /** A picture of the product; it has to be READY. */
  readonly mediaId?: string
  readonly metafields?: readonly MetafieldInput[]
}

type UpdateVariables = { readonly productId: string; readonly variants: readonly VariantChange[] }

export const UPDATE_VARIANTS: Operation<UpdateVariables, z.infer<typeof answer>> = {
  name: 'productVariantsBulkUpdate',
  mutation: true,
  safe: true,
  // 0.2 for a variant is assumed; the cost is not published (reference, section 2).
  cost: ({ variants }) => Math.ceil(MUTATION_COST + variants.length / 5),
  answer,
  document: `mutation UpdateVariants($productId: ID!, $variants: [ProductVariantsBulkInput!]!) {
  productVariantsBulkUpdate(productId: $productId, variants: $variants, allowPartialUpdates: false) {
    product { id }
    userErrors { code field message }
  }
}`,
}

/**
 * Changes some variants and nothing else: updates prices at a third of productSet's cost. 250 in a request, each applied completely or not
 * at all. Also sends the pictures and metafields that did not fit a productSet.
 */
export async function updateVariants(
  execute: Execute,
  productId: string,
  changes: readonly VariantChange[],
  options?: CallOptions,
): Promise<void> {
  for (const variants of chunked(changes, LIST_LIMIT)) await execute(UPDATE_VARIANTS, { productId, variants }, options)
}
