import type { ShopState } from '../shop-state.ts'
import type { Problem } from './fulfil.ts'
import { saveOrder } from './order-events.ts'
import type { FulfillmentOrderRow, HoldRow, OrderRow } from './order.rows.ts'

/** What an app may do with a fulfilment order now (reference shopify-admin 5: check before trying). */
export function supportedActions(entry: FulfillmentOrderRow, order: OrderRow): string[] {
  if (entry.kind === 'third-party') return entry.status === 'OPEN' ? ['REQUEST_FULFILLMENT', 'MOVE'] : []
  const units = entry.lines.reduce((sum, line) => sum + line.remaining, 0)
  const split = units > 1 ? ['SPLIT'] : []
  if (entry.status === 'OPEN') {
    const others = order.fulfillmentOrders.some(
      (row) => row.id !== entry.id && row.status === 'OPEN' && row.locationId === entry.locationId,
    )
    return ['CREATE_FULFILLMENT', 'REPORT_PROGRESS', 'MOVE', 'HOLD', ...split, ...(others ? ['MERGE'] : [])]
  }
  if (entry.status === 'IN_PROGRESS') return ['CREATE_FULFILLMENT', 'REPORT_PROGRESS', 'HOLD', 'MARK_AS_OPEN', ...split]
  if (entry.status === 'ON_HOLD') return ['RELEASE_HOLD', 'HOLD', 'MOVE']
  return entry.status === 'SCHEDULED' ? ['MARK_AS_OPEN', 'MOVE'] : []
}

export type CodedProblem = { code: string; field: string[] | null; message: string }
export type Wanted = { id: string; quantity: number }
export const isCoded = (value: object): value is CodedProblem => 'code' in value

/** Maximum number of holds of an app on one fulfilment order. */
const HOLD_LIMIT = 10

const open = (entry: FulfillmentOrderRow): boolean => ['OPEN', 'IN_PROGRESS', 'SCHEDULED'].includes(entry.status)

/** The order as a draft, with the fulfilment order in it. */
function findFulfillmentOrder(
  shop: ShopState,
  id: string,
): { order: OrderRow; entry: FulfillmentOrderRow } | undefined {
  const owner = shop.orders.ownerOf(id)
  const order = owner && structuredClone(owner)
  const entry = order?.fulfillmentOrders.find((row) => row.id === id)
  return order && entry && { order, entry }
}

/** Moves the given units out of a fulfilment order into a new one at the same location; a problem when it does not have them. */
function carve(
  shop: ShopState,
  order: OrderRow,
  entry: FulfillmentOrderRow,
  wanted: readonly Wanted[],
): FulfillmentOrderRow | 'INVALID_LINE_ITEM_QUANTITY' {
  const taken = wanted.map(({ id, quantity }) => ({ part: entry.lines.find((line) => line.id === id), quantity }))
  if (taken.some(({ part, quantity }) => !part || quantity < 1 || quantity > part.remaining))
    return 'INVALID_LINE_ITEM_QUANTITY'
  const now = shop.now()
  const made: FulfillmentOrderRow = {
    ...entry,
    id: shop.newId('FulfillmentOrder'),
    holds: [],
    lines: taken.map(({ part, quantity }) => ({
      id: shop.newId('FulfillmentOrderLineItem'),
      lineId: part!.lineId,
      total: quantity,
      remaining: quantity,
    })),
    createdAt: now,
    updatedAt: now,
  }
  for (const { part, quantity } of taken) {
    part!.remaining -= quantity
    part!.total -= quantity
  }
  entry.lines = entry.lines.filter((line) => line.total > 0)
  entry.updatedAt = now
  order.fulfillmentOrders.push(made)
  return made
}

export type SplitDone = { order: OrderRow; entry: FulfillmentOrderRow; remaining: FulfillmentOrderRow }

