/**
 * JSON in the platform's form: ids of 16 to 19 digits are bare numbers (reference 1.3), larger than a JavaScript number can represent.
 * Inside the simulator ids are text; `idNumber` marks those that are written as numbers.
 */

/** An id that is written as a bare JSON number. */
export const idNumber = (id: string): bigint => BigInt(id)

/** An id that was rounded to a double, as in the vendor's own samples (reference 1.3). */
export const roundedNumber = (id: string): bigint => BigInt(Number(id))

const RAW = Symbol('raw JSON')

/** JSON text that is inserted unchanged. */
export const rawJson = (text: string): { [RAW]: string } => ({ [RAW]: text })

/** JSON text with bigints as bare numbers, everything else as JSON.stringify writes it. */
export function wireJson(value: unknown): string {
  if (typeof value === 'bigint') return value.toString()
  if (Array.isArray(value)) return `[${value.map((inner) => wireJson(inner ?? null)).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null'
  if (RAW in value) return String(value[RAW])
  const members = Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .map(([name, inner]) => `${JSON.stringify(name)}:${wireJson(inner)}`)
  return `{${members.join(',')}}`
}

/** Whole numbers of 16 digits and more become text; strings are matched first so that digits inside them are left alone. */
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

/** Parses JSON text without losing digits: long whole numbers become text. Undefined when it is not JSON. */
export function readWireJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(TOKEN, (token) => (/^\d{16,}$/.test(token) ? `"${token}"` : token)))
  } catch {
    return undefined
  }
}
