import { parseMinor } from '@huoqiao/kit'
import { minus, NOTHING, pairOf, receivedOf, refundedTotal, share, sharePair } from './order-money.ts'
import type { ExchangeLineRow, OrderRow, Pair } from './order.rows.ts'
import { PRESENTMENT } from './purchase.ts'
import type { AppliedDiscount, MoneyRequest } from './returns.ts'

/**
 * An amount in the shopper's currency with its value in the shop's, by the rate at which the order was paid. Undefined for an amount in
 * another currency. When an amount is refunded in parts, each rounded, the last part brings the sum to the exact total in both currencies.
 */
export const pairFromPresentment = (order: OrderRow, request: MoneyRequest): Pair | undefined =>
  sumFromPresentment(order, [request])

/** The same for several amounts together. */
export function sumFromPresentment(order: OrderRow, requests: readonly MoneyRequest[]): Pair | undefined {
  const currencyCode = order.presentmentCurrency
  if (requests.some((request) => request.currencyCode !== currencyCode)) return undefined
  const presentment = requests.reduce((sum, { amount }) => sum + parseMinor(amount, currencyCode), 0)
  if (order.presentmentCurrency === order.currency) return { shop: presentment, presentment }
  const received = receivedOf(order)
  const left = minus(received, refundedTotal(order))
  if (presentment > 0 && presentment === left.presentment) return left
  if (received.presentment > 0) return { shop: share(received.shop, presentment, received.presentment), presentment }
  const one = pairOf(1_000_000, order.currency, currencyCode, PRESENTMENT[order.currency]?.[currencyCode] ?? '1')
  return { shop: share(one.shop, presentment, one.presentment), presentment }
}

/** The discount on an exchange. Undefined for an amount in another currency than the shopper's. */
export function discountOf(order: OrderRow, { value }: AppliedDiscount): ExchangeLineRow['discount'] {
  if (value.percentage != null) return { percent: value.percentage }
  const whole = value.amount && pairFromPresentment(order, value.amount)
  return whole ? { whole } : undefined
}

/** The part of an exchange's discount for this many of its units, which cost `gross` before it. */
export function discountOn(line: ExchangeLineRow, units: number, gross: Pair): Pair {
  if (!line.discount) return NOTHING
  if ('percent' in line.discount) return sharePair(gross, Math.round(line.discount.percent * 100), 10_000)
  return sharePair(line.discount.whole, units, line.quantity)
}
