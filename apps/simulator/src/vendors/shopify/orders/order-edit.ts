import type { ShopState } from '../shop-state.ts'
import { openDraft, takeOffWaiting } from './order-changes.ts'
import {
  currentQuantity,
  lineTax,
  minus,
  NOTHING,
  pairOf,
  plus,
  sharePair,
  times,
  unfulfilledQuantity,
} from './order-money.ts'
import { saveOrder } from './order-events.ts'
import { commitStock, releaseStock } from './order-stock.ts'
import type { Problem } from './fulfil.ts'
import type { OrderLineRow, OrderRow, Pair } from './order.rows.ts'
import { lineOf, taxOn } from './place-order.ts'
import { PRESENTMENT } from './purchase.ts'
import type { PurchaseLine } from './purchase.ts'

export type OrderEdit = {
  /** New current quantity of lines; only units that were not sent yet can be removed. */
  quantities?: { lineId: string; quantity: number }[]
  additions?: PurchaseLine[]
  note?: string | null
}

/**
 * An edit by staff: quantity never decreases, removed units are counted in `removed`; added units and lines go into an open fulfilment
 * order of their location, or into a new one (reference shopify-admin 4).
 */
export function editOrder(shop: ShopState, id: string, edit: OrderEdit): Problem | OrderRow {
  const order = openDraft(shop, id)
  if (!order) return { field: ['id'], message: 'Order does not exist' }
  if (order.cancelledAt !== null) return { field: ['id'], message: 'The order is cancelled and cannot be edited' }
  const additions: { id: string; delta: number }[] = []
  const removals: { id: string; delta: number }[] = []
  for (const { lineId, quantity } of edit.quantities ?? []) {
    const line = order.lines.find((row) => row.id === lineId)
    if (!line) return { field: ['lineItemId'], message: 'Line item does not exist' }
    if (line.tip) return { field: ['lineItemId'], message: 'Tips cannot be edited' }
    const delta = quantity - currentQuantity(order, line)
    if (quantity < 0 || -delta > unfulfilledQuantity(order, lineId))
      return { field: ['quantity'], message: 'Quantity cannot go below what is fulfilled' }
    if (delta < 0) removals.push({ id: lineId, delta: -delta })
    if (delta > 0) additions.push({ id: lineId, delta })
  }
  for (const { id: lineId, delta } of removals) removeUnits(shop, order, lineId, delta)
  for (const { id: lineId, delta } of additions) addUnits(shop, order, lineId, delta)
  for (const wanted of edit.additions ?? []) {
    const owned = wanted.variantId === undefined ? undefined : shop.products.variant(wanted.variantId)
    if (wanted.variantId !== undefined && !owned) return { field: ['variantId'], message: 'Variant does not exist' }
    const line = addLine(shop, order, owned, wanted)
    additions.push({ id: line.id, delta: line.quantity })
  }
  if (additions.length + removals.length === 0) return { field: null, message: 'There is nothing to change' }
  order.edited = true
  order.closedAt = null
  const parts = { edit: { additions, removals, note: edit.note ?? null } }
  return saveOrder(shop, order, [{ topic: 'orders/edited', parts }])
}

/** Adds one line to the draft, at today's price, with a fulfilment order for it. */
export function addLine(
  shop: ShopState,
  order: OrderRow,
  owned: ReturnType<ShopState['products']['variant']>,
  wanted: PurchaseLine,
  discountOf: (gross: Pair) => Pair = () => NOTHING,
): OrderLineRow {
  const rate = PRESENTMENT[order.currency]?.[order.presentmentCurrency] ?? '1'
  const line = lineOf(shop, owned, wanted, (minor) => pairOf(minor, order.currency, order.presentmentCurrency, rate))
  const gross = times(line.unitPrice, line.quantity)
  const given = plus(line.discount, discountOf(gross))
  line.discount = given
  if (given.shop > 0) line.ownDiscount = given
  line.taxes = taxesFor(shop, order, minus(gross, line.discount))
  order.lines.push(line)
  waitFor(shop, order, line, line.quantity)
  return line
}

const taxesFor = (shop: ShopState, order: OrderRow, amount: Pair): OrderLineRow['taxes'] =>
  taxOn(shop, amount, order.shippingAddress?.countryCode ?? null)

function removeUnits(shop: ShopState, order: OrderRow, lineId: string, units: number): void {
  const line = order.lines.find((row) => row.id === lineId)!
  line.removed += units
  for (const taken of takeOffWaiting(order, lineId, units, shop.now()))
    releaseStock(shop, line.variantId, taken.locationId, taken.units, true)
}

function addUnits(shop: ShopState, order: OrderRow, lineId: string, units: number): void {
  const line = order.lines.find((row) => row.id === lineId)!
  const wider = line.quantity + units
  /* Discount and tax per unit stay the same, so that sums over any number of units stay right. */
  if (line.ownDiscount) line.ownDiscount = sharePair(line.ownDiscount, wider, line.quantity)
  line.discount = sharePair(line.discount, wider, line.quantity)
  const price = lineTax(line, wider)
  line.taxes = line.taxes.length > 0 ? [{ ...line.taxes[0]!, price }] : []
  line.quantity = wider
  waitFor(shop, order, line, units)
}

function waitFor(shop: ShopState, order: OrderRow, line: OrderLineRow, units: number): void {
  const now = shop.now()
  const open = order.fulfillmentOrders.find(
    (entry) => entry.locationId === line.locationId && entry.status === 'OPEN' && entry.kind === 'merchant',
  )
  const same = open?.lines.find((part) => part.lineId === line.id)
  const part = { id: shop.newId('FulfillmentOrderLineItem'), lineId: line.id, total: units, remaining: units }
  commitStock(shop, line.variantId, line.locationId, units)
  if (same) {
    same.total += units
    same.remaining += units
  } else if (open) open.lines.push(part)
  else
    order.fulfillmentOrders.push({
      id: shop.newId('FulfillmentOrder'),
      locationId: line.locationId,
      kind: 'merchant',
      status: 'OPEN',
      fulfillAt: now,
      holds: [],
      lines: [part],
      createdAt: now,
      updatedAt: now,
    })
  if (open) open.updatedAt = now
}
