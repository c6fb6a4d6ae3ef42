import * as z from '../zod.ts'
import { can, id, instant, remoteId } from '../wire.ts'
import { LEDGER_KINDS, PAYMENT_STATES, PLACEMENT_STATES } from './placement.status.ts'
import type { LedgerKind, PaymentState, PlacementState } from './placement.status.ts'

const codes = <T extends string>(table: Record<T, unknown>) => z.enum(Object.keys(table) as [T, ...T[]])
export const placementState = codes<PlacementState>(PLACEMENT_STATES)
export const paymentState = codes<PaymentState>(PAYMENT_STATES)
export const ledgerKind = codes<LedgerKind>(LEDGER_KINDS)
export const payWay = z.enum(['alipay', 'crossBorder', 'credit'])
export type PayWay = z.infer<typeof payWay>

/** Fen; negative only where stated. */
const fen = z.int()

/**
 * A way to pay that 1688 offers, in full or in stages (分阶段付款). The share of each stage is part of the way's name, because a preview does
 * not contain it (reference 3.4).
 */
export const payingWay = z.object({
  /** 1688's word, used when the order is created */
  tradeType: z.string(),
  staged: z.boolean(),
  stages: z.array(z.object({ percent: z.int(), dueMinor: fen })),
})
export type PayingWay = z.infer<typeof payingWay>

/** What 1688 says an order would cost, compared with what we expected. Nothing was written. */
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
      /** 颜色:红色；款式:单件; missing in previews stored before it was recorded */
      specText: z.string().default(''),
      quantity: z.int(),
      expectedUnitMinor: fen.nullable(),
      unitMinor: fen.nullable(),
      /** 1688's price for the line, before discounts of the whole order; null: not reported */
      amountMinor: fen.nullable().default(null),
      /** 1688's refusal of this line, if any */
      message: z.string().nullable(),
    }),
  ),
  expected: z.object({ goodsMinor: fen, freightMinor: fen, totalMinor: fen }),
  now: z.object({ goodsMinor: fen, freightMinor: fen, totalMinor: fen }),
  /** by how much the current amount may exceed the expected one */
  toleranceMinor: fen,
  withinTolerance: z.boolean(),
  /** 1688 charges freight that could not be estimated; missing in older stored previews */
  freightUnseen: z.boolean().optional(),
  /**
   * The ways to choose from if 1688 also sells in stages: payment in full first, if allowed. Empty: paid in full, no choice. An order in
   * stages is only created after a person agreed to exactly that way.
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
  quantity: z.int(),
  /** list price of one piece and of all; list − discount = amount, to the fen */
  unitMinor: fen,
  listMinor: fen,
  /** negative: the seller charges more than the list price */
  discountMinor: fen,
  amountMinor: fen,
  refundMinor: fen,
  refundStatus: z.string().nullable(),
  subItemId: z.string(),
})

/** 分阶段付款 of a 1688 order, in the order of payment. */
export const orderStage = z.object({
  state: z.enum(['paid', 'paying', 'due', 'later']),
  /** null: not reported by 1688 */
  amountMinor: fen.nullable(),
  paidAt: instant.nullable(),
})
export type OrderStageView = z.infer<typeof orderStage>

/** A refund application for one 1688 order. */
export const alibabaRefund = z.object({
  id,
  state: z.enum(['sending', 'unknown', 'asked', 'refused', 'absent']),
  refundId: z.string().nullable(),
  amountMinor: fen,
  description: z.string(),
  /** addresses of the pictures that were sent as evidence */
  photos: z.array(z.string()),
  message: z.string(),
  by: z.string(),
  at: instant,
})
export type AlibabaRefundView = z.infer<typeof alibabaRefund>

export const alibabaOrder = z.object({
  id,
  orderId: remoteId,
  /** 1688's own status word */
  status: z.string(),
  statusLabel: z.string(),
  /** a duplicate: must not be paid, and is not part of the purchase's cost */
  duplicate: z.boolean(),
  /** list − discount + adjust + freight = total, to the fen; `adjust`: 1688's surcharge or reduction for the whole order */
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
  /** empty: paid in full at once */
  stages: z.array(orderStage),
  /** paid, due now and due later; together the total */
  paidMinor: fen,
  dueMinor: fen,
  laterMinor: fen,
  /** the order's page at 1688, or in the simulator if the account is one */
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
  /** the part for each order; `stage`: for an order in stages, counted from 1 */
  parts: z.array(z.object({ purchaseId: id, orderId: remoteId, stage: z.int().nullable(), amountMinor: fen })),
  by: z.string(),
  at: instant,
  resolvedAt: instant.nullable(),
})
export type PaymentView = z.infer<typeof payment>

export const paymentRow = payment.extend({ purchases: z.array(z.object({ id, number: z.string() })) })
export type PaymentRow = z.infer<typeof paymentRow>

/** What is due now for a 1688 order. */
export const owingOrder = z.object({
  purchaseId: id,
  orderId: remoteId,
  totalMinor: fen,
  dueMinor: fen,
  paidMinor: fen,
  laterMinor: fen,
  /** for an order in stages: which one is due, counted from 1, and the number of known stages */
  stage: z.int().nullable(),
  stages: z.int(),
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
  looks: z.int(),
  nextLookAt: instant.nullable(),
  exchange: z.object({ request: z.string(), response: z.string(), status: z.number().optional() }).nullable(),
  by: z.string(),
  at: instant,
  resolvedAt: instant.nullable(),
})

/** Everything about one purchase at 1688. */
export const placementDetail = z.object({
  purchaseId: id,
  attempts: z.array(placementAttempt),
  orders: z.array(alibabaOrder),
  payments: z.array(payment),
  /** the numbers of the price check that stopped it, if any */
  priceCheck: placementPreview.nullable(),
})
export type PlacementDetail = z.infer<typeof placementDetail>

export const ledgerEntry = z.object({
  seq: z.int(),
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
  entries: z.int(),
  head: z.string(),
  intents: z.int(),
  placed: z.int(),
  refused: z.int(),
  absent: z.int(),
  open: z.int(),
  /** 1688 orders of placed intents; more than intents only if 1688 split one */
  orders: z.int(),
  paidOrders: z.int(),
  paidMinor: fen,
  problems: z.array(z.object({ seq: z.int().nullable(), message: z.string() })),
})
export type LedgerProof = z.infer<typeof ledgerProof>

/** A 1688 order that supplied pieces of an order, for a claim against its supplier. */
export const returnedPurchase = z.object({
  orderLineId: id,
  purchaseId: id,
  purchaseNumber: z.string(),
  /** source pieces per sale piece, as two whole numbers */
  ratio: z.object({ source: z.int(), sale: z.int() }),
  /** the items of the 1688 order that are the goods of the line */
  itemIds: z.array(id),
  order: alibabaOrder,
})
export type ReturnedPurchase = z.infer<typeof returnedPurchase>
