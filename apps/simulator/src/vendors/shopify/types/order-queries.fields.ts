import type { BulkRow } from '../bulk/bulk.rows.ts'
import type { Args, Call, TypeFields } from '../call.ts'
import { fieldsOf } from '../call.ts'
import { countOf, paginate } from '../connections.ts'
import type { PageArgs } from '../connections.ts'
import { ORDER_SEARCH, ORDER_SORTS, WORK_SEARCH } from '../orders/order-search.ts'
import { isVisible, seesWork, workView } from '../orders/order-views.ts'
import type { WorkView } from '../orders/order-views.ts'
import type { OrderRow } from '../orders/order.rows.ts'
import { notSimulated, refusal } from '../refusals.ts'
import { searchRows } from '../search-query.ts'
import { nodeById } from './node.fields.ts'

function foundOrders(args: Args, call: Call): readonly OrderRow[] {
  if (args.savedSearchId) throw notSimulated('savedSearchId')
  const visible = call.shop.orders.all().filter((order) => isVisible(order, call))
  return searchRows(visible, args.query as string | null, ORDER_SEARCH)
}

function orders(_source: unknown, args: Args, call: Call): unknown {
  const key = (args.sortKey ?? 'PROCESSED_AT') as string
  const value = ORDER_SORTS[key]
  if (value === undefined && key !== 'ID' && key !== 'RELEVANCE') throw notSimulated(`orders sorted by ${key}`)
  const rows = foundOrders(args, call)
  if (!value) return paginate(rows, args as PageArgs, { id: (row) => row.id })
  const sorted = rows
    .map((row) => ({ row, value: value(row) }))
    .sort((a, b) => (a.value < b.value ? -1 : a.value > b.value ? 1 : 0))
    .map((entry) => entry.row)
  return paginate(sorted, args as PageArgs, { id: (row) => row.id, value })
}

/** Statuses that are left out unless closed fulfilment orders are requested. */
const DONE = ['CLOSED', 'CANCELLED']

function fulfillmentOrders(args: Args, call: Call): unknown {
  const all = call.shop.orders
    .all()
    .filter((order) => isVisible(order, call))
    .flatMap((order) => order.fulfillmentOrders.map((entry) => workView(order, entry)))
    .filter(({ entry }) => seesWork(entry, call) && (args.includeClosed === true || !DONE.includes(entry.status)))
  const rows = searchRows(all, args.query as string | null, WORK_SEARCH)
  const id = (view: WorkView): string => view.entry.id
  if (args.sortKey !== 'UPDATED_AT') {
    const byId = [...rows].sort((a, b) => (id(a) < id(b) ? -1 : 1))
    return paginate(byId, args as PageArgs, { id })
  }
  const value = (view: WorkView): string => view.entry.updatedAt
  const sorted = [...rows].sort((a, b) => (value(a) < value(b) ? -1 : value(a) > value(b) ? 1 : id(a) < id(b) ? -1 : 1))
  return paginate(sorted, args as PageArgs, { id, value })
}

const typed = (type: string) => (_source: unknown, args: Args, call: Call) => {
  const id = args.id as string
  if (!id.startsWith(`gid://shopify/${type}/`)) throw refusal(`Invalid id: ${id}`, 'RESOURCE_NOT_FOUND')
  return nodeById(id, call)
}

export const orderQueries: TypeFields = fieldsOf<unknown>({
  order: typed('Order'),
  orderByIdentifier: (_s, args, call) => {
    const { id } = args.identifier as { id?: string }
    if (!id) throw notSimulated('orderByIdentifier(customId)')
    return nodeById(id, call)
  },
  orders,
  ordersCount: (_s, args, call) => countOf(foundOrders(args, call).length, args.limit as number | null),
  refund: typed('Refund'),
  fulfillment: typed('Fulfillment'),
  fulfillmentOrder: typed('FulfillmentOrder'),
  fulfillmentOrders: (_s, args, call) => fulfillmentOrders(args, call),
  customer: typed('Customer'),
  return: typed('Return'),
  reverseFulfillmentOrder: typed('ReverseFulfillmentOrder'),
  bulkOperation: typed('BulkOperation'),
  bulkOperations: (_s, args, { shop }) => {
    if (args.query) throw notSimulated('bulkOperations(query:)')
    return paginate(Array.from<BulkRow>(shop.bulk.values()), args as PageArgs, { id: (row) => row.id })
  },
  /* The simulator's jobs have ended before their mutation answers, but the caller learns this only by this query. */
  job: (_s, args) => ({ __typename: 'Job', id: args.id, done: true }),
})
