import * as z from '../zod.ts'
import { can, id, instant, money } from '../wire.ts'
import { ORDER_RETURN_STATES } from './orders.status.ts'
import type { OrderReturnState } from './orders.status.ts'
import { DECLINE_REASONS, RETURN_ACT_STATES, RETURN_STEPS } from './return.words.ts'
import type { DeclineReason, ReturnActState, ReturnStep } from './return.words.ts'

const count = z.int()
export const orderReturnState = z.enum(Object.keys(ORDER_RETURN_STATES) as [OrderReturnState, ...OrderReturnState[]])

export const declineReason = z.enum(Object.keys(DECLINE_REASONS) as [DeclineReason, ...DeclineReason[]])

/** What a person did with a return from here, newest first. */
export const orderReturnAct = z.object({
  id,
  step: z.enum(Object.keys(RETURN_STEPS) as [ReturnStep, ...ReturnStep[]]),
  state: z.enum(Object.keys(RETURN_ACT_STATES) as [ReturnActState, ...ReturnActState[]]),
  /** what was sent, or why it was not accepted */
  message: z.string(),
  by: z.string(),
  at: instant,
})

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
  /** addresses of photos that the shopper or the warehouse took */
  photos: z.array(z.string()),
  acts: z.array(orderReturnAct),
  can,
})
export type OrderReturn = z.infer<typeof orderReturn>

/** A return with the order that it belongs to. */
export const listedReturn = orderReturn.extend({
  orderId: id,
  orderNumber: z.string(),
  storeName: z.string(),
  /** of the order; the refunds are in it */
  currency: z.string(),
  /** the order in the admin of its shop */
  adminUrl: z.string(),
})
export type ListedReturn = z.infer<typeof listedReturn>

/** An amount in the shop's currency and in the shopper's. */
const amounts = z.object({ shop: money, presentment: money })

/** The dry run of a refund: what the shop has open, what it proposes, and where pieces can be put back. */
export const returnRefundPreview = z.object({
  lines: z.array(
    z.object({
      /** the shop's id of the return's line */
      id: z.string(),
      lineId: id.nullable(),
      sku: z.string(),
      title: z.string(),
      quantity: count,
      /** pieces that were not processed yet */
      open: count,
      /** of these, the pieces that can still be put back into stock */
      restockable: count,
    }),
  ),
  locations: z.array(z.object({ id: z.string(), name: z.string() })),
  /** null: the shop proposes no refund for these pieces */
  suggested: amounts.nullable(),
  maximum: amounts,
  /** what was paid for shipping and not refunded yet */
  shipping: amounts,
  /** where the money goes back to, as the shop's own screens name it */
  gateways: z.array(z.string()),
})
export type ReturnRefundPreview = z.infer<typeof returnRefundPreview>
