import { z } from 'zod'
import { FOREIGN, HOSTILE, placesOf, replaced, textOf } from '../hostile-inputs.ts'
import type { Json, Schema } from '../hostile-inputs.ts'

/**
 * Numbers that decide what is generated. When they are used up, the first and smallest choice is taken; so fewer numbers mean a smaller
 * input.
 */
export type Draws = { below(count: number): number }
export function drawsOf(numbers: readonly number[]): Draws {
  let at = 0
  return { below: (count) => (count < 1 ? 0 : (numbers[at++] ?? 0) % count) }
}

const OPTIONS = {
  io: 'input',
  unrepresentable: 'any',
  // A list or a structure in a form: the schema of the parsed value says more than the schema of the text.
  override({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: object }) {
    const { def } = (zodSchema as z.core.$ZodTypes)._zod
    if (def.type === 'pipe' && (def.in as z.core.$ZodTypes)._zod.def.type === 'transform')
      Object.assign(jsonSchema, z.toJSONSchema(def.out, OPTIONS))
  },
} as const satisfies Parameters<typeof z.toJSONSchema>[1]

const known = new WeakMap<z.ZodType, Schema>()
export function wholeSchemaOf(schema: z.ZodType): Schema {
  const made = known.get(schema) ?? (z.toJSONSchema(schema, OPTIONS) as Schema)
  known.set(schema, made)
  return made
}

/** Gives an id by the name of the field that needs one, and the version of the thing that it named last. */
export type Namer = { id(field: string): Json | undefined; version(): number | undefined }

const TEXTS = [
  '一段文字',
  'A text',
  '走查',
  '2026-01-01',
  'USD',
  '13800138000',
  'https://pictures.example/a.png',
  '12.50',
]

/** An input that is valid as far as the schema tells; other draws give another input. */
export function fittingInput(schema: Schema, draws: Draws, namer: Namer, field = ''): Json {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[draws.below(schema.enum.length)]!
  const options = schema.anyOf ?? schema.oneOf ?? schema.allOf
  if (options) return fittingInput(options[draws.below(options.length)]!, draws, namer, field)
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'object':
      return fittingObject(schema, draws, namer)
    case 'array':
      return Array.from({ length: Math.max(schema.minItems ?? 0, 1 + draws.below(3)) }, () =>
        fittingInput(schema.items ?? {}, draws, namer, field),
      )
    case 'number':
    case 'integer':
      return numberOf(schema, draws)
    case 'boolean':
      return draws.below(2) === 0
    case 'null':
      return null
    case undefined:
      return namer.id(field) ?? TEXTS[draws.below(TEXTS.length)]!
    default: {
      const id = namer.id(field)
      if (id !== undefined) return id
      const text = TEXTS[draws.below(TEXTS.length)]!
      return schema.format || schema.pattern || (schema.minLength ?? 0) > text.length || (schema.maxLength ?? 99) < 30
        ? textOf(schema)
        : text
    }
  }
}

function fittingObject(schema: Schema, draws: Draws, namer: Namer): Json {
  const made: { [name: string]: Json } = {}
  for (const [name, inner] of Object.entries(schema.properties ?? {})) {
    const isNeeded = schema.required?.includes(name) === true
    if (isNeeded || draws.below(3) === 1) made[name] = fittingInput(inner, draws, namer, name)
  }
  const version = namer.version()
  if ('version' in made && version !== undefined) made['version'] = version
  return made
}

function numberOf({ minimum = 1, maximum = 2_000_000_000 }: Schema, draws: Draws): number {
  const least = Math.max(minimum, -1_000_000)
  return [Math.max(1, least), least, least + 1, Math.min(maximum, least + 23)][draws.below(4)]!
}

/** A change to a valid input before it is sent. */
export type Change = {
  /** index of the changed place, modulo the number of places */
  place: number
  do:
    | { by: 'value'; value: Json }
    | { by: 'hostile'; at: number }
    | { by: 'edge'; at: number }
    | { by: 'foreign'; kind: number; at: number }
    | { by: 'left out' }
    | { by: 'more'; name: string }
    | { by: 'nested'; levels: number }
    | { by: 'twice' }
}

/** Very long values are left out: bad-input.test.ts sends them for every field, and here they would be most of the bytes. */
const SHORT = HOSTILE.filter(([, value]) => JSON.stringify(value).length < 10_000)

export function changed(
  input: Json,
  schema: Schema,
  change: Change,
  foreign: (kind: number, at: number) => Json,
): Json {
  const places = placesOf(input, [])
  if (change.do.by === 'more' && input !== null && typeof input === 'object' && !Array.isArray(input))
    return { ...input, [change.do.name]: 'x' }
  const path = places[change.place % Math.max(1, places.length)]
  if (path === undefined) return input
  return replaced(input, path, valueFor(input, schema, path, change.do, foreign))
}

function valueFor(
  input: Json,
  schema: Schema,
  path: readonly string[],
  how: Change['do'],
  foreign: (kind: number, at: number) => Json,
): Json | undefined {
  switch (how.by) {
    case 'value':
      return how.value
    case 'hostile':
      return SHORT[how.at % SHORT.length]![1]
    case 'edge': {
      const edges = edgesOf(schemaAt(schema, path))
      return edges[how.at % edges.length]!
    }
    case 'foreign':
      return foreign(how.kind, how.at)
    case 'nested':
      return nested(how.levels)
    case 'twice': {
      const now = path.reduce<Json | undefined>((at, name) => (at as { [name: string]: Json } | null)?.[name], input)
      return Array.isArray(now) ? [...now, ...now] : [now ?? null, now ?? null]
    }
    default:
      return undefined
  }
}

const nested = (levels: number): Json => {
  let made: Json = 'x'
  for (let level = 0; level < levels; level++) made = level % 2 === 0 ? [made] : { a: made }
  return made
}

function schemaAt(schema: Schema, path: readonly string[]): Schema {
  let at: Schema | undefined = schema
  for (const name of path) {
    const inside: Schema[] = at ? [at, ...(at.anyOf ?? at.oneOf ?? at.allOf ?? [])] : []
    at = inside.map((one) => one.properties?.[name] ?? one.items).find(Boolean)
  }
  return at ?? {}
}

/** Values on both sides of each limit that the schema states. */
function edgesOf(schema: Schema): Json[] {
  const one = (schema.anyOf ?? schema.oneOf ?? [])[0] ?? schema
  const numbers = [one.minimum, one.maximum].flatMap((limit) =>
    limit === undefined ? [] : [limit - 1, limit, limit + 1],
  )
  const longest = Math.min(one.maxLength ?? 255, 20_000)
  const texts = [Math.max(0, (one.minLength ?? 0) - 1), one.minLength ?? 0, longest, longest + 1].map((length) =>
    '长'.repeat(length),
  )
  const most = Math.min(one.maxItems ?? 500, 1_000)
  const item = one.items?.format === 'uuid' ? FOREIGN : '1'
  const lists = [0, one.minItems ?? 1, most, most + 1].map((count) => Array.from({ length: count }, () => item))
  if (numbers.length > 0) return [...numbers, String(numbers[0])]
  return one.items ? lists : texts
}
