import { accessRules, API_VERSIONS, schemaText } from '@huoqiao/shopify-schemas'
import type { ApiVersion } from '@huoqiao/shopify-schemas'
import { buildSchema, GraphQLError, isScalarType, Kind } from 'graphql'
import type { GraphQLSchema, ValueNode } from 'graphql'

/**
 * The version that the app is set to: its webhooks are in this version, whatever version subscribed (reference shopify-admin 6), and it is
 * used for requests without a version.
 */
export const APP_API_VERSION: ApiVersion = '2026-07'

export type FieldAccess = { scopes: readonly string[]; text: string }

export type AdminSchema = {
  version: ApiVersion
  schema: GraphQLSchema
  /** The scopes of which one is needed, by "Type" or "Type.field"; absent when none is needed. */
  access: ReadonlyMap<string, FieldAccess>
}

const built = new Map<ApiVersion, AdminSchema>()

/** The real published schema of a version, built once on first use (about 0.3 s). */
export function adminSchema(version: ApiVersion): AdminSchema {
  let known = built.get(version)
  if (!known) built.set(version, (known = build(version)))
  return known
}

/**
 * The simulator supports the versions whose published schema is stored. A retired or unknown older version is answered with the oldest of
 * them (reference shopify-admin 1, "Versions"). Returns undefined for text that is not a version, or for a version that is not published
 * yet.
 */
export function resolveVersion(asked: string): ApiVersion | undefined {
  const exact = API_VERSIONS.find((version) => version === asked)
  if (exact) return exact
  if (!/^20\d\d-(01|04|07|10)$/.test(asked)) return undefined
  return API_VERSIONS.find((version) => version > asked)
}

function build(version: ApiVersion): AdminSchema {
  // A test checks that it is valid. Checking it again in each process would take a third of the time of its first request.
  const schema = buildSchema(schemaText(version), { assumeValid: true, noLocation: true })
  tightenScalars(schema)
  const access = new Map<string, FieldAccess>()
  for (const item of accessRules(version)) {
    if (item.offlineScopes.length === 0) continue
    const name = item.type === 'type' ? item.typeName : `${item.typeName}.${item.fieldName}`
    access.set(name, { scopes: item.offlineScopes, text: item.requiredAccess })
  }
  return { version, schema, access }
}

/** Scalars built from SDL accept any value; these refuse what Shopify refuses before a mutation runs. */
function tightenScalars(schema: GraphQLSchema): void {
  const decimal = (value: unknown): string => {
    const text = typeof value === 'number' && Number.isFinite(value) ? String(value) : value
    if (typeof text === 'string' && /^-?\d+(\.\d+)?$/.test(text)) return text
    throw new GraphQLError(`invalid decimal '${String(value)}'`)
  }
  const instant = (value: unknown): string => {
    if (typeof value === 'string' && !Number.isNaN(Date.parse(value))) return new Date(value).toISOString()
    throw new GraphQLError(`invalid date time '${String(value)}'`)
  }
  const address = (value: unknown): string => {
    if (typeof value === 'string' && URL.canParse(value)) return value
    throw new GraphQLError(`Invalid url '${String(value)}', missing scheme`)
  }
  const whole = (value: unknown): string => {
    if ((typeof value === 'number' || typeof value === 'string') && /^\d+$/.test(String(value))) return String(value)
    throw new GraphQLError(`invalid unsigned integer '${String(value)}'`)
  }
  const parsers = { Money: decimal, Decimal: decimal, DateTime: instant, URL: address, UnsignedInt64: whole }
  for (const [name, parse] of Object.entries(parsers)) {
    const type = schema.getType(name)
    if (!isScalarType(type)) continue
    type.parseValue = parse
    type.parseLiteral = (node: ValueNode) => {
      if (node.kind === Kind.STRING || node.kind === Kind.INT || node.kind === Kind.FLOAT) return parse(node.value)
      throw new GraphQLError(`invalid ${name}`, { nodes: node })
    }
  }
}
