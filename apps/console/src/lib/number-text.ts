/** What a number field keeps of the typed text (specification, section 5). Signs and exponents are never accepted. */

/** "007" → "7", "00" → "0", "00.5" → "0.5": leading zeros are removed, one stays before a point. */
const stripLeadingZeros = (text: string): string => text.replace(/^0+(?=\d)/, '')

/** Digits and one point with at most `digits` decimals: "1.2.345" with 2 → "1.23"; ".5" → "0.5". */
export function decimalOnly(text: string, digits: number): string {
  const [whole = '', ...rest] = text.replace(/[^\d.]/g, '').split('.')
  if (rest.length === 0 || digits === 0) return stripLeadingZeros(whole)
  const kept = stripLeadingZeros(whole === '' ? '0' : whole)
  return `${kept}.${rest.join('').slice(0, digits)}`
}

/** Keys that a price field does not accept: e, E, plus, minus. */
export const isBlockedPriceKey = (key: string): boolean => ['e', 'E', '+', '-'].includes(key)

/** Why a pasted text is not a price: signs and exponents are refused, not removed silently. Undefined: it is one. */
export function pasteFault(text: string): string | undefined {
  const bare = text
    .trim()
    .replace(/^(?:[¥￥$€£]|[A-Z]{3}\s)/, '')
    .replaceAll(/[\s,，]/g, '')
  return /^(?:\d+\.?\d*|\.\d+)?$/.test(bare) ? undefined : `“${text.trim().slice(0, 20)}”不是价格：只能有数字和小数点`
}
