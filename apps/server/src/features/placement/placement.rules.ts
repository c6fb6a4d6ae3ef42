import type { OrderPreview, SourceOrder } from '@huoqiao/connector-1688'
import { ALIBABA_ORDER_STATES, isClosed } from '@huoqiao/contract/placement/placement.status'
import type { AlibabaOrderState } from '@huoqiao/contract/placement/placement.status'
import type { PurchasePayment, PurchaseState } from '@huoqiao/contract/purchases/purchases.status'

/** Amounts are fen. */
export type Amounts = { goodsMinor: number; freightMinor: number; totalMinor: number }

/**
 * What 1688 asks for now, summed over all orders that it would create. Undefined if an amount is missing: an unknown price must not count
 * as zero.
 */
export function amountsOf(preview: OrderPreview): Amounts | undefined {
  let goods = 0
  let freight = 0
  let total = 0
  for (const order of preview.orders) {
    if (order.totalFen === null) return undefined
    total += order.totalFen
    freight += order.freightFen ?? 0
    goods += order.goodsFen ?? order.totalFen - (order.freightFen ?? 0)
  }
  return preview.orders.length === 0 ? undefined : { goodsMinor: goods, freightMinor: freight, totalMinor: total }
}

/** How far the total may exceed the expected amount: the percentage of it, rounded down to the fen. `percent` has one decimal. */
export const toleranceOf = (expectedMinor: number, percent: number): number =>
  Math.floor((expectedMinor * Math.round(percent * 10)) / 1000)

/**
 * 下单闸门 (beyond, item 6): goods, freight and total must not exceed the expected amounts by more than the tolerance. A lower price never
 * stops. If freight could not be estimated (`null`), any freight above `unseenFreightMinor` (fen) stops.
 */
export function withinTolerance(
  expected: { goodsMinor: number; freightMinor: number | null },
  now: Amounts,
  percent: number,
  unseenFreightMinor: number,
): boolean {
  if (now.goodsMinor > expected.goodsMinor + toleranceOf(expected.goodsMinor, percent)) return false
  if (expected.freightMinor === null) return now.freightMinor <= unseenFreightMinor
  // A rise of a few fen on a small freight is noise, so freight is compared by its effect on the total.
  const total = expected.goodsMinor + expected.freightMinor
  return now.totalMinor <= total + toleranceOf(total, percent)
}

const WAITS_MINUTES = [0, 0.1, 0.25, 0.5, 1, 2, 4, 8]
/** When to search for our number again, after this many lookups without a result. */
export const nextLookAfterMs = (looks: number): number => (WAITS_MINUTES[looks] ?? 10) * 60_000

/** Order ids are stored as 64-bit integers; a longer number cannot be an order id. */
export const isOrderId = (word: string): boolean =>
  /^\d{1,19}$/.test(word) && BigInt(word) <= 9_223_372_036_854_775_807n

const step = (status: string): number | undefined => ALIBABA_ORDER_STATES[status as AlibabaOrderState]?.step
export const statusLabel = (status: string): string =>
  ALIBABA_ORDER_STATES[status as AlibabaOrderState]?.label ?? status
export { isClosed }
export const isUnpaid = (status: string): boolean => status === 'waitbuyerpay'

/** The state that a purchase shows for its 1688 orders: the least advanced of the open ones; 已取消 if all are closed. */
export function purchaseStateOf(
  statuses: readonly string[],
): Extract<PurchaseState, 'to-pay' | 'to-send' | 'to-receive' | 'cancelled'> | null {
  const live = statuses.filter((status) => !isClosed(status))
  if (statuses.length === 0) return null
  if (live.length === 0) return 'cancelled'
  // An unknown status word is ignored and changes no state.
  const steps = live.map(step).filter((one) => one !== undefined)
  if (steps.length === 0) return null
  const least = Math.min(...steps)
  if (least <= 1) return 'to-pay'
  return least <= 3 ? 'to-send' : 'to-receive'
}

