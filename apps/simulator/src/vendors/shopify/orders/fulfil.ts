import type { ShopState } from '../shop-state.ts'
import { trackingLink } from './carriers.ts'
import { financialStatus, fulfilledQuantity, fulfillmentStatus } from './order-money.ts'
import { saveOrder } from './order-events.ts'
import { shipStock } from './order-stock.ts'
import type { FulfillmentEventRow, FulfillmentOrderRow, FulfillmentRow, OrderRow, TrackingRow } from './order.rows.ts'

/** Why something was refused, as the vendor's plain UserError. */
export type Problem = { field: string[] | null; message: string }
export type Fulfilled = { order: OrderRow; fulfillment: FulfillmentRow }

export type FulfilInput = {
  lineItemsByFulfillmentOrder: {
    fulfillmentOrderId: string
    fulfillmentOrderLineItems?: { id: string; quantity: number }[] | null
  }[]
  trackingInfo?: TrackingInput | null
  notifyCustomer?: boolean | null
}
export type TrackingInput = {
  company?: string | null
  number?: string | null
  numbers?: string[] | null
  url?: string | null
  urls?: string[] | null
}

/** Maximum number of lines in one entry (reference shopify-admin 2, "Other caps"). */
const LINE_LIMIT = 512

export const isProblem = (value: object): value is Problem => 'message' in value

const problem = (message: string, ...field: string[]): Problem => ({ field: ['fulfillment', ...field], message })

/** Number and link, or numbers and links, never mixed; the shop creates a listed carrier's link. */
function readTracking(input: TrackingInput | null | undefined): TrackingRow[] | string {
  if (!input) return []
  const single = Boolean(input.number ?? input.url)
  const many = Boolean(input.numbers?.length ?? input.urls?.length)
  if (single && many) return 'Tracking info must use either number and url, or numbers and urls.'
  const numbers = input.numbers ?? (input.number ? [input.number] : [])
  const urls = input.urls ?? (input.url ? [input.url] : [])
  const company = input.company ?? null
  const count = Math.max(numbers.length, urls.length, company === null ? 0 : 1)
  return Array.from({ length: count }, (_, at) => {
    const number = numbers[at] ?? null
    return { company, number, url: urls[at] ?? trackingLink(company, number) }
  })
}

type Part = { entry: FulfillmentOrderRow; wanted: { id: string; quantity: number }[] }

/** The parts of one fulfilment, or the first problem; nothing is changed here. */
function readParts(
  input: FulfilInput,
  mayWork: (entry: FulfillmentOrderRow) => boolean,
  shop: ShopState,
): Problem | { order: OrderRow; parts: Part[] } {
  const entries = input.lineItemsByFulfillmentOrder
  if (entries.length === 0) return problem('At least one fulfillment order is required.', 'lineItemsByFulfillmentOrder')
  const parts: Part[] = []
  let order: OrderRow | undefined
  for (const [at, asked] of entries.entries()) {
    const at_ = ['lineItemsByFulfillmentOrder', String(at)]
    const owner = shop.orders.ownerOf(asked.fulfillmentOrderId)
    const entry = owner?.fulfillmentOrders.find((row) => row.id === asked.fulfillmentOrderId)
    if (!owner || !entry || !mayWork(entry))
      return problem('Fulfillment order does not exist.', ...at_, 'fulfillmentOrderId')
    if (order && order.id !== owner.id)
      return problem('All fulfillment orders must belong to the same order.', 'lineItemsByFulfillmentOrder')
    if (parts[0] && parts[0].entry.locationId !== entry.locationId)
      return problem('All fulfillment orders must have the same assigned location.', 'lineItemsByFulfillmentOrder')
    if (parts.some((part) => part.entry.id === entry.id))
      return problem('Fulfillment order is listed more than once.', ...at_, 'fulfillmentOrderId')
    const blocked = refusalOf(entry)
    if (blocked) return problem(blocked, ...at_, 'fulfillmentOrderId')
    const wanted = wantedOf(entry, asked.fulfillmentOrderLineItems ?? [])
    if (typeof wanted === 'string') return problem(wanted, ...at_, 'fulfillmentOrderLineItems')
    order = owner
    parts.push({ entry, wanted })
  }
  return order ? { order, parts } : problem('Order does not exist.')
}

