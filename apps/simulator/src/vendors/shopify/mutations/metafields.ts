import type { Args, Call } from '../call.ts'
import { newDraft } from '../draft/draft.ts'
import { metafieldContext } from '../draft/metafield.draft.ts'
import { isMetafieldType, readMetafield, resolveNamespace } from '../metafield-rules.ts'
import type { MetafieldProblem } from '../metafield-rules.ts'
import { gid, gidType } from '../gid.ts'
import { notSimulated } from '../refusals.ts'
import type { DefinitionRow, MetafieldRow, UserError } from '../rows.ts'
import { compareDigest, metafieldView } from '../types/metafield.fields.ts'

type SetEntry = {
  ownerId: string
  namespace?: string | null
  key: string
  type?: string | null
  value: string
  compareDigest?: string | null
}

type Owner = {
  type: 'PRODUCT' | 'PRODUCTVARIANT' | 'SHOP'
  id: string
  metafields: MetafieldRow[]
  save(rows: MetafieldRow[]): void
}

/** Metafields that one call may set (reference shopify-admin 2, "Other caps"). */
const SET_LIMIT = 25

const PROBLEM_CODES: Record<MetafieldProblem['kind'], string> = {
  blank: 'BLANK',
  short: 'TOO_SHORT',
  long: 'TOO_LONG',
  type: 'INVALID_TYPE',
  value: 'INVALID_VALUE',
  unique: 'TAKEN',
}

function findOwner(id: string, call: Call): Owner | undefined {
  const { shop } = call
  const type = gidType(id)
  if (type === 'Product') {
    const product = shop.products.get(id)
    if (!product) return undefined
    const save = (rows: MetafieldRow[]): void =>
      shop.products.put({ ...product, metafields: rows, updatedAt: shop.now() })
    return { type: 'PRODUCT', id, metafields: product.metafields, save }
  }
  if (type === 'ProductVariant') {
    const owned = shop.products.variant(id)
    if (!owned) return undefined
    const save = (rows: MetafieldRow[]): void => {
      const variants = owned.product.variants.map((row) => (row.id === id ? { ...row, metafields: rows } : row))
      shop.products.put({ ...owned.product, variants, updatedAt: shop.now() })
    }
    return { type: 'PRODUCTVARIANT', id, metafields: owned.variant.metafields, save }
  }
  if (type === 'Shop') {
    if (id !== gid('Shop', shop.facts.number)) return undefined
    const save = (rows: MetafieldRow[]): void => {
      shop.shopMetafields.clear()
      for (const row of rows) shop.shopMetafields.put(row.id, row)
    }
    return { type: 'SHOP', id, metafields: Array.from(shop.shopMetafields.values()), save }
  }
  throw notSimulated(`metafields of ${type ?? id}`)
}

/** metafieldsSet: at most 25, atomic, `compareDigest` for compare-and-swap (reference shopify-admin 2). */
export function metafieldsSet(_source: unknown, args: Args, call: Call): unknown {
  const entries = args.metafields as SetEntry[]
  const fail = (userErrors: UserError[]): object => ({ metafields: null, userErrors })
  if (entries.length > SET_LIMIT) {
    const message = `Exceeded the maximum metafields input limit of ${SET_LIMIT}.`
    return fail([{ code: 'LESS_THAN_OR_EQUAL_TO', field: ['metafields'], message, elementIndex: null }])
  }
  const draft = newDraft(call)
  const problems: UserError[] = []
  const pending = new Map<string, MetafieldRow[]>()
  const set: { ownerId: string; type: Owner['type']; row: MetafieldRow }[] = []
  for (const [index, entry] of entries.entries()) {
    const problem = (code: string, field: string, message: string): void =>
      void problems.push({ code, field: ['metafields', String(index), field], message, elementIndex: index })
    const owner = findOwner(entry.ownerId, call)
    if (!owner) {
      problem('INVALID', 'ownerId', 'Owner does not exist.')
      continue
    }
    const existing = pending.get(owner.id) ?? owner.metafields
    const read = readMetafield(entry, metafieldContext(draft, { type: owner.type, id: owner.id, existing }))
    if ('problem' in read) {
      problem(PROBLEM_CODES[read.problem.kind], read.problem.field, read.problem.message)
      continue
    }
    const before = existing.find((row) => row.namespace === read.row.namespace && row.key === read.row.key)
    if (entry.compareDigest !== undefined && entry.compareDigest !== (before ? compareDigest(before) : null)) {
      problem(
        'STALE_OBJECT',
        'compareDigest',
        'The resource has been updated since it was loaded. Try again with an updated `compareDigest` value.',
      )
      continue
    }
    pending.set(owner.id, [...existing.filter((row) => row !== before), read.row])
    set.push({ ownerId: owner.id, type: owner.type, row: read.row })
  }
  if (problems.length > 0) return fail(problems)
  for (const [ownerId, rows] of pending) findOwner(ownerId, call)!.save(rows)
  call.effects.push(`${set.length} metafields set on ${pending.size} owners`)
  return { metafields: set.map(({ ownerId, type, row }) => metafieldView(row, ownerId, type)), userErrors: [] }
}

