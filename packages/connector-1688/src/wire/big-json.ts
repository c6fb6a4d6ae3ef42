import { parse, stringify } from 'lossless-json'

/**
 * Parses JSON without damaging ids: integers of 16 digits and more become strings, because 2^53 has 16 digits and order ids have up to 19
 * (reference 1.3, big integers). Other numbers stay numbers. Throws if the text is not JSON.
 */
export const parseBigJson = (text: string): unknown =>
  parse(text, undefined, {
    parseNumber: (digits) => (/^-?\d{16,}$/.test(digits) || !Number.isFinite(Number(digits)) ? digits : Number(digits)),
    // Like JSON.parse: the last one counts.
    onDuplicateKey: ({ newValue }) => newValue,
  })

/** Writes JSON; a bigint becomes a plain number, as the API expects for a Long. */
export function writeBigJson(value: unknown): string {
  const text = stringify(value)
  if (text === undefined) throw new TypeError('JSON has no text for this value')
  return text
}

/** Converts an id (always a string) to the Long that the API expects. Throws RangeError unless it has 1 to 19 digits. */
export function longOf(id: string): bigint {
  if (!/^\d{1,19}$/.test(id)) throw new RangeError(`not a marketplace id: ${JSON.stringify(id)}`)
  return BigInt(id)
}
