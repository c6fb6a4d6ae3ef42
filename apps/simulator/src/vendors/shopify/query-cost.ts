import { getNamedType, isAbstractType, isCompositeType, isLeafType, isObjectType, Kind } from 'graphql'
import type {
  DocumentNode,
  FieldNode,
  FragmentDefinitionNode,
  GraphQLCompositeType,
  GraphQLField,
  GraphQLSchema,
  OperationDefinitionNode,
  SelectionSetNode,
} from 'graphql'
import { getArgumentValues, OperationTypeNode } from 'graphql'
import { mutationCost } from './mutation-cost.ts'

/** One line of the answer to `Shopify-GraphQL-Cost-Debug: 1`. */
export type FieldCost = {
  path: string[]
  definedCost: number
  requestedTotalCost: number
  requestedChildrenCost: number | null
}
export type CostRequest = {
  schema: GraphQLSchema
  document: DocumentNode
  operation: OperationDefinitionNode
  variables: Record<string, unknown>
  sizing: string
  debug?: FieldCost[]
}

type Walk = CostRequest & { fragments: Map<string, FragmentDefinitionNode>; data?: unknown }

/**
 * Cost of a request: scalar 0, object 1, interface or union its dearest branch, connection by first/last, mutation
 * its own (reference shopify-admin 2). Plain objects of a mutation's payload are covered by the mutation's own cost.
 * With `data` the cost of what was really returned: connections and lists count their entries, null counts nothing.
 */
export function costOf(request: CostRequest, data?: unknown): number {
  const fragments = new Map<string, FragmentDefinitionNode>()
  for (const definition of request.document.definitions)
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition)
  const root = request.schema.getRootType(request.operation.operation)
  if (!root) return 0
  const walk: Walk = { ...request, fragments }
  const objectCost = request.operation.operation === OperationTypeNode.MUTATION ? 0 : 1
  return Math.ceil(roundOff(selectionCost(walk, root, request.operation.selectionSet, objectCost, data, [])))
}

/** 21.500000000000004 is 21.5: tenths of points are exact in Shopify's arithmetic. */
const roundOff = (points: number): number => Math.round(points * 1e6) / 1e6

function selectionCost(
  walk: Walk,
  type: GraphQLCompositeType,
  set: SelectionSetNode,
  objectCost: number,
  data: unknown,
  path: string[],
): number {
  let own = 0
  const branches = new Map<string, number>()
  const typename = (data as { __typename?: string } | undefined)?.__typename
  for (const selection of set.selections) {
    if (selection.kind === Kind.FIELD) {
      own += fieldCost(walk, type, selection, objectCost, data, path)
      continue
    }
    const fragment = selection.kind === Kind.INLINE_FRAGMENT ? selection : walk.fragments.get(selection.name.value)
    if (!fragment) continue
    const name = fragment.typeCondition?.name.value ?? type.name
    const target = walk.schema.getType(name)
    if (!target || !isCompositeType(target)) continue
    const cost = selectionCost(walk, target, fragment.selectionSet, objectCost, data, path)
    if (name === type.name || !isAbstractType(type)) own += cost
    else if (typename === undefined || typename === name) branches.set(name, (branches.get(name) ?? 0) + cost)
  }
  return own + Math.max(0, ...branches.values())
}

const isConnection = (type: GraphQLCompositeType): boolean => isObjectType(type) && type.name.endsWith('Connection')

function fieldCost(
  walk: Walk,
  parent: GraphQLCompositeType,
  node: FieldNode,
  objectCost: number,
  parentData: unknown,
  path: string[],
): number {
  if (!('getFields' in parent)) return 0
  const field = parent.getFields()[node.name.value]
  if (!field || !node.selectionSet) return 0
  const type = getNamedType(field.type)
  if (isLeafType(type) || !isCompositeType(type)) return 0
  const key = node.alias?.value ?? node.name.value
  const counted = parentData !== undefined
  const value = counted ? (parentData as Record<string, unknown> | null)?.[key] : undefined
  const here = [...path, key]
  const isMutation = parent === walk.schema.getMutationType()
  if (counted && (value === null || value === undefined) && !isMutation) return 0
  const own = isMutation ? mutationCost(field.name, argumentsOf(walk, field, node)) : 0
  const inner =
    isConnection(type) && !isMutation
      ? connectionCost(walk, field, type, node, value, here)
      : objectsCost(walk, field, type, node, isMutation ? 0 : objectCost, value, here)
  if (walk.debug && !counted)
    walk.debug.push({ path: here, definedCost: own, requestedTotalCost: own + inner, requestedChildrenCost: inner })
  return own + inner
}

