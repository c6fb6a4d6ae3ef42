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

/** The most products in one call, by the vendor's page on PublicationUpdateInput: less than for other lists. */
export const PUBLISH_MANY_LIMIT = 50

export type PublishedMany = {
  readonly published: readonly string[]
  readonly refused: readonly { readonly productId: string; readonly failure: unknown }[]
}

/**
 * Shows many products on the given channels for 10 points a channel and 50 products, where publish-product takes 10
 * points a product. A batch that is refused is published one by one, which says which product was the reason; so it is
 * where the app may publish but not edit publications as a whole. Other failures are thrown; repeating is harmless.
 */
export async function publishMany(
  execute: Execute,
  publicationIds: readonly string[],
  productIds: readonly string[],
  options?: CallOptions,
): Promise<PublishedMany> {
  const published: string[] = []
  const refused: { productId: string; failure: unknown }[] = []
  for (const batch of chunked(productIds, PUBLISH_MANY_LIMIT)) {
    try {
      for (const id of publicationIds)
        await execute(UPDATE_PUBLICATION, { id, input: { publishablesToAdd: batch } }, options)
      published.push(...batch)
    } catch (failure) {
      if (!isRefusal(failure)) throw failure
      await Promise.all(batch.map(one))
    }
  }
  return { published, refused }

  async function one(productId: string): Promise<void> {
    try {
      await publishProduct(execute, productId, publicationIds, options)
      published.push(productId)
    } catch (failure) {
      if (!isRefusal(failure)) throw failure
      refused.push({ productId, failure })
    }
  }
}

const isRefusal = (failure: unknown): boolean =>
  isRemoteFailure(failure) && ['rejected', 'not-found', 'unauthorised'].includes(failure.word)
