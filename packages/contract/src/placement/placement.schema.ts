import { z } from 'zod'
import { can, id, instant, remoteId } from '../wire.ts'
import { LEDGER_KINDS, PAYMENT_STATES, PLACEMENT_STATES } from './placement.status.ts'
import type { LedgerKind, PaymentState, PlacementState } from './placement.status.ts'

const codes = <T extends string>(table: Record<T, unknown>) => z.enum(Object.keys(table) as [T, ...T[]])
export const placementState = codes<PlacementState>(PLACEMENT_STATES)
export const paymentState = codes<PaymentState>(PAYMENT_STATES)
export const ledgerKind = codes<LedgerKind>(LEDGER_KINDS)
export const payWay = z.enum(['alipay', 'crossBorder', 'credit'])
export type PayWay = z.infer<typeof payWay>

/** Fen; may be negative only where it says so. */
const fen = z.number().int()

/**
 * A way in which 1688 lets the goods be paid, at once or in stages (分阶段付款). What each stage asks for is read out of the way's
 * name, since a preview does not say it (reference 3.4); without stages the name says nothing either.
 */
export const payingWay = z.object({
  /** 1688's word, which the order is made with */
  tradeType: z.string(),
  staged: z.boolean(),
  stages: z.array(z.object({ percent: z.number().int(), dueMinor: fen })),
})
export type PayingWay = z.infer<typeof payingWay>

/** What 1688 says an order would be, beside what we expected. Nothing was written. */
export const placementPreview = z.object({
  purchaseId: id,
  number: z.string(),
  /** more than one: 1688 will split */
  orders: z.array(
    z.object({
      goodsMinor: fen,
      freightMinor: fen,
      discountMinor: fen,
      totalMinor: fen,
      tradeTypes: z.array(z.string()),
    }),
  ),
  lines: z.array(
    z.object({
      offerId: remoteId,
      specId: z.string().nullable(),
      title: z.string(),
      /** 颜色:红色；款式:单件; previews from before it was kept have none */
      specText: z.string().default(''),
      quantity: z.number().int(),
      expectedUnitMinor: fen.nullable(),
      unitMinor: fen.nullable(),
      /** what 1688 asks for the line, before what it takes off the whole order; null: it did not say */
      amountMinor: fen.nullable().default(null),
      /** 1688's refusal of this line, if any */
      message: z.string().nullable(),
    }),
  ),
  expected: z.object({ goodsMinor: fen, freightMinor: fen, totalMinor: fen }),
  now: z.object({ goodsMinor: fen, freightMinor: fen, totalMinor: fen }),
  /** how far now may be above expected */
  toleranceMinor: fen,
  withinTolerance: z.boolean(),
  /** 1688 asks for freight that nobody had estimated; left out in previews that were kept before this was told */
  freightUnseen: z.boolean().optional(),
  /**
   * What there is to choose between where 1688 sells in stages, too: all at once first, if it may be. Empty: paid at once, and
   * nothing to choose. An order in stages is made only after a person agreed to that very way.
   */
  ways: z.array(payingWay).default([]),
  at: instant,
})
export type PlacementPreview = z.infer<typeof placementPreview>

export const alibabaOrderItem = z.object({
  id,
  offerId: remoteId,
  specId: z.string().nullable(),
  title: z.string(),
  image: z.string().nullable(),
  quantity: z.number().int(),
  /** list price of one, and of all; list − discount = amount, to the fen */
  unitMinor: fen,
  listMinor: fen,
  /** below zero: the seller asks for more than the list price */
  discountMinor: fen,
  amountMinor: fen,
  refundMinor: fen,
  refundStatus: z.string().nullable(),
  subItemId: z.string(),
})

/** 分阶段付款 of a 1688 order, in the order of payment. */
export const orderStage = z.object({
  state: z.enum(['paid', 'paying', 'due', 'later']),
  /** null: 1688 does not say */
  amountMinor: fen.nullable(),
  paidAt: instant.nullable(),
})
export type OrderStageView = z.infer<typeof orderStage>

/** An application for money back of one 1688 order. */
export const alibabaRefund = z.object({
  id,
  state: z.enum(['sending', 'unknown', 'asked', 'refused', 'absent']),
  refundId: z.string().nullable(),
  amountMinor: fen,
  description: z.string(),
  message: z.string(),
  by: z.string(),
  at: instant,
})
export type AlibabaRefundView = z.infer<typeof alibabaRefund>

