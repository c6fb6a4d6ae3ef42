import { z } from 'zod'
import type { CallOptions, Execute, Operation } from '../operation.ts'
import { gid } from '../wire.ts'
import { LISTING_ID } from './ensure-id-definition.ts'
import type { MetafieldKey } from './ensure-id-definition.ts'
import { productStatus } from './product-set.wire.ts'

const found = z.object({ id: gid, handle: z.string(), title: z.string(), status: productStatus, updatedAt: z.string() })
const answer = z.object({ productByIdentifier: found.nullable() })

export type CustomId = MetafieldKey & { readonly value: string }

export const FIND_BY_CUSTOM_ID: Operation<{ identifier: { customId: CustomId } }, z.infer<typeof answer>> = {
  name: 'productByIdentifier',
  mutation: false,
  safe: true,
  cost: () => 1,
  answer,
  document: `query FindByCustomId($identifier: ProductIdentifierInput!) {
  productByIdentifier(identifier: $identifier) { id handle title status updatedAt }
}`,
}

export type FoundProduct = z.infer<typeof found>

/** The product with our identifier, or undefined. Resolves the unknown outcome of a creation. */
export async function findByCustomId(
  execute: Execute,
  value: string,
  options?: CallOptions,
  key: MetafieldKey = LISTING_ID,
): Promise<FoundProduct | undefined> {
  const variables = { identifier: { customId: { namespace: key.namespace, key: key.key, value } } }
  return (await execute(FIND_BY_CUSTOM_ID, variables, options)).productByIdentifier ?? undefined
}
