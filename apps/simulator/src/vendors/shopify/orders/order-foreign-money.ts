import { parseMinor } from '@huoqiao/kit'
import { NOTHING, pairOf, receivedOf, share, sharePair } from './order-money.ts'
import type { ExchangeLineRow, OrderRow, Pair } from './order.rows.ts'
import { PRESENTMENT } from './purchase.ts'
import type { AppliedDiscount, MoneyWish } from './returns.ts'

/**
 * An amount of the shopper's currency with what it is in the shop's, by the rate at which the order was paid: giving all of it back
 * leaves nothing over in either. Undefined for an amount of another currency.
 */
export function pairFromPresentment(order: OrderRow, { amount, currencyCode }: MoneyWish): Pair | undefined {
  if (currencyCode !== order.presentmentCurrency) return undefined
  const presentment = parseMinor(amount, currencyCode)
  if (order.presentmentCurrency === order.currency) return { shop: presentment, presentment }
  const received = receivedOf(order)
  if (received.presentment > 0) return { shop: share(received.shop, presentment, received.presentment), presentment }
  const one = pairOf(1_000_000, order.currency, currencyCode, PRESENTMENT[order.currency]?.[currencyCode] ?? '1')
  return { shop: share(one.shop, presentment, one.presentment), presentment }
}

/** What is given on an exchange. Undefined for an amount of another currency than the shopper's. */
export function discountOf(order: OrderRow, { value }: AppliedDiscount): ExchangeLineRow['discount'] {
  if (value.percentage != null) return { percent: value.percentage }
  const whole = value.amount && pairFromPresentment(order, value.amount)
  return whole ? { whole } : undefined
}

/** The part of an exchange's discount that falls on so many of its units, which cost `gross` before it. */
export function discountOn(line: ExchangeLineRow, units: number, gross: Pair): Pair {
  if (!line.discount) return NOTHING
  if ('percent' in line.discount) return sharePair(gross, Math.round(line.discount.percent * 100), 10_000)
  return sharePair(line.discount.whole, units, line.quantity)
}
