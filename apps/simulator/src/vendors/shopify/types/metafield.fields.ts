import { createHash } from 'node:crypto'
import type { Args, Call, TypeFields } from '../call.ts'
import { fieldsOf } from '../call.ts'
import { emptyConnection, paginate } from '../connections.ts'
import type { PageArgs } from '../connections.ts'
import { gidNumber } from '../gid.ts'
import { notSimulated } from '../refusals.ts'
import { resolveNamespace } from '../metafield-rules.ts'
import { nodeById } from './node.fields.ts'
import type { DefinitionRow, MetafieldRow } from '../rows.ts'

export type MetafieldView = { __typename: 'Metafield'; row: MetafieldRow; ownerId: string; ownerType: string }

export const metafieldView = (row: MetafieldRow, ownerId: string, ownerType: string): MetafieldView => ({
  __typename: 'Metafield',
  row,
  ownerId,
  ownerType,
})

/** `metafield` and `metafields` of any type that has them. */
export const metafieldFields = (
  ownerType: string,
  ownerOf: (source: unknown, call: Call) => { id: string; metafields: readonly MetafieldRow[] },
): TypeFields =>
  fieldsOf<unknown>({
    metafield: (source, args, call) => {
      const { namespace, key } = args as { namespace?: string | null; key: string }
      const owner = ownerOf(source, call)
      const wanted = resolveNamespace(namespace)
      const row = owner.metafields.find((field) => field.key === key && field.namespace === wanted)
      return row ? metafieldView(row, owner.id, ownerType) : null
    },
    metafields: (source, args, call) => {
      const { namespace, keys } = args as { namespace?: string | null; keys?: string[] | null }
      const owner = ownerOf(source, call)
      const rows = owner.metafields.filter(
        (field) =>
          (!namespace || field.namespace === resolveNamespace(namespace)) &&
          (!keys || keys.includes(`${field.namespace}.${field.key}`)),
      )
      const page = paginate(rows, args as PageArgs, { id: (row) => row.id })
      const view = (row: MetafieldRow): MetafieldView => metafieldView(row, owner.id, ownerType)
      return {
        ...page,
        nodes: page.nodes.map(view),
        edges: page.edges.map((edge) => ({ cursor: edge.cursor, node: view(edge.node) })),
      }
    },
  })

/** Digest for compare-and-swap of a metafield's value. */
export const compareDigest = (row: MetafieldRow): string =>
  createHash('sha256').update(`${row.type}\n${row.value}`).digest('hex')

function jsonValue(row: MetafieldRow): unknown {
  if (row.type === 'number_integer' || row.type === 'number_decimal') return Number(row.value)
  if (row.type === 'boolean') return row.value === 'true'
  if (row.type === 'json' || row.type.startsWith('list.')) return JSON.parse(row.value)
  return row.value
}

const definitionView = (row: DefinitionRow): Record<string, unknown> => ({
  ...row,
  pinnedPosition: row.pinned ? 1 : null,
  type: { name: row.type, category: row.type === 'id' ? 'ID' : 'TEXT', supportsDefinitionMigrations: false },
  access: { admin: 'PUBLIC_READ_WRITE', storefront: 'NONE', customerAccount: 'NONE' },
  capabilities: {
    uniqueValues: { eligible: true, enabled: row.unique },
    adminFilterable: { eligible: true, enabled: false, status: 'NOT_FILTERABLE' },
    smartCollectionCondition: { eligible: false, enabled: false },
    analyticsQueryable: { eligible: false, enabled: false },
    cartToOrderCopyable: { eligible: false, enabled: false },
  },
  validations: row.validations.map((rule) => ({ ...rule, type: 'single_line_text_field' })),
  useAsCollectionCondition: false,
  validationStatus: 'ALL_VALID',
  standardTemplate: null,
  constraints: null,
})

const metafieldType = fieldsOf<MetafieldView>({
  id: (s) => s.row.id,
  legacyResourceId: (s) => gidNumber(s.row.id),
  namespace: (s) => s.row.namespace,
  key: (s) => s.row.key,
  type: (s) => s.row.type,
  value: (s) => s.row.value,
  jsonValue: (s) => jsonValue(s.row),
  createdAt: (s) => s.row.createdAt,
  updatedAt: (s) => s.row.updatedAt,
  compareDigest: (s) => compareDigest(s.row),
  sizeInBytes: (s) => Buffer.byteLength(s.row.value),
  ownerType: (s) => s.ownerType,
  owner: (s, _args, call) => nodeById(s.ownerId, call),
  description: () => null,
  definition: (s, _args, call) => call.shop.definitionOf(s.ownerType, s.row.namespace, s.row.key) ?? null,
})

const definitionType = fieldsOf<DefinitionRow>({
  metafields: (row, args, call) => definitionMetafields(row, args, call),
  metafieldsCount: (row, _args, call) => ownedMetafields(row, call).length,
})

function ownedMetafields(row: DefinitionRow, call: Call): MetafieldView[] {
  const matches = (field: MetafieldRow): boolean => field.namespace === row.namespace && field.key === row.key
  const products = call.shop.products.sorted()
  if (row.ownerType === 'PRODUCT')
    return products.flatMap((p) => p.metafields.filter(matches).map((f) => metafieldView(f, p.id, 'PRODUCT')))
  if (row.ownerType === 'PRODUCTVARIANT')
    return products.flatMap((p) =>
      p.variants.flatMap((v) => v.metafields.filter(matches).map((f) => metafieldView(f, v.id, 'PRODUCTVARIANT'))),
    )
  if (row.ownerType === 'SHOP') return []
  throw notSimulated(`metafields of ${row.ownerType}`)
}

function definitionMetafields(row: DefinitionRow, args: Args, call: Call): unknown {
  const rows = ownedMetafields(row, call)
  if (rows.length === 0) return emptyConnection()
  return paginate(rows, args as PageArgs, { id: (view) => view.row.id })
}

/** Fields of a definition that differ from its row are read from this view of it. */
const viewed =
  (name: string) =>
  (row: unknown): unknown =>
    definitionView(row as DefinitionRow)[name]

export const metafieldTypes: Record<string, TypeFields> = {
  Metafield: metafieldType,
  MetafieldDefinition: {
    ...definitionType,
    ...Object.fromEntries(
      [
        'pinnedPosition',
        'type',
        'access',
        'capabilities',
        'validations',
        'useAsCollectionCondition',
        'validationStatus',
        'standardTemplate',
        'constraints',
      ].map((name) => [name, viewed(name)]),
    ),
  },
}
