import type { Clock } from '@huoqiao/connector-kit'
import { z } from 'zod'
import { MONEY_BAG_POINTS } from '../money-bag.wire.ts'
import { chunked } from '../operation.ts'
import type { CallOptions, Execute, Operation } from '../operation.ts'
import type { ShopOrder } from '../orders.ts'
import { nodeOrNone } from '../wire.ts'
import { createOptionalParts } from './optional-parts.ts'
import type { OptionalParts } from './optional-parts.ts'
import { POINTS } from './order-pages.ts'
import { FIRST, createOrderCompleter } from './order-parts.ts'
import {
  FULFILLMENT_FIELDS,
  FULFILLMENT_LINE_FIELDS,
  FULFILLMENT_ORDER_FIELDS,
  FULFILLMENT_ORDER_LINE_FIELDS,
  LINE_FIELDS,
  ORDER_CUSTOMER,
  ORDER_FIELDS,
  PAGE,
  REFUND_FIELDS,
  REFUND_LINE_FIELDS,
  orderNode,
} from './read-orders.wire.ts'

const answer = z.object({ nodes: z.array(nodeOrNone(orderNode)) })

type ReadVariables = OptionalParts & { readonly ids: readonly string[] }

/** The order, its twelve totals, customer, address, risk and assessments, and the base of two lists. */
const ORDER_POINTS = 5 + 12 * MONEY_BAG_POINTS + 4

/** The requested cost of reading one order; the actual charge depends on its content. */
export const READ_ORDER_COST =
  ORDER_POINTS +
  FIRST.lines * POINTS.line +
  FIRST.fulfillmentOrders * (POINTS.fulfillmentOrder + FIRST.parts * POINTS.part) +
  FIRST.refunds * (POINTS.refund + FIRST.parts * POINTS.part) +
  FIRST.fulfillments * (POINTS.fulfillment + FIRST.parts * POINTS.part)

export const READ_ORDERS: Operation<ReadVariables, z.infer<typeof answer>> = {
  name: 'nodes(Order)',
  mutation: false,
  safe: true,
  cost: ({ ids }) => ids.length * READ_ORDER_COST,
  answer,
  document: `query ReadOrders($ids: [ID!]!, $people: Boolean!, $returns: Boolean!) {
  nodes(ids: $ids) {
    ... on Order {
      ${ORDER_FIELDS}
      ${ORDER_CUSTOMER}
      lineItems(first: ${FIRST.lines}) { nodes { ${LINE_FIELDS} } ${PAGE} }
      fulfillmentOrders(first: ${FIRST.fulfillmentOrders}) {
        nodes {
          ${FULFILLMENT_ORDER_FIELDS}
          lineItems(first: ${FIRST.parts}) { nodes { ${FULFILLMENT_ORDER_LINE_FIELDS} } ${PAGE} }
        }
        ${PAGE}
      }
      refunds(first: ${FIRST.refunds}) {
        ${REFUND_FIELDS}
        refundLineItems(first: ${FIRST.parts}) { nodes { ${REFUND_LINE_FIELDS} } ${PAGE} }
      }
      fulfillments(first: ${FIRST.fulfillments}) {
        ${FULFILLMENT_FIELDS}
        fulfillmentLineItems(first: ${FIRST.parts}) { nodes { ${FULFILLMENT_LINE_FIELDS} } ${PAGE} }
      }
    }
  }
}`,
}

/** Sized so that one request stays under 1,000 points. */
const ORDERS_AT_ONCE = 5

export type OrderReader = (ids: readonly string[], options?: CallOptions) => Promise<(ShopOrder | undefined)[]>

/** Reads whole orders; parts that the shop has not granted are left out. */
export function createOrderReader({
  execute,
  clock,
}: {
  readonly execute: Execute
  readonly clock: Clock
}): OrderReader {
  const withOptionalParts = createOptionalParts(clock)
  return async (ids, options) => {
    const complete = createOrderCompleter({ execute, withOptionalParts }, options).whole
    const readChunk = async (some: readonly string[]) => {
      const { nodes } = await withOptionalParts((parts) => execute(READ_ORDERS, { ids: some, ...parts }, options))
      return Promise.all(nodes.map(async (node) => (node ? complete(node) : undefined)))
    }
    const chunks = await Promise.all(chunked(ids, ORDERS_AT_ONCE).map(readChunk))
    return chunks.flat()
  }
}
