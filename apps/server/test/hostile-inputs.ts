import { z } from 'zod'

/** Invalid inputs that a caller may send, derived from the schema itself. */

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type Schema = {
  type?: string | string[]
  enum?: Json[]
  const?: Json
  anyOf?: Schema[]
  allOf?: Schema[]
  oneOf?: Schema[]
  format?: string
  pattern?: string
  minimum?: number
  minLength?: number
  minItems?: number
  maximum?: number
  maxLength?: number
  maxItems?: number
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
}
export type Mutant = { path: string[]; what: string; input: Json }

export const FOREIGN = '018f0000-0000-7000-8000-000000000000'
const TEXTS = [
  'word',
  '1',
  '12',
  'USD',
  '2026-01-01',
  'a'.repeat(32),
  'a_code',
  'https://pictures.example/a',
  'gid://shopify/Product/1',
]

/** Hostile values, each for any field. */
export const HOSTILE: readonly [string, Json][] = [
  ['null', null],
  ['true', true],
  ['a fraction', 12.5],
  ['a negative number', -1],
  ['a number past every integer', 1e308],
  ['the largest exact integer', Number.MAX_SAFE_INTEGER],
  ['the first integer past 64 bits', 9_223_372_036_854_776_000],
  ['a number past 32 bits', 2_147_483_648],
  ['an empty text', ''],
  ['digits past every integer', '9'.repeat(19)],
  ['digits past 64 bits', '9223372036854775808'],
  ['a NUL', 'a\u0000b'],
  ['half a surrogate pair', 'x\ud83d'],
  ['HTML', '<img src=x onerror=alert(1)>\'";--%'],
  ['a megabyte', 'x'.repeat(1_000_000)],
  ['an empty list', []],
  ['ten thousand items', Array.from({ length: 10_000 }, () => FOREIGN)],
  ['an object', { a: { b: ['\u0000'] }, __proto__: null, constructor: 1 }],
  ['a foreign id', FOREIGN],
  ['a list of objects', [{}, [], null, 'x']],
]

export const schemaOf = (schema: z.ZodType): Schema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema

/** The smallest input that is valid; `known` gives values by field name where they can't be derived from the schema. */
export function sampleOf(schema: Schema, known: Readonly<Record<string, Json>>, name = ''): Json {
  if (name in known) return known[name]!
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]!
  const options = schema.anyOf ?? schema.allOf
  if (options) return sampleOf(options[0]!, known, name)
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([key, inner]) => [key, sampleOf(inner, known, key)]),
      )
    case 'array':
      return Array.from({ length: Math.max(1, schema.minItems ?? 0) }, () => sampleOf(schema.items ?? {}, known))
    case 'number':
    case 'integer':
      return Math.max(1, schema.minimum ?? 1)
    case 'boolean':
      return true
    case 'null':
      return null
    default:
      return textOf(schema)
  }
}

export function textOf({ format, pattern, minLength = 0 }: Schema): string {
  if (format === 'uuid') return FOREIGN
  if (format === 'uri') return 'https://pictures.example/a'
  const fits = TEXTS.find((text) => text.length >= minLength && (!pattern || new RegExp(pattern, 'u').test(text)))
  return fits ?? 'x'.repeat(Math.max(1, minLength))
}

/** Every field of the sample, three levels deep, left out or replaced by every hostile value. */
export function mutantsOf(sample: Json): Mutant[] {
  return placesOf(sample, []).flatMap((path) => [
    ...HOSTILE.map(([what, value]) => ({ path, what, input: replaced(sample, path, value) })),
    { path, what: 'left out', input: replaced(sample, path, undefined) },
  ])
}

/** The paths of all values, four levels deep. */
export function placesOf(value: Json, path: string[]): string[][] {
  if (value === null || typeof value !== 'object' || path.length >= 4) return path.length > 0 ? [path] : []
  return [
    ...(path.length > 0 ? [path] : []),
    ...Object.entries(value).flatMap(([key, inner]) => placesOf(inner, [...path, key])),
  ]
}

export function replaced(value: Json, [key, ...rest]: string[], by: Json | undefined): Json {
  if (key === undefined) return by ?? null
  const copy: Json[] | { [key: string]: Json } = Array.isArray(value)
    ? [...value]
    : { ...(value as { [key: string]: Json }) }
  const inner = (copy as { [key: string]: Json })[key]
  if (rest.length === 0 && by === undefined) delete (copy as { [key: string]: Json })[key]
  else (copy as { [key: string]: Json })[key] = replaced(inner ?? null, rest, by)
  return Array.isArray(copy) ? copy.filter((one) => one !== undefined) : copy
}
