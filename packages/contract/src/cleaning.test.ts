import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint, endpointNames } from './registry.ts'

/**
 * The request client removes '' and null from what it sends (specification, section 5). A field of a JSON body that takes
 * one of them must therefore mean the same when it is absent, or the call is refused for what a person left empty.
 */
function needing(schema: z.ZodType, path: string): string[] {
  if (schema instanceof z.ZodObject) {
    return Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([key, field]) => {
      const at = `${path}.${key}`
      const isNeeded = !field.safeParse(undefined).success
      const empty = [null, ''].filter((value) => isNeeded && field.safeParse(value).success)
      return [...empty.map((value) => `${at} takes ${JSON.stringify(value)}`), ...needing(field, at)]
    })
  }
  if (schema instanceof z.ZodArray) return needing(schema.element as z.ZodType, `${path}[]`)
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return needing(schema.unwrap() as z.ZodType, path)
  }
  return []
}

/** Keys of things made elsewhere: an empty one is a fault of the page, not something a person left empty. */
const KEYS_OF_THE_HOUSE = /\.(images\[\]\.(id|url)|contentHash) takes ""$/

test('no JSON call needs a value that the cleaning of requests takes away', () => {
  const needs = endpointNames
    .filter((name) => endpoint(name).mode === 'postjson')
    .flatMap((name) => needing(endpoint(name).input, name))
  expect(needs.filter((need) => !KEYS_OF_THE_HOUSE.test(need))).toEqual([])
})
