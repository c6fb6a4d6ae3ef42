import * as z from '../zod.ts'
import { defineEndpoints } from '../endpoint.ts'
import { bulkOutcome, can, formInt, id, instant, pageInput, pageOf, text, version } from '../wire.ts'
import { fen, purchaseBulkEdit, purchaseDetail, purchasePayment, purchaseState } from './purchases.schema.ts'

const base = '/api/purchase/center'

/** A complete purchase order right after a change. */
export const purchaseSnapshot = z.object({
  state: purchaseState,
  supplierName: z.string(),
  accountName: z.string(),
  addressName: z.string(),
  message: z.string(),
  note: z.string(),
  freightNote: z.string(),
  quantity: z.int(),
  goodsMinor: fen,
  freightMinor: fen.nullable(),
  actualTotalMinor: fen.nullable(),
  payment: purchasePayment,
  alibabaOrderIds: z.array(z.string()),
  mergedIntoNumber: z.string().nullable(),
  lines: z.array(
    z.object({
      id,
      title: z.string(),
      specText: z.string(),
      image: z.string().nullable(),
      need: z.int(),
      quantity: z.int(),
      shortReason: z.string(),
      unitPriceMinor: fen.nullable(),
      actualUnitPriceMinor: fen.nullable(),
      received: z.int(),
      /** `storeName` is missing in old snapshots, which did not record it */
      demand: z.array(z.object({ orderName: z.string(), storeName: z.string().optional(), saleQuantity: z.int() })),
    }),
  ),
})
export type PurchaseSnapshot = z.infer<typeof purchaseSnapshot>

const historyEntry = z.object({
  id,
  at: instant,
  by: z.string().nullable(),
  reason: z.string(),
  state: purchaseState,
  version,
  /** the bulk action that it belongs to */
  batchId: id.nullable(),
  /** as texts; null: no value */
  changes: z.array(
    z.object({ field: z.string(), label: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
  ),
  snapshot: purchaseSnapshot,
  can,
})

/** A deleted purchase order: what its history still contains. */
const deletedPurchase = z.object({
  purchaseId: id,
  number: z.string(),
  supplierName: z.string(),
  /** 删除, or 拆回 of a merged one */
  reason: z.string(),
  by: z.string().nullable(),
  at: instant,
  quantity: z.int(),
  goodsMinor: fen,
  titles: z.array(z.string()),
  /** each with its store, if that was recorded */
  orderNames: z.array(z.string()),
})
export type DeletedPurchase = z.infer<typeof deletedPurchase>

/** History (beyond, item 3): earlier states of a purchase order, and undoing one edit or a bulk edit. */
export const purchasesHistoryEndpoints = defineEndpoints({
  /**
   * Every change with the complete purchase after it, newest first; `until`: as of that time. Also for deleted ones.
   * `can.undoPurchaseChange`: whether it can be undone.
   */
  getPurchaseHistory: {
    feature: 'purchases',
    method: 'GET',
    path: `${base}/getPurchaseHistory`,
    mode: 'get',
    right: 'granted',
    title: '采购单历史',
    logged: false,
    object: 'purchase',
    labels: { until: '截止时间' },
    input: z.object({ purchaseId: id, until: formInt(0, 9_999_999_999_999).optional(), ...pageInput }),
    output: pageOf(historyEntry),
    refusals: [],
    lists: ['purchases'],
  },
  /** Deleted purchase orders, latest first; `keyword` finds numbers, suppliers, orders and goods. Their histories are kept. */
  queryDeletedPurchases: {
    feature: 'purchases',
    method: 'GET',
    path: `${base}/queryDeletedPurchases`,
    mode: 'get',
    right: 'granted',
    title: '查询已删除的采购单',
    logged: false,
    input: z.object({ keyword: text(100).optional(), ...pageInput }),
    output: pageOf(deletedPurchase),
    refusals: [],
    lists: ['purchases'],
  },
  /** Undoes one edit while the purchase order is 待审核. Refused if a field that it changed was changed again since. */
  undoPurchaseChange: {
    feature: 'purchases',
    method: 'POST',
    path: `${base}/undoPurchaseChange`,
    mode: 'postjson',
    right: 'granted',
    title: '撤销采购单修改',
    logged: true,
    object: 'purchase',
    labels: { revisionId: '修改记录' },
    input: z.object({ purchaseId: id, version, revisionId: id }),
    output: purchaseDetail,
    refusals: ['not-found', 'stale', 'state-not-allowed'],
    lists: ['purchases', 'orders'],
  },
  /** Undoes a bulk edit on all its purchase orders, or one field of it, with an outcome for each. */
  undoPurchaseBatch: {
    feature: 'purchases',
    method: 'POST',
    path: `${base}/undoPurchaseBatch`,
    mode: 'postjson',
    right: 'granted',
    title: '撤销批量修改采购单',
    logged: true,
    object: 'purchase',
    labels: { batchId: '批次', field: '字段' },
    input: z.object({ batchId: id, field: purchaseBulkEdit.keyof().optional() }),
    output: bulkOutcome,
    refusals: ['not-found'],
    lists: ['purchases', 'orders'],
  },
})
