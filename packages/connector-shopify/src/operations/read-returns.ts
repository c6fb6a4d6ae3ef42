import { isRemoteFailure } from '@huoqiao/connector-kit'
import { z } from 'zod'
import type { CallOptions, Execute, Operation } from '../operation.ts'
import type { ShopReturn } from '../orders.ts'
import { pageOf } from '../wire.ts'
import type { PageInfo } from '../wire.ts'
import {
  EXCHANGES,
  exchangeNode,
  lineNode,
  LINES,
  POINTS,
  refundNode,
  REFUNDS,
  returnNode,
} from './read-returns.wire.ts'
import type { ExchangeNode, LineNode, RefundNode, ReturnNode } from './read-returns.wire.ts'

const answer = z.object({ order: z.object({ returns: pageOf(returnNode) }).nullable() })
const moreLines = z.object({ return: z.object({ returnLineItems: pageOf(lineNode) }).nullable() })
const moreExchanges = z.object({ return: z.object({ exchangeLineItems: pageOf(exchangeNode) }).nullable() })
const moreRefunds = z.object({ return: z.object({ refunds: pageOf(refundNode) }).nullable() })

/** Sized so that one request stays under 1,000 points. */
const RETURNS_AT_ONCE = 4
const FIRST = { lines: 40, exchanges: 10, refunds: 5 } as const
const MORE = 150

type PageVariables = {
  readonly id: string
  readonly first: number
  readonly lines: number
  readonly exchanges: number
  readonly refunds: number
  readonly after: string | null
}
type MoreVariables = { readonly id: string; readonly first: number; readonly after: string }

export const READ_RETURNS: Operation<PageVariables, z.infer<typeof answer>> = {
  name: 'order.returns',
  mutation: false,
  safe: true,
  cost: ({ first, lines, exchanges, refunds }) =>
    first * (lines * POINTS.line + exchanges * POINTS.exchange + refunds * POINTS.refund + 5) + 3,
  answer,
  document: `query ReadReturns($id: ID!, $first: Int!, $lines: Int!, $exchanges: Int!, $refunds: Int!, $after: String) {
  order(id: $id) {
    returns(first: $first, after: $after) {
      nodes {
        id name status createdAt closedAt decline { reason note }
        returnLineItems(first: $lines) { ${LINES} }
        exchangeLineItems(first: $exchanges) { ${EXCHANGES} }
        refunds(first: $refunds) { ${REFUNDS} }
      }
      pageInfo { hasNextPage endCursor }
    }
  }
}`,
}

export const RETURN_LINES: Operation<MoreVariables, z.infer<typeof moreLines>> = {
  name: 'return.returnLineItems',
  mutation: false,
  safe: true,
  cost: ({ first }) => first * POINTS.line + 3,
  answer: moreLines,
  document: `query ReturnLines($id: ID!, $first: Int!, $after: String!) {
  return(id: $id) { returnLineItems(first: $first, after: $after) { ${LINES} } }
}`,
}

export const RETURN_EXCHANGES: Operation<MoreVariables, z.infer<typeof moreExchanges>> = {
  name: 'return.exchangeLineItems',
  mutation: false,
  safe: true,
  cost: ({ first }) => first * POINTS.exchange + 3,
  answer: moreExchanges,
  document: `query ReturnExchanges($id: ID!, $first: Int!, $after: String!) {
  return(id: $id) { exchangeLineItems(first: $first, after: $after) { ${EXCHANGES} } }
}`,
}

export const RETURN_REFUNDS: Operation<MoreVariables, z.infer<typeof moreRefunds>> = {
  name: 'return.refunds',
  mutation: false,
  safe: true,
  cost: ({ first }) => first * POINTS.refund + 3,
  answer: moreRefunds,
  document: `query ReturnRefunds($id: ID!, $first: Int!, $after: String!) {
  return(id: $id) { refunds(first: $first, after: $after) { ${REFUNDS} } }
}`,
}

/**
 * The returns of an order with all lines; empty for a deleted order. Undefined without the scope for returns: then only the order's
 * `returnStatus` is known.
 */