function refusalOf(entry: FulfillmentOrderRow): string | undefined {
  /* Since 2024-10 only the service itself can fulfil what is assigned to it (reference shopify-admin 5). */
  if (entry.kind === 'third-party') return 'The api client does not have permission to fulfill this fulfillment order.'
  if (entry.status === 'ON_HOLD')
    return `Fulfillment order ${entry.id} has an unfulfillable status= on_hold and must be released first.`
  if (entry.status === 'OPEN' || entry.status === 'IN_PROGRESS') return undefined
  return `Fulfillment order ${entry.id} has an unfulfillable status= ${entry.status.toLowerCase()}.`
}

function wantedOf(
  entry: FulfillmentOrderRow,
  asked: readonly { id: string; quantity: number }[],
): { id: string; quantity: number }[] | string {
  if (asked.length === 0)
    return entry.lines.filter((line) => line.remaining > 0).map((line) => ({ id: line.id, quantity: line.remaining }))
  if (asked.length > LINE_LIMIT) return `At most ${LINE_LIMIT} line items can be fulfilled at once.`
  const seen = new Set<string>()
  for (const { id, quantity } of asked) {
    const line = entry.lines.find((row) => row.id === id)
    if (!line) return 'Fulfillment order line item does not exist on the fulfillment order.'
    if (seen.has(id)) return 'Fulfillment order line item is listed more than once.'
    seen.add(id)
    if (quantity < 1 || quantity > line.remaining) return 'Invalid fulfillment order line item quantity requested.'
  }
  return asked.map(({ id, quantity }) => ({ id, quantity }))
}

/**
 * fulfillmentCreate: takes the quantities out of the fulfilment orders. Sent twice it fulfils twice, or is refused when nothing is left:
 * the vendor has no idempotency here (reference shopify-admin 5).
 */
export function createFulfillment(
  shop: ShopState,
  input: FulfilInput,
  mayWork: (entry: FulfillmentOrderRow) => boolean,
): Problem | Fulfilled {
  const read = readParts(input, mayWork, shop)
  if (isProblem(read)) return read
  const tracking = readTracking(input.trackingInfo)
  if (typeof tracking === 'string') return problem(tracking, 'trackingInfo')
  const order = structuredClone(read.order)
  const now = shop.now()
  const lines: FulfillmentRow['lines'] = []
  for (const { entry, wanted } of read.parts) {
    const target = order.fulfillmentOrders.find((row) => row.id === entry.id)!
    for (const { id, quantity } of wanted) {
      const part = target.lines.find((row) => row.id === id)!
      part.remaining -= quantity
      lines.push({
        id: shop.newId('FulfillmentLineItem'),
        lineId: part.lineId,
        fulfillmentOrderId: target.id,
        quantity,
      })
      const bought = order.lines.find((row) => row.id === part.lineId)
      shipStock(shop, bought?.variantId ?? null, target.locationId, quantity)
    }
    target.status = target.lines.some((line) => line.remaining > 0) ? 'IN_PROGRESS' : 'CLOSED'
    target.updatedAt = now
  }
  if (lines.length === 0) return problem('There is nothing left to fulfill.', 'lineItemsByFulfillmentOrder')
  const fulfillment: FulfillmentRow = {
    id: shop.newId('Fulfillment'),
    name: `#${order.number}-F${order.fulfillments.length + 1}`,
    status: 'SUCCESS',
    locationId: read.parts[0]!.entry.locationId,
    tracking,
    lines,
    events: [],
    notified: input.notifyCustomer ?? false,
    createdAt: now,
    updatedAt: now,
  }
  order.fulfillments.push(fulfillment)
  archiveWhenDone(order, now)
  const whole = fulfillmentStatus(order) === 'FULFILLED'
  saveOrder(shop, order, [
    { topic: 'fulfillments/create', parts: { fulfillment } },
    { topic: whole ? 'orders/fulfilled' : 'orders/partially_fulfilled' },
  ])
  return { order, fulfillment }
}

/** A paid and fulfilled order is archived automatically, which is a shop's default setting. */
function archiveWhenDone(order: OrderRow, now: string): void {
  const sent = order.lines.some((line) => fulfilledQuantity(order, line.id) > 0)
  if (sent && fulfillmentStatus(order) === 'FULFILLED' && financialStatus(order) === 'PAID') order.closedAt ??= now
}

const findFulfillment = (shop: ShopState, id: string): Fulfilled | undefined => {
  const owner = shop.orders.ownerOf(id)
  const order = owner && structuredClone(owner)
  const fulfillment = order?.fulfillments.find((row) => row.id === id)
  return order && fulfillment && { order, fulfillment }
}

