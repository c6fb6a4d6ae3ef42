import type { GraphQLResolveInfo } from 'graphql'
import type { Args, Call } from '../call.ts'
import { newDraft } from '../draft/draft.ts'
import type { Draft } from '../draft/draft.ts'
import { itemFacts, newLevel } from '../draft/variant.draft.ts'
import type { ItemInput } from '../draft/variant.draft.ts'
import { refusal } from '../refusals.ts'
import type { LevelRow, ProductRow, UserError, VariantRow } from '../rows.ts'
import { itemView, levelView } from '../types/variant.fields.ts'
import { idempotent } from './idempotency.ts'

const REASONS = new Set([
  'correction', 'cycle_count_available', 'damaged', 'movement_canceled', 'movement_created', 'movement_received',
  'movement_updated', 'other', 'promotion', 'quality_control', 'received', 'reservation_created', 'reservation_deleted',
  'reservation_updated', 'restock', 'safety_stock', 'shrinkage',
]) // prettier-ignore
const QUANTITY_LIMIT = 1_000_000_000

type Entry = {
  inventoryItemId: string
  locationId: string
  quantity?: number
  delta?: number
  changeFromQuantity?: number | null
}
type InventoryRequest = {
  name: string
  reason: string
  referenceDocumentUri?: string | null
  entries: Entry[]
  list: string
  input: string
}
type Change = { itemId: string; locationId: string; name: string; delta: number; after: number }
type Group = { id: string; createdAt: string; reason: string; referenceDocumentUri: string | null; changes: Change[] }
type Payload = { inventoryAdjustmentGroup: object | null; userErrors: UserError[] }

export function inventorySetQuantities(_source: unknown, args: Args, call: Call, info: GraphQLResolveInfo): unknown {
  const input = args.input as Omit<InventoryRequest, 'entries'> & { quantities: Entry[] }
  const request = { ...input, entries: input.quantities, list: 'quantities', input: 'InventoryQuantityInput' }
  return changeQuantities(request, args, call, info)
}

export function inventoryAdjustQuantities(_source: unknown, args: Args, call: Call, info: GraphQLResolveInfo): unknown {
  const input = args.input as Omit<InventoryRequest, 'entries'> & { changes: Entry[] }
  const request = { ...input, entries: input.changes, list: 'changes', input: 'InventoryChangeInput' }
  return changeQuantities(request, args, call, info)
}

/** Set or adjust: all or nothing; every entry is compared with the quantity that the caller expected. */
function changeQuantities(request: InventoryRequest, args: Args, call: Call, info: GraphQLResolveInfo): Payload {
  if (request.entries.some((entry) => !('changeFromQuantity' in entry)))
    throw refusal(
      `${request.input} must include the following argument: changeFromQuantity.`,
      'INVALID_FIELD_ARGUMENTS',
    )
  return idempotent<Payload>(args, call, info, {
    work: () => applyQuantities(request, call),
    keep: (payload) => payload.inventoryAdjustmentGroup && (payload.inventoryAdjustmentGroup as { kept: Group }).kept,
    revive: (kept) => ({ inventoryAdjustmentGroup: kept ? groupView(kept as Group, call) : null, userErrors: [] }),
    failed: (error) => ({ inventoryAdjustmentGroup: null, userErrors: [error] }),
  })
}

type Planned = {
  product: ProductRow
  variant: VariantRow
  entry: Entry
  level: LevelRow | undefined
  available: number
}

