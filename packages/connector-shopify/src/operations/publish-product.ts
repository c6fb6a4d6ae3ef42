import { z } from 'zod'
import { MUTATION_COST } from '../operation.ts'
import type { CallOptions, Execute, Operation } from '../operation.ts'

const publishAnswer = z.object({ publishablePublish: z.object({}) })
const unpublishAnswer = z.object({ publishableUnpublish: z.object({}) })

type PublishVariables = { readonly id: string; readonly input: readonly { readonly publicationId: string }[] }

/** The payload selects only errors, because each further object would cost a point. */
export const PUBLISH_PRODUCT: Operation<PublishVariables, z.infer<typeof publishAnswer>> = {
  name: 'publishablePublish',
  mutation: true,
  safe: true,
  cost: () => MUTATION_COST,
  answer: publishAnswer,
  document: `mutation PublishProduct($id: ID!, $input: [PublicationInput!]!) {
  publishablePublish(id: $id, input: $input) { userErrors { field message } }
}`,
}

export const UNPUBLISH_PRODUCT: Operation<PublishVariables, z.infer<typeof unpublishAnswer>> = {
  name: 'publishableUnpublish',
  mutation: true,
  safe: true,
  cost: () => MUTATION_COST,
  answer: unpublishAnswer,
  document: `mutation UnpublishProduct($id: ID!, $input: [PublicationInput!]!) {
  publishableUnpublish(id: $id, input: $input) { userErrors { field message } }
}`,
}

/** Publishes one product on all given channels: 10 points in total; not needed with `autoPublish`. */
export async function publishProduct(
  execute: Execute,
  productId: string,
  publicationIds: readonly string[],
  options?: CallOptions,
): Promise<void> {
  if (publicationIds.length === 0) return
  await execute(PUBLISH_PRODUCT, { id: productId, input: channels(publicationIds) }, options)
}

/** Removes one product from the given channels; the product itself stays. */
export async function unpublishProduct(
  execute: Execute,
  productId: string,
  publicationIds: readonly string[],
  options?: CallOptions,
): Promise<void> {
  if (publicationIds.length === 0) return
  await execute(UNPUBLISH_PRODUCT, { id: productId, input: channels(publicationIds) }, options)
}

const channels = (ids: readonly string[]) => ids.map((publicationId) => ({ publicationId }))
