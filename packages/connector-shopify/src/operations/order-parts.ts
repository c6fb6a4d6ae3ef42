import { RemoteFailure } from '@huoqiao/connector-kit'
import { LIST_LIMIT, chunked } from '../operation.ts'
import type { CallOptions, Execute, Operation } from '../operation.ts'
import type { ShopFulfillment, ShopFulfillmentOrder, ShopOrder, ShopRefund } from '../orders.ts'
import type { PageInfo } from '../wire.ts'
import type { WithOptionalParts } from './optional-parts.ts'
import {
  FULFILLMENT_LINES,
  FULFILLMENT_ORDER_LINES,
  ORDER_FULFILLMENT_ORDERS,
  ORDER_LINES,
  ORDER_PART_IDS,
  READ_FULFILLMENTS,
  READ_REFUNDS,
  REFUND_LINES,
} from './order-pages.ts'
import type { PageVariables } from './order-pages.ts'
import { fulfillmentOf, fulfillmentOrderOf, lineOf, orderOf, refundOf } from './read-orders.mapping.ts'
import type { FulfillmentNode, FulfillmentOrderNode, OrderNode, RefundNode } from './read-orders.wire.ts'

/** How much of each list is read with the order itself, so that five orders stay below 1,000 points. */
export const FIRST = { lines: 5, fulfillmentOrders: 2, refunds: 2, fulfillments: 2, parts: 5 } as const

/** Further pages: under 1,000 points each. */
const NEXT = { lines: 60, fulfillmentOrders: 10, parts: LIST_LIMIT } as const
const NODES_AT_ONCE = 10
const NODE_PARTS = 25

type Page<N> = { readonly nodes: readonly N[]; readonly pageInfo: PageInfo }
type Following<N, A> = {
  readonly operation: Operation<PageVariables, A>
  readonly size: number
  readonly pick: (answer: A) => Page<N> | undefined
}