function applyQuantities(request: InventoryRequest, call: Call): Payload {
  const problems: UserError[] = []
  const problem = (code: string, field: (string | number)[], message: string): void =>
    void problems.push({ code, field: ['input', ...field.map(String)], message })
  if (request.name !== 'available' && request.name !== 'on_hand')
    problem(
      request.list === 'changes' ? 'INVALID_QUANTITY_NAME' : 'INVALID_NAME',
      ['name'],
      'The quantity name must be either available or on_hand.',
    )
  if (!REASONS.has(request.reason)) problem('INVALID_REASON', ['reason'], 'The specified reason is invalid.')
  const uri = request.referenceDocumentUri
  if (uri && !/^[a-z][a-z0-9+.-]*:\/\/.+/i.test(uri))
    problem('INVALID_REFERENCE_DOCUMENT', ['referenceDocumentUri'], 'The specified reference document is invalid.')
  const seen = new Set<string>()
  const planned = request.entries.flatMap((entry, index) => {
    const pair = `${entry.inventoryItemId} ${entry.locationId}`
    if (seen.has(pair))
      problem(
        'NO_DUPLICATE_INVENTORY_ITEM_ID_GROUP_ID_PAIR',
        [request.list, index],
        'The combination of inventoryItemId and locationId must be unique.',
      )
    seen.add(pair)
    return plan(request, entry, index, call, problem) ?? []
  })
  if (problems.length > 0) return { inventoryAdjustmentGroup: null, userErrors: problems }
  const changes = commitQuantities(request, planned, call)
  if (changes.length === 0) return { inventoryAdjustmentGroup: null, userErrors: [] }
  const group: Group = {
    id: call.shop.newId('InventoryAdjustmentGroup'),
    createdAt: call.shop.now(),
    reason: request.reason,
    referenceDocumentUri: uri ?? null,
    changes,
  }
  const moved = changes.filter((change) => change.name === 'available')
  // For the ledger, what really moved: item, by how much, to what.
  const listed = moved
    .slice(0, 20)
    .map(({ itemId, delta, after }) => `${itemId} ${delta > 0 ? '+' : ''}${delta} = ${after}`)
  call.effects.push(`stock of ${moved.length} items changed: ${listed.join(', ')}`)
  return { inventoryAdjustmentGroup: groupView(group, call), userErrors: [] }
}

type Report = (code: string, field: (string | number)[], message: string) => void

function plan(
  request: InventoryRequest,
  entry: Entry,
  index: number,
  call: Call,
  problem: Report,
): Planned | undefined {
  const at = (name: string): (string | number)[] => [request.list, index, name]
  const owned = call.shop.products.item(entry.inventoryItemId)
  if (!owned) {
    problem('INVALID_INVENTORY_ITEM', at('inventoryItemId'), 'The specified inventory item could not be found.')
    return undefined
  }
  if (!call.shop.places.locations.some((place) => place.id === entry.locationId)) {
    problem('INVALID_LOCATION', at('locationId'), 'The specified location could not be found.')
    return undefined
  }
  const level = owned.variant.levels.find((row) => row.locationId === entry.locationId)
  /* From 2026-10 stock may be set where the item was not yet stocked (reference 3, "Inventory"). */
  if (!level && call.version < '2026-10') {
    problem(
      'ITEM_NOT_STOCKED_AT_LOCATION',
      at('locationId'),
      'The specified inventory item is not stocked at the location.',
    )
    return undefined
  }
  const committed = request.name === 'on_hand' ? (level?.committed ?? 0) : 0
  const before = (level?.available ?? 0) + committed
  const after = entry.quantity ?? before + (entry.delta ?? 0)
  if (entry.quantity !== undefined && entry.quantity < 0)
    problem('INVALID_QUANTITY_NEGATIVE', at('quantity'), "The quantity can't be negative.")
  if (after > QUANTITY_LIMIT)
    problem('INVALID_QUANTITY_TOO_HIGH', at('quantity'), "The quantity can't be higher than 1,000,000,000.")
  if (after < -QUANTITY_LIMIT)
    problem('INVALID_QUANTITY_TOO_LOW', at('quantity'), "The quantity can't be lower than -1,000,000,000.")
  if (entry.changeFromQuantity !== null && entry.changeFromQuantity !== before)
    problem(
      'CHANGE_FROM_QUANTITY_STALE',
      at('changeFromQuantity'),
      'The changeFromQuantity value does not match the current quantity.',
    )
  return { ...owned, entry, level, available: after - committed }
}

function commitQuantities(request: InventoryRequest, planned: readonly Planned[], call: Call): Change[] {
  const draft = newDraft(call)
  const levelsOf = new Map<string, LevelRow[]>()
  const products = new Map<string, ProductRow>()
  const changes = planned.flatMap(({ product, variant, entry, level, available }): Change[] => {
    const levels = levelsOf.get(variant.id) ?? variant.levels
    const row = level
      ? { ...level, available, updatedAt: draft.now }
      : newLevel(draft, variant.itemId, entry.locationId, available)
    levelsOf.set(variant.id, [...levels.filter((other) => other.locationId !== entry.locationId), row])
    products.set(product.id, product)
    const delta = available - (level?.available ?? 0)
    if (delta === 0) return []
    const change = { itemId: variant.itemId, locationId: entry.locationId, delta }
    const onHand = { ...change, name: 'on_hand', after: available + row.committed }
    return [{ ...change, name: 'available', after: available }, onHand]
  })
  for (const product of products.values()) {
    const variants = product.variants.map((row) => ({ ...row, levels: levelsOf.get(row.id) ?? row.levels }))
    call.shop.products.put({ ...product, variants, updatedAt: draft.now })
  }
  return request.entries.length === 0 ? [] : changes
}