/** Replaces the tracking of a fulfilment, all numbers at once. */
export function updateTracking(shop: ShopState, id: string, input: TrackingInput): Problem | Fulfilled {
  const found = findFulfillment(shop, id)
  if (!found) return { field: ['fulfillmentId'], message: 'Fulfillment does not exist.' }
  if (found.fulfillment.status === 'CANCELLED')
    return { field: ['fulfillmentId'], message: 'Fulfillment is cancelled and cannot be updated.' }
  const tracking = readTracking(input)
  if (typeof tracking === 'string') return { field: ['trackingInfoInput'], message: tracking }
  found.fulfillment.tracking = tracking
  found.fulfillment.updatedAt = shop.now()
  saveOrder(shop, found.order, [{ topic: 'fulfillments/update', parts: { fulfillment: found.fulfillment } }])
  return found
}

/** Cancels a fulfilment: its quantities are open again in NEW fulfilment orders with new ids (reference shopify-admin 5). */
export function cancelFulfillment(shop: ShopState, id: string): Problem | Fulfilled {
  const found = findFulfillment(shop, id)
  if (!found) return { field: ['id'], message: 'Fulfillment not found.' }
  const { order, fulfillment } = found
  if (fulfillment.status === 'CANCELLED') return { field: ['id'], message: 'Fulfillment is already cancelled.' }
  if (fulfillment.events.some((event) => event.status === 'DELIVERED'))
    return { field: ['id'], message: 'The fulfillment is delivered and cannot be cancelled.' }
  const now = shop.now()
  fulfillment.status = 'CANCELLED'
  fulfillment.updatedAt = now
  order.closedAt = null
  for (const part of fulfillment.lines) {
    const bought = order.lines.find((row) => row.id === part.lineId)
    /* Units that left the stock return to it, but are committed. */
    shipStock(shop, bought?.variantId ?? null, fulfillment.locationId, -part.quantity)
  }
  for (const sourceId of new Set(fulfillment.lines.map((line) => line.fulfillmentOrderId))) {
    const source = order.fulfillmentOrders.find((row) => row.id === sourceId)
    if (!source) continue
    const lines = fulfillment.lines.filter((line) => line.fulfillmentOrderId === sourceId)
    order.fulfillmentOrders.push({
      ...source,
      id: shop.newId('FulfillmentOrder'),
      status: 'OPEN',
      holds: [],
      lines: lines.map((line) => ({
        id: shop.newId('FulfillmentOrderLineItem'),
        lineId: line.lineId,
        total: line.quantity,
        remaining: line.quantity,
      })),
      createdAt: now,
      updatedAt: now,
    })
  }
  saveOrder(shop, order, [{ topic: 'fulfillments/update', parts: { fulfillment } }])
  return found
}

/**
 * The carrier or service could not carry it out: FAILURE (FulfillmentStatus, SDL). Its units no longer count as sent. What happens to them
 * is not documented; here they stay with the fulfilment until somebody cancels it.
 */
export function failFulfillment(shop: ShopState, id: string): Problem | Fulfilled {
  const found = findFulfillment(shop, id)
  if (found?.fulfillment.status !== 'SUCCESS')
    return { field: ['id'], message: 'Only a fulfillment that was sent can fail.' }
  const { order, fulfillment } = found
  fulfillment.status = 'FAILURE'
  fulfillment.updatedAt = shop.now()
  order.closedAt = null
  saveOrder(shop, order, [{ topic: 'fulfillments/update', parts: { fulfillment } }])
  return found
}

export type EventInput = Partial<Omit<FulfillmentEventRow, 'id' | 'createdAt' | 'status'>> & {
  fulfillmentId: string
  status: string
}

/** A step of the parcel's route, as a carrier's app would report it. */
export function addFulfillmentEvent(
  shop: ShopState,
  input: EventInput,
): Problem | (Fulfilled & { event: FulfillmentEventRow }) {
  const found = findFulfillment(shop, input.fulfillmentId)
  if (!found) return { field: ['fulfillmentEvent', 'fulfillmentId'], message: 'Fulfillment does not exist.' }
  const now = shop.now()
  const event: FulfillmentEventRow = {
    id: shop.newId('FulfillmentEvent'),
    status: input.status,
    happenedAt: input.happenedAt ?? now,
    createdAt: now,
    message: input.message ?? null,
    city: input.city ?? null,
    province: input.province ?? null,
    country: input.country ?? null,
    zip: input.zip ?? null,
    address1: input.address1 ?? null,
    estimatedDeliveryAt: input.estimatedDeliveryAt ?? null,
  }
  found.fulfillment.events.push(event)
  found.fulfillment.updatedAt = now
  saveOrder(shop, found.order, [{ topic: 'fulfillments/update', parts: { fulfillment: found.fulfillment } }])
  return { ...found, event }
}