/** fulfillmentOrderSplit: the given units stay, the rest moves to a new fulfilment order. */
export function splitFulfillmentOrder(
  shop: ShopState,
  id: string,
  keep: readonly Wanted[],
  at: string[],
): CodedProblem | SplitDone {
  const fail = (code: string, message: string, ...field: string[]): CodedProblem => ({
    code,
    field: [...at, ...field],
    message,
  })
  const found = findFulfillmentOrder(shop, id)
  if (!found || !open(found.entry))
    return fail('FULFILLMENT_ORDER_NOT_FOUND', 'Fulfillment order does not exist.', 'fulfillmentOrderId')
  if (keep.length === 0)
    return fail('NO_LINE_ITEMS_PROVIDED_TO_SPLIT', 'No line items to split.', 'fulfillmentOrderLineItems')
  const { order, entry } = found
  const rest = entry.lines
    .map((line) => ({
      id: line.id,
      quantity: line.remaining - (keep.find((wanted) => wanted.id === line.id)?.quantity ?? 0),
    }))
    .filter((wanted) => wanted.quantity !== 0)
  const known = keep.every((wanted) => wanted.quantity > 0 && entry.lines.some((line) => line.id === wanted.id))
  const made = known && rest.length > 0 ? carve(shop, order, entry, rest) : 'INVALID_LINE_ITEM_QUANTITY'
  if (made === 'INVALID_LINE_ITEM_QUANTITY')
    return fail('INVALID_LINE_ITEM_QUANTITY', 'Invalid line item quantity.', 'fulfillmentOrderLineItems')
  saveOrder(shop, order, [
    { topic: 'fulfillment_orders/split', parts: { fulfillmentOrder: entry, otherFulfillmentOrder: made } },
  ])
  return { order, entry, remaining: made }
}

export type HoldInput = {
  reason: string
  reasonNotes?: string | null
  handle?: string | null
  externalId?: string | null
  fulfillmentOrderLineItems?: readonly Wanted[] | null
}
export type HoldDone = {
  order: OrderRow
  entry: FulfillmentOrderRow
  hold: HoldRow
  remaining: FulfillmentOrderRow | null
}

/** Puts a fulfilment order on hold, or only some of its units: the others move to a new one. */
export function holdFulfillmentOrder(shop: ShopState, id: string, input: HoldInput): CodedProblem | HoldDone {
  const fail = (code: string, message: string, ...field: string[]): CodedProblem => ({ code, field, message })
  const found = findFulfillmentOrder(shop, id)
  if (!found || (!open(found.entry) && found.entry.status !== 'ON_HOLD'))
    return fail('FULFILLMENT_ORDER_NOT_FOUND', 'Fulfillment order could not be found.', 'id')
  const { order, entry } = found
  const handle = input.handle ?? ''
  if (entry.holds.some((hold) => (hold.handle ?? '') === handle))
    return fail(
      'DUPLICATE_FULFILLMENT_HOLD_HANDLE',
      'The handle provided for the fulfillment hold is already in use by this app for another hold on this fulfillment order.',
      'fulfillmentHold',
      'handle',
    )
  if (entry.holds.length >= HOLD_LIMIT)
    return fail(
      'FULFILLMENT_ORDER_HOLD_LIMIT_REACHED',
      'The maximum number of fulfillment holds for this fulfillment order has been reached.',
      'id',
    )
  const some = input.fulfillmentOrderLineItems ?? []
  let remaining: FulfillmentOrderRow | null = null
  if (some.length > 0) {
    if (entry.status === 'ON_HOLD')
      return fail('FULFILLMENT_ORDER_NOT_SPLITTABLE', 'The fulfillment order is not in a splittable state.', 'id')
    const rest = entry.lines
      .map((line) => ({
        id: line.id,
        quantity: line.remaining - (some.find((wanted) => wanted.id === line.id)?.quantity ?? 0),
      }))
      .filter((wanted) => wanted.quantity !== 0)
    const made = rest.length > 0 ? carve(shop, order, entry, rest) : null
    if (made === 'INVALID_LINE_ITEM_QUANTITY')
      return fail(made, 'Invalid line item quantity.', 'fulfillmentHold', 'fulfillmentOrderLineItems')
    remaining = made
  }
  const hold: HoldRow = {
    id: shop.newId('FulfillmentHold'),
    reason: input.reason,
    reasonNotes: input.reasonNotes ?? null,
    handle: handle === '' ? null : handle,
    externalId: input.externalId ?? null,
  }
  entry.holds.push(hold)
  entry.status = 'ON_HOLD'
  entry.updatedAt = shop.now()
  const parts = { fulfillmentOrder: entry, hold, ...(remaining ? { otherFulfillmentOrder: remaining } : {}) }
  saveOrder(shop, order, [{ topic: 'fulfillment_orders/placed_on_hold', parts }])
  return { order, entry, hold, remaining }
}

