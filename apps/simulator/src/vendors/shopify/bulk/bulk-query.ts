import { Kind, parse, TypeInfo, visit, visitWithTypeInfo, getNamedType } from 'graphql'
import type { DocumentNode, FieldNode, GraphQLSchema } from 'graphql'
import { WHOLE } from '../connections.ts'

/** The vendor's limits for a bulk query: number of connections, and their depth. */
const MOST_CONNECTIONS = 5
const MOST_LEVELS = 2
/** Root objects that are read in one turn of the event loop. */
export const CHUNK = 50

export type BulkPlan = {
  /** The query with complete inner connections and a paged root connection: takes $after. */
  document: DocumentNode
  /** Response key of the root connection. */
  root: string
}

const isConnection = (name: string): boolean => name.endsWith('Connection')

/**
 * Makes a bulk query runnable page by page. Throws RangeError with the vendor's sentence for a query without a connection, with too many,
 * too deep, or with one inside a plain list.
 */
export function planBulkQuery(schema: GraphQLSchema, query: string): BulkPlan {
  const types = new TypeInfo(schema)
  const levels: string[] = []
  let count = 0
  let root = ''
  const document = visit(
    parse(query),
    visitWithTypeInfo(types, {
      OperationDefinition: {
        leave: (node) => ({
          ...node,
          variableDefinitions: [
            ...(node.variableDefinitions ?? []),
            ...(parse('query($after: String) { x }').definitions[0] as typeof node).variableDefinitions!,
          ],
        }),
      },
      Field: {
        enter: (node) => {
          const type = types.getType()
          if (!type || !isConnection(getNamedType(type).name)) return
          count++
          levels.push(node.name.value)
          root ||= node.alias?.value ?? node.name.value
          if (levels.length > MOST_LEVELS + 1)
            throw new RangeError('Queries with more than 2 levels of nested connections are not supported.')
        },
        leave: (node) => {
          const type = types.getType()
          if (!type || !isConnection(getNamedType(type).name)) return undefined
          levels.pop()
          return withPage(node, levels.length === 0)
        },
      },
    }),
  )
  if (count === 0) throw new RangeError('Bulk queries must contain at least one connection.')
  if (count > MOST_CONNECTIONS) throw new RangeError('Bulk queries cannot contain more than 5 connections.')
  return { document, root }
}

/** The connection with page arguments: the root one in chunks, the others complete. */
function withPage(node: FieldNode, isRoot: boolean): FieldNode {
  const kept = (node.arguments ?? []).filter(
    (entry) => !['first', 'last', 'after', 'before'].includes(entry.name.value),
  )
  const paged = isRoot ? `x(first: ${CHUNK}, after: $after)` : `x(first: ${WHOLE})`
  const [operation] = parse(`query($after: String) { ${paged} }`).definitions
  const field = operation?.kind === Kind.OPERATION_DEFINITION ? operation.selectionSet.selections[0] : undefined
  const added = field?.kind === Kind.FIELD ? (field.arguments ?? []) : []
  const selections = [...(node.selectionSet?.selections ?? [])]
  if (isRoot)
    selections.push({
      kind: Kind.FIELD,
      alias: { kind: Kind.NAME, value: '__page' },
      name: { kind: Kind.NAME, value: 'pageInfo' },
      selectionSet: {
        kind: Kind.SELECTION_SET,
        selections: ['hasNextPage', 'endCursor'].map((value) => ({
          kind: Kind.FIELD,
          name: { kind: Kind.NAME, value },
        })),
      },
    })
  return {
    ...node,
    arguments: [...kept, ...added],
    selectionSet: { kind: Kind.SELECTION_SET, selections },
  }
}

type Answer = { edges?: { node: Node }[]; nodes?: Node[]; __page?: { hasNextPage: boolean; endCursor: string | null } }
type Node = Record<string, unknown>

export const nodesOf = (connection: Answer): Node[] =>
  connection.nodes ?? connection.edges?.map((edge) => edge.node) ?? []
export const pageOf = (connection: Answer): { hasNextPage: boolean; endCursor: string | null } =>
  connection.__page ?? { hasNextPage: false, endCursor: null }

const isPage = (value: unknown): value is Answer =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && ('edges' in value || 'nodes' in value)

/**
 * A root object and everything below it as lines: each node of a connection becomes a line of its own with __parentId, directly after its
 * parent (grouped). Plain objects and lists stay inside their line.
 */
export function linesOf(node: Node, parentId?: string): Node[] {
  const own: Node = {}
  const below: Node[] = []
  for (const [name, value] of Object.entries(node)) {
    if (isPage(value)) for (const child of nodesOf(value)) below.push(...linesOf(child, String(node['id'])))
    else own[name] = value
  }
  return [parentId === undefined ? own : { ...own, __parentId: parentId }, ...below]
}
