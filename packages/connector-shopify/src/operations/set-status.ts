import { z } from 'zod'
import { MUTATION_COST } from '../operation.ts'
import type { CallOptions, Execute, Operation } from '../operation.ts'
import { gid } from '../wire.ts'
import { productStatus } from './product-set.wire.ts'
import type { ProductStatus } from './product-set.wire.ts'

const answer = z.object({
  productUpdate: z.object({ product: z.object({ id: gid, status: productStatus, updatedAt: z.string() }).nullish() }),
})

export const SET_STATUS: Operation<{ product: { id: string; status: ProductStatus } }, z.infer<typeof answer>> = {
  // productChangeStatus is deprecated in favour of this (reference, section 3).
  name: 'productUpdate',
  mutation: true,
  safe: true,
  cost: () => MUTATION_COST + 1,
  answer,
  document: `mutation SetStatus($product: ProductUpdateInput!) {
  productUpdate(product: $product) { product { id status updatedAt } userErrors { field message } }
}`,
}

/** ACTIVE puts a product on sale where it is published; DRAFT takes it off sale and keeps everything. */
export async function setStatus(
  execute: Execute,
  productId: string,
  status: ProductStatus,
  options?: CallOptions,
): Promise<void> {
  await execute(SET_STATUS, { product: { id: productId, status } }, options)
}
