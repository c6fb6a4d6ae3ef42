import { formatMinor } from '@huoqiao/kit'
import { gidNumber } from '../gid.ts'
import type { OrderRow, Pair } from '../orders/order.rows.ts'

/** Numeric ids as JSON numbers, as in REST. Here they stay below 2^53, as the vendor's own mostly do. */
export const numeric = (id: string): number => Number(gidNumber(id))
export const numericOrNull = (id: string | null): number | null => (id === null ? null : numeric(id))

export const amount = (order: OrderRow, pair: Pair): string => formatMinor(pair.shop, order.currency)
export const moneySet = (order: OrderRow, pair: Pair): object => ({
  shop_money: { amount: formatMinor(pair.shop, order.currency), currency_code: order.currency },
  presentment_money: {
    amount: formatMinor(pair.presentment, order.presentmentCurrency),
    currency_code: order.presentmentCurrency,
  },
})
