import { z } from 'zod'
import { MUTATION_COST, chunked } from '../operation.ts'
import type { CallOptions, Execute, Operation } from '../operation.ts'

const answer = z.object({ publicationUpdate: z.object({}) })

type PublicationVariables = {
  readonly id: string
  readonly input: { readonly publishablesToAdd?: readonly string[]; readonly publishablesToRemove?: readonly string[] }
}

export const UPDATE_PUBLICATION: Operation<PublicationVariables, z.infer<typeof answer>> = {
  name: 'publicationUpdate',
  mutation: true,
  safe: true,
  cost: () => MUTATION_COST,
  answer,
  document: `mutation UpdatePublication($id: ID!, $input: PublicationUpdateInput!) {
  publicationUpdate(id: $id, input: $input) { userErrors { code field message } }
}`,
}

/** The most products in one call. The vendor's page says 50 for this list, less than for other lists. */
export const PUBLISH_MANY_LIMIT = 50

/**
 * Shows many products on one channel for 10 points per 50 of them, where publish-product takes 10 points for each.
 * A batch with one product that is not there is refused as a whole; the caller then publishes one by one.
 */
export async function publishMany(
  execute: Execute,
  publicationId: string,
  productIds: readonly string[],
  options?: CallOptions,
): Promise<void> {
  for (const publishablesToAdd of chunked(productIds, PUBLISH_MANY_LIMIT))
    await execute(UPDATE_PUBLICATION, { id: publicationId, input: { publishablesToAdd } }, options)
}