/** Reads all pages of every list of an order. */
export function createOrderCompleter(
  { execute, withOptionalParts }: { readonly execute: Execute; readonly withOptionalParts: WithOptionalParts },
  options?: CallOptions,
) {
  async function follow<N, A>(id: string, start: Page<N>, { operation, size, pick }: Following<N, A>): Promise<N[]> {
    const nodes = [...start.nodes]
    for (let { pageInfo } = start; pageInfo.hasNextPage && pageInfo.endCursor;) {
      const page = pick(await execute(operation, { id, first: size, after: pageInfo.endCursor }, options))
      if (!page) throw goneMeanwhile(operation.name, id)
      nodes.push(...page.nodes)
      pageInfo = page.pageInfo
    }
    return nodes
  }

  const fulfillmentOrder = async (node: FulfillmentOrderNode): Promise<ShopFulfillmentOrder> =>
    fulfillmentOrderOf(
      node,
      await follow(node.id, node.lineItems, {
        operation: FULFILLMENT_ORDER_LINES,
        size: NEXT.parts,
        pick: (answer) => answer.fulfillmentOrder?.lineItems,
      }),
    )
  const refund = async (node: RefundNode): Promise<ShopRefund> =>
    refundOf(
      node,
      await follow(node.id, node.refundLineItems, {
        operation: REFUND_LINES,
        size: NEXT.parts,
        pick: (answer) => answer.refund?.refundLineItems,
      }),
    )
  const fulfillment = async (node: FulfillmentNode): Promise<ShopFulfillment> =>
    fulfillmentOf(
      node,
      await follow(node.id, node.fulfillmentLineItems, {
        operation: FULFILLMENT_LINES,
        size: NEXT.parts,
        pick: (answer) => answer.fulfillment?.fulfillmentLineItems,
      }),
    )

  type NodesVariables = { readonly ids: readonly string[]; readonly first: number }
  async function byIds<N>(
    name: string,
    ids: Ids,
    read: (variables: NodesVariables) => Promise<{ nodes: (N | null)[] }>,
  ): Promise<N[]> {
    const found: N[] = []
    for (const some of chunked(ids, NODES_AT_ONCE)) {
      const { nodes } = await read({ ids: some.map(({ id }) => id), first: NODE_PARTS })
      for (const [index, node] of nodes.entries()) {
        if (node === null) throw goneMeanwhile(name, some[index]!.id)
        found.push(node)
      }
    }
    return found
  }
  const refundsOf = (ids: Ids): Promise<RefundNode[]> =>
    byIds(READ_REFUNDS.name, ids, (variables) =>
      withOptionalParts(({ returns }) => execute(READ_REFUNDS, { ...variables, returns }, options)),
    )
  const fulfillmentsOf = (ids: Ids): Promise<FulfillmentNode[]> =>
    byIds(READ_FULFILLMENTS.name, ids, (variables) => execute(READ_FULFILLMENTS, variables, options))

  /** Refunds and fulfilments are plain lists: if one has the requested length, there may be more. */
  async function wholeLists(node: OrderNode): Promise<Lists> {
    const { refunds, fulfillments } = node
    const cut = { refunds: refunds.length >= FIRST.refunds, fulfillments: fulfillments.length >= FIRST.fulfillments }
    if (!cut.refunds && !cut.fulfillments) return { refunds, fulfillments }
    const { order } = await execute(ORDER_PART_IDS, { id: node.id, first: LIST_LIMIT }, options)
    if (!order) throw goneMeanwhile(ORDER_PART_IDS.name, node.id)
    return {
      refunds: order.refunds.length === refunds.length ? refunds : await refundsOf(order.refunds),
      fulfillments:
        order.fulfillments.length === fulfillments.length ? fulfillments : await fulfillmentsOf(order.fulfillments),
    }
  }

  async function assembled(node: OrderNode, lists: Lists): Promise<ShopOrder> {
    const [lines, fulfillmentOrders] = await Promise.all([
      follow(node.id, node.lineItems, {
        operation: ORDER_LINES,
        size: NEXT.lines,
        pick: (answer) => answer.order?.lineItems,
      }),
      follow(node.id, node.fulfillmentOrders, {
        operation: ORDER_FULFILLMENT_ORDERS,
        size: NEXT.fulfillmentOrders,
        pick: (answer) => answer.order?.fulfillmentOrders,
      }),
    ])
    return orderOf(node, {
      lines: lines.map(lineOf),
      fulfillmentOrders: await Promise.all(fulfillmentOrders.map(fulfillmentOrder)),
      refunds: await Promise.all(lists.refunds.map(refund)),
      fulfillments: await Promise.all(lists.fulfillments.map(fulfillment)),
    })
  }

  return {
    /** An order with the first of each of its lists. */
    whole: async (node: OrderNode): Promise<ShopOrder> => assembled(node, await wholeLists(node)),
    /** Orders for which all ids of refunds and fulfilments are known: these are read for all orders together. */
    async withParts(orders: readonly OrderWithPartIds[]): Promise<ShopOrder[]> {
      const refunds = await refundsOf(orders.flatMap((order) => order.refunds))
      const fulfillments = await fulfillmentsOf(orders.flatMap((order) => order.fulfillments))
      return Promise.all(
        orders.map(({ node, ...ids }) =>
          assembled(node, {
            refunds: ids.refunds.flatMap(({ id }) => refunds.find((each) => each.id === id) ?? []),
            fulfillments: ids.fulfillments.flatMap(({ id }) => fulfillments.find((each) => each.id === id) ?? []),
          }),
        ),
      )
    },
  }
}

type Lists = Pick<OrderNode, 'refunds' | 'fulfillments'>
type Ids = readonly { readonly id: string }[]
export type OrderWithPartIds = { readonly node: OrderNode; readonly refunds: Ids; readonly fulfillments: Ids }

/** A partial order must never be taken for a complete one; when it is read again, it exists or not. */
const goneMeanwhile = (call: string, id: string): RemoteFailure =>
  new RemoteFailure('unavailable', `${call}: ${id} went away while it was read`, { vendor: 'shopify', call })