export const alibabaOrder = z.object({
  id,
  orderId: remoteId,
  /** 1688's own word */
  status: z.string(),
  statusLabel: z.string(),
  /** more than was asked for: not to be paid, and no part of what the purchase costs */
  surplus: z.boolean(),
  /** list − discount + adjust + freight = total, to the fen; `adjust` is what 1688 charges or takes off the whole order */
  listMinor: fen,
  discountMinor: fen,
  adjustMinor: fen,
  totalMinor: fen,
  freightMinor: fen,
  refundMinor: fen,
  refundStatus: z.string().nullable(),
  createdAt: instant.nullable(),
  paidAt: instant.nullable(),
  sentAt: instant.nullable(),
  closedAt: instant.nullable(),
  closeReason: z.string().nullable(),
  payBefore: instant.nullable(),
  /** empty: paid at once */
  stages: z.array(orderStage),
  /** what was paid, what is to be paid now and what later; together the total */
  paidMinor: fen,
  dueMinor: fen,
  laterMinor: fen,
  /** leads to the order's page at 1688, or at the sandbox when its account is one */
  url: z.string(),
  items: z.array(alibabaOrderItem),
  refunds: z.array(alibabaRefund),
  can,
})
export type AlibabaOrderView = z.infer<typeof alibabaOrder>

export const payment = z.object({
  id,
  way: z.string(),
  state: paymentState,
  totalMinor: fen,
  payUrl: z.string().nullable(),
  message: z.string(),
  orderIds: z.array(remoteId),
  /** what of it is for which order; `stage`: of an order that is paid in stages, counted from 1 */
  parts: z.array(z.object({ purchaseId: id, orderId: remoteId, stage: z.number().int().nullable(), amountMinor: fen })),
  by: z.string(),
  at: instant,
  resolvedAt: instant.nullable(),
})
export type PaymentView = z.infer<typeof payment>

/** What a 1688 order asks for now. */
export const owingOrder = z.object({
  purchaseId: id,
  orderId: remoteId,
  totalMinor: fen,
  dueMinor: fen,
  paidMinor: fen,
  laterMinor: fen,
  /** of an order that is paid in stages: which one is due, counted from 1, and of how many that are known */
  stage: z.number().int().nullable(),
  stages: z.number().int(),
})
export type OwingOrder = z.infer<typeof owingOrder>

export const placementAttempt = z.object({
  id,
  state: placementState,
  outOrderId: z.string(),
  accountName: z.string(),
  word: z.string().nullable(),
  message: z.string(),
  advice: z.string().nullable(),
  looks: z.number().int(),
  nextLookAt: instant.nullable(),
  exchange: z.object({ request: z.string(), response: z.string(), status: z.number().optional() }).nullable(),
  by: z.string(),
  at: instant,
  resolvedAt: instant.nullable(),
})

/** Everything that is known at 1688 of one purchase. */
export const placementDetail = z.object({
  purchaseId: id,
  attempts: z.array(placementAttempt),
  orders: z.array(alibabaOrder),
  payments: z.array(payment),
  /** the numbers that a gate stopped on, if it did */
  gate: placementPreview.nullable(),
})
export type PlacementDetail = z.infer<typeof placementDetail>

export const ledgerEntry = z.object({
  seq: z.number().int(),
  at: instant,
  kind: ledgerKind,
  purchaseNumber: z.string(),
  accountName: z.string(),
  orderId: z.string().nullable(),
  amountMinor: fen.nullable(),
  by: z.string(),
  summary: z.string(),
  body: z.string(),
  prevHash: z.string(),
  hash: z.string(),
})
export type LedgerEntryView = z.infer<typeof ledgerEntry>

export const ledgerProof = z.object({
  ok: z.boolean(),
  entries: z.number().int(),
  head: z.string(),
  intents: z.number().int(),
  placed: z.number().int(),
  refused: z.number().int(),
  absent: z.number().int(),
  open: z.number().int(),
  /** 1688 orders of placed intents; more than intents only where 1688 split one */
  orders: z.number().int(),
  paidOrders: z.number().int(),
  paidMinor: fen,
  problems: z.array(z.object({ seq: z.number().int().nullable(), message: z.string() })),
})
export type LedgerProof = z.infer<typeof ledgerProof>
