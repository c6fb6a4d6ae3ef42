import { RemoteFailure } from '@huoqiao/connector-kit'
import { z } from 'zod'
import type { CallOptions, Execute } from '../operation.ts'
import type { OrderFilter } from '../order-methods.ts'
import type { ShopOrder } from '../orders.ts'
import { gid } from '../wire.ts'
import { orderSearch } from './list-orders.ts'
import type { WithOptionalParts } from './optional-parts.ts'
import { createOrderCompleter } from './order-parts.ts'
import type { OrderWithPartIds } from './order-parts.ts'
import {
  FULFILLMENT_ORDER_FIELDS,
  FULFILLMENT_ORDER_LINE_FIELDS,
  LINE_FIELDS,
  ORDER_FIELDS,
  orderNode,
} from './read-orders.wire.ts'

/**
 * The bulk query for whole orders: no points, no pages. Nested lists are not allowed, so only the ids of refunds and fulfilments are
 * included; their lines are read afterwards, for many orders at once.
 */
export const exportQuery = (filter: OrderFilter, people: boolean): string => {
  const search = orderSearch(filter)
  const chosen = search === null ? '' : `(query: ${JSON.stringify(search)})`
  return `{
  orders${chosen} {
    edges {
      node {
        ${ORDER_FIELDS}
        ${people ? 'customer { id displayName }' : ''}
        refunds { id }
        fulfillments { id }
        lineItems { edges { node { ${LINE_FIELDS} } } }
        fulfillmentOrders {
          edges {
            node {
              ${FULFILLMENT_ORDER_FIELDS}
              lineItems { edges { node { ${FULFILLMENT_ORDER_LINE_FIELDS} } } }
            }
          }
        }
      }
    }
  }
}`
}

const exportLine = z.looseObject({ id: gid, __parentId: gid.optional() })
type ExportLine = z.infer<typeof exportLine>

const partIds = z.array(z.object({ id: gid }))
const exportedParts = z.object({ refunds: partIds, fulfillments: partIds })

const ORDERS_AT_ONCE = 50

/** Parses the lines of an order export as whole orders, in the order of the file. */
export async function* exportedOrders(
  deps: { readonly execute: Execute; readonly withOptionalParts: WithOptionalParts },
  lines: AsyncIterable<unknown>,
  options?: CallOptions,
): AsyncGenerator<ShopOrder, void, undefined> {
  const completer = createOrderCompleter(deps, options)
  let waiting: OrderWithPartIds[] = []
  for await (const group of groupsOf(lines)) {
    waiting.push(exportedOf(group))
    if (waiting.length < ORDERS_AT_ONCE) continue
    yield* await completer.withParts(waiting)
    waiting = []
  }
  yield* await completer.withParts(waiting)
}

/** An object with everything below it: the export is grouped, so the next line without a parent starts a new group. */
async function* groupsOf(lines: AsyncIterable<unknown>): AsyncGenerator<ExportLine[], void, undefined> {
  let group: ExportLine[] = []
  for await (const line of lines) {
    const read = exportLine.safeParse(line)
    if (!read.success) throw otherShape(read.error)
    if (read.data.__parentId === undefined && group.length > 0) {
      yield group
      group = []
    }
    group.push(read.data)
  }
  if (group.length > 0) yield group
}

function exportedOf([order, ...below]: readonly ExportLine[]): OrderWithPartIds {
  const under = (parent: unknown, type: string) => ({
    nodes: below.filter((line) => line.__parentId === parent && line.id.startsWith(`gid://shopify/${type}/`)),
    pageInfo: { hasNextPage: false },
  })
  const works = under(order?.id, 'FulfillmentOrder')
  const whole = {
    ...order,
    refunds: [],
    fulfillments: [],
    lineItems: under(order?.id, 'LineItem'),
    fulfillmentOrders: {
      ...works,
      nodes: works.nodes.map((work) => ({ ...work, lineItems: under(work.id, 'FulfillmentOrderLineItem') })),
    },
  }
  const node = orderNode.safeParse(whole)
  if (!node.success) throw otherShape(node.error)
  const parts = exportedParts.safeParse(order)
  if (!parts.success) throw otherShape(parts.error)
  return { node: node.data, ...parts.data }
}

const otherShape = (error: z.ZodError): RemoteFailure =>
  new RemoteFailure(
    'rejected',
    `order export: another shape than expected at ${error.issues[0]?.path.join('.') ?? ''}`,
    {
      vendor: 'shopify',
      call: 'order export',
      code: 'UNEXPECTED_SHAPE',
      cause: error,
    },
  )
