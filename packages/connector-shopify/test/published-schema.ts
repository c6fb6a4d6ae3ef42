import { schemaText } from '@huoqiao/shopify-schemas'
import type { ApiVersion } from '@huoqiao/shopify-schemas'
import { buildSchema } from 'graphql'
import type { GraphQLSchema } from 'graphql'

const built = new Map<ApiVersion, GraphQLSchema>()

/** Building one takes half a second: done once for the test files of a worker. */
export function publishedSchema(version: ApiVersion): GraphQLSchema {
  let known = built.get(version)
  if (!known) built.set(version, (known = buildSchema(schemaText(version))))
  return known
}
