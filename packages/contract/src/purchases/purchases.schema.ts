import * as z from '../zod.ts'
import { can, id, instant, remoteId, requiredText, rowOutcome, text, version } from '../wire.ts'
import { PURCHASE_ORIGINS, PURCHASE_PAYMENTS, PURCHASE_RECONCILIATIONS, PURCHASE_STATES } from './purchases.status.ts'
import type { PurchaseOrigin, PurchasePayment, PurchaseReconciliation, PurchaseState } from './purchases.status.ts'
import { supplierRating } from './suppliers.schema.ts'

const codes = <T extends string>(table: Record<T, unknown>) => z.enum(Object.keys(table) as [T, ...T[]])
export const purchaseState = codes<PurchaseState>(PURCHASE_STATES)
export const purchasePayment = codes<PurchasePayment>(PURCHASE_PAYMENTS)
export const purchaseReconciliation = codes<PurchaseReconciliation>(PURCHASE_RECONCILIATIONS)

/** Amounts are fen (CNY minor units); quantities are pieces of a 1688 SKU unless named "sale". */
export const fen = z.int()
const quantity = z.int().min(0).max(1_000_000)
const specId = text(64)

/** createCrossOrder accepts at most 50 SKUs (1688 reference, 3.4): a larger group becomes several purchase orders. */
export const SKUS_PER_PURCHASE = 50

/** What to buy: order lines (their open need if no quantity is given), and SKUs chosen by hand. */
export const purchaseRequest = z.object({
  orderLines: z
    .array(z.object({ orderLineId: id, saleQuantity: quantity.min(1).optional() }))
    // 500 orders, the maximum of one bulk action, with four lines each
    .max(2000)
    .default([]),
  items: z
    .array(
      z.object({
        offerId: remoteId,
        skuId: remoteId.nullable().default(null),
        specId: specId.nullable().default(null),
        quantity: quantity.min(1),
      }),
    )
    .max(500)
    .default([]),
  /** absent: the default one */
  accountId: id.optional(),
  addressId: id.optional(),
})
export type PurchaseRequest = z.infer<typeof purchaseRequest>

/** A warning for the person; it does not block. */
export const purchaseWarning = z.object({
  word: z.enum([
    'supplier-blacklisted',
    'offer-gone',
    'price-risen',
    'stock-short',
    'below-minimum',
    'mixed-below-minimum',
    'rounded-up',
    'no-address',
    'no-price',
    'previewed',
  ]),
  message: z.string(),
  offerId: remoteId.nullable(),
})
export type PurchaseWarning = z.infer<typeof purchaseWarning>

/** How much a group is short of its supplier's minimum. Zeros: nothing. */
export const minimumDistance = z.object({
  met: z.boolean(),
  missingQuantity: z.int(),
  missingMinor: fen,
  /** as text, for example 还差3件（起订10件） */
  text: z.string(),
})

/** An order that something is bought for. Order numbers repeat between stores, so the store is always named. */
export const orderRef = z.object({ orderId: id, orderName: z.string(), storeName: z.string() })
export type OrderRef = z.infer<typeof orderRef>

const plannedLine = z.object({
  offerId: remoteId,
  skuId: remoteId.nullable(),
  specId: z.string().nullable(),
  title: z.string(),
  specText: z.string(),
  image: z.string().nullable(),
  /** the orders' need plus pieces requested by hand, rounded up once */
  need: z.int(),
  /** pieces in one pack; 1: sold singly */
  batchNumber: z.int(),
  packs: z.int(),
  quantity: z.int(),
  unitPriceMinor: fen.nullable(),
  amountMinor: fen.nullable(),
  /** cost when the product was claimed, or at the last purchase */
  formerPriceMinor: fen.nullable(),
  /** the source's stock when it was last read */
  stock: z.int().nullable(),
  orders: z.array(orderRef),
  /** source pieces for each order line, rounded up separately */
  parts: z.array(z.object({ orderLineId: id, pieces: z.int() })),
})
export type PlannedLine = z.infer<typeof plannedLine>

