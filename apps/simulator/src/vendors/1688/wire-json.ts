/**
 * JSON as the platform speaks it: ids of 16 to 19 digits are bare numbers (reference 1.3), beyond what a JavaScript
 * number holds. Inside the simulator ids are text; `idNumber` marks those that leave as numbers.
 */

/** An id that leaves as a bare JSON number. */
export const idNumber = (id: string): bigint => BigInt(id)

/** An id that went through a double on its way, as the vendor's own samples show (reference 1.3). */
export const roundedNumber = (id: string): bigint => BigInt(Number(id))

const RAW = Symbol('raw JSON')

/** JSON text that is already written, to be put in as it stands. */
export const rawJson = (text: string): { [RAW]: string } => ({ [RAW]: text })

/** JSON text with bigints as bare numbers, all else as JSON.stringify writes it. */
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

/** Whole numbers of 16 digits and more become text; strings are matched first so that digits inside them stay. */
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

/** Reads JSON text without losing digits: long whole numbers come back as text. Undefined when it is no JSON. */
export function readWireJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(TOKEN, (token) => (/^\d{16,}$/.test(token) ? `"${token}"` : token)))
  } catch {
    return undefined
  }
}
