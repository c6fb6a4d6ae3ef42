import { readFileSync, readdirSync } from 'node:fs'
import { isObjectType, parse, specifiedRules, validate, NoDeprecatedCustomRule, getNamedType } from 'graphql'
import type { GraphQLSchema } from 'graphql'
import { beforeAll, describe, expect, it } from 'vitest'
import { BULK_QUERIES, OPERATIONS } from '../src/operations.ts'
import { API_VERSION, NEXT_API_VERSION } from '../src/version.ts'
import { publishedSchema } from './published-schema.ts'

describe.each([API_VERSION, NEXT_API_VERSION] as const)('on the published schema of %s', (version) => {
  let schema: GraphQLSchema
  beforeAll(() => {
    schema = publishedSchema(version)
  })

  it.each(OPERATIONS.map((operation) => [operation.name, operation] as const))('%s is valid', (_name, operation) => {
    const document = parse(operation.document)
    const complaints = validate(schema, document, [...specifiedRules, NoDeprecatedCustomRule])
    expect(complaints.map(({ message }) => message)).toEqual([])
  })

  it.each(BULK_QUERIES)('the bulk query of %s is valid', (_name, text) => {
    const complaints = validate(schema, parse(text), [...specifiedRules, NoDeprecatedCustomRule])
    expect(complaints.map(({ message }) => message)).toEqual([])
    // A bulk query may hold five connections.
    expect(text.match(/\bedges\b/g)?.length).toBeLessThanOrEqual(5)
  })

  it.each(OPERATIONS.filter(({ mutation }) => mutation).map(({ name }) => name))(
    '%s requests all fields of its userErrors',
    (name) => {
      const { document } = OPERATIONS.find((operation) => operation.name === name)!
      const payload = getNamedType(schema.getMutationType()!.getFields()[name]!.type)
      if (!isObjectType(payload)) throw new Error(`${name} has no payload`)
      // Where the usual field is deprecated, another replaces it, under the usual name as an alias.
      const [field, asked] = /userErrors(?:: (\w+))? \{ ([a-z ]+) \}/.exec(document)?.slice(1) ?? []
      const error = getNamedType(payload.getFields()[field ?? 'userErrors']!.type)
      if (!isObjectType(error)) throw new Error(`${name} has no userErrors`)
      expect(asked?.split(' ')).toEqual(['code', 'field', 'message'].filter((field) => field in error.getFields()))
    },
  )
})

it('includes every operation that a file of its folder defines', () => {
  const folder = new URL('../src/operations/', import.meta.url)
  const sources = readdirSync(folder).map((file) => readFileSync(new URL(file, folder), 'utf8'))
  const defined = sources.flatMap((source) => source.match(/^export const [A-Z_]+: Operation</gm) ?? [])
  expect(OPERATIONS).toHaveLength(defined.length)
})

it('treats as a mutation what is sent as one, and nothing else', () => {
  for (const { name, mutation, document } of OPERATIONS)
    expect([name, document.startsWith('mutation')]).toEqual([name, mutation])
})
