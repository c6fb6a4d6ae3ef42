import { RemoteFailure } from '@huoqiao/connector-kit'
import { z } from 'zod'
import type { CallOptions, Execute, Operation } from '../operation.ts'
import { pageOf } from '../wire.ts'
import { VARIANT_REF_FIELDS, variantRef, variantRefOf, variantRefPoints } from './product-set.wire.ts'
import type { VariantRef } from './product-set.wire.ts'

const answer = z.object({ product: z.object({ variants: pageOf(variantRef) }).nullable() })

type PageVariables = {
  readonly id: string
  readonly first: number
  readonly after: string | null
  readonly withItems: boolean
}

export const LIST_VARIANT_REFS: Operation<PageVariables, z.infer<typeof answer>> = {
  name: 'product.variants',
  mutation: false,
  safe: true,
  cost: ({ first, withItems }) => first * variantRefPoints(withItems) + 2,
  answer,
  document: `query ListVariantRefs($id: ID!, $first: Int!, $after: String, $withItems: Boolean!) {
  product(id: $id) {
    variants(first: $first, after: $after) {
      nodes { ${VARIANT_REF_FIELDS} }
      pageInfo { hasNextPage endCursor }
    }
  }
}`,
}

/** Variants with inventory items are charged 5 points each in advance, and one request may cost 1,000. */
const PAGE = 150

/** The ids of all variants of one product, in order; up to 2,048. Throws `not-found` if the product does not exist. */
export async function listVariantRefs(
  execute: Execute,
  productId: string,
  { after = null, items = true }: { readonly after?: string | null; readonly items?: boolean } = {},
  options?: CallOptions,
): Promise<VariantRef[]> {
  const found: VariantRef[] = []
  let cursor = after
  do {
    const variables = { id: productId, first: PAGE, after: cursor, withItems: items }
    const { product }: z.infer<typeof answer> = await execute(LIST_VARIANT_REFS, variables, options)
    if (!product)
      throw new RemoteFailure('not-found', `there is no product ${productId}`, {
        vendor: 'shopify',
        call: LIST_VARIANT_REFS.name,
      })
    found.push(...product.variants.nodes.map(variantRefOf))
    cursor = product.variants.pageInfo.hasNextPage ? (product.variants.pageInfo.endCursor ?? null) : null
  } while (cursor !== null)
  return found
}
