import {
  balanceOf,
  currentQuantity,
  currentTotalsOf,
  dutiesOf,
  dutyLeft,
  financialStatus,
  minus,
  NOTHING,
  outstandingOf,
  receivedOf,
  refundedTotal,
  share,
  sharePair,
  shippingLeft,
  shippingTaxLeft,
  totalsOf,
  unfulfilledQuantity,
  worthOf,
} from './order-money.ts'
import type { ShopState } from '../shop-state.ts'
import type { Problem } from './fulfil.ts'
import { saveOrder } from './order-events.ts'
import type { EventsParts } from './order-events.ts'
import { releaseStock, returnStock } from './order-stock.ts'
import type {
  CancelReason,
  DutyRefundType,
  OrderLineRow,
  OrderRow,
  Pair,
  RefundLineRow,
  RefundRow,
  RestockType,
} from './order.rows.ts'

export const openDraft = (shop: ShopState, id: string): OrderRow | undefined => {
  const row = shop.orders.get(id)
  return row && structuredClone(row)
}

/** orderMarkAsPaid: the outstanding amount was received outside of the shop. */
export function markAsPaid(shop: ShopState, id: string): Problem | OrderRow {
  const order = openDraft(shop, id)
  if (!order) return { field: ['input', 'id'], message: 'Order does not exist' }
  const owed = outstandingOf(order)
  if (order.cancelledAt !== null || owed.shop === 0)
    return { field: ['input', 'id'], message: 'Order cannot be marked as paid' }
  const before = order.transactions.find((entry) => entry.kind === 'AUTHORIZATION')
  order.transactions.push({
    id: shop.newId('OrderTransaction'),
    kind: before ? 'CAPTURE' : 'SALE',
    status: 'SUCCESS',
    gateway: before ? before.gateway : 'manual',
    amount: owed,
    parentId: before?.id ?? null,
    createdAt: shop.now(),
  })
  return saveOrder(shop, order, [{ topic: 'orders/paid' }])
}

/** Removes units of a line from the fulfilment orders that still wait for them; returns how many it found. */
export function takeOffWaiting(
  order: OrderRow,
  lineId: string,
  units: number,
  now: string,
): { locationId: string; units: number }[] {
  const taken: { locationId: string; units: number }[] = []
  let left = units
  for (const entry of order.fulfillmentOrders)
    for (const part of entry.lines) {
      const here = part.lineId === lineId ? Math.min(left, part.remaining) : 0
      if (here === 0) continue
      part.remaining -= here
      part.total -= here
      left -= here
      entry.updatedAt = now
      taken.push({ locationId: entry.locationId, units: here })
    }
  for (const entry of order.fulfillmentOrders)
    if (!['CLOSED', 'CANCELLED'].includes(entry.status) && entry.lines.every((part) => part.remaining === 0))
      entry.status = 'CLOSED'
  return taken
}

export type RefundRequest = {
  lines: { lineId: string; quantity: number; restockType: RestockType; locationId?: string | null }[]
  /** Minor units of the shop's currency; undefined refunds what the lines cost. */
  amount?: Pair
  shipping?: Pair
  duties?: DutyRequest[]
  note?: string | null
}
export type DutyRequest = { dutyId: string; refundType: DutyRefundType }

/** All duties of a line, to be refunded in full. */
export const wholeDuties = (order: OrderRow): DutyRequest[] =>
  dutiesOf(order).map(({ duty }) => ({ dutyId: duty.id, refundType: 'FULL' as const }))

/** FULL is the rest of a duty; PROPORTIONAL the part for the returned units, but not more than the rest. */
export function dutyAmount(
  order: OrderRow,
  { dutyId, refundType }: DutyRequest,
  lines: readonly { lineId: string; quantity: number }[],
): Pair {
  const found = dutiesOf(order).find(({ duty }) => duty.id === dutyId)
  if (!found) return NOTHING
  const left = dutyLeft(order, found.duty)
  const units = lines.filter(({ lineId }) => lineId === found.line.id).reduce((sum, { quantity }) => sum + quantity, 0)
  const part = refundType === 'FULL' ? left : sharePair(found.duty.price, units, found.line.quantity)
  return part.shop > left.shop ? left : part
}

const refundDuties = (order: OrderRow, request: RefundRequest): NonNullable<RefundRow['duties']> =>
  (request.duties ?? []).flatMap((duty) => {
    const amount = dutyAmount(order, duty, request.lines)
    return amount.shop > 0 ? [{ ...duty, amount }] : []
  })

