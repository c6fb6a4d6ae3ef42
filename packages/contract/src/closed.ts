import * as z from './zod.ts'

/**
 * Makes a schema refuse unknown fields at any depth. A field that the schema does not name was meant for something; dropping it silently
 * would answer "done" although a value was lost. Only a record (a draft, whose content the app does not read) accepts any name. This is the
 * only place that does it: the schemas themselves stay open for the console and for answers, which may get more fields.
 */
export function closed<T extends z.ZodType>(schema: T): T {
  const known = CLOSED.get(schema)
  if (known) return known as T
  const made = close(schema)
  CLOSED.set(schema, made)
  return made as T
}

/** Cache: schemas exist as long as the app, and each call uses the same ones. */
const CLOSED = new WeakMap<z.ZodType, z.ZodType>()

function close(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodObject) {
    const shape = Object.fromEntries(
      Object.entries(schema.shape as Record<string, z.ZodType>).map(([name, field]) => [name, closed(field)]),
    )
    return schema.clone({ ...schema.def, shape, catchall: schema.def.catchall ?? z.never() })
  }
  if (schema instanceof z.ZodArray) {
    const element = closed(schema.element as z.ZodType)
    return element === schema.element ? schema : schema.clone({ ...schema.def, element })
  }
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    const inner = closed(schema.unwrap() as z.ZodType)
    return inner === schema.unwrap() ? schema : rewrapped(schema, inner)
  }
  if (schema instanceof z.ZodPipe)
    return schema.clone({ ...schema.def, in: closed(schema.in as z.ZodType), out: closed(schema.out as z.ZodType) })
  if (isLeaf(schema)) return schema
  // For other schema types it is not defined how an unknown field is named: extend this function.
  throw new Error(`an input cannot hold a schema of the type ${schema.def.type} before it can be closed`)
}

const rewrapped = (schema: z.ZodOptional | z.ZodNullable | z.ZodDefault, innerType: z.ZodType): z.ZodType =>
  schema.clone({ ...schema.def, innerType } as never)

const LEAVES = new Set(['string', 'number', 'boolean', 'enum', 'literal', 'transform', 'unknown', 'null', 'record'])
const isLeaf = (schema: z.ZodType): boolean =>
  LEAVES.has(schema.def.type) ||
  (schema instanceof z.ZodUnion && schema.options.every((option) => isLeaf(option as z.ZodType)))

/** The paths of fields in the input that its schema does not name. */
export const unknownFieldsIn = (schema: z.ZodType, input: unknown): string[] =>
  (closed(schema).safeParse(input).error?.issues ?? []).flatMap(unknownFieldsOf)

/** The same for one issue of a closed schema. */
export const unknownFieldsOf = (issue: z.core.$ZodIssue): string[] =>
  issue.code === 'unrecognized_keys' ? issue.keys.map((name) => [...issue.path, name].map(String).join('.')) : []

/** The schema for the place of a request that a call does not read. */
export const NOTHING = z.strictObject({})
