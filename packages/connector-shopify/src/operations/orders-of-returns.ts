import { isRemoteFailure } from '@huoqiao/connector-kit'
import { z } from 'zod'
import { chunked, LIST_LIMIT } from '../operation.ts'
import type { CallOptions, Execute, Operation } from '../operation.ts'
import { gid, nodeOrNone } from '../wire.ts'

const owners = z.object({ nodes: z.array(nodeOrNone(z.object({ id: gid, order: z.object({ id: gid }) }))) })

export const ORDERS_OF_RETURNS: Operation<{ readonly ids: readonly string[] }, z.infer<typeof owners>> = {
  name: 'nodes(Return)',
  mutation: false,
  safe: true,
  cost: ({ ids }) => 2 * ids.length + 1,
  answer: owners,
  document: `query OrdersOfReturns($ids: [ID!]!) {
  nodes(ids: $ids) { ... on Return { id order { id } } }
}`,
}

/** Return id → order id; those that are gone are left out, and all of them without the scope for returns. */
export async function ordersOfReturns(
  execute: Execute,
  ids: readonly string[],
  options?: CallOptions,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  try {
    for (const some of chunked(ids, LIST_LIMIT)) {
      const { nodes } = await execute(ORDERS_OF_RETURNS, { ids: some }, options)
      for (const node of nodes) if (node) found.set(node.id, node.order.id)
    }
  } catch (failure) {
    // The scope was removed after the message was sent: only the order's own return status is known.
    if (!isRemoteFailure(failure) || failure.detail.code !== 'ACCESS_DENIED') throw failure
  }
  return found
}