function refundLine(
  shop: ShopState,
  order: OrderRow,
  line: OrderLineRow,
  asked: RefundRequest['lines'][number],
): RefundLineRow {
  return {
    id: shop.newId('RefundLineItem'),
    lineId: line.id,
    quantity: asked.quantity,
    restockType: asked.restockType,
    locationId: asked.restockType === 'NO_RESTOCK' ? null : (asked.locationId ?? line.locationId),
    ...worthOf(order, line, asked.quantity),
  }
}

/**
 * Applies a refund to the draft. CANCEL removes the units from the waiting fulfilment orders and restocks them; RETURN only restocks;
 * NO_RESTOCK leaves the fulfilment orders as they are, so that they have more units than the order still needs (reference shopify-admin 4).
 */
export function layRefund(shop: ShopState, order: OrderRow, request: RefundRequest): RefundRow {
  const now = shop.now()
  const lines = request.lines.flatMap((asked) => {
    const line = order.lines.find((row) => row.id === asked.lineId)
    return line && asked.quantity > 0 ? [refundLine(shop, order, line, asked)] : []
  })
  for (const row of lines) {
    const line = order.lines.find((entry) => entry.id === row.lineId)
    if (row.restockType === 'CANCEL')
      for (const { locationId, units } of takeOffWaiting(order, row.lineId, row.quantity, now))
        releaseStock(shop, line?.variantId ?? null, locationId, units, true)
    if (row.restockType === 'RETURN' && row.locationId)
      returnStock(shop, line?.variantId ?? null, row.locationId, row.quantity)
  }
  const duties = refundDuties(order, request)
  const before = { total: currentTotalsOf(order).total, shippingTax: shippingTaxLeft(order), balance: balanceOf(order) }
  const refund: RefundRow = {
    id: shop.newId('Refund'),
    note: request.note ?? null,
    createdAt: now,
    lines,
    shipping: request.shipping ?? NOTHING,
    ...(duties.length > 0 ? { duties } : {}),
    transactionIds: [],
  }
  order.refunds.push(refund)
  const shippingTax = minus(before.shippingTax, shippingTaxLeft(order))
  if (shippingTax.shop !== 0) refund.shippingTax = shippingTax
  /* The amount by which the order gets smaller: goods, shipping and duties with their taxes. */
  const cost = minus(before.total, currentTotalsOf(order).total)
  const amount = request.amount ?? cost
  const discrepancy = discrepancyIn({ cost, amount, before: before.balance })
  if (discrepancy.shop !== 0) refund.discrepancy = discrepancy
  if (amount.shop > 0) refund.transactionIds.push(payBack(shop, order, amount, now))
  return refund
}

/**
 * For returned goods the shopper gets what they cost, plus any earlier overpayment. Less is due when the order was not paid in full. The
 * amount above the maximum, or below the minimum, is the discrepancy.
 */
function discrepancyIn(given: { cost: Pair; amount: Pair; before: Pair }): Pair {
  const of = (side: keyof Pair): number => {
    const [cost, amount, before] = [given.cost[side], given.amount[side], given.before[side]]
    const most = cost + Math.max(0, -before)
    const least = Math.max(0, cost - Math.max(0, before))
    return amount > most ? most - amount : amount < least ? least - amount : 0
  }
  return { shop: of('shop'), presentment: of('presentment') }
}

function payBack(shop: ShopState, order: OrderRow, amount: Pair, now: string): string {
  const sale = order.transactions.find((entry) => entry.status === 'SUCCESS' && entry.kind !== 'REFUND')
  const id = shop.newId('OrderTransaction')
  order.transactions.push({
    id,
    kind: 'REFUND',
    status: 'SUCCESS',
    gateway: sale?.gateway ?? order.gateway,
    amount,
    parentId: sale?.id ?? null,
    createdAt: now,
  })
  return id
}

export type RefundOptions = { note?: string | null; allowOver?: boolean }

