import { formatMinor } from './money.ts'
import type { Money } from './money.ts'

/** How money is formatted, for both server messages and the console. */
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

/** The parts of an amount, so that decimals can be drawn smaller: -123456 CNY → -, ¥, 1,234, .56 */
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

/** 123456 CNY → "¥1,234.56". Throws RangeError if the minor units are not a whole number. */
export function moneyText(amount: Money): string {
  const { sign, symbol, whole, fraction } = moneyParts(amount)
  return `${sign}${symbol}${whole}${fraction}`
}

/** Fen: 123456 → "¥1,234.56". */
export const yuanText = (fen: number): string => moneyText({ minor: fen, currency: 'CNY' })
