import type { MoneyRequest } from './returns.ts'
import { processedUnits } from './returns.ts'
import { pairFromPresentment } from './order-foreign-money.ts'
import {
  minus,
  NOTHING,
  plus,
  receivedOf,
  refundedTotal,
  shippingLeft,
  shippingTaxLeft,
  worthOf,
} from './order-money.ts'
import type { OrderRow, Pair, ReturnRow } from './order.rows.ts'

export type SuggestRequest = {
  lines: readonly { id: string; quantity: number }[]
  shipping?: { fullRefund?: boolean | null; shippingRefundAmount?: MoneyRequest | null } | null
}
export type Suggestion = {
  subtotal: Pair
  tax: Pair
  shipping: Pair
  shippingTax: Pair
  /** what was received and not refunded yet */
  most: Pair
  /** never more than `most` */
  amount: Pair
  /** one per payment that is refunded, the oldest first; `most`: what was not refunded of that payment yet */
  transactions: { paymentId: string; amount: Pair; most: Pair }[]
}

/**
 * What the shop proposes to refund for units of a return: their price with tax, and the shipping charge if it is requested. Undefined for a
 * line that is not in the return, or for more units than are unprocessed: what Shopify answers then is not documented.
 */
export function suggestRefund(order: OrderRow, row: ReturnRow, request: SuggestRequest): Suggestion | undefined {
  const worths: { subtotal: Pair; tax: Pair }[] = []
  for (const asked of request.lines) {
    const line = row.lines.find(({ id }) => id === asked.id)
    const sold = line && order.lines.find(({ id }) => id === line.lineId)
    if (!line || !sold || asked.quantity < 1 || asked.quantity > line.quantity - processedUnits(row, line))
      return undefined
    worths.push(worthOf(order, sold, asked.quantity))
  }
  const subtotal = plus(...worths.map((worth) => worth.subtotal))
  const tax = plus(...worths.map((worth) => worth.tax))
  const part = request.shipping?.shippingRefundAmount
  const shipping = request.shipping?.fullRefund
    ? shippingLeft(order)
    : ((part && pairFromPresentment(order, part)) ?? NOTHING)
  const shippingTax = request.shipping?.fullRefund ? shippingTaxLeft(order) : NOTHING
  const whole = order.taxesIncluded ? plus(subtotal, shipping) : plus(subtotal, tax, shipping, shippingTax)
  const most = minus(receivedOf(order), refundedTotal(order))
  const amount = least(whole, most)
  return { subtotal, tax, shipping, shippingTax, most, amount, transactions: shared(order, amount) }
}

const least = (a: Pair, b: Pair): Pair => (a.presentment <= b.presentment ? a : b)

/** Distributes the amount over the order's payments, each up to its part that was not refunded yet. */
function shared(order: OrderRow, amount: Pair): Suggestion['transactions'] {
  let left = amount
  return order.transactions
    .filter(({ kind }) => kind === 'SALE' || kind === 'CAPTURE')
    .map((payment) => {
      const back = order.transactions.filter(({ kind, parentId }) => kind === 'REFUND' && parentId === payment.id)
      const most = minus(payment.amount, plus(...back.map((one) => one.amount)))
      const part = least(left, most)
      left = minus(left, part)
      return { paymentId: payment.id, amount: part, most }
    })
    .filter((one) => one.amount.presentment > 0)
}
