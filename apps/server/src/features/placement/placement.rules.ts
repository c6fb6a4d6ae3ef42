import type { OrderPreview, SourceOrder } from '@huoqiao/connector-1688'
import { ALIBABA_ORDER_STATES } from '@huoqiao/contract/placement/placement.status'
import type { AlibabaOrderState } from '@huoqiao/contract/placement/placement.status'
import type { PurchasePayment, PurchaseState } from '@huoqiao/contract/purchases/purchases.status'

/** Amounts are fen. */
export type Amounts = { goodsMinor: number; freightMinor: number; totalMinor: number }

/**
 * What 1688 asks for now, over all orders that it would make. Undefined when an amount is missing: a price that cannot
 * be read is never taken for zero.
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

/** How far above the expectation a total may be: the percentage, rounded down to the fen. `percent` has one decimal. */
export const toleranceOf = (expectedMinor: number, percent: number): number =>
  Math.floor((expectedMinor * Math.round(percent * 10)) / 1000)

/**
 * 下单闸门 (beyond, item 6): goods and freight each, and both together, must not have risen past the tolerance. Lower is
 * never a reason to stop. Freight that nobody could estimate (`null`) was seen by nobody: above `unseenFreightMinor` (fen) it stops.
 */
export function withinTolerance(
  expected: { goodsMinor: number; freightMinor: number | null },
  now: Amounts,
  percent: number,
  unseenFreightMinor: number,
): boolean {
  if (now.goodsMinor > expected.goodsMinor + toleranceOf(expected.goodsMinor, percent)) return false
  if (expected.freightMinor === null) return now.freightMinor <= unseenFreightMinor
  // A freight that rises by a few cents on a small base is noise; it counts by what it does to the whole.
  const total = expected.goodsMinor + expected.freightMinor
  return now.totalMinor <= total + toleranceOf(total, percent)
}

const WAITS_MINUTES = [0, 0.1, 0.25, 0.5, 1, 2, 4, 8]
/** When to look again for our number, after so many looks in vain. */
export const nextLookAfterMs = (looks: number): number => (WAITS_MINUTES[looks] ?? 10) * 60_000

/** Order ids are kept as 64-bit integers; longer digits are no order's. */
export const isOrderId = (word: string): boolean =>
  /^\d{1,19}$/.test(word) && BigInt(word) <= 9_223_372_036_854_775_807n

const step = (status: string): number | undefined => ALIBABA_ORDER_STATES[status as AlibabaOrderState]?.step
export const statusLabel = (status: string): string =>
  ALIBABA_ORDER_STATES[status as AlibabaOrderState]?.label ?? status
export const isClosed = (status: string): boolean => status === 'cancel' || status === 'terminated'
export const isUnpaid = (status: string): boolean => status === 'waitbuyerpay'

/** What a purchase shows for its 1688 orders: the least advanced of those that live; 已取消 when none does. */
export function purchaseStateOf(
  statuses: readonly string[],
): Extract<PurchaseState, 'to-pay' | 'to-send' | 'to-receive' | 'cancelled'> | null {
  const live = statuses.filter((status) => !isClosed(status))
  if (statuses.length === 0) return null
  if (live.length === 0) return 'cancelled'
  // A word that we don't know says nothing, and moves nothing.
  const steps = live.map(step).filter((one) => one !== undefined)
  if (steps.length === 0) return null
  const least = Math.min(...steps)
  if (least <= 1) return 'to-pay'
  return least <= 3 ? 'to-send' : 'to-receive'
}

/** 付款状态 of a purchase, from its 1688 orders; `paidMinor`: what came of the money, all of it or some stages. */
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

/** The vendor's time decides: an answer older than what is held says nothing new (decisions, section 5). */
export function isOlder(held: { modifiedAt: Date | null; status: string }, reported: SourceOrder): boolean {
  if (held.modifiedAt === null || reported.modifiedAt === null) return false
  if (reported.modifiedAt < held.modifiedAt.getTime()) return true
  if (reported.modifiedAt > held.modifiedAt.getTime()) return false
  // Two answers of one instant: the one further on is the later one.
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

/** More pieces at 1688 under our number than were asked for: something was ordered twice there. */
export function surplusOrders(asked: readonly Piece[], found: readonly FoundOrder[]): string[] {
  const open = new Map<string, number>()
  for (const line of asked) open.set(pieceKey(line), (open.get(pieceKey(line)) ?? 0) + (line.quantity ?? 0))
  const surplus: string[] = []
  let kept = 0
  // The oldest is the one that was meant, however 1688 names its SKUs; what comes on top of it is too much.
  const byAge = [...found].sort((a, b) => (a.createdAt ?? 0) - (b.createdAt ?? 0) || (a.orderId < b.orderId ? -1 : 1))
  for (const order of byAge) {
    if (isClosed(order.status)) continue
    const fits = order.items.every((item) => (open.get(pieceKey(item)) ?? 0) >= (item.quantity ?? 0))
    if (!fits && kept > 0) {
      surplus.push(order.orderId)
      continue
    }
    kept++
    for (const item of order.items) open.set(pieceKey(item), (open.get(pieceKey(item)) ?? 0) - (item.quantity ?? 0))
  }
  return surplus
}

/**
 * Whether what stands at 1688 under a purchase's number, before anything was sent for it, is this very purchase: nothing in it that
 * was not asked for. Where a number was given twice, after a restore, it is not.
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
