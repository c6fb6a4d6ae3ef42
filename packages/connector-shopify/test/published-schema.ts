import { schemaText } from '@huoqiao/shopify-schemas'
import type { ApiVersion } from '@huoqiao/shopify-schemas'
import { buildSchema } from 'graphql'
import type { GraphQLSchema } from 'graphql'

const built = new Map<ApiVersion, GraphQLSchema>()

/** Half a second each: built once for the files that one worker runs. */
export function publishedSchema(version: ApiVersion): GraphQLSchema {
  let known = built.get(version)
  if (!known) built.set(version, (known = buildSchema(schemaText(version))))
  return known
}
