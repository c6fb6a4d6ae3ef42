import type { Endpoint } from '@huoqiao/contract/endpoint'
import type { z } from 'zod'

type Def = {
  type: string
  entries?: Record<string, unknown>
  values?: readonly unknown[]
  options?: readonly z.ZodType[]
  items?: readonly z.ZodType[]
  element?: z.ZodType
  keyType?: z.ZodType & { def: Def }
  valueType?: z.ZodType
  innerType?: z.ZodType
  out?: z.ZodType
  in?: z.ZodType
}
type SentFields = Readonly<Record<string, unknown>>
/** `name`: the name of the generated field; `deep`: the number of objects around it */
type At = { name: string; deep: number }

/** Preferred values of a state: those that mean done or in progress. */
const DONE = ['ok', 'done', 'succeeded', 'queued', 'running']
/** Lists and counts of failures, which a success leaves empty. */
const WRONG = new Set(['faults', 'problems', 'left', 'failed', 'faulty', 'unknown', 'capped'])
/** Texts for which the console requires more than the contract states, by field name. */
const TEXTS: readonly [RegExp, readonly string[]][] = [
  // An address that our own server serves without a session.
  [/url$/i, ['/static/menu.json']],
  [/currency$/i, ['USD']],
  [/day$|date$/i, ['2026-01-01']],
  [/rate$|percent$|multiplier$|price$/i, ['1.5']],
]
/** Optional objects beyond this depth are left out. */
const DEEPEST = 2

/**
 * A successful answer of a call, generated from its contract and its input: its rows are those of the input, all of them done; a field that
 * was sent under the same name is returned unchanged. Throws if the contract does not accept it.
 */
export function sampleOf({ output, path, title }: Endpoint, fields: SentFields): unknown {
  const answer = make(output, { name: '', deep: 0 }, fields, title)
  const read = output.safeParse(answer)
  if (!read.success) throw new Error(`no success can be made of the contract of ${path}: ${read.error.message}`)
  return answer
}

const defOf = (schema: z.ZodType): Def => schema.def

function make(schema: z.ZodType, at: At, fields: SentFields, title: string): unknown {
  const def = defOf(schema)
  const again = (inner: z.ZodType | undefined): unknown => make(inner!, at, fields, title)
  switch (def.type) {
    case 'object':
      return objectOf(schema as z.ZodObject, at, fields, title)
    case 'array':
      return WRONG.has(at.name) || at.deep > DEEPEST ? [] : [again(def.element)]
    case 'nullable':
      return at.deep > 1 ? null : again(def.innerType)
    case 'optional':
      return undefined
    case 'default':
    case 'readonly':
      return again(def.innerType)
    case 'lazy':
      return again((def as unknown as { getter: () => z.ZodType }).getter())
    case 'pipe':
      return again(def.out?.def.type === 'transform' ? def.in : def.out)
    case 'record':
      // Keys that the contract lists are required; a record without listed keys may be empty.
      return Object.fromEntries(Object.keys(def.keyType!.def.entries ?? {}).map((key) => [key, again(def.valueType)]))
    case 'union':
      return again(def.options![0])
    case 'tuple':
      return def.items!.map((item) => again(item))
    default:
      return leafOf(schema, at, fields, title)
  }
}

function leafOf(schema: z.ZodType, { name }: At, fields: SentFields, title: string): unknown {
  const { type, entries = {}, values = [] } = defOf(schema)
  const sent = fields[name]
  const tried: Record<string, readonly unknown[]> = {
    boolean: [sent, !WRONG.has(name)],
    null: [null],
    number: [sent, WRONG.has(name) ? 0 : 1, 0],
    string: [
      sent,
      ...(TEXTS.find(([names]) => names.test(name))?.[1] ?? []),
      `走查成功：${title}`,
      crypto.randomUUID(),
      '1',
      'a1',
      '/a1',
    ],
  }
  const choices = tried[type] ?? [sent, ...DONE, ...Object.values(entries), ...values]
  return choices.find((value) => value !== undefined && schema.safeParse(value).success) ?? null
}

function objectOf({ shape }: z.ZodObject, { deep }: At, fields: SentFields, title: string): object {
  if (['succeeded', 'failed', 'rows'].every((name) => name in shape))
    return { ...restOf(shape, deep, fields, title), ...doneRows(fields, title) }
  return restOf(shape, deep, fields, title)
}
const restOf = (shape: z.ZodObject['shape'], deep: number, fields: SentFields, title: string): object =>
  Object.fromEntries(
    Object.entries(shape).map(([name, field]) => [
      name,
      make(field as z.ZodType, { name, deep: deep + 1 }, fields, title),
    ]),
  )

/** The rows are those of the longest list of ids in the input. */
function doneRows(fields: SentFields, title: string): object {
  const lists = Object.entries(fields).map(([name, value]) => keysIn(name, value))
  const keys = lists.toSorted((a, b) => b.length - a.length)[0] ?? []
  const rows = keys.map((key) => ({ key, ok: true, message: `走查成功：${title}` }))
  return { succeeded: rows.length, failed: 0, rows }
}

function keysIn(name: string, value: unknown): string[] {
  if (Array.isArray(value)) return value.map(keyOf).filter((key) => key !== undefined)
  // A list in a form is separated by commas.
  if (typeof value === 'string' && /ids?$/i.test(name)) return value.split(',')
  return []
}
const keyOf = (value: unknown): string | undefined => {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null) return undefined
  return Object.values(value).find((one): one is string => typeof one === 'string')
}
