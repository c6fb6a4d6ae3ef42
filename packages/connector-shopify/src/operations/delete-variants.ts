import { z } from 'zod'
import { LIST_LIMIT, MUTATION_COST, chunked } from '../operation.ts'
import type { CallOptions, Execute, Operation } from '../operation.ts'
import { gid } from '../wire.ts'

const answer = z.object({ productVariantsBulkDelete: z.object({ product: z.object({ id: gid }).nullish() }) })

type DeleteVariables = { readonly productId: string; readonly variantsIds: readonly string[] }

export const DELETE_VARIANTS: Operation<DeleteVariables, z.infer<typeof answer>> = {
  name: 'productVariantsBulkDelete',
  mutation: true,
  // A repeat is refused because they are gone, which would wrongly mean that nothing was done.
  safe: false,
  cost: () => MUTATION_COST + 1,
  answer,
  document: `mutation DeleteVariants($productId: ID!, $variantsIds: [ID!]!) {
  productVariantsBulkDelete(productId: $productId, variantsIds: $variantsIds) {
    product { id }
    userErrors { code field message }
  }
}`,
}

/** Deletes some variants of one product, 250 in a request. Throws `rejected` or `not-found` with the refused ones. */
export async function deleteVariants(
  execute: Execute,
  productId: string,
  variantIds: readonly string[],
  options?: CallOptions,
): Promise<void> {
  for (const variantsIds of chunked(variantIds, LIST_LIMIT))
    await execute(DELETE_VARIANTS, { productId, variantsIds }, options)
}
