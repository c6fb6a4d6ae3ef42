import { isRemoteFailure } from '@huoqiao/connector-kit'
import { z } from 'zod'
import { MUTATION_COST } from '../operation.ts'
import type { CallOptions, Execute, Operation } from '../operation.ts'
import { gid } from '../wire.ts'

/**
 * The product metafield with our own identifier, the key of the upsert. Of type `id`, which is always unique (reference, section 3). In a
 * plain namespace instead of the app's reserved one, so that it survives when the merchant's app is created again, and is visible in the
 * shop's admin.
 */
export const LISTING_ID = { namespace: 'huoqiao', key: 'listing' } as const

export type MetafieldKey = { readonly namespace: string; readonly key: string }

const answer = z.object({
  metafieldDefinitionCreate: z.object({ createdDefinition: z.object({ id: gid }).nullable() }),
})

export const CREATE_ID_DEFINITION: Operation<{ definition: IdDefinition }, z.infer<typeof answer>> = {
  name: 'metafieldDefinitionCreate',
  mutation: true,
  // A repeat is refused as taken, which counts as success.
  safe: true,
  cost: () => MUTATION_COST + 1,
  answer,
  document: `mutation EnsureIdDefinition($definition: MetafieldDefinitionInput!) {
  metafieldDefinitionCreate(definition: $definition) {
    createdDefinition { id }
    userErrors { code field message }
  }
}`,
}

type IdDefinition = MetafieldKey & { readonly name: string; readonly ownerType: 'PRODUCT'; readonly type: 'id' }

/** Ensures that products can be found and upserted by our identifier. Called once for each shop; repeating is harmless. */
export async function ensureIdDefinition(
  execute: Execute,
  definition: MetafieldKey & { readonly name: string } = { ...LISTING_ID, name: 'Huoqiao listing' },
  options?: CallOptions,
): Promise<'created' | 'already-there'> {
  try {
    await execute(CREATE_ID_DEFINITION, { definition: { ...definition, ownerType: 'PRODUCT', type: 'id' } }, options)
    return 'created'
  } catch (failure) {
    if (isRemoteFailure(failure) && failure.word === 'already-done') return 'already-there'
    throw failure
  }
}
