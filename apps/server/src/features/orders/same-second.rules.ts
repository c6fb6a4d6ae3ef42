import type { LineRow, OrderRow } from './orders.store.ts'
import type { NewLine, NewOrder } from './orders.types.ts'

type Line = Pick<NewLine, 'shopifyId' | 'quantity' | 'current' | 'fulfilled'>

/** The fields by which two reports of one order are compared. */
export type OrderReport = Pick<NewOrder, 'cancelledAt' | 'currentMinor' | 'totalMinor' | 'financialStatus'> & {
  refundedMinor?: number
  fulfillments: readonly unknown[]
  lines: readonly Line[]
}

export type Precedence = 'later' | 'earlier' | 'same' | 'unclear'

/**
 * Decides which of two reports of an order shows the later state, by values that only grow: cancellation, refunded amount, ordered and
 * removed pieces, parcels. (Fulfilled pieces are not among them: a cancelled or failed parcel no longer counts.) Shops use whole seconds,
 * and messages of one second arrive in any order, so times alone do not decide. `unclear`: they differ, and neither contains everything of
 * the other.
 */
export function precedence(one: OrderReport, other: OrderReport): Precedence {
  const [a, b] = [grown(one, other), grown(other, one)]
  const isAhead = a.some((value, index) => value > b[index]!)
  const isBehind = a.some((value, index) => value < b[index]!)
  if (isAhead && isBehind) return 'unclear'
  if (isAhead) return 'later'
  if (isBehind) return 'earlier'
  return sent(one) === sent(other) &&
    one.currentMinor === other.currentMinor &&
    one.totalMinor === other.totalMinor &&
    one.financialStatus === other.financialStatus
    ? 'same'
    : 'unclear'
}

const sent = (order: OrderReport): number => order.lines.reduce((total, line) => total + line.fulfilled, 0)

function grown(order: OrderReport, beside: OrderReport): number[] {
  // A line with no pieces left may be missing from a report, so its absence says nothing.
  const others = new Set(beside.lines.map(({ shopifyId }) => shopifyId))
  const lines = order.lines.filter((line) => line.current > 0 || others.has(line.shopifyId))
  const sum = (of: (line: Line) => number): number => lines.reduce((total, line) => total + of(line), 0)
  return [
    order.cancelledAt === null ? 0 : 1,
    order.refundedMinor === undefined || beside.refundedMinor === undefined ? 0 : order.refundedMinor,
    lines.length,
    sum((line) => line.quantity),
    sum((line) => line.quantity - line.current),
    order.fulfillments.length,
  ]
}

export const reportOf = (row: OrderRow, lines: readonly LineRow[]): OrderReport => ({ ...row, lines })

type Timed = OrderReport & { shopUpdatedAt: Date; depth: number; reportedAt: Date }

/** Whether a report replaces another one. `isUnclear`: this cannot be decided, so the order has to be read from the shop. */
export type Verdict = { isNewer: boolean; isUnclear: boolean }

/**
 * The report with the later time by the shop's clock wins. Within one second: the later state; with equal states, a read in full replaces,
 * and of two messages the one that was sent later.
 */
export function verdict(one: Timed, held: Timed): Verdict {
  const later = one.shopUpdatedAt.getTime() - held.shopUpdatedAt.getTime()
  if (later !== 0) return { isNewer: later > 0, isUnclear: false }
  const order = precedence(one, held)
  if (order === 'later' || order === 'earlier') return { isNewer: order === 'later', isUnclear: false }
  const isNewer = one.depth === 1 || (held.depth === 0 && one.reportedAt.getTime() > held.reportedAt.getTime())
  return { isNewer, isUnclear: order === 'unclear' && one.depth === 0 }
}
