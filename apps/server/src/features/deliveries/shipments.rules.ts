import { holdWord } from '@huoqiao/contract/orders/shop.words'
import type { ShopFulfillment, ShopFulfillmentOrder, ShopOrder } from '@huoqiao/connector-shopify'
import type { Can } from '@huoqiao/contract'
import { SHIPMENT_STATES } from '@huoqiao/contract/deliveries/deliveries.status'
import type { ShipmentState } from '@huoqiao/contract/deliveries/deliveries.status'
import { ORDER_STATES } from '@huoqiao/contract/orders/orders.status'
import type { OrderState, TrackingReturn } from '@huoqiao/contract/orders/orders.status'
import type { TrackingChange } from './deliveries.tables.ts'
import type { FulfilmentState } from './deliveries.types.ts'

/** Sale pieces of one order line, with its gid at the shop. */
export type Piece = { orderLineId: string; lineItemId: string; quantity: number }

/** One fulfilment to request: exactly these pieces, from one location. */
export type PlannedPart = {
  locationName: string
  lines: Piece[]
  fulfillmentOrders: { id: string; lines: { id: string; quantity: number }[] }[]
}

/** Why nothing may be sent for an order of this state; undefined: it may. */
export function refusalToShip(state: OrderState): string | undefined {
  if (state === 'cancelled') return '订单已在店铺取消，请拦截这批货，不要发出'
  if (state === 'held') return '订单已搁置，请先解除搁置'
  if (state === 'abnormal') return '订单已全额退款或付款作废，不能发货'
  if (state === 'unpaid') return '订单还没有付款'
  return state === 'done' || state === 'shipped' ? `订单${ORDER_STATES[state].label}` : undefined
}

/** The same check with the shop's current status just before sending, because it may have changed. */
export function refusalOfShop(order: ShopOrder): string | undefined {
  if (order.cancelledAt !== undefined) return '订单已在店铺取消，请拦截这批货，不要发出'
  if (order.financialStatus === 'REFUNDED') return '订单已在店铺全额退款，请拦截这批货'
  if (order.financialStatus === 'VOIDED') return '订单付款已作废'
  return undefined
}

const isOpen = (one: ShopFulfillmentOrder): boolean => one.supportedActions.includes('CREATE_FULFILLMENT')

/**
 * Distributes these pieces over fulfilment orders: one part for each location, because one call may name only one (reference shopify-admin,
 * section 5), from as few locations as possible. If the shop would not accept some of the pieces, the whole request is refused with the
 * reason: part of a parcel is never reported.
 */
export function planParts(
  pieces: readonly Piece[],
  orders: readonly ShopFulfillmentOrder[],
): { parts: PlannedPart[] } | { refusal: string } {
  const open = orders.filter(isOpen)
  const byLocation = new Map<string, ShopFulfillmentOrder[]>()
  for (const one of open) {
    const key = one.locationId ?? one.id
    byLocation.set(key, [...(byLocation.get(key) ?? []), one])
  }
  const lacking = new Map(pieces.map((piece) => [piece.lineItemId, piece.quantity]))
  const covers = (group: readonly ShopFulfillmentOrder[]): number =>
    [...lacking].reduce((sum, [line, quantity]) => sum + Math.min(quantity, remainingIn(group, line)), 0)
  const parts: PlannedPart[] = []
  const left = [...byLocation.values()]
  while (left.length > 0) {
    left.sort((a, b) => covers(b) - covers(a))
    const group = left.shift()!
    const part = takeFrom(group, pieces, lacking)
    if (part.lines.length > 0) parts.push(part)
  }
  const missing = pieces.filter((piece) => lacking.get(piece.lineItemId)! > 0)
  return missing.length === 0 ? { parts } : { refusal: whyMissing(missing, lacking, orders) }
}

const remainingIn = (group: readonly ShopFulfillmentOrder[], lineItemId: string): number =>
  group
    .flatMap((one) => one.lines)
    .filter((line) => line.lineItemId === lineItemId)
    .reduce((sum, line) => sum + line.remainingQuantity, 0)

function takeFrom(
  group: readonly ShopFulfillmentOrder[],
  pieces: readonly Piece[],
  lacking: Map<string, number>,
): PlannedPart {
  const taken = new Map<string, number>()
  const fulfillmentOrders = group.flatMap((one) => {
    const lines = one.lines.flatMap((line) => {
      const quantity = Math.min(lacking.get(line.lineItemId) ?? 0, line.remainingQuantity)
      if (quantity <= 0) return []
      lacking.set(line.lineItemId, lacking.get(line.lineItemId)! - quantity)
      taken.set(line.lineItemId, (taken.get(line.lineItemId) ?? 0) + quantity)
      return [{ id: line.id, quantity }]
    })
    return lines.length === 0 ? [] : [{ id: one.id, lines }]
  })
  return {
    locationName: group[0]?.locationName ?? '',
    lines: pieces.flatMap((piece) => {
      const quantity = taken.get(piece.lineItemId) ?? 0
      return quantity > 0 ? [{ ...piece, quantity }] : []
    }),
    fulfillmentOrders,
  }
}