export function metafieldsDelete(_source: unknown, args: Args, call: Call): unknown {
  const entries = args.metafields as { ownerId: string; namespace: string; key: string }[]
  const deleted = entries.map((entry) => {
    const owner = findOwner(entry.ownerId, call)
    const namespace = resolveNamespace(entry.namespace)
    const row = owner?.metafields.find((field) => field.key === entry.key && field.namespace === namespace)
    if (!owner || !row) return null
    owner.save(owner.metafields.filter((field) => field !== row))
    return { ownerId: owner.id, namespace, key: entry.key }
  })
  call.effects.push(`${deleted.filter(Boolean).length} metafields deleted`)
  return { deletedMetafields: deleted, userErrors: [] }
}

type DefinitionInput = {
  name: string
  namespace?: string | null
  key: string
  ownerType: string
  type: string
  description?: string | null
  pin?: boolean | null
  validations?: { name: string; value: string }[] | null
  capabilities?: { uniqueValues?: { enabled: boolean } | null } | null
}

/** An `id` definition is always unique (reference 3, "Upsert by customId"); other types only when requested. */
export function metafieldDefinitionCreate(_source: unknown, args: Args, call: Call): unknown {
  const input = args.definition as DefinitionInput
  const { shop } = call
  const namespace = resolveNamespace(input.namespace)
  const problem = definitionProblem(input, namespace, call)
  if (problem) return { createdDefinition: null, userErrors: [problem] }
  const row: DefinitionRow = {
    id: shop.newId('MetafieldDefinition'),
    ownerType: input.ownerType,
    namespace,
    key: input.key,
    name: input.name,
    description: input.description ?? null,
    type: input.type,
    unique: input.type === 'id' || (input.capabilities?.uniqueValues?.enabled ?? false),
    pinned: input.pin ?? false,
    validations: input.validations ?? [],
  }
  shop.definitions.put(row.id, row)
  if (row.unique) shop.products.reindexUnique()
  call.effects.push(`metafield definition ${row.ownerType} ${namespace}.${row.key} created`)
  return { createdDefinition: row, userErrors: [] }
}

function definitionProblem(input: DefinitionInput, namespace: string, call: Call): UserError | undefined {
  const at = (code: string, field: string, message: string): UserError => ({
    code,
    field: ['definition', field],
    message,
  })
  if (input.name.trim() === '') return at('BLANK', 'name', "Name can't be blank")
  if (input.name.length > 255) return at('TOO_LONG', 'name', 'Name is too long (maximum is 255 characters)')
  if (input.key.length < 2) return at('TOO_SHORT', 'key', 'Key is too short (minimum is 2 characters)')
  if (input.key.length > 64) return at('TOO_LONG', 'key', 'Key is too long (maximum is 64 characters)')
  if (!/^[A-Za-z0-9_-]+$/.test(input.key))
    return at('INVALID_CHARACTER', 'key', 'Key contains one or more invalid characters.')
  if (namespace.length < 3) return at('TOO_SHORT', 'namespace', 'Namespace is too short (minimum is 3 characters)')
  if (!/^[A-Za-z0-9_-]+$/.test(namespace))
    return at('INVALID_CHARACTER', 'namespace', 'Namespace contains one or more invalid characters.')
  if (!isMetafieldType(input.type)) return at('INCLUSION', 'type', `Type name ${input.type} is not a valid type.`)
  if (call.shop.definitionOf(input.ownerType, namespace, input.key))
    return at('TAKEN', 'key', 'Key is in use for this owner type and namespace.')
  if (input.capabilities?.uniqueValues?.enabled === false && input.type === 'id')
    return at(
      'CAPABILITY_REQUIRED_BUT_DISABLED',
      'capabilities',
      'The capability unique_values is required for this type.',
    )
  return undefined
}
