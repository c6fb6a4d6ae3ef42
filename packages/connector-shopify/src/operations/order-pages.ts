import { z } from 'zod'
import { MONEY_BAG_POINTS } from '../money-bag.wire.ts'
import type { Operation } from '../operation.ts'
import { gid, nodeOrNone } from '../wire.ts'
import {
  FULFILLMENT_FIELDS,
  FULFILLMENT_LINE_FIELDS,
  FULFILLMENT_ORDER_FIELDS,
  FULFILLMENT_ORDER_LINE_FIELDS,
  LINE_FIELDS,
  PAGE,
  REFUND_FIELDS,
  REFUND_LINE_FIELDS,
  fulfillmentLinePage,
  fulfillmentNode,
  fulfillmentOrderLinePage,
  fulfillmentOrderPage,
  linePage,
  refundLinePage,
  refundNode,
} from './read-orders.wire.ts'

/** The cost of one entry (reference, section 2): itself and its objects. */
export const POINTS = {
  /** Variant, product, picture, attributes and two prices. */
  line: 5 + 2 * MONEY_BAG_POINTS,
  /** Actions, place and location, holds, the list of lines. */
  fulfillmentOrder: 7,
  /** A line of a fulfilment order, a refund or a fulfilment: itself and the order's line. */
  part: 2,
  /** Itself, its return, its sum and the list of lines. */
  refund: 4 + MONEY_BAG_POINTS,
  fulfillment: 4,
} as const

export type PageVariables = { readonly id: string; readonly first: number; readonly after: string }
type NodesVariables = { readonly ids: readonly string[]; readonly first: number }

/** Lines requested with each further fulfilment order. */
const FIRST_PARTS = 20
const PAGE_ARGUMENTS = '$id: ID!, $first: Int!, $after: String!'
const NEXT = 'first: $first, after: $after'

export const ORDER_LINES: Operation<PageVariables, z.infer<typeof linePage>> = {
  name: 'order.lineItems',
  mutation: false,
  safe: true,
  cost: ({ first }) => first * POINTS.line + 3,
  answer: linePage,
  document: `query OrderLines(${PAGE_ARGUMENTS}) {
  order(id: $id) { lineItems(${NEXT}) { nodes { ${LINE_FIELDS} } ${PAGE} } }
}`,
}

export const ORDER_FULFILLMENT_ORDERS: Operation<PageVariables, z.infer<typeof fulfillmentOrderPage>> = {
  name: 'order.fulfillmentOrders',
  mutation: false,
  safe: true,
  cost: ({ first }) => first * (POINTS.fulfillmentOrder + FIRST_PARTS * POINTS.part) + 3,
  answer: fulfillmentOrderPage,
  document: `query OrderFulfillmentOrders(${PAGE_ARGUMENTS}) {
  order(id: $id) {
    fulfillmentOrders(${NEXT}) {
      nodes {
        ${FULFILLMENT_ORDER_FIELDS}
        lineItems(first: ${FIRST_PARTS}) { nodes { ${FULFILLMENT_ORDER_LINE_FIELDS} } ${PAGE} }
      }
      ${PAGE}
    }
  }
}`,
}

export const FULFILLMENT_ORDER_LINES: Operation<PageVariables, z.infer<typeof fulfillmentOrderLinePage>> = {
  name: 'fulfillmentOrder.lineItems',
  mutation: false,
  safe: true,
  cost: ({ first }) => first * POINTS.part + 3,
  answer: fulfillmentOrderLinePage,
  document: `query FulfillmentOrderLines(${PAGE_ARGUMENTS}) {
  fulfillmentOrder(id: $id) { lineItems(${NEXT}) { nodes { ${FULFILLMENT_ORDER_LINE_FIELDS} } ${PAGE} } }
}`,
}

const ids = z.array(z.object({ id: gid }))
const partIds = z.object({ order: z.object({ refunds: ids, fulfillments: ids }).nullable() })

export const ORDER_PART_IDS: Operation<{ readonly id: string; readonly first: number }, z.infer<typeof partIds>> = {
  name: 'order(parts)',
  mutation: false,
  safe: true,
  cost: ({ first }) => first * 2 + 1,
  answer: partIds,
  // These lists cannot be paged: all their ids are requested first, then the entries by id.
  document: `query OrderPartIds($id: ID!, $first: Int!) {
  order(id: $id) { refunds(first: $first) { id } fulfillments(first: $first) { id } }
}`,
}

const refunds = z.object({ nodes: z.array(nodeOrNone(refundNode)) })

type RefundsVariables = NodesVariables & { readonly returns: boolean }

export const READ_REFUNDS: Operation<RefundsVariables, z.infer<typeof refunds>> = {
  name: 'nodes(Refund)',
  mutation: false,
  safe: true,
  cost: ({ ids: asked, first }) => asked.length * (POINTS.refund + first * POINTS.part),
  answer: refunds,
  document: `query ReadRefunds($ids: [ID!]!, $first: Int!, $returns: Boolean!) {
  nodes(ids: $ids) {
    ... on Refund { ${REFUND_FIELDS} refundLineItems(first: $first) { nodes { ${REFUND_LINE_FIELDS} } ${PAGE} } }
  }
}`,
}

export const REFUND_LINES: Operation<PageVariables, z.infer<typeof refundLinePage>> = {
  name: 'refund.refundLineItems',
  mutation: false,
  safe: true,
  cost: ({ first }) => first * POINTS.part + 3,
  answer: refundLinePage,
  document: `query RefundLines(${PAGE_ARGUMENTS}) {
  refund(id: $id) { refundLineItems(${NEXT}) { nodes { ${REFUND_LINE_FIELDS} } ${PAGE} } }
}`,
}

const fulfillments = z.object({ nodes: z.array(nodeOrNone(fulfillmentNode)) })

export const READ_FULFILLMENTS: Operation<NodesVariables, z.infer<typeof fulfillments>> = {
  name: 'nodes(Fulfillment)',
  mutation: false,
  safe: true,
  cost: ({ ids: asked, first }) => asked.length * (POINTS.fulfillment + first * POINTS.part),
  answer: fulfillments,
  document: `query ReadFulfillments($ids: [ID!]!, $first: Int!) {
  nodes(ids: $ids) {
    ... on Fulfillment {
      ${FULFILLMENT_FIELDS}
      fulfillmentLineItems(first: $first) { nodes { ${FULFILLMENT_LINE_FIELDS} } ${PAGE} }
    }
  }
}`,
}

export const FULFILLMENT_LINES: Operation<PageVariables, z.infer<typeof fulfillmentLinePage>> = {
  name: 'fulfillment.fulfillmentLineItems',
  mutation: false,
  safe: true,
  cost: ({ first }) => first * POINTS.part + 3,
  answer: fulfillmentLinePage,
  document: `query FulfillmentLines(${PAGE_ARGUMENTS}) {
  fulfillment(id: $id) { fulfillmentLineItems(${NEXT}) { nodes { ${FULFILLMENT_LINE_FIELDS} } ${PAGE} } }
}`,
}