export const plannedGroup = z.object({
  key: z.string(),
  supplier: z.object({
    id: id.nullable(),
    openId: z.string().nullable(),
    name: z.string(),
    rating: supplierRating,
  }),
  accountId: id.nullable(),
  accountName: z.string(),
  addressId: id.nullable(),
  addressName: z.string(),
  lines: z.array(plannedLine),
  quantity: z.int(),
  goodsMinor: fen,
  /** null: 1688 could not be asked; see `freightNote` */
  freightMinor: fen.nullable(),
  freightNote: z.string(),
  minimum: minimumDistance,
  warnings: z.array(purchaseWarning),
})
export type PlannedGroup = z.infer<typeof plannedGroup>

/** Spare pieces that a plan uses instead of buying. */
export const plannedCover = orderRef.extend({
  orderLineId: id,
  saleQuantity: z.int(),
  pieces: z.int(),
  purchaseId: id,
  purchaseNumber: z.string(),
  title: z.string(),
  specText: z.string(),
  image: z.string().nullable(),
  arrived: z.boolean(),
  /** 库位 where the pieces lie; '' if none was set */
  place: z.string(),
})
export type PlannedCover = z.infer<typeof plannedCover>

export const purchasePlan = z.object({
  groups: z.array(plannedGroup),
  /** requests that cannot be bought, and why; keys are order line ids or offerId:specId */
  left: z.array(rowOutcome),
  /** requests covered by spare pieces, which are not bought */
  covers: z.array(plannedCover),
})
export type PurchasePlan = z.infer<typeof purchasePlan>

const purchaseRef = z.object({ id, number: z.string() })

/** A row of the list, read from one table only. */
export const purchaseCard = z.object({
  id,
  number: z.string(),
  state: purchaseState,
  /** why it is in its state, if there is a reason */
  reason: z.string(),
  origin: codes<PurchaseOrigin>(PURCHASE_ORIGINS),
  supplierId: id,
  supplierName: z.string(),
  supplierRating,
  accountId: id.nullable(),
  accountName: z.string(),
  addressId: id.nullable(),
  addressName: z.string(),
  lineCount: z.int(),
  quantity: z.int(),
  received: z.int(),
  goodsMinor: fen,
  freightMinor: fen.nullable(),
  /** the cost reported by 1688, once placed */
  actualMinor: fen.nullable(),
  heads: z.array(z.object({ title: z.string(), specText: z.string(), image: z.string().nullable(), quantity: fen })),
  /** the first ones; `orderCount` is the total number */
  orders: z.array(orderRef),
  orderCount: z.int(),
  alibabaOrderIds: z.array(z.string()),
  payment: purchasePayment,
  /** which approval is waited for; null: none */
  askedFor: z.enum(['place', 'pay']).nullable(),
  reconciliation: purchaseReconciliation,
  /** 截单提醒: pieces that their orders no longer want */
  alarmQuantity: z.int(),
  mergedInto: purchaseRef.nullable(),
  memberCount: z.int(),
  createdBy: z.string().nullable(),
  createdAt: instant,
  updatedAt: instant,
  version,
  can,
})
export type PurchaseCard = z.infer<typeof purchaseCard>

/** The demand of one order line on a purchase line. */
export const purchaseDemand = orderRef.extend({
  id,
  orderLineId: id,
  saleQuantity: z.int(),
  /** source pieces for a number of sale pieces, as whole numbers */
  ratio: z.object({ source: z.int(), sale: z.int() }),
  /** covered by this purchase's spare pieces after it was placed */
  isCover: z.boolean(),
  /** number of the purchase order that holds it: the member, if this is a merged one */
  purchaseNumber: z.string(),
  /** sale pieces that the order no longer wants, not resolved yet */
  alarmSaleQuantity: z.int(),
  alarmWhy: z.string(),
  releasedAt: instant.nullable(),
})
export type PurchaseDemand = z.infer<typeof purchaseDemand>

