import { parse, stringify } from 'lossless-json'

/**
 * Parses JSON so that no id is damaged: integers of 16 digits and more become strings, as 2^53 has 16 digits and order
 * ids have up to 19 (reference 1.3, big integers). All other numbers stay numbers. Throws on text that is not JSON.
 */
export const parseBigJson = (text: string): unknown =>
  parse(text, undefined, {
    parseNumber: (digits) => (/^-?\d{16,}$/.test(digits) || !Number.isFinite(Number(digits)) ? digits : Number(digits)),
    // As JSON.parse has it: the last one stands.
    onDuplicateKey: ({ newValue }) => newValue,
  })

/** Writes JSON; a bigint becomes a bare number, which is how a Long of the API pages travels. */
export function writeBigJson(value: unknown): string {
  const text = stringify(value)
  if (text === undefined) throw new TypeError('JSON has no text for this value')
  return text
}

/** An id of ours (always a string) as the Long that the API wants. Throws RangeError on anything but 1 to 19 digits. */
export function longOf(id: string): bigint {
  if (!/^\d{1,19}$/.test(id)) throw new RangeError(`not a marketplace id: ${JSON.stringify(id)}`)
  return BigInt(id)
}
