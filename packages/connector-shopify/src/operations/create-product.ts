import { RemoteFailure } from '@huoqiao/connector-kit'
import { z } from 'zod'
import { MUTATION_COST } from '../operation.ts'
import type { CallOptions, Execute, Operation } from '../operation.ts'
import { gid } from '../wire.ts'
import { productStatus } from './product-set.wire.ts'
import type { ProductStatus } from './product-set.wire.ts'

const created = z.object({ id: gid, handle: z.string(), title: z.string(), status: productStatus })
const answer = z.object({ productCreate: z.object({ product: created.nullish() }) })

export type ProductDraft = {
  readonly title: string
  readonly descriptionHtml?: string
  readonly vendor?: string
  readonly productType?: string
  readonly tags?: readonly string[]
  readonly status?: ProductStatus
}

export const CREATE_PRODUCT: Operation<{ product: ProductDraft }, z.infer<typeof answer>> = {
  name: 'productCreate',
  mutation: true,
  // Without an identifier of ours every request creates another product.
  safe: false,
  cost: () => MUTATION_COST + 1,
  answer,
  document: `mutation CreateProduct($product: ProductCreateInput!) {
  productCreate(product: $product) {
    product { id handle title status }
    userErrors { field message }
  }
}`,
}

/** Creates a product with its one default variant, for direct work on a shop. Listings use upsert-product. */
export async function createProduct(execute: Execute, product: ProductDraft, options?: CallOptions) {
  const { productCreate } = await execute(CREATE_PRODUCT, { product }, options)
  if (!productCreate.product)
    throw new RemoteFailure('unknown-outcome', 'productCreate: no product came back', {
      vendor: 'shopify',
      call: CREATE_PRODUCT.name,
    })
  return productCreate.product
}
