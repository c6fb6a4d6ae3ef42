import { getArgumentValues, Kind } from 'graphql'
import type { GraphQLError, GraphQLSchema, OperationDefinitionNode } from 'graphql'
import { refusal } from './refusals.ts'

/** Any input array holds at most this many items (reference shopify-admin 2, "Other caps"). */
const LIMIT = 250

/** Arrays with a limit of their own mutation: up to 2,048 variants, and their parts. */
const EXEMPT = new Set([
  'productSet.input.variants',
  'productSet.input.productOptions.values',
  'productSet.input.variants.inventoryQuantities',
  'productVariantsBulkCreate.variants',
  'productVariantsBulkUpdate.variants',
  'productVariantsBulkDelete.variantsIds',
])

/** The refusal for the first input array that is too long, if any. */
export function checkInputSizes(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  variables: Record<string, unknown>,
): GraphQLError | undefined {
  const root = schema.getRootType(operation.operation)
  if (!root) return undefined
  for (const selection of operation.selectionSet.selections) {
    if (selection.kind !== Kind.FIELD || (selection.arguments ?? []).length === 0) continue
    const field = root.getFields()[selection.name.value]
    if (!field) continue
    const found = longest(getArgumentValues(field, selection, variables), field.name)
    if (found)
      return refusal(
        `The input array size of ${found.size} is greater than the maximum allowed of ${LIMIT}.`,
        'MAX_INPUT_SIZE_EXCEEDED',
        { path: found.path.split('.') },
      )
  }
  return undefined
}

function longest(value: unknown, path: string): { size: number; path: string } | undefined {
  if (Array.isArray(value)) {
    if (value.length > LIMIT && !EXEMPT.has(path)) return { size: value.length, path }
    for (const entry of value) {
      if (entry === null || typeof entry !== 'object') break
      const found = longest(entry, path)
      if (found) return found
    }
    return undefined
  }
  if (value === null || typeof value !== 'object') return undefined
  for (const [key, inner] of Object.entries(value)) {
    if (inner === null || typeof inner !== 'object') continue
    const found = longest(inner, `${path}.${key}`)
    if (found) return found
  }
  return undefined
}
