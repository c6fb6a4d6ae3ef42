import { formatMinor } from '@huoqiao/kit'
import type { Call } from '../call.ts'
import type {
  FulfillmentOrderLineRow,
  FulfillmentOrderRow,
  FulfillmentRow,
  OrderLineRow,
  OrderRow,
  Pair,
  RefundLineRow,
  RefundRow,
  TransactionRow,
} from './order.rows.ts'

/** Parts of an order as GraphQL values: the row with its order, and its type, which the row's id does not show. */
export type LineView = { __typename: 'LineItem'; order: OrderRow; line: OrderLineRow }
export type WorkView = { __typename: 'FulfillmentOrder'; order: OrderRow; entry: FulfillmentOrderRow }
export type WorkLineView = {
  __typename: 'FulfillmentOrderLineItem'
  order: OrderRow
  entry: FulfillmentOrderRow
  part: FulfillmentOrderLineRow
}
export type SentView = { __typename: 'Fulfillment'; order: OrderRow; sent: FulfillmentRow }
export type RefundView = { __typename: 'Refund'; order: OrderRow; refund: RefundRow }
export type RefundLineView = { __typename: 'RefundLineItem'; order: OrderRow; row: RefundLineRow }
export type PaymentView = { __typename: 'OrderTransaction'; order: OrderRow; payment: TransactionRow }

export const lineView = (order: OrderRow, line: OrderLineRow): LineView => ({ __typename: 'LineItem', order, line })
export const workView = (order: OrderRow, entry: FulfillmentOrderRow): WorkView => ({
  __typename: 'FulfillmentOrder',
  order,
  entry,
})
export const sentView = (order: OrderRow, sent: FulfillmentRow): SentView => ({
  __typename: 'Fulfillment',
  order,
  sent,
})
export const refundView = (order: OrderRow, refund: RefundRow): RefundView => ({ __typename: 'Refund', order, refund })
/** `formattedGateway`: the name that the shop's own screens show for a payment's way. */
export const gatewayTitle = (gateway: string): string => (gateway === 'shopify_payments' ? 'Shopify Payments' : gateway)
export const paymentView = (order: OrderRow, payment: TransactionRow): PaymentView => ({
  __typename: 'OrderTransaction',
  order,
  payment,
})

/** MoneyBag: the amount in the shop's currency and in the shopper's, each with its own number of decimals. */
export const bag = (order: OrderRow, pair: Pair): object => ({
  shopMoney: { amount: formatMinor(pair.shop, order.currency), currencyCode: order.currency },
  presentmentMoney: {
    amount: formatMinor(pair.presentment, order.presentmentCurrency),
    currencyCode: order.presentmentCurrency,
  },
})

const VISIBLE_MS = 60 * 24 * 60 * 60 * 1000

/** Without read_all_orders only orders of the last 60 days are visible (reference shopify-admin 4). */
export const isVisible = (order: OrderRow, call: Call): boolean =>
  call.scopes.has('read_all_orders') || Date.parse(order.createdAt) >= call.shop.core.clock.now() - VISIBLE_MS

const KIND_SCOPE = {
  merchant: 'merchant_managed_fulfillment_orders',
  'third-party': 'third_party_fulfillment_orders',
} as const

/** Fulfilment orders of a kind for which the app has no scope are left out: the order looks as if it had none (reference 5). */
export const seesWork = (entry: FulfillmentOrderRow, call: Call): boolean =>
  call.scopes.has(`read_${KIND_SCOPE[entry.kind]}`)
export const mayWorkOn = (entry: FulfillmentOrderRow, call: Call): boolean =>
  call.scopes.has(`write_${KIND_SCOPE[entry.kind]}`)
