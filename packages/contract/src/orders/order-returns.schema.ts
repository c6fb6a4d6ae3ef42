import { z } from 'zod'
import { id, instant } from '../wire.ts'
import { ORDER_RETURN_STATES } from './orders.status.ts'
import type { OrderReturnState } from './orders.status.ts'

const count = z.number().int()
export const orderReturnState = z.enum(Object.keys(ORDER_RETURN_STATES) as [OrderReturnState, ...OrderReturnState[]])

/** Returned pieces of one line. */
export const orderReturnLine = z.object({
  /** the order line; null: the shop does not know which sent item it is */
  lineId: id.nullable(),
  sku: z.string(),
  title: z.string(),
  quantity: count,
  /** arrived and processed at the shop */
  processed: count,
  refunded: count,
  /** the shop's reason handle, for example `defective`; empty: none was given */
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
  /** refunds for it; minor units of the order's currency, and the amount in the shopper's own currency */
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
