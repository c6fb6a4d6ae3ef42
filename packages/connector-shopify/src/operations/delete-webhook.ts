import { isRemoteFailure } from '@huoqiao/connector-kit'
import { z } from 'zod'
import { MUTATION_COST } from '../operation.ts'
import type { CallOptions, Execute, Operation } from '../operation.ts'
import { gid } from '../wire.ts'

const answer = z.object({ webhookSubscriptionDelete: z.object({ deletedWebhookSubscriptionId: gid.nullish() }) })

export const DELETE_WEBHOOK: Operation<{ readonly id: string }, z.infer<typeof answer>> = {
  name: 'webhookSubscriptionDelete',
  mutation: true,
  safe: true,
  cost: () => MUTATION_COST,
  answer,
  document: `mutation DeleteWebhook($id: ID!) {
  webhookSubscriptionDelete(id: $id) { deletedWebhookSubscriptionId userErrors { field message } }
}`,
}

/** Deletes a subscription; a missing one is no error (Shopify deletes those that fail, reference, section 6). */
export async function deleteWebhook(execute: Execute, id: string, options?: CallOptions): Promise<void> {
  try {
    await execute(DELETE_WEBHOOK, { id }, options)
  } catch (failure) {
    if (!isRemoteFailure(failure) || failure.word !== 'not-found') throw failure
  }
}
