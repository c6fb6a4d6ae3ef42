import { RemoteFailure } from '@huoqiao/connector-kit'
import { z } from 'zod'
import { MUTATION_COST } from '../operation.ts'
import type { CallOptions, Execute, Operation } from '../operation.ts'
import type { FulfillmentRequest, MadeFulfillment, TrackingRequest } from '../order-methods.ts'
import { gid } from '../wire.ts'
import { trackingOf } from './read-orders.mapping.ts'
import { TRACKING_FIELDS, trackingList } from './read-orders.wire.ts'

const made = z.object({ id: gid, name: z.string(), status: z.string(), trackingInfo: trackingList })
const MADE_FIELDS = `fulfillment { id name status ${TRACKING_FIELDS} }`

const createAnswer = z.object({ fulfillmentCreate: z.object({ fulfillment: made.nullish() }) })
const trackingAnswer = z.object({ fulfillmentTrackingInfoUpdate: z.object({ fulfillment: made.nullish() }) })
const cancelAnswer = z.object({ fulfillmentCancel: z.object({ fulfillment: z.object({ id: gid }).nullish() }) })

type TrackingInput = { readonly company?: string } & (
  | { readonly number?: string; readonly url?: string }
  | { readonly numbers: readonly string[]; readonly urls?: readonly string[] }
)
type CreateVariables = {
  readonly fulfillment: {
    readonly lineItemsByFulfillmentOrder: readonly {
      readonly fulfillmentOrderId: string
      readonly fulfillmentOrderLineItems?: readonly { readonly id: string; readonly quantity: number }[]
    }[]
    readonly notifyCustomer: boolean
    readonly trackingInfo?: TrackingInput
  }
}

export const CREATE_FULFILLMENT: Operation<CreateVariables, z.infer<typeof createAnswer>> = {
  name: 'fulfillmentCreate',
  mutation: true,
  // Every request ships the quantities again, and this call has no idempotency key (reference, section 5).
  safe: false,
  cost: () => MUTATION_COST + 2,
  answer: createAnswer,
  document: `mutation CreateFulfillment($fulfillment: FulfillmentInput!) {
  fulfillmentCreate(fulfillment: $fulfillment) { ${MADE_FIELDS} userErrors { field message } }
}`,
}

type TrackingVariables = {
  readonly id: string
  readonly tracking: TrackingInput
  readonly notifyCustomer: boolean
}

export const UPDATE_TRACKING: Operation<TrackingVariables, z.infer<typeof trackingAnswer>> = {
  name: 'fulfillmentTrackingInfoUpdate',
  mutation: true,
  // Replaces the tracking. A second e-mail to the shopper is a different matter: see updateTracking.
  safe: true,
  cost: () => MUTATION_COST + 2,
  answer: trackingAnswer,
  document: `mutation UpdateTracking($id: ID!, $tracking: FulfillmentTrackingInput!, $notifyCustomer: Boolean) {
  fulfillmentTrackingInfoUpdate(fulfillmentId: $id, trackingInfoInput: $tracking, notifyCustomer: $notifyCustomer) {
    ${MADE_FIELDS}
    userErrors { field message }
  }
}`,
}

export const CANCEL_FULFILLMENT: Operation<{ readonly id: string }, z.infer<typeof cancelAnswer>> = {
  name: 'fulfillmentCancel',
  mutation: true,
  // A repeat is refused, which would hide that the first was carried out.
  safe: false,
  cost: () => MUTATION_COST + 1,
  answer: cancelAnswer,
  document: `mutation CancelFulfillment($id: ID!) {
  fulfillmentCancel(id: $id) { fulfillment { id } userErrors { field message } }
}`,
}

/** One parcel is sent as number and url, several as lists; the two forms must not be mixed (reference, section 5). */
function trackingInput({ company, numbers, urls = [] }: TrackingRequest): TrackingInput {
  const by = company === undefined ? {} : { company }
  if (numbers.length > 1 || urls.length > 1) return { ...by, numbers, ...(urls.length > 0 ? { urls } : {}) }
  return {
    ...by,
    ...(numbers[0] === undefined ? {} : { number: numbers[0] }),
    ...(urls[0] === undefined ? {} : { url: urls[0] }),
  }
}

/**
 * Ships quantities of one order from one location. After `unknown-outcome`, read the order before trying again: its fulfilments and the
 * rest of its fulfilment orders show whether the first request arrived.
 */
export async function createFulfillment(
  execute: Execute,
  { fulfillmentOrders, tracking, notifyCustomer }: FulfillmentRequest,
  options?: CallOptions,
): Promise<MadeFulfillment> {
  // The vendor reads a missing list as "all that remains"; an empty list from a caller means nothing and must not become that.
  const entries = fulfillmentOrders.filter(({ lines }) => lines === undefined || lines.length > 0)
  if (entries.length === 0) throw new RangeError('a fulfilment of nothing')
  const fulfillment = {
    lineItemsByFulfillmentOrder: entries.map(({ id, lines }) => ({
      fulfillmentOrderId: id,
      ...(lines ? { fulfillmentOrderLineItems: lines } : {}),
    })),
    notifyCustomer,
    ...(tracking ? { trackingInfo: trackingInput(tracking) } : {}),
  }
  const { fulfillmentCreate } = await execute(CREATE_FULFILLMENT, { fulfillment }, options)
  return madeOf(CREATE_FULFILLMENT.name, fulfillmentCreate.fulfillment)
}

/** Replaces all tracking of a fulfilment. Sent only once if the shopper would be notified twice. */
export async function updateTracking(
  execute: Execute,
  id: string,
  tracking: TrackingRequest,
  notifyCustomer: boolean,
  options?: CallOptions,
): Promise<MadeFulfillment> {
  const operation = notifyCustomer ? { ...UPDATE_TRACKING, safe: false } : UPDATE_TRACKING
  const variables = { id, tracking: trackingInput(tracking), notifyCustomer }
  const { fulfillmentTrackingInfoUpdate } = await execute(operation, variables, options)
  return madeOf(UPDATE_TRACKING.name, fulfillmentTrackingInfoUpdate.fulfillment)
}

/** Cancels a fulfilment; its quantities return in fulfilment orders with new ids (reference, section 5). */
export async function cancelFulfillment(execute: Execute, id: string, options?: CallOptions): Promise<void> {
  await execute(CANCEL_FULFILLMENT, { id }, options)
}

function madeOf(call: string, fulfillment: z.infer<typeof made> | null | undefined): MadeFulfillment {
  if (!fulfillment)
    throw new RemoteFailure('unknown-outcome', `${call}: no fulfilment came back`, { vendor: 'shopify', call })
  const { id, name, status, trackingInfo } = fulfillment
  return { fulfillmentId: id, name, status, tracking: trackingOf(trackingInfo) }
}
