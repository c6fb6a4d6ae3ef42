import { formatMinor } from '@huoqiao/kit'
import { minus, NOTHING } from '../orders/order-money.ts'
import type { OrderLineRow, OrderRow, Pair, RefundRow, TransactionRow } from '../orders/order.rows.ts'
import { amount, moneySet, numeric, numericOrNull } from './payload.money.ts'

/** REST shows a transaction in its own currency; the shop's can be requested only when reading (`in_shop_currency`), not in a webhook. */
const transactionPayload = (order: OrderRow, entry: TransactionRow): object => ({
  id: numeric(entry.id),
  admin_graphql_api_id: entry.id,
  order_id: numeric(order.id),
  parent_id: numericOrNull(entry.parentId),
  kind: entry.kind.toLowerCase(),
  status: entry.status.toLowerCase(),
  gateway: entry.gateway,
  amount: formatMinor(entry.amount.presentment, order.presentmentCurrency),
  currency: order.presentmentCurrency,
  created_at: entry.createdAt,
  processed_at: entry.createdAt,
  test: order.test,
})

/** REST has refunded shipping, and what was refunded more or less than due, as adjustments; money that leaves is negative. */
function adjustmentsOf(order: OrderRow, refund: RefundRow): object[] {
  const row = (at: number, kind: string, reason: string, given: Pair, tax: Pair): object => ({
    id: numeric(refund.id) * 10 + at,
    order_id: numeric(order.id),
    refund_id: numeric(refund.id),
    amount: amount(order, given),
    amount_set: moneySet(order, given),
    tax_amount: amount(order, tax),
    tax_amount_set: moneySet(order, tax),
    kind,
    reason,
  })
  const { shipping, shippingTax = NOTHING, discrepancy } = refund
  return [
    ...(shipping.shop > 0
      ? [row(1, 'shipping_refund', 'Shipping refund', minus(NOTHING, shipping), minus(NOTHING, shippingTax))]
      : []),
    ...(discrepancy ? [row(2, 'refund_discrepancy', 'Refund discrepancy', discrepancy, NOTHING)] : []),
  ]
}

/** `lineOf` writes the order line that a part of the refund belongs to. */
export const refundPayload = (
  order: OrderRow,
  refund: RefundRow,
  lineOf: (order: OrderRow, line: OrderLineRow) => object,
): object => ({
  id: numeric(refund.id),
  admin_graphql_api_id: refund.id,
  order_id: numeric(order.id),
  created_at: refund.createdAt,
  processed_at: refund.createdAt,
  note: refund.note ?? '',
  restock: refund.lines.some((line) => line.restockType !== 'NO_RESTOCK'),
  duties: (refund.duties ?? []).map((row) => ({
    duty_id: numeric(row.dutyId),
    amount_set: moneySet(order, row.amount),
  })),
  refund_duties: (refund.duties ?? []).map((row) => ({
    duty_id: numeric(row.dutyId),
    refund_type: row.refundType,
  })),
  order_adjustments: adjustmentsOf(order, refund),
  refund_line_items: refund.lines.map((row) => {
    const line = order.lines.find((entry) => entry.id === row.lineId)
    return {
      id: numeric(row.id),
      line_item_id: numeric(row.lineId),
      location_id: numericOrNull(row.locationId),
      quantity: row.quantity,
      restock_type: row.restockType.toLowerCase(),
      /* REST writes these two as numbers, unlike all other amounts. */
      subtotal: Number(amount(order, row.subtotal)),
      subtotal_set: moneySet(order, row.subtotal),
      total_tax: Number(amount(order, row.tax)),
      total_tax_set: moneySet(order, row.tax),
      line_item: line ? lineOf(order, line) : null,
    }
  }),
  transactions: order.transactions
    .filter((entry) => refund.transactionIds.includes(entry.id))
    .map((entry) => transactionPayload(order, entry)),
})