/** 付款状态 of a purchase, from its 1688 orders; `paidMinor`: the amount received so far (all of it or some stages). */
export function paymentStateOf(
  orders: readonly { status: string; paidAt: Date | null; paidMinor: number; refundMinor: number }[],
  requested: boolean,
): PurchasePayment {
  const paid = orders.filter((order) => order.paidAt !== null || order.paidMinor > 0)
  const refunded = paid.reduce((sum, order) => sum + order.refundMinor, 0)
  const total = paid.reduce((sum, order) => sum + order.paidMinor, 0)
  if (refunded > 0) return refunded >= total ? 'refunded' : 'part-refunded'
  if (paid.some((order) => order.paidAt === null && !isClosed(order.status))) return 'part-paid'
  const owing = orders.some((order) => isUnpaid(order.status) && order.paidAt === null)
  if (paid.length > 0 && !owing) return 'paid'
  return requested ? 'requested' : 'none'
}

/** Compares the vendor's time: an answer older than the stored copy is ignored (decisions, section 5). */
export function isOlder(held: { modifiedAt: Date | null; status: string }, reported: SourceOrder): boolean {
  if (held.modifiedAt === null || reported.modifiedAt === null) return false
  if (reported.modifiedAt < held.modifiedAt.getTime()) return true
  if (reported.modifiedAt > held.modifiedAt.getTime()) return false
  // If two answers have the same time, the one with the more advanced status is the later one.
  const before = step(held.status)
  const after = step(reported.status)
  return before !== undefined && after !== undefined && after < before
}

type Piece = { readonly offerId: string | null; readonly specId?: string | null; readonly quantity: number | null }
type FoundOrder = {
  readonly orderId: string
  readonly status: string
  readonly createdAt: number | null
  readonly items: readonly Piece[]
}

/** The orders beyond what was asked for: something was ordered twice at 1688 under our number. */
export function duplicateOrders(asked: readonly Piece[], found: readonly FoundOrder[]): string[] {
  const open = new Map<string, number>()
  for (const line of asked) open.set(pieceKey(line), (open.get(pieceKey(line)) ?? 0) + (line.quantity ?? 0))
  const duplicates: string[] = []
  let kept = 0
  // The oldest order is taken as the intended one, even if 1688 names its SKUs differently. Later orders that exceed the asked pieces are
  // duplicates.
  const byAge = [...found].sort((a, b) => (a.createdAt ?? 0) - (b.createdAt ?? 0) || (a.orderId < b.orderId ? -1 : 1))
  for (const order of byAge) {
    if (isClosed(order.status)) continue
    const fits = order.items.every((item) => (open.get(pieceKey(item)) ?? 0) >= (item.quantity ?? 0))
    if (!fits && kept > 0) {
      duplicates.push(order.orderId)
      continue
    }
    kept++
    for (const item of order.items) open.set(pieceKey(item), (open.get(pieceKey(item)) ?? 0) - (item.quantity ?? 0))
  }
  return duplicates
}

/**
 * Whether the orders found at 1688 under a purchase's number, before anything was sent for it, belong to this purchase: they contain
 * nothing that was not asked for. After a restore a number may have been used twice, and then they do not belong.
 */
export function isOurs(asked: readonly Piece[], live: readonly FoundOrder[]): boolean {
  const open = new Map(asked.map((piece) => [pieceKey(piece), 0]))
  for (const piece of asked) open.set(pieceKey(piece), open.get(pieceKey(piece))! + (piece.quantity ?? 0))
  for (const item of live.flatMap((order) => order.items)) {
    const left = (open.get(pieceKey(item)) ?? 0) - (item.quantity ?? 0)
    if (left < 0) return false
    open.set(pieceKey(item), left)
  }
  return true
}

const pieceKey = (piece: Piece): string => `${piece.offerId}:${piece.specId ?? ''}`
