import {
  GraphQLError,
  GraphQLID,
  TypeInfo,
  getNamedType,
  isInputObjectType,
  isListType,
  isNonNullType,
  print,
  typeFromAST,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import type { DocumentNode, GraphQLInputType, GraphQLSchema, OperationDefinitionNode } from 'graphql'

/** gid://shopify/Product/1, with parameters for some types. Whether the object exists is checked later. */
const GLOBAL_ID = /^gid:\/\/[a-z0-9-]+\/[A-Za-z0-9]+\/[^/?\s]+(\?\S*)?$/
const explained = (value: string): string => `Invalid global id '${value}'`

type Problem = { path: (string | number)[]; explanation: string; message: string }

/**
 * Checks ids in variables before anything runs: the vendor answers with this sentence for every bare number
 * (github.com/r0busta/go-shopify-graphql issue 11, github.com/inspireui/support issue 676).
 */
export function variableFaults(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): GraphQLError[] {
  return (operation.variableDefinitions ?? []).flatMap((definition) => {
    const { value: name } = definition.variable.name
    const type = typeFromAST(schema, definition.type) as GraphQLInputType | undefined
    const value = variables[name]
    const problems = type === undefined ? [] : problemsOf(value, type, [])
    const [first] = problems
    if (!first) return []
    const where = first.path.length === 0 ? '' : ` for ${first.path.join('.')} (${first.explanation})`
    return new GraphQLError(`Variable $${name} of type ${print(definition.type)} was provided invalid value${where}`, {
      nodes: definition,
      extensions: { code: 'INVALID_VARIABLE', value, problems },
    })
  })
}

function problemsOf(value: unknown, type: GraphQLInputType, path: (string | number)[]): Problem[] {
  if (value === null || value === undefined) return []
  if (isNonNullType(type)) return problemsOf(value, type.ofType, path)
  if (isListType(type)) {
    const items: readonly unknown[] = Array.isArray(value) ? value : [value]
    return items.flatMap((item, at) => problemsOf(item, type.ofType, [...path, at]))
  }
  if (isInputObjectType(type))
    return Object.values(type.getFields()).flatMap((field) =>
      problemsOf((value as Record<string, unknown>)[field.name], field.type, [...path, field.name]),
    )
  if (type !== GraphQLID || typeof value !== 'string' || GLOBAL_ID.test(value)) return []
  return [{ path, explanation: explained(value), message: explained(value) }]
}

/** The same for ids in the query text. */
export function literalFaults(schema: GraphQLSchema, document: DocumentNode): GraphQLError[] {
  const faults: GraphQLError[] = []
  const types = new TypeInfo(schema)
  const check = (node: { kind: string; value: string }): void => {
    const type = types.getInputType()
    if (!type || getNamedType(type) !== GraphQLID || GLOBAL_ID.test(node.value)) return
    faults.push(
      new GraphQLError(explained(node.value), {
        extensions: { code: 'argumentLiteralsIncompatible', typeName: 'CoercionError' },
      }),
    )
  }
  visit(document, visitWithTypeInfo(types, { StringValue: check, IntValue: check }))
  return faults
}
