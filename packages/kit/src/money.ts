import { trimEnd } from './trim-end.ts'
/**
 * Money is an integer number of minor units plus an ISO 4217 currency (decisions, section 5). No function uses binary fractions: text is
 * parsed digit by digit.
 */
export type Money = { readonly minor: number; readonly currency: string }

/** Currencies whose minor unit is not a hundredth (ISO 4217, column "Minor unit"). */
const EXPONENTS: ReadonlyMap<string, number> = new Map([
  ...'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' ').map((code) => [code, 0] as const),
  ...'BHD IQD JOD KWD LYD OMR TND'.split(' ').map((code) => [code, 3] as const),
])

/** Number of decimal digits of a currency: 2 for CNY, 0 for JPY, 3 for KWD. */
export const currencyDigits = (currency: string): number => EXPONENTS.get(currency) ?? 2

/** Parses decimal text ("18.50") into minor units. Throws RangeError for anything else, or if digits would be lost. */
export function parseMinor(text: string, currency: string): number {
  const match = /^(-?)(\d+)(?:\.(\d*))?$/.exec(text.trim())
  if (!match) throw new RangeError(`not a decimal amount: ${JSON.stringify(text)}`)
  const digits = currencyDigits(currency)
  const fraction = trimEnd(match[3] ?? '', '0')
  if (fraction.length > digits) throw new RangeError(`${text} has more than ${digits} decimals for ${currency}`)
  const minor = Number(`${match[2]}${fraction.padEnd(digits, '0')}`)
  if (!Number.isSafeInteger(minor)) throw new RangeError(`${text} is too large`)
  return match[1] === '-' && minor !== 0 ? -minor : minor
}

/** Minor units as decimal text with exactly the currency's decimals: 1850 CNY → "18.50". */
export function formatMinor(minor: number, currency: string): string {
  if (!Number.isSafeInteger(minor)) throw new RangeError(`not a safe integer of minor units: ${minor}`)
  const digits = currencyDigits(currency)
  const text = String(Math.abs(minor)).padStart(digits + 1, '0')
  const sign = minor < 0 ? '-' : ''
  return digits === 0 ? sign + text : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`
}

export const money = (minor: number, currency: string): Money => ({ minor, currency })
