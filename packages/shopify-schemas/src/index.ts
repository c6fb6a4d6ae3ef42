import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

/** Versions of the GraphQL Admin API whose published files are stored here (`vendored/NOTICE` names their source). */
export const API_VERSIONS = ['2026-04', '2026-07', '2026-10'] as const
export type ApiVersion = (typeof API_VERSIONS)[number]

/** A type or field with the scopes that allow its use: one of `offlineScopes` is needed, none if the list is empty. */
export type AccessRule = {
  type: 'type' | 'field'
  typeName: string
  fieldName?: string
  requiredAccess: string
  offlineScopes: string[]
}

/** The build copies the folder next to the bundle (`tools/build/node-program.mjs`), so that the same relative URL works. */
const vendored = (name: string): string =>
  gunzipSync(readFileSync(new URL(`./vendored/${name}`, import.meta.url))).toString('utf8')

/** The published schema as SDL text. */
export const schemaText = (version: ApiVersion): string => vendored(`admin-${version}.graphql.gz`)

/** The published table of access scopes. */
export const accessRules = (version: ApiVersion): readonly AccessRule[] =>
  (JSON.parse(vendored(`admin-${version}.scopes.json.gz`)) as { items: AccessRule[] }).items
