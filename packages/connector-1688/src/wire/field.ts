import { parseChinaTime, parseMinor, parseRatio, scaleMinor } from '@huoqiao/kit'
import { parseAopDate } from './aop-date.ts'

/**
 * Readers for single fields. The platform represents "nothing" as null, a missing field, "" or an empty list, and numbers sometimes as text
 * (reference 2.1, 2.3): all of these become null here, and nothing throws.
 */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const record = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {})

export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** The value at a dotted path; undefined if the path ends early. An empty path is the value itself. */
export function at(value: unknown, path: string): unknown {
  let current = value
  for (const name of path === '' ? [] : path.split('.')) {
    if (!isRecord(current) || !Object.hasOwn(current, name)) return undefined
    current = current[name]
  }
  return current
}

/** Trimmed text; numbers as digits; null for nothing. */
export function text(value: unknown): string | null {
  if (typeof value === 'number' || typeof value === 'bigint') return String(value)
  if (typeof value !== 'string') return null
  const trimmed = value.trim()
  return trimmed === '' ? null : trimmed
}

/** Texts of a list, without the empty ones. */
export const texts = (value: unknown): string[] => list(value).flatMap((item) => text(item) ?? [])

/** A marketplace id as digits; null for 0 and anything that is not a whole number. */
export function id(value: unknown): string | null {
  const digits = text(value)
  return digits !== null && /^[1-9]\d*$/.test(digits) ? digits : null
}

/**
 * An id that certainly has all its digits: text, or a number that cannot have been rounded. A number of 16 or more digits may be another
 * one rounded to a double (reference 1.3: the vendor's own samples contain such damage), so nothing may be matched by it.
 */
export function wholeId(asText: unknown, asNumber: unknown): string | null {
  const parsed = id(asText)
  if (parsed !== null) return parsed
  const digits = id(asNumber)
  return digits === null || mayBeRounded(digits) ? null : digits
}

const mayBeRounded = (digits: string): boolean =>
  digits.length >= 16 && (String(BigInt(Number(digits))) === digits || String(Number(digits)) === digits)

/** A whole number of zero or more. Decimals are cut off: 820.0 pieces are 820. */
export function count(value: unknown): number | null {
  const digits = text(value)
  if (digits === null || !/^\d+(?:\.\d+)?$/.test(digits)) return null
  const whole = Math.trunc(Number(digits))
  return Number.isSafeInteger(whole) ? whole : null
}

/** A decimal of zero or more that is not money: a weight in kilograms, a score. */
export function decimal(value: unknown): number | null {
  const digits = text(value)
  return digits !== null && /^\d+(?:\.\d+)?$/.test(digits) ? Number(digits) : null
}

/** "33%" → 33, "99.12%" → 99.12, null for anything else. */
export function percent(value: unknown): number | null {
  const match = /^(\d+(?:\.\d+)?)\s*%$/.exec(text(value) ?? '')
  return match ? Number(match[1]) : null
}

/** True or false, also as text in any case; null for anything else. */
export function flag(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value
  const word = typeof value === 'string' ? value.trim().toLowerCase() : ''
  return word === 'true' ? true : word === 'false' ? false : null
}

/**
 * Yuan as decimal text or number (reference 3.9), in fen. More than two decimals are rounded half up, digit by digit, without binary
 * fractions. Null for nothing, for negative amounts and for text that is not a plain decimal: an unreadable price is never zero.
 */
export function yuan(value: unknown): number | null {
  const digits = text(value)
  if (digits === null || !/^\d+(?:\.\d+)?$/.test(digits)) return null
  try {
    return /\.\d{3,}$/.test(digits) ? scaleMinor(1, parseRatio(digits), 2) : parseMinor(digits, 'CNY')
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** Whole fen, positive or negative, as number or text (reference 3.9). Null for nothing and for fractions of a fen. */
export function signedFen(value: unknown): number | null {
  const digits = text(value)
  if (digits === null || !/^-?\d+(?:\.0+)?$/.test(digits)) return null
  const whole = Number(digits)
  return Number.isSafeInteger(whole) ? whole + 0 : null
}

/** Whole fen of zero or more. */
export function fen(value: unknown): number | null {
  const whole = signedFen(value)
  return whole === null || whole < 0 ? null : whole
}

/** Ids of a list, or of a text with commas between them (`subItemIds`, `orderEntryIds`, `productIds`). */
export const ids = (value: unknown): string[] =>
  (Array.isArray(value) ? value : (text(value)?.split(/[,;，\s]+/) ?? [])).flatMap((item) => id(item) ?? [])

/** A time in any of the platform's formats: `yyyyMMddHHmmssSSSZ`, China time, milliseconds since the epoch. */
export function instant(value: unknown): number | null {
  const parsed = text(value)
  if (parsed === null) return null
  if (/^\d{12,13}$/.test(parsed)) return Number(parsed)
  return parseAopDate(parsed) ?? parseChinaTime(parsed) ?? null
}

/** `yyyy-MM-dd HH:mm:ss` in China time (reference 1.3) as an instant in milliseconds. */
export const chinaTime = (value: unknown): number | null => parseChinaTime(text(value) ?? '') ?? null

/** The address of a picture or video. The older model has only paths, which belong to the image host (reference 2.5). */
export function mediaUrl(value: unknown): string | null {
  const url = text(value)
  if (url === null) return null
  if (/^https?:\/\//i.test(url)) return url
  if (url.startsWith('//')) return `https:${url}`
  return /^\/?img\//.test(url) ? `https://cbu01.alicdn.com/${url.replace(/^\//, '')}` : null
}

export const mediaUrls = (value: unknown): string[] => list(value).flatMap((item) => mediaUrl(item) ?? [])
