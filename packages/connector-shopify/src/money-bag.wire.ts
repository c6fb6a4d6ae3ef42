import { currencyDigits, money, parseMinor } from '@huoqiao/kit'
import type { Money } from '@huoqiao/kit'
import { z } from 'zod'
import type { MoneyPair } from './orders.ts'
import { decimalText } from './wire.ts'

/** Selects an amount in both currencies: three points, for the bag and its two amounts. */
export const MONEY_BAG = 'shopMoney { amount currencyCode } presentmentMoney { amount currencyCode }'
export const MONEY_BAG_POINTS = 3

/**
 * Parses decimal text as money, digit by digit. Values more precise than the currency (a line's discount over three pieces: "6.666667") are
 * rounded to the nearest minor unit, halves away from zero. Throws RangeError if the text is not an amount.
 */
export function moneyOf(text: string, currency: string): Money {
  const digits = currencyDigits(currency)
  const [, whole = '', fraction = ''] = /^(-?\d+)\.(\d+)$/.exec(text.trim()) ?? []
  if (!/[1-9]/.test(fraction.slice(digits))) return money(parseMinor(text, currency), currency)
  const cut = parseMinor(digits === 0 ? whole : `${whole}.${fraction.slice(0, digits)}`, currency)
  const up = fraction.charAt(digits) >= '5' ? 1 : 0
  return money(whole.startsWith('-') ? cut - up : cut + up, currency)
}

const amount = z
  .object({ amount: decimalText, currencyCode: z.string() })
  .transform(({ amount: text, currencyCode }, context): Money => {
    try {
      return moneyOf(text, currencyCode)
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      context.addIssue({ code: 'custom', message: error.message })
      return z.NEVER
    }
  })

export const moneyBag = z
  .object({ shopMoney: amount, presentmentMoney: amount })
  .transform(({ shopMoney, presentmentMoney }): MoneyPair => ({ shop: shopMoney, presentment: presentmentMoney }))
