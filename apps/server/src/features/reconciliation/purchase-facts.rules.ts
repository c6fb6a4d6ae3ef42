import { isClosed as isClosedState } from '@huoqiao/contract/placement/placement.status'
import type { Finding } from './reconciliation.types.ts'

/** Source pieces and fen. */
export type PurchaseLineFacts = {
  id: string
  offerId: string
  specId: string | null
  title: string
  quantity: number
  received: number
  unitPriceMinor: number | null
  /** sums of the receipts */
  receipts: number
  defects: number
}
export type AlibabaOrderFacts = {
  id: string
  orderId: string
  status: string
  totalMinor: number
  goodsMinor: number | null
  refundMinor: number
  paidAt: Date | null
  payBefore: Date | null
  read: boolean
  duplicate: boolean
  items: { offerId: string; specId: string | null; title: string; quantity: number; amountMinor: number }[]
  /** 分阶段付款, in the order of payment; empty: paid in full at once */
  stages: { amountMinor: number | null; paid: boolean }[]
  /** our payments that 1688 confirmed, fen each; `stage` counts from 1, null: for the whole */
  paid: { amountMinor: number; stage: number | null }[]
}
export type PurchaseFacts = {
  id: string
  number: string
  state: string
  supplierName: string
  payment: string
  goodsMinor: number
  totalMinor: number
  actualTotalMinor: number | null
  lines: PurchaseLineFacts[]
  orders: AlibabaOrderFacts[]
  attempt: {
    state: string
    sentAt: Date
    /** what 1688 refused when the order was placed; `specId` null: it named the offer only */
    failed: { offerId: string | null; specId: string | null; message: string | null }[]
  } | null
  parcels: { id: string; trackingNo: string | null; signedAt: Date | null; receipts: number }[]
}

export const isClosed = (order: Pick<AlibabaOrderFacts, 'status'>): boolean => isClosedState(order.status)
/** The open orders of the purchase; a duplicate is a difference of its own. */
export const liveOrders = (purchase: PurchaseFacts): AlibabaOrderFacts[] =>
  purchase.orders.filter((order) => !order.duplicate && !isClosed(order))

/** The fields that all findings of one purchase share. */
export const aboutPurchase = (purchase: PurchaseFacts): Pick<Finding, 'subject' | 'purchaseIds'> => ({
  subject: purchase.id,
  purchaseIds: [purchase.id],
})
export const refresh = (purchase: PurchaseFacts): Finding['repair'] => ({
  name: 'refreshAlibabaOrders',
  input: { purchaseIds: [purchase.id] },
})