export async function readReturns(
  execute: Execute,
  orderId: string,
  options?: CallOptions,
): Promise<ShopReturn[] | undefined> {
  try {
    return await everyReturn(execute, orderId, options)
  } catch (failure) {
    if (isRemoteFailure(failure) && failure.detail.code === 'ACCESS_DENIED') return undefined
    throw failure
  }
}

async function everyReturn(execute: Execute, orderId: string, options?: CallOptions): Promise<ShopReturn[]> {
  const found: ShopReturn[] = []
  let after: string | null = null
  do {
    const variables: PageVariables = { id: orderId, first: RETURNS_AT_ONCE, ...FIRST, after }
    const { order }: z.infer<typeof answer> = await execute(READ_RETURNS, variables, options)
    if (!order) return found
    for (const node of order.returns.nodes) found.push(returnOf(node, await wholeParts(execute, node, options)))
    after = order.returns.pageInfo.hasNextPage ? (order.returns.pageInfo.endCursor ?? null) : null
  } while (after !== null)
  return found
}

type Parts = { readonly lines: LineNode[]; readonly exchanges: ExchangeNode[]; readonly refunds: RefundNode[] }
type Page<N> = { readonly nodes: N[]; readonly pageInfo: PageInfo }

async function wholeParts(execute: Execute, node: ReturnNode, options?: CallOptions): Promise<Parts> {
  const next = (after: string): MoreVariables => ({ id: node.id, first: MORE, after })
  return {
    lines: await follow(
      node.returnLineItems,
      async (after) => (await execute(RETURN_LINES, next(after), options)).return?.returnLineItems,
    ),
    exchanges: await follow(
      node.exchangeLineItems,
      async (after) => (await execute(RETURN_EXCHANGES, next(after), options)).return?.exchangeLineItems,
    ),
    refunds: await follow(
      node.refunds,
      async (after) => (await execute(RETURN_REFUNDS, next(after), options)).return?.refunds,
    ),
  }
}

async function follow<N>(start: Page<N>, read: (after: string) => Promise<Page<N> | undefined>): Promise<N[]> {
  const nodes = [...start.nodes]
  for (let { pageInfo } = start; pageInfo.hasNextPage && pageInfo.endCursor;) {
    const page = await read(pageInfo.endCursor)
    // Deleted while its pages were read: the partial result is not used, and the next reading shows the current state.
    if (!page) return nodes
    nodes.push(...page.nodes)
    pageInfo = page.pageInfo
  }
  return nodes
}

const returnOf = (node: ReturnNode, { lines, exchanges, refunds }: Parts): ShopReturn => ({
  id: node.id,
  name: node.name,
  status: node.status,
  createdAt: node.createdAt,
  ...(node.closedAt ? { closedAt: node.closedAt } : {}),
  ...(node.decline ? { declined: { reason: node.decline.reason, note: node.decline.note ?? '' } } : {}),
  refunds: refunds.map(({ id, createdAt, updatedAt, totalRefundedSet }) => ({
    id,
    createdAt: createdAt ?? updatedAt,
    total: totalRefundedSet,
  })),
  exchanges: exchanges.map(({ id, quantity, processedQuantity, variantId, lineItems }) => {
    const line = lineItems?.[0]
    return {
      id,
      quantity,
      processedQuantity,
      sku: line?.sku ?? '',
      title: line?.title ?? '',
      ...(line ? { lineItemId: line.id } : {}),
      ...(variantId ? { variantId } : {}),
    }
  }),
  lines: lines.map((line) => ({
    id: line.id,
    ...(line.fulfillmentLineItem ? { lineItemId: line.fulfillmentLineItem.lineItem.id } : {}),
    quantity: line.quantity,
    refundedQuantity: line.refundedQuantity,
    processedQuantity: line.processedQuantity,
    reason: line.returnReasonDefinition?.handle ?? '',
    note: [line.returnReasonNote, line.customerNote ?? ''].filter((part) => part !== '').join('\n'),
  })),
})
