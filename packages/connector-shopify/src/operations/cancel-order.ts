import { RemoteFailure } from '@huoqiao/connector-kit'
import { z } from 'zod'
import { MUTATION_COST } from '../operation.ts'
import type { CallOptions, Execute, Operation } from '../operation.ts'
import type { CancelOrderRequest } from '../order-methods.ts'
import { gid } from '../wire.ts'

const cancelAnswer = z.object({ orderCancel: z.object({ job: z.object({ id: gid }).nullish() }) })
const jobAnswer = z.object({ job: z.object({ done: z.boolean() }).nullable() })

type CancelVariables = {
  readonly id: string
  readonly reason: string
  readonly restock: boolean
  readonly refundMethod: { readonly originalPaymentMethodsRefund: boolean }
  readonly notifyCustomer: boolean
  readonly staffNote: string | null
}

export const CANCEL_ORDER: Operation<CancelVariables, z.infer<typeof cancelAnswer>> = {
  name: 'orderCancel',
  mutation: true,
  safe: false,
  cost: () => MUTATION_COST + 1,
  answer: cancelAnswer,
  // This payload has its errors with codes in a field of its own, which is renamed to the usual one.
  document: `mutation CancelOrder(
  $id: ID!, $reason: OrderCancelReason!, $restock: Boolean!, $refundMethod: OrderCancelRefundMethodInput,
  $notifyCustomer: Boolean, $staffNote: String
) {
  orderCancel(
    orderId: $id, reason: $reason, restock: $restock, refundMethod: $refundMethod,
    notifyCustomer: $notifyCustomer, staffNote: $staffNote
  ) {
    job { id }
    userErrors: orderCancelUserErrors { code field message }
  }
}`,
}

export const JOB_DONE: Operation<{ readonly id: string }, z.infer<typeof jobAnswer>> = {
  name: 'job',
  mutation: false,
  safe: true,
  cost: () => 1,
  answer: jobAnswer,
  document: `query JobDone($id: ID!) { job(id: $id) { done } }`,
}

/** Starts the cancellation of an order; after the job has ended, the order itself shows the result. */
export async function cancelOrder(
  execute: Execute,
  id: string,
  { reason, restock, refund, notifyCustomer, staffNote }: CancelOrderRequest,
  options?: CallOptions,
): Promise<{ readonly jobId: string }> {
  const variables = {
    id,
    reason,
    restock,
    notifyCustomer,
    refundMethod: { originalPaymentMethodsRefund: refund },
    staffNote: staffNote ?? null,
  }
  const { orderCancel } = await execute(CANCEL_ORDER, variables, options)
  if (!orderCancel.job)
    throw new RemoteFailure('unknown-outcome', 'orderCancel: no job came back', {
      vendor: 'shopify',
      call: CANCEL_ORDER.name,
    })
  return { jobId: orderCancel.job.id }
}

/** Whether a job of the shop has ended; an unknown one has. */
export async function jobDone(execute: Execute, id: string, options?: CallOptions): Promise<boolean> {
  const { job } = await execute(JOB_DONE, { id }, options)
  return job?.done ?? true
}
