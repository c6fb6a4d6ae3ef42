import { currencyDigits, parseRatio, scaleMinor } from '@huoqiao/kit'
import type { DutyRow, OrderLineRow, OrderRow, Pair, RefundRow, TaxRow } from './order.rows.ts'

export const NOTHING: Pair = { shop: 0, presentment: 0 }

export const plus = (...pairs: readonly Pair[]): Pair => ({
  shop: pairs.reduce((sum, pair) => sum + pair.shop, 0),
  presentment: pairs.reduce((sum, pair) => sum + pair.presentment, 0),
})
export const minus = (a: Pair, b: Pair): Pair => ({ shop: a.shop - b.shop, presentment: a.presentment - b.presentment })
export const times = (pair: Pair, count: number): Pair => ({
  shop: pair.shop * count,
  presentment: pair.presentment * count,
})

/** amount × part ÷ whole, rounded half up, in whole numbers only. */
export function share(amount: number, part: number, whole: number): number {
  if (whole === 0) return 0
  const doubled = 2 * amount * part + whole
  const divisor = 2 * whole
  return (doubled - (((doubled % divisor) + divisor) % divisor)) / divisor
}
export const sharePair = (pair: Pair, part: number, whole: number): Pair => ({
  shop: share(pair.shop, part, whole),
  presentment: share(pair.presentment, part, whole),
})

/** An amount in the shop's currency with its value in the shopper's, by the rate of presentment per shop currency. */
export function pairOf(minor: number, currency: string, presentment: string, rate: string): Pair {
  if (currency === presentment) return { shop: minor, presentment: minor }
  const shift = currencyDigits(presentment) - currencyDigits(currency)
  return { shop: minor, presentment: scaleMinor(minor, parseRatio(rate), shift) }
}

const refundedOf = (order: OrderRow, lineId: string): number =>
  order.refunds.reduce(
    (sum, refund) => sum + refund.lines.reduce((n, line) => (line.lineId === lineId ? n + line.quantity : n), 0),
    0,
  )

/** The units that the shopper still gets or has: ordered, without those removed by edits and those refunded (reference shopify-admin 4). */
export const currentQuantity = (order: OrderRow, line: OrderLineRow): number =>
  line.quantity - line.removed - refundedOf(order, line.id)

/** Units that a fulfilment order still has to send. A refund without restock does not change them. */
export const unfulfilledQuantity = (order: OrderRow, lineId: string): number =>
  order.fulfillmentOrders.reduce(
    (sum, entry) => sum + entry.lines.reduce((n, line) => (line.lineId === lineId ? n + line.remaining : n), 0),
    0,
  )

export const fulfilledQuantity = (order: OrderRow, lineId: string): number =>
  order.fulfillments.reduce(
    (sum, sent) =>
      sent.status !== 'SUCCESS'
        ? sum
        : sum + sent.lines.reduce((n, line) => (line.lineId === lineId ? n + line.quantity : n), 0),
    0,
  )

const taxSum = (taxes: readonly TaxRow[]): Pair => plus(...taxes.map((tax) => tax.price))

/** Price after discounts, and tax, for this many units of a line. */
export const lineSubtotal = (line: OrderLineRow, quantity: number): Pair =>
  minus(times(line.unitPrice, quantity), sharePair(line.discount, quantity, line.quantity))
export const lineTax = (line: OrderLineRow, quantity: number): Pair =>
  sharePair(taxSum(line.taxes), quantity, line.quantity)

export type Totals = {
  subtotal: Pair
  /** Discounts of goods and of shipping. */
  discount: Pair
  /** After its discount. */
  shipping: Pair
  tax: Pair
  tip: Pair
  duties: Pair
  total: Pair
  quantity: number
}

/** Every duty of an order with its line. */
export const dutiesOf = (order: OrderRow): { line: OrderLineRow; duty: DutyRow }[] =>
  order.lines.flatMap((line) => (line.duties ?? []).map((duty) => ({ line, duty })))

/** The part of a duty that was charged and not refunded yet. */
export const dutyLeft = (order: OrderRow, duty: DutyRow): Pair =>
  minus(
    duty.price,
    plus(
      ...order.refunds.flatMap((refund) =>
        (refund.duties ?? []).filter((row) => row.dutyId === duty.id).map((row) => row.amount),
      ),
    ),
  )

type Beside = { shipping: Pair; duties: Pair }

/** Sums over this many units of each line; shipping and duties as charged, without what was refunded. A tip is not part of the subtotal. */
function totalsOver(order: OrderRow, units: (line: OrderLineRow) => number, { shipping, duties }: Beside): Totals {
  const all = order.lines.map((line) => ({ line, count: units(line) }))
  const counted = all.filter(({ line }) => !line.tip)
  const tip = plus(...all.filter(({ line }) => line.tip).map(({ line, count }) => lineSubtotal(line, count)))
  const subtotal = plus(...counted.map(({ line, count }) => lineSubtotal(line, count)))
  const discount = plus(
    ...counted.map(({ line, count }) => sharePair(line.discount, count, line.quantity)),
    order.shipping?.discount?.amount ?? NOTHING,
  )
  const tax = plus(...counted.map(({ line, count }) => lineTax(line, count)), shippingTaxOn(order, shipping))
  const goods = order.taxesIncluded ? plus(subtotal, shipping) : plus(subtotal, shipping, tax)
  const total = plus(goods, tip, duties)
  return {
    subtotal,
    discount,
    shipping,
    tax,
    tip,
    duties,
    total,
    quantity: counted.reduce((sum, { count }) => sum + count, 0),
  }
}