const argumentsOf = (walk: Walk, field: GraphQLField<unknown, unknown>, node: FieldNode): Record<string, unknown> =>
  getArgumentValues(field, node, walk.variables)

/** A list of plain objects costs one of them in the requested cost, except nodes(ids), whose length is known. */
function objectsCost(
  walk: Walk,
  field: GraphQLField<unknown, unknown>,
  type: GraphQLCompositeType,
  node: FieldNode,
  objectCost: number,
  value: unknown,
  path: string[],
): number {
  const one = (data: unknown): number =>
    objectCost + selectionCost(walk, type, node.selectionSet!, objectCost, data, path)
  if (Array.isArray(value)) return value.reduce<number>((sum, entry) => sum + (entry === null ? 0 : one(entry)), 0)
  const ids = field.name === 'nodes' ? argumentsOf(walk, field, node).ids : undefined
  return value === undefined && Array.isArray(ids) ? ids.length * one(undefined) : one(value)
}

/** Pages above 250 (variants of one product, up to 2,000) are allowed, so their cost cannot be first × node. */
const PAGE_LIMIT = 250
const CONNECTION_BASE = 2

function connectionCost(
  walk: Walk,
  field: GraphQLField<unknown, unknown>,
  type: GraphQLCompositeType,
  node: FieldNode,
  value: unknown,
  path: string[],
): number {
  const args = argumentsOf(walk, field, node)
  const asked = Number(args.first ?? args.last ?? 0)
  const parts = nodeSelections(walk, type, node.selectionSet!)
  const list = value as { nodes?: unknown[]; edges?: { node: unknown }[] } | undefined
  const returned = list && (list.nodes ?? list.edges?.map((edge) => edge.node))
  const costOfNode = (data: unknown): number =>
    1 + parts.reduce((sum, part) => sum + selectionCost(walk, part.type, part.set, 1, data, path), 0)
  if (parts.length === 0) return CONNECTION_BASE
  if (returned) return CONNECTION_BASE + returned.reduce<number>((sum, entry) => sum + costOfNode(entry), 0)
  if (walk.sizing === 'logarithmic' || asked > PAGE_LIMIT)
    return Math.ceil(Math.log2(Math.max(asked, 1) + 1)) * (1 + costOfNode(undefined))
  return CONNECTION_BASE + asked * costOfNode(undefined)
}

/** The selections below `nodes` and `edges { node }` of a connection. */
function nodeSelections(
  walk: Walk,
  type: GraphQLCompositeType,
  set: SelectionSetNode,
): { type: GraphQLCompositeType; set: SelectionSetNode }[] {
  const found: { type: GraphQLCompositeType; set: SelectionSetNode }[] = []
  for (const selection of set.selections) {
    if (selection.kind !== Kind.FIELD) {
      const fragment = selection.kind === Kind.INLINE_FRAGMENT ? selection : walk.fragments.get(selection.name.value)
      if (fragment) found.push(...nodeSelections(walk, type, fragment.selectionSet))
      continue
    }
    const field = 'getFields' in type ? type.getFields()[selection.name.value] : undefined
    const target = field && getNamedType(field.type)
    if (!selection.selectionSet || !target || !isCompositeType(target)) continue
    if (selection.name.value === 'edges') found.push(...nodeSelections(walk, target, selection.selectionSet))
    else if (selection.name.value === 'nodes' || selection.name.value === 'node')
      found.push({ type: target, set: selection.selectionSet })
  }
  return found
}
