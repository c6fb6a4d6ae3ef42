import { z } from 'zod'
import { id, instant } from '../wire.ts'
import { ORDER_RETURN_STATES } from './orders.status.ts'
import type { OrderReturnState } from './orders.status.ts'

const count = z.number().int()
export const orderReturnState = z.enum(Object.keys(ORDER_RETURN_STATES) as [OrderReturnState, ...OrderReturnState[]])

/** Pieces of one line that come back. */
export const orderReturnLine = z.object({
  /** of the order; null: the shop cannot say what was sent of it */
  lineId: id.nullable(),
  sku: z.string(),
  title: z.string(),
  quantity: count,
  /** arrived and dealt with at the shop */
  processed: count,
  refunded: count,
  /** handle of the shop's own reason, e.g. `defective`; empty: none was given */
  reason: z.string(),
  note: z.string(),
})

/** What the shopper gets instead. */
export const orderExchangeLine = z.object({
  title: z.string(),
  sku: z.string(),
  quantity: count,
  /** already a line of the order */
  processed: count,
})

export const orderReturn = z.object({
  id,
  /** e.g. #1001-R1 */
  name: z.string(),
  state: orderReturnState,
  lines: z.array(orderReturnLine),
  exchanges: z.array(orderExchangeLine),
  /** paid back for it; minor units of the order's currency, and what the shopper got of the currency that she paid in */
  refunds: z.array(
    z.object({
      at: instant,
      totalMinor: count,
      presentment: z.object({ minor: count, currency: z.string() }).nullable(),
    }),
  ),
  /** why the shop declined it */
  declined: z.string(),
  requestedAt: instant,
  closedAt: instant.nullable(),
})
export type OrderReturn = z.infer<typeof orderReturn>