/** The shipping charge after its discount. */
export const shippingCharged = ({ shipping }: OrderRow): Pair =>
  shipping ? minus(shipping.price, shipping.discount?.amount ?? NOTHING) : NOTHING

/** The value that removing this many units of a line removes. Removing all units, in any number of steps, removes exactly the whole value. */
export function worthOf(order: OrderRow, line: OrderLineRow, quantity: number): { subtotal: Pair; tax: Pair } {
  const units = currentQuantity(order, line)
  return {
    subtotal: minus(lineSubtotal(line, units), lineSubtotal(line, units - quantity)),
    tax: minus(lineTax(line, units), lineTax(line, units - quantity)),
  }
}

/** The tax on shipping is refunded together with the shipping charge. */
const shippingTaxOn = (order: OrderRow, paid: Pair): Pair =>
  sharePair(order.shipping ? taxSum(order.shipping.taxes) : NOTHING, paid.shop, shippingCharged(order).shop)

/** The order before refunds, with its edits. */
export const totalsOf = (order: OrderRow): Totals =>
  totalsOver(order, (line) => line.quantity - line.removed, {
    shipping: shippingCharged(order),
    duties: plus(...dutiesOf(order).map(({ duty }) => duty.price)),
  })

/** The order as it is now, after edits and refunds. */
export function currentTotalsOf(order: OrderRow): Totals {
  return totalsOver(order, (line) => currentQuantity(order, line), {
    shipping: shippingLeft(order),
    duties: plus(...dutiesOf(order).map(({ duty }) => dutyLeft(order, duty))),
  })
}

/** The shipping charge that was not refunded yet. */
export const shippingLeft = (order: OrderRow): Pair =>
  minus(shippingCharged(order), plus(...order.refunds.map((refund) => refund.shipping)))

/** The tax on shipping that was not refunded yet. */
export const shippingTaxLeft = (order: OrderRow): Pair => shippingTaxOn(order, shippingLeft(order))

const sumOf = (order: OrderRow, kinds: readonly string[]): Pair =>
  plus(
    ...order.transactions
      .filter((entry) => entry.status === 'SUCCESS' && kinds.includes(entry.kind))
      .map((entry) => entry.amount),
  )

export const receivedOf = (order: OrderRow): Pair => sumOf(order, ['SALE', 'CAPTURE'])
export const refundedTotal = (order: OrderRow): Pair => sumOf(order, ['REFUND'])

export const refundTotal = (order: OrderRow, refund: RefundRow): Pair =>
  plus(
    ...order.transactions
      .filter((entry) => refund.transactionIds.includes(entry.id) && entry.status === 'SUCCESS')
      .map((entry) => entry.amount),
  )

/** What was due for refunds minus what was refunded, over all refunds. */
export const discrepancyOf = (order: OrderRow): Pair =>
  plus(...order.refunds.map((refund) => refund.discrepancy ?? NOTHING))

/** What the shopper owes; negative: is owed. What was refunded beyond the goods' value does not count. */
export const balanceOf = (order: OrderRow): Pair =>
  plus(minus(currentTotalsOf(order).total, minus(receivedOf(order), refundedTotal(order))), discrepancyOf(order))

/** What is still to be paid: the order after edits minus payments; never negative. */
export function outstandingOf(order: OrderRow): Pair {
  if (order.cancelledAt !== null) return NOTHING
  const owed = balanceOf(order)
  return owed.shop > 0 ? owed : NOTHING
}

/** displayFinancialStatus, derived from the transactions as the vendor does (reference shopify-admin 4). */
export function financialStatus(order: OrderRow): string {
  const received = receivedOf(order).shop
  const refunded = refundedTotal(order).shop
  if (received === 0) {
    if (order.cancelledAt !== null) return 'VOIDED'
    if (order.transactions.some((entry) => entry.kind === 'AUTHORIZATION' && entry.status === 'SUCCESS'))
      return 'AUTHORIZED'
    return totalsOf(order).total.shop === 0 ? 'PAID' : 'PENDING'
  }
  if (refunded >= received) return 'REFUNDED'
  if (refunded > 0) return 'PARTIALLY_REFUNDED'
  return outstandingOf(order).shop > 0 ? 'PARTIALLY_PAID' : 'PAID'
}

/** displayFulfillmentStatus, derived from the fulfilment orders and fulfilments. */
export function fulfillmentStatus(order: OrderRow): string {
  const sent = order.lines.reduce((sum, line) => sum + fulfilledQuantity(order, line.id), 0)
  const waiting = order.fulfillmentOrders.filter((entry) => entry.lines.some((line) => line.remaining > 0))
  if (sent > 0) return waiting.length > 0 ? 'PARTIALLY_FULFILLED' : 'FULFILLED'
  if (waiting.length > 0 && waiting.every((entry) => entry.status === 'ON_HOLD')) return 'ON_HOLD'
  if (waiting.length > 0 && waiting.every((entry) => entry.status === 'SCHEDULED')) return 'SCHEDULED'
  return 'UNFULFILLED'
}