/** Removes the given holds, or all of them; without any left the fulfilment order is open again. */
export function releaseHold(
  shop: ShopState,
  id: string,
  asked: { holdIds?: readonly string[] | null; externalId?: string | null },
): CodedProblem | { order: OrderRow; entry: FulfillmentOrderRow } {
  const found = findFulfillmentOrder(shop, id)
  if (!found) {
    const message = 'Fulfillment order could not be found.'
    return { code: 'FULFILLMENT_ORDER_NOT_FOUND', field: ['id'], message }
  }
  const { order, entry } = found
  const goes = (hold: HoldRow): boolean =>
    (!asked.holdIds || asked.holdIds.includes(hold.id)) && (!asked.externalId || asked.externalId === hold.externalId)
  if (!entry.holds.some(goes)) return { order, entry }
  entry.holds = entry.holds.filter((hold) => !goes(hold))
  if (entry.holds.length === 0 && entry.status === 'ON_HOLD')
    entry.status = entry.lines.some((line) => line.remaining < line.total) ? 'IN_PROGRESS' : 'OPEN'
  entry.updatedAt = shop.now()
  const parts = { fulfillmentOrder: entry }
  saveOrder(shop, order, [{ topic: 'fulfillment_orders/hold_released', parts }])
  return { order, entry }
}

/** fulfillmentOrderMove: the open units move to another location, in a new fulfilment order when only some of them move. */
export function moveFulfillmentOrder(
  shop: ShopState,
  id: string,
  locationId: string,
  some: readonly Wanted[],
): Problem | { order: OrderRow; original: FulfillmentOrderRow; moved: FulfillmentOrderRow } {
  const found = findFulfillmentOrder(shop, id)
  if (!found) return { field: ['id'], message: 'Fulfillment order does not exist.' }
  const { order, entry } = found
  if (!shop.places.locations.some((place) => place.id === locationId))
    return { field: ['newLocationId'], message: 'Location does not exist.' }
  if (locationId === entry.locationId)
    return { field: ['newLocationId'], message: 'The fulfillment order is already assigned to this location.' }
  if (entry.status !== 'OPEN' && entry.status !== 'ON_HOLD' && entry.status !== 'SCHEDULED')
    return { field: ['id'], message: 'The fulfillment order is not in a movable state.' }
  const units = (lines: readonly { quantity: number }[]): number => lines.reduce((sum, line) => sum + line.quantity, 0)
  const all = units(entry.lines.map((line) => ({ quantity: line.remaining })))
  let moved: FulfillmentOrderRow = entry
  if (some.length > 0 && units(some) < all) {
    const made = carve(shop, order, entry, some)
    if (made === 'INVALID_LINE_ITEM_QUANTITY')
      return { field: ['fulfillmentOrderLineItems'], message: 'Invalid line item quantity.' }
    moved = made
  }
  moved.locationId = locationId
  moved.updatedAt = shop.now()
  const parts = { fulfillmentOrder: moved, otherFulfillmentOrder: entry }
  saveOrder(shop, order, [{ topic: 'fulfillment_orders/moved', parts }])
  return { order, original: entry, moved }
}
