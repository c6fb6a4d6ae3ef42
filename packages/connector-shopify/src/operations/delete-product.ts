import { isRemoteFailure } from '@huoqiao/connector-kit'
import { z } from 'zod'
import { MUTATION_COST } from '../operation.ts'
import type { CallOptions, Execute, Operation } from '../operation.ts'
import { gid } from '../wire.ts'

const answer = z.object({ productDelete: z.object({ deletedProductId: gid.nullish() }) })

export const DELETE_PRODUCT: Operation<{ input: { id: string } }, z.infer<typeof answer>> = {
  name: 'productDelete',
  mutation: true,
  safe: true,
  cost: () => MUTATION_COST,
  answer,
  document: `mutation DeleteProduct($input: ProductDeleteInput!) {
  productDelete(input: $input, synchronous: true) { deletedProductId userErrors { field message } }
}`,
}

/** Deletes a product with all variants. An already deleted product is no error. */
export async function deleteProduct(
  execute: Execute,
  productId: string,
  options?: CallOptions,
): Promise<'deleted' | 'was-absent'> {
  try {
    await execute(DELETE_PRODUCT, { input: { id: productId } }, options)
    return 'deleted'
  } catch (failure) {
    if (isRemoteFailure(failure) && failure.word === 'not-found') return 'was-absent'
    throw failure
  }
}
