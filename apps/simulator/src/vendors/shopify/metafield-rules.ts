import { DEMO_APP } from './demo-shops.ts'
import type { DefinitionRow, MetafieldRow } from './rows.ts'

/** A missing namespace means the app-reserved one; `$app:name` is a namespace inside it (reference 3, "Metafields"). */
export function resolveNamespace(namespace: string | null | undefined): string {
  const reserved = `app--${DEMO_APP.number}`
  if (!namespace || namespace === '$app') return reserved
  return namespace.startsWith('$app:') ? `${reserved}--${namespace.slice('$app:'.length)}` : namespace
}

const TEXT = (value: string): boolean => value.trim() !== ''
const JSON_TEXT = (value: string): boolean => {
  try {
    JSON.parse(value)
    return true
  } catch {
    return false
  }
}

/** Types of metafields with the check of their values. */
const TYPES: Record<string, (value: string) => boolean> = {
  id: (value) => TEXT(value) && value.length <= 255,
  single_line_text_field: (value) => TEXT(value) && !value.includes('\n'),
  multi_line_text_field: TEXT,
  rich_text_field: JSON_TEXT,
  number_integer: (value) => /^-?\d{1,16}$/.test(value),
  number_decimal: (value) => /^-?\d+(\.\d{1,9})?$/.test(value),
  boolean: (value) => value === 'true' || value === 'false',
  json: JSON_TEXT,
  url: (value) => /^(https?|mailto|sms|tel):/.test(value),
  date: (value) => /^\d{4}-\d{2}-\d{2}$/.test(value),
  date_time: (value) => !Number.isNaN(Date.parse(value)),
  color: (value) => /^#[0-9a-fA-F]{6}$/.test(value),
  money: JSON_TEXT,
  weight: JSON_TEXT,
  dimension: JSON_TEXT,
  volume: JSON_TEXT,
  rating: JSON_TEXT,
  product_reference: (value) => value.startsWith('gid://shopify/Product/'),
  variant_reference: (value) => value.startsWith('gid://shopify/ProductVariant/'),
  file_reference: (value) => value.startsWith('gid://shopify/'),
}

export const isMetafieldType = (type: string): boolean =>
  type.startsWith('list.') ? TYPES[type.slice('list.'.length)] !== undefined : TYPES[type] !== undefined

const isValidValue = (type: string, value: string): boolean =>
  type.startsWith('list.') ? JSON_TEXT(value) && value.trimStart().startsWith('[') : (TYPES[type]?.(value) ?? false)

export type MetafieldEntry = {
  id?: string | null
  namespace?: string | null
  key?: string | null
  type?: string | null
  value?: string | null
}

export type MetafieldProblem = {
  field: 'namespace' | 'key' | 'type' | 'value'
  message: string
  kind: 'blank' | 'short' | 'long' | 'type' | 'value' | 'unique'
}

export type MetafieldContext = {
  ownerType: string
  /** Undefined while the owner is being created. */
  ownerId: string | undefined
  existing: readonly MetafieldRow[]
  definitionOf(ownerType: string, namespace: string, key: string): DefinitionRow | undefined
  uniqueOwner(ownerType: string, namespace: string, key: string, value: string): string | undefined
  newId(): string
  now: string
}

export type ReadMetafield = { row: MetafieldRow; changed: boolean } | { problem: MetafieldProblem }

/** Checks one metafield of an input against its definition and the existing one; returns the row to keep, or the problem. */
export function readMetafield(entry: MetafieldEntry, context: MetafieldContext): ReadMetafield {
  const byId = entry.id ? context.existing.find((row) => row.id === entry.id) : undefined
  const namespace = byId?.namespace ?? resolveNamespace(entry.namespace)
  const key = entry.key ?? byId?.key ?? ''
  const problem = nameProblem(namespace, key)
  if (problem) return { problem }
  const before = byId ?? context.existing.find((row) => row.key === key && row.namespace === namespace)
  const definition = context.definitionOf(context.ownerType, namespace, key)
  const type = entry.type ?? definition?.type ?? before?.type ?? ''
  const value = entry.value ?? before?.value ?? ''
  const wrong = valueProblem({ namespace, key, type, value }, definition, context)
  if (wrong) return { problem: wrong }
  if (before && before.type === type && before.value === value) return { row: before, changed: false }
  const row: MetafieldRow = {
    id: before?.id ?? context.newId(),
    namespace,
    key,
    type,
    value,
    createdAt: before?.createdAt ?? context.now,
    updatedAt: context.now,
  }
  return { row, changed: true }
}

function nameProblem(namespace: string, key: string): MetafieldProblem | undefined {
  if (key === '') return { field: 'key', message: "Key can't be blank", kind: 'blank' }
  if (key.length < 2) return { field: 'key', message: 'Key is too short (minimum is 2 characters)', kind: 'short' }
  if (key.length > 64) return { field: 'key', message: 'Key is too long (maximum is 64 characters)', kind: 'long' }
  if (namespace.length < 3)
    return { field: 'namespace', message: 'Namespace is too short (minimum is 3 characters)', kind: 'short' }
  if (namespace.length > 255)
    return { field: 'namespace', message: 'Namespace is too long (maximum is 255 characters)', kind: 'long' }
  return undefined
}

function valueProblem(
  field: { namespace: string; key: string; type: string; value: string },
  definition: DefinitionRow | undefined,
  context: MetafieldContext,
): MetafieldProblem | undefined {
  const { namespace, key, type, value } = field
  if (type === '') return { field: 'type', message: "Type can't be blank", kind: 'blank' }
  if (!isMetafieldType(type)) return { field: 'type', message: `Type '${type}' is not valid`, kind: 'type' }
  if (definition && definition.type !== type)
    return {
      field: 'type',
      message: `Type '${type}' must be consistent with the definition's type: '${definition.type}'.`,
      kind: 'type',
    }
  if (type === 'id' && !definition)
    return { field: 'type', message: "Type 'id' requires a metafield definition", kind: 'type' }
  if (value === '') return { field: 'value', message: "Value can't be blank", kind: 'blank' }
  if (!isValidValue(type, value))
    return { field: 'value', message: `Value is not valid for type '${type}'`, kind: 'value' }
  if (!definition?.unique) return undefined
  const owner = context.uniqueOwner(context.ownerType, namespace, key, value)
  if (owner === undefined || owner === context.ownerId) return undefined
  return { field: 'value', message: `Value "${value}" has already been taken`, kind: 'unique' }
}
