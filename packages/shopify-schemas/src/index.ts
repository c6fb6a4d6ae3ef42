import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

/** Versions of the GraphQL Admin API whose published files are kept here (`vendored/NOTICE` says where they come from). */
export const API_VERSIONS = ['2026-04', '2026-07', '2026-10'] as const
export type ApiVersion = (typeof API_VERSIONS)[number]

/** What a type, or a field of it, needs: one of `offlineScopes`; none of them where the list is empty. */
export type AccessRule = {
  type: 'type' | 'field'
  typeName: string
  fieldName?: string
  requiredAccess: string
  offlineScopes: string[]
}

/** The build copies the folder beside the bundle (`tools/build/node-program.mjs`), where the same relative address finds it. */
const vendored = (name: string): string =>
  gunzipSync(readFileSync(new URL(`./vendored/${name}`, import.meta.url))).toString('utf8')

/** The published schema in its own language. */
export const schemaText = (version: ApiVersion): string => vendored(`admin-${version}.graphql.gz`)

/** The published table of access scopes. */
export const accessRules = (version: ApiVersion): readonly AccessRule[] =>
  (JSON.parse(vendored(`admin-${version}.scopes.json.gz`)) as { items: AccessRule[] }).items
