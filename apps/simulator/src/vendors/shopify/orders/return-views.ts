import type { EditRow, ExchangeLineRow, OrderRow, ReturnLineRow, ReturnRow, ReverseLineRow } from './order.rows.ts'

/** Returns and running edits as GraphQL values: the row with its order, and its type, which the row's id does not show. */
export type ReturnView = { __typename: 'Return'; id: string; order: OrderRow; row: ReturnRow }
export type ReturnLineView = { __typename: 'ReturnLineItem'; order: OrderRow; row: ReturnRow; line: ReturnLineRow }
export type ExchangeLineView = { __typename: 'ExchangeLineItem'; id: string; order: OrderRow; line: ExchangeLineRow }
export type ReverseView = { __typename: 'ReverseFulfillmentOrder'; order: OrderRow; row: ReturnRow }
export type ReverseLineView = {
  __typename: 'ReverseFulfillmentOrderLineItem'
  order: OrderRow
  row: ReturnRow
  line: ReverseLineRow
}

export const returnView = (order: OrderRow, row: ReturnRow): ReturnView => ({
  __typename: 'Return',
  id: row.id,
  order,
  row,
})
export const reverseView = (order: OrderRow, row: ReturnRow): ReverseView => ({
  __typename: 'ReverseFulfillmentOrder',
  order,
  row,
})
export const reverseLineView = (order: OrderRow, row: ReturnRow, line: ReverseLineRow): ReverseLineView => ({
  __typename: 'ReverseFulfillmentOrderLineItem',
  order,
  row,
  line,
})

/** An order as a running edit would leave it. Its sums are not computed before the commit. */
export type CalculatedView = { __typename: 'CalculatedOrder'; id: string; order: OrderRow; edit: EditRow }
export const calculatedView = (order: OrderRow, edit: EditRow): CalculatedView => ({
  __typename: 'CalculatedOrder',
  id: edit.id,
  order,
  edit,
})
