import { formatMinor } from './money.ts'
import type { Money } from './money.ts'

/** How money stands in a sentence, on a button, in a cell: one way for what the server says and what the console draws. */
const SIGNS: Readonly<Record<string, string>> = {
  CNY: '¥',
  USD: '$',
  EUR: '€',
  GBP: '£',
  JPY: 'JP¥',
  HKD: 'HK$',
  AUD: 'A$',
  CAD: 'C$',
  SGD: 'S$',
  TWD: 'NT$',
  KRW: '₩',
  INR: '₹',
  THB: '฿',
  VND: '₫',
}
export const currencySign = (currency: string): string => SIGNS[currency] ?? `${currency} `

export type MoneyParts = { sign: string; symbol: string; whole: string; fraction: string }

/** Money apart, so that the small digits can be drawn small: -123456 CNY → -, ¥, 1,234, .56 */
export function moneyParts({ minor, currency }: Money): MoneyParts {
  const [whole = '', fraction] = formatMinor(Math.abs(minor), currency).split('.')
  return {
    sign: minor < 0 ? '-' : '',
    symbol: currencySign(currency),
    // Bounded: digits of a number of ours.
    whole: whole.replace(/\B(?=(\d{3})+$)/g, ','),
    fraction: fraction === undefined ? '' : `.${fraction}`,
  }
}

/** 123456 CNY → "¥1,234.56". Throws RangeError on what is no whole number of minor units. */
export function moneyText(amount: Money): string {
  const { sign, symbol, whole, fraction } = moneyParts(amount)
  return `${sign}${symbol}${whole}${fraction}`
}

/** Fen: 123456 → "¥1,234.56". */
export const yuanText = (fen: number): string => moneyText({ minor: fen, currency: 'CNY' })
