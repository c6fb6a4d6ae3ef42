import { API_VERSIONS } from '@huoqiao/shopify-schemas'
import type { Args, Call, TypeFields } from '../call.ts'
import { fieldsOf } from '../call.ts'
import { countOf, emptyConnection, paginate } from '../connections.ts'
import type { PageArgs } from '../connections.ts'
import { resolveNamespace } from '../metafield-rules.ts'
import { PRODUCT_SEARCH, PRODUCT_SORTS, VARIANT_SEARCH } from '../product-search.ts'
import { notSimulated, refusal } from '../refusals.ts'
import type { DefinitionRow, FileRow, ProductRow, WebhookRow } from '../rows.ts'
import { matchId, matchText, matchTime, searchRows } from '../search-query.ts'
import type { SearchFields } from '../search-query.ts'
import { nodeById } from './node.fields.ts'
import { installationView, shopView, versionView } from './shop.fields.ts'
import { variantView } from './variant.fields.ts'
import type { VariantView } from './variant.fields.ts'

type CustomId = { namespace?: string | null; key: string; value: string }
type Identifier = { id?: string; handle?: string; customId?: CustomId }

/** A look-up by custom id needs an `id`-type definition (reference 3, "Upsert by customId"). */
export function findCustomId(
  ownerType: 'PRODUCT' | 'PRODUCTVARIANT',
  custom: CustomId,
  call: Call,
): string | undefined {
  const namespace = resolveNamespace(custom.namespace)
  if (call.shop.definitionOf(ownerType, namespace, custom.key)?.type !== 'id')
    throw refusal("Metafield definition of type 'id' is required when using custom ids.", 'NOT_FOUND')
  return call.shop.products.uniqueOwner(ownerType, namespace, custom.key, custom.value)
}

function typed(id: string, type: string, call: Call): unknown {
  if (!id.startsWith(`gid://shopify/${type}/`)) throw refusal(`Invalid id: ${id}`, 'RESOURCE_NOT_FOUND')
  return nodeById(id, call)
}

function productByIdentifier(_source: unknown, args: Args, call: Call): unknown {
  const { id, handle, customId } = args.identifier as Identifier
  if (id) return typed(id, 'Product', call)
  if (handle) return call.shop.products.byHandle(handle) ?? null
  const owner = customId && findCustomId('PRODUCT', customId, call)
  return owner === undefined ? null : (call.shop.products.get(owner) ?? null)
}

function foundProducts(args: Args, call: Call): readonly ProductRow[] {
  if (args.savedSearchId) throw notSimulated('savedSearchId')
  return searchRows(call.shop.products.sorted(), args.query as string | null, PRODUCT_SEARCH)
}

function products(_source: unknown, args: Args, call: Call): unknown {
  const key = (args.sortKey ?? 'ID') as string
  const sort = PRODUCT_SORTS[key]
  const rows = foundProducts(args, call)
  if (!sort) return paginate(rows, args as PageArgs, { id: (row) => row.id })
  const ordered = rows
    .map((row) => ({ row, value: sort.value(row) }))
    .sort((a, b) => (a.value < b.value ? -1 : a.value > b.value ? 1 : 0))
    .map((entry) => entry.row)
  return paginate(ordered, args as PageArgs, { id: (row) => row.id, value: sort.value })
}

function foundVariants(args: Args, call: Call): readonly VariantView[] {
  const all = call.shop.products.sorted().flatMap((product) => product.variants.map((v) => variantView(product, v)))
  return searchRows(all, args.query as string | null, VARIANT_SEARCH)
}

function productVariants(_source: unknown, args: Args, call: Call): unknown {
  const key = (args.sortKey ?? 'ID') as string
  if (!['ID', 'POSITION', 'RELEVANCE'].includes(key)) throw notSimulated(`productVariants sorted by ${key}`)
  const rows = [...foundVariants(args, call)]
  const order = { id: (view: VariantView) => view.variant.id }
  rows.sort((a, b) => a.variant.id.length - b.variant.id.length || (a.variant.id < b.variant.id ? -1 : 1))
  return paginate(rows, args as PageArgs, order)
}

const FILE_SEARCH: SearchFields<FileRow> = {
  text: (file, value) => matchText(file.filename, value),
  fields: {
    id: (file, term) => matchId(file.id, term),
    filename: (file, { value }) => matchText(file.filename, value),
    status: (file, { value }) => matchText(file.status, value),
    media_type: (file, { value }) => matchText(file.kind === 'image' ? 'IMAGE' : 'GENERIC_FILE', value),
    created_at: (file, term) => matchTime(file.createdAt, term),
    updated_at: (file, term) => matchTime(file.updatedAt, term),
  },
}

