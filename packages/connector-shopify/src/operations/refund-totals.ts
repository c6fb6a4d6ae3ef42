import { z } from 'zod'
import { MONEY_BAG, MONEY_BAG_POINTS, moneyBag } from '../money-bag.wire.ts'
import { chunked } from '../operation.ts'
import type { CallOptions, Execute, Operation } from '../operation.ts'
import type { MoneyPair } from '../orders.ts'
import { gid, nodeOrNone } from '../wire.ts'

const totals = z.object({ nodes: z.array(nodeOrNone(z.object({ id: gid, totalRefundedSet: moneyBag }))) })

export const REFUND_TOTALS: Operation<{ readonly ids: readonly string[] }, z.infer<typeof totals>> = {
  name: 'nodes(Order.totalRefundedSet)',
  mutation: false,
  safe: true,
  cost: ({ ids }) => (1 + MONEY_BAG_POINTS) * ids.length + 1,
  answer: totals,
  document: `query RefundTotals($ids: [ID!]!) {
  nodes(ids: $ids) { ... on Order { id totalRefundedSet { ${MONEY_BAG} } } }
}`,
}

/** Below the thousand points of one request. */
const AT_ONCE = 100

/** Order id → total refunded amount; orders that are not visible are left out. */
export async function refundTotals(
  execute: Execute,
  ids: readonly string[],
  options?: CallOptions,
): Promise<ReadonlyMap<string, MoneyPair>> {
  const found = new Map<string, MoneyPair>()
  for (const some of chunked(ids, AT_ONCE)) {
    const { nodes } = await execute(REFUND_TOTALS, { ids: some }, options)
    for (const node of nodes) if (node) found.set(node.id, node.totalRefundedSet)
  }
  return found
}
