import { describe, expect, it } from 'vitest'
import { ENDPOINTS } from './index.ts'
import * as z from './zod.ts'

describe('one schema for all plain fields of a type', () => {
  it('is used in the inputs and answers of all calls', () => {
    const counts = new Map<string, number>()
    for (const schema of schemasOf(Object.values(ENDPOINTS))) {
      const kind = kindOf(schema)
      if (kind) counts.set(kind, (counts.get(kind) ?? 0) + 1)
    }
    expect([...counts].filter(([, count]) => count !== 1)).toEqual([])
    expect([...counts.keys()]).toEqual(
      expect.arrayContaining(['string', 'boolean', 'nullable string', 'optional string', 'array string']),
    )
  })

  it('and a schema derived from it is a different one', () => {
    expect(z.string().max(3).safeParse('four').success).toBe(false)
    expect(z.string().safeParse('four').success).toBe(true)
    expect(z.string('words').safeParse(1).error?.issues[0]?.message).toBe('words')
    expect(z.string().safeParse(1).error?.issues[0]?.message).not.toBe('words')
  })
})

const PLAIN = new Set(['string', 'boolean'])
/** The kind of a plain field, of one that may be null or missing, or of an array of plain fields; undefined for all others. */
function kindOf(schema: z.ZodType): string | undefined {
  if (PLAIN.has(schema.def.type)) return hasOnlyItsType(schema) ? schema.def.type : undefined
  const inner =
    schema instanceof z.ZodNullable || schema instanceof z.ZodOptional
      ? (schema.unwrap() as z.ZodType)
      : schema instanceof z.ZodArray && hasOnlyItsType(schema)
        ? (schema.element as z.ZodType)
        : undefined
  return inner && PLAIN.has(inner.def.type) && hasOnlyItsType(inner)
    ? `${schema.def.type} ${inner.def.type}`
    : undefined
}
/** Without checks, a format or a message of its own. */
function hasOnlyItsType({ def }: z.ZodType): boolean {
  const { checks, format, error } = def as { checks?: unknown[]; format?: string; error?: unknown }
  return !checks?.length && format === undefined && error === undefined
}

function schemasOf(value: unknown, found = new Set<z.ZodType>()): Set<z.ZodType> {
  if (Array.isArray(value)) for (const one of value) schemasOf(one, found)
  else if (value instanceof z.ZodType) {
    if (found.has(value)) return found
    found.add(value)
    if (value instanceof z.ZodObject) schemasOf(Object.values(value.shape), found)
    schemasOf(Object.values(value.def), found)
  } else if (value !== null && typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype)
    schemasOf(Object.values(value), found)
  return found
}
