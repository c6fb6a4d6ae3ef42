import { readWireJson } from './wire-json.ts'

/** Reads the JSON text of one form field. The platform's fields are loosely typed: numbers arrive as text and text as numbers. */
export type Fields = Readonly<Record<string, unknown>>

/** The object in the field, or undefined when the text is no JSON object. */
export const readFields = (text: string): Fields | undefined => asFields(readWireJson(text))

const asFields = (value: unknown): Fields | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined

/** The objects in the field, or undefined when the text is no JSON list of objects. */
export function readRows(text: string): Fields[] | undefined {
  const value = readWireJson(text)
  if (!Array.isArray(value)) return undefined
  const rows = value.map(asFields).filter((row) => row !== undefined)
  return rows.length === value.length ? rows : undefined
}

/** The list of ids in a `Long[]` field ("[1,2]"), as text; undefined when it is not such a list. */
export function readIdList(text: string): string[] | undefined {
  const value = readWireJson(text)
  if (!Array.isArray(value) || !value.every((id) => /^\d+$/.test(String(id)))) return undefined
  return value.map(String)
}

export function textOf(fields: Fields, name: string): string | undefined {
  const value = fields[name]
  if (typeof value === 'string') return value.trim() === '' ? undefined : value.trim()
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
}

/** A whole number, also when it is given as text; undefined otherwise. */
export function wholeOf(fields: Fields, name: string): number | undefined {
  const text = textOf(fields, name)
  return text !== undefined && /^-?\d{1,15}$/.test(text) ? Number(text) : undefined
}

export const flagOf = (fields: Fields, name: string): boolean => textOf(fields, name) === 'true'

/** Yuan text ("18.5") as fen; undefined when it is not an amount. */
export function fenOf(fields: Fields, name: string): number | undefined {
  const text = textOf(fields, name)
  return text !== undefined && /^\d{1,9}(\.\d+)?$/.test(text) ? Math.round(Number(text) * 100) : undefined
}