function whyMissing(
  missing: readonly Piece[],
  lacking: ReadonlyMap<string, number>,
  orders: readonly ShopFulfillmentOrder[],
): string {
  if (orders.length === 0) return '店铺没有给出可发货的履约单：应用可能缺少履约权限，或订单已全部处理'
  const holding = orders.filter((one) => missing.some((piece) => remainingIn([one], piece.lineItemId) > 0))
  const held = holding.find((one) => one.status === 'ON_HOLD')
  if (held)
    return `店铺搁置了这部分商品（${held.holds.map((hold) => hold.notes ?? holdWord(hold.reason)).join('、') || '未说明'}）`
  const foreign = holding.find((one) => !isOpen(one))
  if (foreign) return `店铺不允许对“${foreign.locationName}”的这部分商品发货（状态 ${foreign.status}）`
  const short = missing.map((piece) => lacking.get(piece.lineItemId) ?? 0).reduce((sum, n) => sum + n, 0)
  return `店铺里待发的数量不够，多了 ${short} 件：可能已取消、退款或已由别人发货`
}

/** A fulfilment of the shop that matches a part: the same numbers and exactly the same pieces, and not assigned to another part. */
export function findMade(
  part: { numbers: readonly string[]; lines: readonly { lineItemId: string; quantity: number }[] },
  fulfillments: readonly ShopFulfillment[],
  taken: ReadonlySet<string>,
): ShopFulfillment | undefined {
  const numbers = numbersKey(part.numbers)
  const pieces = piecesKey(part.lines)
  return fulfillments.find(
    (one) =>
      !taken.has(one.id) &&
      isLive(one) &&
      numbersKey(one.tracking.flatMap((tracking) => tracking.number ?? [])) === numbers &&
      piecesKey(one.lines) === pieces,
  )
}

const isLive = ({ status }: ShopFulfillment): boolean =>
  status !== 'CANCELLED' && status !== 'ERROR' && status !== 'FAILURE'
const numbersKey = (numbers: readonly string[]): string => [...new Set(numbers)].toSorted().join(' ')
const piecesKey = (lines: readonly { lineItemId: string; quantity: number }[]): string => {
  const sums = new Map<string, number>()
  for (const { lineItemId, quantity } of lines) sums.set(lineItemId, (sums.get(lineItemId) ?? 0) + quantity)
  return [...sums]
    .filter(([, quantity]) => quantity > 0)
    .map(([line, quantity]) => `${line}×${quantity}`)
    .toSorted()
    .join(' ')
}

/** The same order, numbers and quantities count as one request, however often it is submitted. */
export const requestKey = (orderId: string, numbers: readonly string[], lines: readonly Piece[]): string =>
  `${orderId} ${numbersKey(numbers)} ${piecesKey(lines)}`

/** What a shipment reports to the shop. A person may correct it until it is sent. */
export const trackingKey = (row: Pick<TrackingChange, 'carrier' | 'numbers' | 'urls'>): string =>
  JSON.stringify([row.carrier, row.numbers, row.urls])

/** The pieces still to request: all requested ones minus those that the shop has, may have, or is being asked for. */
export function openPieces(
  lines: readonly Piece[],
  parts: readonly { state: FulfilmentState; lines: readonly { orderLineId: string; quantity: number }[] }[],
): Piece[] {
  const counted = parts.filter(({ state }) => state === 'sending' || state === 'unknown' || state === 'sent')
  return lines.flatMap((line) => {
    const done = counted
      .flatMap((part) => part.lines)
      .filter(({ orderLineId }) => orderLineId === line.orderLineId)
      .reduce((sum, { quantity }) => sum + quantity, 0)
    return line.quantity > done ? [{ ...line, quantity: line.quantity - done }] : []
  })
}

/** The 回传状态 of an order from its shipments; states that need a person come first. */
export function trackingReturnOf(states: readonly ShipmentState[]): TrackingReturn {
  const live = states.filter((state) => state !== 'cancelled')
  if (live.some((state) => state === 'failed' || state === 'unknown')) return 'failed'
  if (live.some((state) => state === 'queued' || state === 'sending')) return 'sending'
  return live.length > 0 ? 'sent' : 'none'
}

/** Pause before the next lookup, after this many without a result. */
export const lookAgainAfterMs = (looks: number): number => Math.min(60_000, 2_000 * 2 ** looks)

/**
 * Identifies the person's request behind a pending change: the shopper gets one message for each request. Undefined: no change is pending.
 * A change that was stored by an earlier version is identified by its numbers.
 */
export const requestOfChange = (
  change: { readonly requestId?: string; readonly numbers: readonly string[] } | null,
): string | undefined => (change === null ? undefined : (change.requestId ?? change.numbers.join(' ')))

/** Whether the shipment still has the request that was read before: another node may have finished it, and a person made a new one. */
export const isSameRequest = (now: Requested | undefined, before: Requested): boolean =>
  now?.state === before.state && requestOfChange(now.change) === requestOfChange(before.change)
type Requested = { readonly state: ShipmentState; readonly change: Parameters<typeof requestOfChange>[0] }

/** The actions that a shipment allows, and the reason for the others. */
export function canOf(state: ShipmentState): Can {
  const label = SHIPMENT_STATES[state].label
  return {
    retryShipments: state === 'failed' || state === 'unknown' || state === 'queued' ? true : `${label}的回传不用重试`,
    changeTracking:
      state === 'sent' || state === 'failed' || state === 'queued' ? true : `${label}的回传不能修改，请稍候`,
    cancelShipment:
      state === 'sent' || state === 'failed' || state === 'queued'
        ? true
        : state === 'unknown'
          ? '结果未知，请先核对'
          : `${label}的回传不能撤销`,
  }
}
