import { formatMinor } from '@huoqiao/kit'
import type { Call } from '../call.ts'

export type MoneyView = { amount: string; currencyCode: string }

/** MoneyV2 as Shopify writes it: decimal text in the shop's currency. */
export const moneyView = (call: Call, minor: number): MoneyView => ({
  amount: formatMinor(minor, call.shop.facts.currency),
  currencyCode: call.shop.facts.currency,
})
