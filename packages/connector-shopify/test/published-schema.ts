import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { buildSchema } from 'graphql'
import type { GraphQLSchema } from 'graphql'

/** A file that Shopify publishes, as it is kept beside the tests. */
export const vendored = (file: string): string =>
  gunzipSync(readFileSync(new URL(`./vendored/${file}`, import.meta.url))).toString('utf8')

const built = new Map<string, GraphQLSchema>()

/** Half a second each: built once for the files that one worker runs. */
export function publishedSchema(version: string): GraphQLSchema {
  let known = built.get(version)
  if (!known) built.set(version, (known = buildSchema(vendored(`admin-${version}.graphql.gz`))))
  return known
}
