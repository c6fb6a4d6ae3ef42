import { accessRules } from '@huoqiao/shopify-schemas'
import type { ApiVersion } from '@huoqiao/shopify-schemas'
import { getNamedType, parse, TypeInfo, visit, visitWithTypeInfo } from 'graphql'
import { describe, expect, it } from 'vitest'
import { GRANTS, missingGrants } from '../src/grants.ts'
import { BULK_QUERIES, OPERATIONS } from '../src/operations.ts'
import { API_VERSION, NEXT_API_VERSION } from '../src/version.ts'
import { publishedSchema } from './published-schema.ts'

/** The scopes that a field, or its type, requires (one of them is enough). */
function needs(version: ApiVersion): (document: string) => Map<string, string[]> {
  const schema = publishedSchema(version)
  const rows = new Map(
    accessRules(version)
      .filter((row) => row.offlineScopes.length > 0)
      .map((row) => [row.fieldName === undefined ? row.typeName : `${row.typeName}.${row.fieldName}`, row]),
  )
  return (document) => {
    const found = new Map<string, string[]>()
    const info = new TypeInfo(schema)
    visit(
      parse(document),
      visitWithTypeInfo(info, {
        Field() {
          const type = getNamedType(info.getType())?.name ?? ''
          const field = `${info.getParentType()?.name}.${info.getFieldDef()?.name}`
          for (const key of [field, type, type.replace(/Connection$/, '')]) {
            const row = rows.get(key)
            if (row) found.set(key, row.offlineScopes)
          }
        },
      }),
    )
    return found
  }
}

const DOCUMENTS: readonly (readonly [string, string])[] = [
  ...OPERATIONS.map(({ name, document }) => [name, document] as const),
  ...BULK_QUERIES,
]

describe.each([API_VERSION, NEXT_API_VERSION] as const)(
  'the scopes, by the published access rules of %s',
  (version) => {
    const needsOf = needs(version)
    const held = new Set(GRANTS.flatMap((grant) => [grant, grant.replace(/^write_/, 'read_')]))

    it('are enough for every operation except the customers of orders, which are omitted without theirs', () => {
      const lacking = DOCUMENTS.flatMap(([name, document]) =>
        [...needsOf(document)]
          .filter(([, scopes]) => !scopes.some((scope) => held.has(scope)))
          .map(([what]) => `${name}: ${what}`),
      )
      expect(lacking.toSorted()).toEqual(['nodes(Order): Customer', 'order export: Customer'])
    })

    it('are each required by the vendor somewhere', () => {
      const asked = new Set(DOCUMENTS.flatMap(([, document]) => [...needsOf(document).values()].flat()))
      // read_all_orders controls the age of readable orders, not a field.
      expect(GRANTS.filter((grant) => !asked.has(grant))).toEqual(['read_all_orders'])
    })
  },
)

describe('missingGrants', () => {
  it('accepts a write scope for its read scope, and not the reverse', () => {
    expect(missingGrants([...GRANTS])).toEqual([])
    const some = GRANTS.filter((grant) => !['read_returns', 'write_returns', 'read_orders'].includes(grant))
    expect(missingGrants(some)).toEqual(['read_returns', 'write_returns'])
    expect(missingGrants([...some, 'read_returns'])).toEqual(['write_returns'])
    expect(missingGrants([...some, 'write_returns'])).toEqual([])
    expect(missingGrants(GRANTS.map((grant) => grant.replace('write_products', 'read_products')))).toEqual([
      'write_products',
    ])
  })
})
