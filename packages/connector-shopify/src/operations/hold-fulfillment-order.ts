import { RemoteFailure } from '@huoqiao/connector-kit'
import { z } from 'zod'
import { MUTATION_COST } from '../operation.ts'
import type { CallOptions, Execute, Operation } from '../operation.ts'
import type { HoldRequest, PlacedHold } from '../order-methods.ts'
import { gid } from '../wire.ts'

const holdAnswer = z.object({
  fulfillmentOrderHold: z.object({
    fulfillmentHold: z.object({ id: gid }).nullish(),
    fulfillmentOrder: z.object({ id: gid, status: z.string() }).nullish(),
    remainingFulfillmentOrder: z.object({ id: gid }).nullish(),
  }),
})
const releaseAnswer = z.object({
  fulfillmentOrderReleaseHold: z.object({ fulfillmentOrder: z.object({ id: gid }).nullish() }),
})

type HoldVariables = {
  readonly id: string
  readonly fulfillmentHold: {
    readonly reason: string
    readonly reasonNotes?: string
    readonly handle: string
    readonly fulfillmentOrderLineItems?: readonly { readonly id: string; readonly quantity: number }[]
  }
}

export const HOLD_FULFILLMENT_ORDER: Operation<HoldVariables, z.infer<typeof holdAnswer>> = {
  name: 'fulfillmentOrderHold',
  mutation: true,
  // A repeat with the same handle is refused as already done.
  safe: true,
  cost: () => MUTATION_COST + 3,
  answer: holdAnswer,
  document: `mutation HoldFulfillmentOrder($id: ID!, $fulfillmentHold: FulfillmentOrderHoldInput!) {
  fulfillmentOrderHold(id: $id, fulfillmentHold: $fulfillmentHold) {
    fulfillmentHold { id }
    fulfillmentOrder { id status }
    remainingFulfillmentOrder { id }
    userErrors { code field message }
  }
}`,
}

type ReleaseVariables = { readonly id: string; readonly holdIds: readonly string[] | null }

export const RELEASE_HOLD: Operation<ReleaseVariables, z.infer<typeof releaseAnswer>> = {
  name: 'fulfillmentOrderReleaseHold',
  mutation: true,
  safe: true,
  cost: () => MUTATION_COST + 1,
  answer: releaseAnswer,
  document: `mutation ReleaseHold($id: ID!, $holdIds: [ID!]) {
  fulfillmentOrderReleaseHold(id: $id, holdIds: $holdIds) {
    fulfillmentOrder { id }
    userErrors { code field message }
  }
}`,
}

/** Holds a fulfilment order, or some of its lines, which are then split off. */
export async function holdFulfillmentOrder(
  execute: Execute,
  id: string,
  { reason, notes, handle, lines }: HoldRequest,
  options?: CallOptions,
): Promise<PlacedHold> {
  const fulfillmentHold = {
    reason,
    handle,
    ...(notes === undefined ? {} : { reasonNotes: notes }),
    ...(lines ? { fulfillmentOrderLineItems: lines } : {}),
  }
  const answer = await execute(HOLD_FULFILLMENT_ORDER, { id, fulfillmentHold }, options)
  const { fulfillmentHold: hold, fulfillmentOrder, remainingFulfillmentOrder } = answer.fulfillmentOrderHold
  if (!hold || !fulfillmentOrder)
    throw new RemoteFailure('unknown-outcome', 'fulfillmentOrderHold: no hold came back', {
      vendor: 'shopify',
      call: HOLD_FULFILLMENT_ORDER.name,
    })
  return {
    holdId: hold.id,
    status: fulfillmentOrder.status,
    ...(remainingFulfillmentOrder ? { remainingFulfillmentOrderId: remainingFulfillmentOrder.id } : {}),
  }
}

/** Releases the named holds, or all that the app may release. */
export async function releaseHold(
  execute: Execute,
  id: string,
  holdIds?: readonly string[],
  options?: CallOptions,
): Promise<void> {
  await execute(RELEASE_HOLD, { id, holdIds: holdIds ?? null }, options)
}
