import { isRemoteFailure } from '@huoqiao/connector-kit'
import { z } from 'zod'
import type { CallOptions, Execute, Operation } from '../operation.ts'
import type { ShopReturn } from '../orders.ts'
import { gid, pageOf } from '../wire.ts'

/** Lines of a return that name what was sent; one that nobody could tie to a sent line has no `fulfillmentLineItem`. */
const lineNode = z.object({
  id: gid,
  quantity: z.number().int(),
  refundedQuantity: z.number().int(),
  processedQuantity: z.number().int(),
  /** The shop's own list of reasons; null where none was given. */
  returnReasonDefinition: z.object({ handle: z.string() }).nullish(),
  returnReasonNote: z.string(),
  customerNote: z.string().nullish(),
  fulfillmentLineItem: z.object({ lineItem: z.object({ id: gid }) }).nullish(),
})
const returnNode = z.object({
  id: gid,
  name: z.string(),
  status: z.string(),
  createdAt: z.string(),
  closedAt: z.string().nullish(),
  returnLineItems: pageOf(lineNode),
})
const answer = z.object({ order: z.object({ returns: pageOf(returnNode) }).nullable() })
const moreAnswer = z.object({ return: z.object({ returnLineItems: pageOf(lineNode) }).nullable() })

const PAGE = 'pageInfo { hasNextPage endCursor }'
const LINES = `nodes {
        id quantity refundedQuantity processedQuantity returnReasonDefinition { handle } returnReasonNote customerNote
        ... on ReturnLineItem { fulfillmentLineItem { lineItem { id } } }
      } ${PAGE}`
/** A line, its reason, the sent line and the sold one. */
const LINE_POINTS = 4
/** Sized so that one request stays under 1,000 points. */
const RETURNS_AT_ONCE = 5
const LINES_AT_ONCE = 40

type PageVariables = {
  readonly id: string
  readonly first: number
  readonly lines: number
  readonly after: string | null
}
type MoreVariables = { readonly id: string; readonly first: number; readonly after: string }

export const READ_RETURNS: Operation<PageVariables, z.infer<typeof answer>> = {
  name: 'order.returns',
  mutation: false,
  safe: true,
  cost: ({ first, lines }) => first * (lines * LINE_POINTS + 2) + 3,
  answer,
  document: `query ReadReturns($id: ID!, $first: Int!, $lines: Int!, $after: String) {
  order(id: $id) {
    returns(first: $first, after: $after) {
      nodes { id name status createdAt closedAt returnLineItems(first: $lines) { ${LINES} } }
      ${PAGE}
    }
  }
}`,
}

export const RETURN_LINES: Operation<MoreVariables, z.infer<typeof moreAnswer>> = {
  name: 'return.returnLineItems',
  mutation: false,
  safe: true,
  cost: ({ first }) => first * LINE_POINTS + 3,
  answer: moreAnswer,
  document: `query ReturnLines($id: ID!, $first: Int!, $after: String!) {
  return(id: $id) { returnLineItems(first: $first, after: $after) { ${LINES} } }
}`,
}

/**
 * The returns of an order with all their lines; none for an order that is gone. Undefined without the grant for
 * returns, which is a grant of its own: then only the order's `returnStatus` tells that something comes back.
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
    const variables: PageVariables = { id: orderId, first: RETURNS_AT_ONCE, lines: LINES_AT_ONCE, after }
    const { order }: z.infer<typeof answer> = await execute(READ_RETURNS, variables, options)
    if (!order) return found
    for (const node of order.returns.nodes) found.push(returnOf(node, await everyLine(execute, node, options)))
    after = order.returns.pageInfo.hasNextPage ? (order.returns.pageInfo.endCursor ?? null) : null
  } while (after !== null)
  return found
}

type LineNode = z.infer<typeof lineNode>
type ReturnNode = z.infer<typeof returnNode>

async function everyLine(execute: Execute, node: ReturnNode, options?: CallOptions): Promise<LineNode[]> {
  const lines = [...node.returnLineItems.nodes]
  let { pageInfo } = node.returnLineItems
  while (pageInfo.hasNextPage && pageInfo.endCursor) {
    const more = await execute(RETURN_LINES, { id: node.id, first: 200, after: pageInfo.endCursor }, options)
    // Deleted between the pages: what was read of it stands for nothing any more, and the next reading tells.
    if (!more.return) return lines
    lines.push(...more.return.returnLineItems.nodes)
    pageInfo = more.return.returnLineItems.pageInfo
  }
  return lines
}

const returnOf = (node: ReturnNode, lines: readonly LineNode[]): ShopReturn => ({
  id: node.id,
  name: node.name,
  status: node.status,
  createdAt: node.createdAt,
  ...(node.closedAt ? { closedAt: node.closedAt } : {}),
  lines: lines.map((line) => ({
    id: line.id,
    ...(line.fulfillmentLineItem ? { lineItemId: line.fulfillmentLineItem.lineItem.id } : {}),
    quantity: line.quantity,
    refundedQuantity: line.refundedQuantity,
    processedQuantity: line.processedQuantity,
    reason: line.returnReasonDefinition?.handle ?? '',
    note: [line.returnReasonNote, line.customerNote ?? ''].filter((said) => said !== '').join('\n'),
  })),
})
