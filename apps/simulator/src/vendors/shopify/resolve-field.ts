import { getNamedType } from 'graphql'
import type { GraphQLFieldResolver, GraphQLResolveInfo, GraphQLTypeResolver } from 'graphql'
import type { AdminSchema, FieldAccess } from './admin-schema.ts'
import type { Args, Call } from './call.ts'
import { gidType } from './gid.ts'
import { accessDenied, notSimulated } from './refusals.ts'
import { TYPES } from './resolvers.ts'

type Resolver = GraphQLFieldResolver<unknown, Call>
const made = new WeakMap<AdminSchema, Resolver>()

/** The only resolver of all fields: it checks access first, then calls the type's own resolver, otherwise reads the row's property. */
export function resolveField(admin: AdminSchema): Resolver {
  let known = made.get(admin)
  if (!known) made.set(admin, (known = makeResolver(admin)))
  return known
}

function makeResolver(admin: AdminSchema): Resolver {
  const needed = new Map<string, readonly FieldAccess[]>()
  return (source, args, call, info) => {
    const parent = info.parentType.name
    const field = info.fieldName
    const name = `${parent}.${field}`
    let access = needed.get(name)
    if (!access) needed.set(name, (access = accessFor(admin, info)))
    checkAccess(access, call, field)
    const own = TYPES[parent]?.[field]
    if (own) return own(source, args as Args, call, info)
    const value = (source as Record<string, unknown> | undefined)?.[field]
    /* Not every problem has a code or an element; both are nullable on every error type. */
    if (value === undefined && parent.endsWith('UserError')) return null
    if (value === undefined) throw notSimulated(parent === 'QueryRoot' || parent === 'Mutation' ? field : name)
    return value
  }
}

/** The access that the field needs, and that its type needs; a connection needs the access of its nodes. */
function accessFor(admin: AdminSchema, info: GraphQLResolveInfo): FieldAccess[] {
  const target = getNamedType(info.returnType).name.replace(/Connection$/, '')
  const keys = [`${info.parentType.name}.${info.fieldName}`, target]
  return keys.flatMap((key) => admin.access.get(key) ?? [])
}

function checkAccess(access: readonly FieldAccess[], call: Call, field: string): void {
  for (const { scopes, text } of access)
    if (!scopes.some((scope) => call.scopes.has(scope))) throw accessDenied(field, text)
}

/** Rows have their type in their gid; values without a gid have __typename. */
export const resolveType: GraphQLTypeResolver<unknown, Call> = (value) => {
  const { __typename, id } = value as { __typename?: string; id?: string }
  const type = __typename ?? (id === undefined ? undefined : gidType(id))
  if (!type) throw notSimulated('a value without a type')
  return type
}
