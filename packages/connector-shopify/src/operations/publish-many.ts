import { isRemoteFailure } from '@huoqiao/connector-kit'
import { z } from 'zod'
import { MUTATION_COST, chunked } from '../operation.ts'
import type { CallOptions, Execute, Operation } from '../operation.ts'
import { publishProduct } from './publish-product.ts'

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

/** Maximum of products in one call according to PublicationUpdateInput; lower than for other lists. */
const PUBLISH_MANY_LIMIT = 50

export type PublishedMany = {
  readonly published: readonly string[]
  readonly refused: readonly { readonly productId: string; readonly failure: unknown }[]
}

export type BatchPublisher = {
  /**
   * Publishes many products on the given channels. Refusals are returned for each product; other failures are thrown. Repeating is
   * harmless.
   */
  publish(
    publicationIds: readonly string[],
    productIds: readonly string[],
    options?: CallOptions,
  ): Promise<PublishedMany>
}

/**
 * Publishes in batches if the shop allows it: 10 points for a channel and 50 products, instead of 10 for each product. Whether a sales
 * channel allows it is UNCERTAIN: the mutation's page offers it for products, its error codes include a publication that cannot be
 * modified, and it needs the permission to edit catalogues. So it is tried once for each channel; a refused batch is published one by one,
 * which also shows the product that caused it, and no further batches are sent to a channel that refuses them.
 */
export function createBatchPublisher(execute: Execute): BatchPublisher {
  const oneByOneOnly = new Set<string>()

  const asBatch = async (ids: readonly string[], batch: readonly string[], options?: CallOptions): Promise<boolean> => {
    if (ids.some((id) => oneByOneOnly.has(id))) return false
    for (const id of ids) {
      try {
        await execute(UPDATE_PUBLICATION, { id, input: { publishablesToAdd: batch } }, options)
      } catch (failure) {
        if (!isRefusal(failure)) throw failure
        return false
      }
    }
    return true
  }

  return {
    async publish(publicationIds, productIds, options) {
      const published: string[] = []
      const refused: { productId: string; failure: unknown }[] = []
      const one = async (productId: string): Promise<void> => {
        try {
          await publishProduct(execute, productId, publicationIds, options)
          published.push(productId)
        } catch (failure) {
          if (!isRefusal(failure)) throw failure
          refused.push({ productId, failure })
        }
      }
      for (const batch of chunked(productIds, PUBLISH_MANY_LIMIT)) {
        // A batch of one would cost the same and say less.
        if (batch.length > 1 && (await asBatch(publicationIds, batch, options))) {
          published.push(...batch)
          continue
        }
        const refusedBefore = refused.length
        await Promise.all(batch.map(one))
        // No single product was refused, so it is the batch itself that this channel refuses.
        if (batch.length > 1 && refused.length === refusedBefore) for (const id of publicationIds) oneByOneOnly.add(id)
      }
      return { published, refused }
    },
  }
}

const isRefusal = (failure: unknown): boolean =>
  isRemoteFailure(failure) && ['rejected', 'not-found', 'unauthorised'].includes(failure.word)
