import { describe, expect, it } from 'vitest'
import { ENDPOINTS } from './index.ts'
import * as z from './zod.ts'

describe('one schema for all plain fields of a type', () => {
  it('in the inputs and answers of all calls', () => {
    const plain = new Map<string, Set<z.ZodType>>()
    for (const schema of schemasOf(Object.values(ENDPOINTS)))
      if (PLAIN.has(schema.def.type) && hasOnlyItsType(schema))
        plain.set(schema.def.type, (plain.get(schema.def.type) ?? new Set()).add(schema))
    expect(new Map([...plain].map(([type, { size }]) => [type, size]))).toEqual(
      new Map([...PLAIN].map((type) => [type, 1])),
    )
  })

  it('and a schema made from it is another', () => {
    expect(z.string().max(3).safeParse('four').success).toBe(false)
    expect(z.string().safeParse('four').success).toBe(true)
    expect(z.string('words').safeParse(1).error?.issues[0]?.message).toBe('words')
    expect(z.string().safeParse(1).error?.issues[0]?.message).not.toBe('words')
  })
})

const PLAIN = new Set(['string', 'boolean'])
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
