import { gidNumber } from '../gid.ts'
import type { OrderRow, ReturnRow } from '../orders/order.rows.ts'

const numeric = (id: string): number => Number(gidNumber(id))

/** A return as its topics tell it. The stored reference names the topics and no body: whoever wants more than ids reads it. */
export const returnPayload = (order: OrderRow, row: ReturnRow): object => ({
  id: numeric(row.id),
  admin_graphql_api_id: row.id,
  name: row.name,
  status: row.status.toLowerCase(),
  order: { id: numeric(order.id), admin_graphql_api_id: order.id },
  total_return_line_items: row.lines.reduce((sum, line) => sum + line.quantity, 0),
  return_line_items: row.lines.map((line) => ({
    id: numeric(line.id),
    admin_graphql_api_id: line.id,
    quantity: line.quantity,
    return_reason: line.reason.toLowerCase(),
    return_reason_note: line.reasonNote,
    customer_note: line.customerNote,
    fulfillment_line_item: { id: numeric(line.fulfillmentLineId), line_item: { id: numeric(line.lineId) } },
  })),
})