const groupView = (group: Group, call: Call): object => ({
  kept: group,
  id: group.id,
  createdAt: group.createdAt,
  reason: group.reason,
  referenceDocumentUri: group.referenceDocumentUri,
  staffMember: null,
  app: null,
  changes: group.changes.map((change) => {
    const owned = call.shop.products.item(change.itemId)
    return {
      name: change.name,
      delta: change.delta,
      quantityAfterChange: change.after,
      ledgerDocumentUri: null,
      item: owned ? itemView(owned) : null,
      location: call.shop.places.locations.find((place) => place.id === change.locationId) ?? null,
    }
  }),
})

/** inventoryActivate: stocks an item at a location; without quantities earlier ones stay (reference 3, "Inventory"). */
export function inventoryActivate(_source: unknown, args: Args, call: Call, info: GraphQLResolveInfo): unknown {
  type Activated = { inventoryLevel: unknown; userErrors: UserError[] }
  const { inventoryItemId, locationId, available, onHand } = args as {
    inventoryItemId: string
    locationId: string
    available?: number | null
    onHand?: number | null
  }
  const current = (): unknown => {
    const owned = call.shop.products.item(inventoryItemId)
    const level = owned?.variant.levels.find((row) => row.locationId === locationId)
    return owned && level ? levelView(owned, level) : null
  }
  const fail = (field: string[] | null, message: string): Activated => ({
    inventoryLevel: null,
    userErrors: [{ field, message }],
  })
  return idempotent<Activated>(args, call, info, {
    work: () => {
      const owned = call.shop.products.item(inventoryItemId)
      if (!owned) return fail(['inventoryItemId'], 'The inventory item could not be found.')
      if (!call.shop.places.locations.some((place) => place.id === locationId))
        return fail(['locationId'], 'The location could not be found.')
      const before = owned.variant.levels.find((row) => row.locationId === locationId)
      const wanted = available ?? onHand ?? undefined
      if (before && wanted !== undefined)
        return fail(
          ['available'],
          'Not allowed to set available quantity when the item is already active at the location.',
        )
      if (!before) {
        activate(owned, locationId, wanted ?? 0, call)
        call.effects.push(`item ${inventoryItemId} stocked at ${locationId}`)
      }
      return { inventoryLevel: current(), userErrors: [] }
    },
    keep: () => true,
    revive: () => ({ inventoryLevel: current(), userErrors: [] }),
    failed: (error) => fail(null, error.message),
  })
}

function activate(
  owned: { product: ProductRow; variant: VariantRow },
  locationId: string,
  quantity: number,
  call: Call,
): void {
  const draft = newDraft(call)
  const level = newLevel(draft, owned.variant.itemId, locationId, quantity)
  saveVariant(owned, { ...owned.variant, levels: [...owned.variant.levels, level] }, draft)
}

function saveVariant({ product }: { product: ProductRow }, variant: VariantRow, draft: Draft): ProductRow {
  const variants = product.variants.map((row) => (row.id === variant.id ? variant : row))
  const saved = { ...product, variants, updatedAt: draft.now }
  draft.call.shop.products.put(saved)
  return saved
}

export function inventoryItemUpdate(_source: unknown, args: Args, call: Call): unknown {
  const owned = call.shop.products.item(args.id as string)
  if (!owned)
    return {
      inventoryItem: null,
      userErrors: [{ field: ['id'], message: "The product couldn't be updated because it does not exist." }],
    }
  const input = args.input as ItemInput
  const draft = newDraft(call)
  const facts = itemFacts(draft, input, owned.variant, ['input'], { invalid: '', negativePrice: '' })
  if (draft.problems.length > 0) {
    const userErrors = draft.problems.map(({ field, message }) => ({ field, message }))
    return { inventoryItem: null, userErrors }
  }
  const sku = input.sku === undefined ? owned.variant.sku : input.sku
  const variant = { ...owned.variant, ...facts, sku, updatedAt: draft.now }
  const product = saveVariant(owned, variant, draft)
  call.effects.push(`item ${String(args.id)} updated`)
  return { inventoryItem: itemView({ product, variant }), userErrors: [] }
}