function definitions(_source: unknown, args: Args, call: Call): unknown {
  const { ownerType, namespace, key, query } = args as {
    ownerType: string
    namespace?: string | null
    key?: string | null
    query?: string | null
  }
  if (query) throw notSimulated('metafieldDefinitions(query:)')
  const rows = Array.from(call.shop.definitions.values()).filter(
    (row) =>
      row.ownerType === ownerType &&
      (!namespace || row.namespace === resolveNamespace(namespace)) &&
      (!key || row.key === key),
  )
  return paginate(rows, args as PageArgs, { id: (row) => row.id })
}

function definition(_source: unknown, args: Args, call: Call): DefinitionRow | null {
  const { id, identifier } = args as {
    id?: string
    identifier?: { ownerType: string; namespace?: string; key: string }
  }
  if (id) return call.shop.definitions.get(id) ?? null
  if (!identifier) throw refusal('One of id or identifier is required', 'BAD_REQUEST')
  return call.shop.definitionOf(identifier.ownerType, resolveNamespace(identifier.namespace), identifier.key) ?? null
}

function webhookSubscriptions(_source: unknown, args: Args, call: Call): unknown {
  const { topics, uri } = args as { topics?: string[] | null; uri?: string | null }
  const rows = Array.from<WebhookRow>(call.shop.webhooks.values()).filter(
    (row) => (!topics || topics.length === 0 || topics.includes(row.topic)) && (!uri || row.uri === uri),
  )
  return paginate(rows, args as PageArgs, { id: (row) => row.id })
}

const byId = (type: string) => (_source: unknown, args: Args, call: Call) => typed(args.id as string, type, call)

export const queryRoot: TypeFields = fieldsOf<unknown>({
  shop: (_s, _a, call) => shopView(call),
  publicApiVersions: () => API_VERSIONS.map(versionView),
  currentAppInstallation: (_s, _a, call) => installationView(call),
  location: (_s, args, call) =>
    args.id ? typed(args.id as string, 'Location', call) : (call.shop.places.locations[0] ?? null),
  locations: (_s, args, { shop }) => {
    const rows = args.includeInactive === true ? shop.places.everywhere() : shop.places.locations
    return paginate(rows, args as PageArgs, { id: (row) => row.id })
  },
  locationsCount: (_s, _a, { shop }) => countOf(shop.places.locations.length),
  publication: byId('Publication'),
  publications: (_s, args, { shop }) => paginate(shop.places.publications, args as PageArgs, { id: (row) => row.id }),
  publicationsCount: (_s, _a, { shop }) => countOf(shop.places.publications.length),
  product: byId('Product'),
  productByHandle: (_s, args, { shop }) => shop.products.byHandle(args.handle as string) ?? null,
  productByIdentifier,
  products,
  productsCount: (_s, args, call) => countOf(foundProducts(args, call).length, args.limit as number | null),
  productVariant: byId('ProductVariant'),
  productVariantByIdentifier: (_s, args, call) => {
    const { id, customId } = args.identifier as Identifier
    const found = id ?? (customId && findCustomId('PRODUCTVARIANT', customId, call))
    return found === undefined ? null : typed(found, 'ProductVariant', call)
  },
  productVariants,
  productVariantsCount: (_s, args, call) => countOf(foundVariants(args, call).length, args.limit as number | null),
  productOperation: (_s, args, call) => nodeById(args.id as string, call),
  collections: () => emptyConnection(),
  inventoryItem: byId('InventoryItem'),
  inventoryLevel: byId('InventoryLevel'),
  files: (_s, args, call) => {
    const rows = Array.from(call.shop.files.values()).sort((a, b) => (a.id < b.id ? -1 : 1))
    return paginate(searchRows(rows, args.query as string | null, FILE_SEARCH), args as PageArgs, {
      id: (row) => row.id,
    })
  },
  metafieldDefinition: definition,
  metafieldDefinitions: definitions,
  webhookSubscription: byId('WebhookSubscription'),
  webhookSubscriptions,
  webhookSubscriptionsCount: (_s, _a, { shop }) => countOf(shop.webhooks.size),
  node: (_s, args, call) => nodeById(args.id as string, call),
  nodes: (_s, args, call) => (args.ids as string[]).map((id) => nodeById(id, call)),
})