/** refundCreate: all or nothing; refused when more is requested than was sold or paid. */
export function refundOrder(
  shop: ShopState,
  id: string,
  request: RefundRequest,
  options: RefundOptions = {},
): Problem | { order: OrderRow; refund: RefundRow } {
  const order = openDraft(shop, id)
  if (!order) return { field: ['input', 'orderId'], message: 'Order does not exist' }
  for (const [at, asked] of request.lines.entries()) {
    const field = ['input', 'refundLineItems', String(at)]
    const line = order.lines.find((row) => row.id === asked.lineId)
    if (!line) return { field: [...field, 'lineItemId'], message: 'Line item does not exist' }
    if (asked.quantity < 1 || asked.quantity > currentQuantity(order, line))
      return {
        field: [...field, 'quantity'],
        message: 'Refund line items quantity cannot refund more items than were purchased',
      }
    if (asked.restockType === 'CANCEL' && asked.quantity > unfulfilledQuantity(order, line.id))
      return {
        field: [...field, 'restockType'],
        message: 'Refund line items restock type cancel is only for unfulfilled items',
      }
  }
  for (const [at, { dutyId }] of (request.duties ?? []).entries())
    if (!dutiesOf(order).some(({ duty }) => duty.id === dutyId))
      return { field: ['input', 'refundDuties', String(at), 'dutyId'], message: 'Duty does not exist' }
  if (request.shipping && request.shipping.shop > shippingLeft(order).shop)
    return { field: ['input', 'shipping'], message: 'Shipping refund is larger than what was paid for shipping' }
  const refundable = minus(receivedOf(order), refundedTotal(order))
  const asked = request.amount ?? NOTHING
  if (!options.allowOver && asked.shop > refundable.shop)
    return { field: ['input', 'transactions'], message: 'Refund amount is larger than the amount that can be refunded' }
  if (request.lines.length === 0 && asked.shop === 0 && !request.duties?.length)
    return { field: ['input'], message: 'Refund must have line items, shipping or transactions' }
  const refund = layRefund(shop, order, { ...request, note: options.note ?? request.note ?? null })
  if (financialStatus(order) === 'REFUNDED' && order.fulfillments.length === 0) order.closedAt ??= shop.now()
  saveOrder(shop, order, [{ topic: 'refunds/create', parts: { refund } }])
  return { order, refund }
}

export type CancelRequest = { reason: CancelReason; restock: boolean; refund: boolean; staffNote?: string | null }

/** orderCancel cannot be undone: every open unit is taken back, the fulfilment orders are cancelled, and money is refunded if requested. */
export function cancelOrder(shop: ShopState, id: string, request: CancelRequest): Problem | OrderRow {
  const order = openDraft(shop, id)
  if (!order) return { field: ['orderId'], message: 'Order does not exist' }
  if (order.cancelledAt !== null) return { field: ['orderId'], message: 'Order has already been cancelled' }
  if (order.fulfillments.some((entry) => entry.status === 'SUCCESS'))
    return { field: ['orderId'], message: 'Cannot cancel an order with fulfilled items' }
  const now = shop.now()
  const waiting = order.fulfillmentOrders.filter((entry) => !['CLOSED', 'CANCELLED'].includes(entry.status))
  const paid = minus(receivedOf(order), refundedTotal(order))
  const lines = order.lines.flatMap((line) => {
    const quantity = currentQuantity(order, line)
    return quantity > 0
      ? [
          {
            lineId: line.id,
            quantity,
            restockType: request.restock && !line.tip ? ('CANCEL' as const) : ('NO_RESTOCK' as const),
          },
        ]
      : []
  })
  const back = request.refund ? paid : NOTHING
  /* Shipping and duties are removed too, paid or not: nothing is due for a cancelled order. */
  const shipping = shippingLeft(order)
  const refund = layRefund(shop, order, { lines, amount: back, shipping, duties: wholeDuties(order) })
  if (!request.restock)
    for (const line of order.lines)
      for (const { locationId, units } of takeOffWaiting(order, line.id, line.quantity, now))
        releaseStock(shop, line.variantId, locationId, units, false)
  const events: { topic: string; parts?: EventsParts }[] = []
  for (const entry of waiting) {
    entry.status = 'CANCELLED'
    entry.holds = []
    entry.updatedAt = now
    events.push({ topic: 'fulfillment_orders/cancelled', parts: { fulfillmentOrder: entry } })
  }
  Object.assign(order, {
    cancelledAt: now,
    closedAt: now,
    cancelReason: request.reason,
    staffNote: request.staffNote ?? null,
  } satisfies Partial<OrderRow>)
  if (back.shop > 0) events.push({ topic: 'refunds/create', parts: { refund } })
  return saveOrder(shop, order, [{ topic: 'orders/cancelled' }, ...events])
}

/** A percentage of an order's total, for refunds in percent. */
export const percentOfTotal = (order: OrderRow, percent: number): Pair => {
  const { total } = totalsOf(order)
  return { shop: share(total.shop, percent, 100), presentment: share(total.presentment, percent, 100) }
}