export const purchaseLine = z.object({
  id,
  offerId: remoteId,
  skuId: remoteId.nullable(),
  specId: z.string().nullable(),
  title: z.string(),
  specText: z.string(),
  image: z.string().nullable(),
  url: z.string(),
  need: z.int(),
  batchNumber: z.int(),
  quantity: z.int(),
  /** why fewer pieces than needed are bought */
  shortReason: z.string(),
  unitPriceMinor: fen.nullable(),
  formerPriceMinor: fen.nullable(),
  actualUnitPriceMinor: fen.nullable(),
  received: z.int(),
  /** pieces that stay as stock although their order was cancelled */
  stockQuantity: z.int(),
  /** 余货, once ordered at 1688: still spare, taken by later orders, written off */
  spare: z.int(),
  spareUsed: z.int(),
  spareGone: z.int(),
  /** cost of the pieces that nobody asked for; null: unknown */
  spareCostMinor: fen.nullable(),
  /** 库位: where the spare pieces lie; '' if none was set */
  place: z.string(),
  /** the source's stock when it was last read; null: not reported, or already ordered at 1688 */
  sourceStock: z.int().nullable(),
  demand: z.array(purchaseDemand),
})
export type PurchaseLine = z.infer<typeof purchaseLine>

export const purchaseDetail = purchaseCard.extend({
  message: z.string(),
  note: z.string(),
  freightNote: z.string(),
  lines: z.array(purchaseLine),
  members: z.array(
    purchaseRef.extend({
      quantity: z.int(),
      goodsMinor: fen,
      freightMinor: fen.nullable(),
      orders: z.array(orderRef),
      orderCount: z.int(),
    }),
  ),
  minimum: minimumDistance,
  warnings: z.array(purchaseWarning),
  reviewedBy: z.string().nullable(),
  reviewedAt: instant.nullable(),
})
export type PurchaseDetail = z.infer<typeof purchaseDetail>

/**
 * What a person may change while it is 待审核. Absent fields stay, so `clear` names fields to be emptied (empty values are removed from
 * requests, specification section 5); lines that are not named stay.
 */
export const purchaseEdit = z.object({
  lines: z
    .array(z.object({ id, quantity, shortReason: text(200).default('') }))
    .max(200)
    .default([]),
  addLines: z
    .array(
      z.object({
        offerId: remoteId,
        skuId: remoteId.nullable().default(null),
        specId: specId.nullable().default(null),
        quantity: quantity.min(1),
      }),
    )
    .max(SKUS_PER_PURCHASE)
    .default([]),
  /** their demand goes back to its orders */
  removeLineIds: z.array(id).max(200).default([]),
  message: text(500).optional(),
  note: text(2000).optional(),
  freightNote: text(200).optional(),
  /** an estimate typed by a person, for example agreed with the seller */
  freightMinor: fen.min(0).max(1_000_000_00).optional(),
  addressId: id.optional(),
  accountId: id.optional(),
  clear: z.array(z.enum(['message', 'note', 'freightNote', 'freightMinor'])).default([]),
})
export type PurchaseEdit = z.infer<typeof purchaseEdit>

/** What a bulk edit may set; absent fields stay unchanged. */
export const purchaseBulkEdit = purchaseEdit.pick({ addressId: true, accountId: true, message: true, note: true })
export type PurchaseBulkEdit = z.infer<typeof purchaseBulkEdit>

/** One group of a merge or its preview. */
export const mergeGroup = z.object({
  supplierId: id,
  supplierName: z.string(),
  accountName: z.string(),
  addressName: z.string(),
  members: z.array(purchaseRef.extend({ goodsMinor: fen, freightMinor: fen.nullable() })),
  lineCount: z.int(),
  quantity: z.int(),
  goodsMinor: fen,
  /** freight that 1688 quotes now: members separately, all together, and the difference; null: could not be asked */
  freightApartMinor: fen.nullable(),
  freightTogetherMinor: fen.nullable(),
  freightSavedMinor: fen.nullable(),
  /** saving on goods by the higher price tier */
  goodsSavedMinor: fen,
  freightNote: z.string(),
  minimum: minimumDistance,
  /** why it cannot be merged; null: it can */
  obstacle: z.string().nullable(),
})
export type MergeGroup = z.infer<typeof mergeGroup>

export const idempotencyKey = requiredText(80)
