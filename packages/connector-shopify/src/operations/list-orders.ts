import { z } from 'zod'
import { chunked } from '../operation.ts'
import type { CallOptions, Execute, Operation } from '../operation.ts'
import type { OrderFilter, OrderQuery, OrderStamp, OrderStampPage } from '../order-methods.ts'
import { gid, nodeOrNone, pageOf } from '../wire.ts'

const stamp = z.object({ id: gid, name: z.string(), updatedAt: z.string(), returnStatus: z.string() })
const answer = z.object({ orders: pageOf(stamp) })

type ListVariables = {
  readonly first: number
  readonly after: string | null
  readonly query: string | null
  readonly sortKey: 'UPDATED_AT' | 'CREATED_AT'
}

export const LIST_ORDER_STAMPS: Operation<ListVariables, z.infer<typeof answer>> = {
  name: 'orders',
  mutation: false,
  safe: true,
  cost: ({ first }) => first + 3,
  answer,
  document: `query ListOrderStamps($first: Int!, $after: String, $query: String, $sortKey: OrderSortKeys!) {
  orders(first: $first, after: $after, query: $query, sortKey: $sortKey) {
    nodes { id name updatedAt returnStatus }
    pageInfo { hasNextPage endCursor }
  }
}`,
}

/** A page holds 1 to 250 orders (reference, section 4). */
const MAX_ROWS = 250
const NAMES_AT_ONCE = 50

/** One page of ids and change times, oldest first: by change, or by creation if only that is limited. */
export async function listOrderStamps(
  execute: Execute,
  { after, first, ...filter }: OrderQuery,
  options?: CallOptions,
): Promise<OrderStampPage> {
  // An empty list of names matches nothing; without a condition the vendor would return everything.
  if (filter.names?.length === 0) return { stamps: [], hasNext: false }
  const byCreation = (filter.createdFrom ?? filter.createdTo) !== undefined
  const byChange = (filter.updatedFrom ?? filter.updatedTo) !== undefined
  const variables = {
    first: Math.min(Math.max(Math.trunc(first), 1), MAX_ROWS),
    after: after ?? null,
    query: orderSearch(filter),
    sortKey: byCreation && !byChange ? ('CREATED_AT' as const) : ('UPDATED_AT' as const),
  }
  const { orders } = await execute(LIST_ORDER_STAMPS, variables, options)
  const { hasNextPage, endCursor } = orders.pageInfo
  return {
    stamps: orders.nodes,
    hasNext: hasNextPage && Boolean(endCursor),
    ...(hasNextPage && endCursor ? { endCursor } : {}),
  }
}

/** Ids of the orders with exactly these names; the search also finds names with the same beginning. */
export async function findOrdersByName(
  execute: Execute,
  names: readonly string[],
  options?: CallOptions,
): Promise<OrderStamp[]> {
  const wanted = new Map(names.map((name) => [bare(name), name]))
  const found = new Map<string, OrderStamp>()
  for (const some of chunked([...wanted.values()], NAMES_AT_ONCE)) {
    let after: string | undefined
    do {
      const query: OrderQuery = { names: some, first: MAX_ROWS, ...(after === undefined ? {} : { after }) }
      const page: OrderStampPage = await listOrderStamps(execute, query, options)
      for (const each of page.stamps) if (wanted.has(bare(each.name))) found.set(each.id, each)
      after = page.endCursor
    } while (after !== undefined)
  }
  return [...found.values()]
}

/** #1001 and 1001 are the same name for a person. */
const bare = (name: string): string => name.trim().replace(/^#/, '').toLowerCase()

/** The vendor's search syntax (reference, section 4); null for all orders. */
export function orderSearch(filter: OrderFilter): string | null {
  const { updatedFrom, updatedTo, createdFrom, createdTo, names, returnStatuses } = filter
  const terms = [
    ...(updatedFrom === undefined ? [] : [`updated_at:>=${quoted(updatedFrom)}`]),
    ...(updatedTo === undefined ? [] : [`updated_at:<${quoted(updatedTo)}`]),
    ...(createdFrom === undefined ? [] : [`created_at:>=${quoted(createdFrom)}`]),
    ...(createdTo === undefined ? [] : [`created_at:<${quoted(createdTo)}`]),
    ...(names && names.length > 0 ? [`(${names.map((name) => `name:${quoted(name.trim())}`).join(' OR ')})`] : []),
    ...(returnStatuses && returnStatuses.length > 0
      ? [`(${returnStatuses.map((status) => `return_status:${status.toLowerCase()}`).join(' OR ')})`]
      : []),
  ]
  return terms.length === 0 ? null : terms.join(' ')
}

/** Text from outside must not end the quotes. */
const quoted = (text: string): string => `'${text.replace(/[\\']/g, String.raw`\$&`)}'`

const owners = z.object({ nodes: z.array(nodeOrNone(z.object({ id: gid, orderId: gid }))) })

export const ORDERS_OF_FULFILLMENT_ORDERS: Operation<{ readonly ids: readonly string[] }, z.infer<typeof owners>> = {
  name: 'nodes(FulfillmentOrder)',
  mutation: false,
  safe: true,
  cost: ({ ids }) => ids.length + 1,
  answer: owners,
  document: `query OrdersOfFulfillmentOrders($ids: [ID!]!) {
  nodes(ids: $ids) { ... on FulfillmentOrder { id orderId } }
}`,
}

/** Fulfilment order id → order id; those that are gone or not visible to the app are left out. */
export async function ordersOfFulfillmentOrders(
  execute: Execute,
  ids: readonly string[],
  options?: CallOptions,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  for (const some of chunked(ids, MAX_ROWS)) {
    const { nodes } = await execute(ORDERS_OF_FULFILLMENT_ORDERS, { ids: some }, options)
    for (const node of nodes) if (node) found.set(node.id, node.orderId)
  }
  return found
}
