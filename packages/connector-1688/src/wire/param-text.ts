import { formatAopDate } from './aop-date.ts'
import { writeBigJson } from './big-json.ts'

/** A business parameter before it is formatted. `undefined` and `null` are left out; `false` and `0` are not. */
export type ParamValue = string | number | bigint | boolean | Date | Uint8Array | object | null | undefined
export type Params = Readonly<Record<string, ParamValue>>

/** The text of every parameter (reference 1.3), formatted exactly once: the same string is signed and sent. */
export function paramTexts(params: Params): Record<string, string> {
  const texts: Record<string, string> = {}
  for (const [name, value] of Object.entries(params)) {
    if (value !== undefined && value !== null) texts[name] = paramText(name, value)
  }
  return texts
}

function paramText(name: string, value: NonNullable<ParamValue>): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number' && !Number.isFinite(value)) throw new RangeError(`${name} is not a finite number`)
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value)
  if (value instanceof Date) return formatAopDate(value.getTime())
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64')
  return writeBigJson(value)
}
