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
 * Which of two reports of an order is of the later state, by what only ever grows: a cancellation, what was given back, the
 * pieces that were ordered and taken out, the parcels. (Not the pieces that were sent: a parcel that is taken back, or that the carrier could
 * not carry, counts no more.) Shops write whole seconds, and messages of one second come in any order, so
 * times alone do not tell. `unclear`: they differ, and neither holds all of the other.
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
  // A line of which nothing is left may no longer be told: that one of the two has it says nothing.
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

/** Whether one report replaces another. `undefined` fields cannot decide it: then the order has to be read from the shop. */
export type Verdict = { isNewer: boolean; isUnclear: boolean }

/**
 * Newer by the shop's clock. Of the same second: what is of the later state; of the same state what was read whole, once
 * more, and of two messages the one that was sent later.
 */
export function verdict(one: Timed, held: Timed): Verdict {
  const later = one.shopUpdatedAt.getTime() - held.shopUpdatedAt.getTime()
  if (later !== 0) return { isNewer: later > 0, isUnclear: false }
  const order = precedence(one, held)
  if (order === 'later' || order === 'earlier') return { isNewer: order === 'later', isUnclear: false }
  const isNewer = one.depth === 1 || (held.depth === 0 && one.reportedAt.getTime() > held.reportedAt.getTime())
  return { isNewer, isUnclear: order === 'unclear' && one.depth === 0 }
}
