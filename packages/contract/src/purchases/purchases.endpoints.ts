import { z } from 'zod'
import { defineEndpoints } from '../endpoint.ts'
import { bulkOutcome, formInt, formList, id, instant, pageInput, pageOf, text, version } from '../wire.ts'
import {
  idempotencyKey,
  purchaseBulkEdit,
  purchaseCard,
  purchaseDetail,
  purchaseEdit,
  purchasePayment,
  purchasePlan,
  purchaseReconciliation,
  purchaseState,
  purchaseRequest,
} from './purchases.schema.ts'

const base = '/api/purchase/center'
const when = formInt(0, 9_999_999_999_999)
const chosen = z.object({ purchaseIds: formList(id, 500).pipe(z.array(id).min(1)) })

/** The filters of the purchase list; each is optional, all are joined by "and". */
export const purchaseFilter = z.object({
  state: purchaseState.optional(),
  /** these alone */
  ids: formList(id, 200).optional(),
  supplierId: id.optional(),
  accountId: id.optional(),
  addressId: id.optional(),
  /** number, supplier, title, order name: words that all have to be found */
  keyword: text(100).optional(),
  number: text(24).optional(),
  alibabaOrderId: text(20).optional(),
  /** a 1688 offer or SKU id */
  sku: text(40).optional(),
  orderName: text(64).optional(),
  /** the purchases that buy for this order; two shops may well have orders of one name */
  orderId: id.optional(),
  payment: purchasePayment.optional(),
  reconciliation: purchaseReconciliation.optional(),
  /** only with an open 截单提醒; what was merged is told of by its target alone, where it is resolved */
  alarm: z.enum(['true', 'false']).optional(),
  from: when.optional(),
  to: when.optional(),
})
export type PurchaseFilter = z.infer<typeof purchaseFilter>

export const purchasesEndpoints = defineEndpoints({
  /** What creating would make of the request: nothing is written. `estimate`: ask 1688 for the freight too. */
  planPurchase: {
    feature: 'purchases',
    method: 'POST',
    path: `${base}/planPurchase`,
    mode: 'postjson',
    right: 'granted',
    title: '采购预览',
    logged: false,
    input: purchaseRequest.extend({ estimate: z.boolean().default(true) }),
    output: purchasePlan,
    refusals: ['not-found', 'no-marketplace-account'],
    lists: ['purchases', 'orders'],
  },
  /** Writes one purchase order a group. The same `key` again answers what the first one did. */
  createPurchaseOrder: {
    feature: 'purchases',
    method: 'POST',
    path: `${base}/createPurchaseOrder`,
    mode: 'postjson',
    right: 'granted',
    title: '创建采购单',
    logged: true,
    input: purchaseRequest.extend({
      key: idempotencyKey,
      message: text(500).default(''),
      note: text(2000).default(''),
    }),
    output: z.object({
      purchases: z.array(purchaseCard),
      /** an outcome a line of the request; `id` is the purchase order that took it */
      rows: bulkOutcome,
      /** true: this key was worked before, nothing new was written */
      repeated: z.boolean(),
    }),
    refusals: ['not-found', 'no-marketplace-account', 'key-reused'],
    lists: ['purchases', 'orders'],
  },
  getPurchaseOrdersByCondition: {
    feature: 'purchases',
    method: 'GET',
    path: `${base}/getPurchaseOrdersByCondition`,
    mode: 'get',
    right: 'granted',
    title: '查询采购单',
    logged: false,
    input: purchaseFilter.extend({
      sort: z.enum(['created', 'updated', 'amount']).default('created'),
      direction: z.enum(['asc', 'desc']).default('desc'),
      ...pageInput,
    }),
    output: pageOf(purchaseCard),
    refusals: [],
    lists: ['purchases'],
  },
  /** Counts for the state tabs, under the same filters but the state. */
  getOrderCountByStatus: {
    feature: 'purchases',
    method: 'GET',
    path: `${base}/getOrderCountByStatus`,
    mode: 'get',
    right: 'granted',
    title: '采购单状态数量',
    logged: false,
    input: purchaseFilter.omit({ state: true }),
    output: z.object({
      counts: z.partialRecord(purchaseState, z.number().int()),
      alarms: z.number().int(),
      total: z.number().int(),
      /** some count stopped at its cap */
      capped: z.boolean(),
    }),
    refusals: [],
    lists: ['purchases'],
  },
  /** One purchase order with its lines, who asked for them, and its members when it was merged. By id or by number. */
  getPurchaseOrderSkuDetails: {
    feature: 'purchases',
    method: 'GET',
    path: `${base}/getPurchaseOrderSkuDetails`,
    mode: 'get',
    right: 'granted',
    title: '采购单明细',
    logged: false,
    input: z
      .object({ purchaseId: id.optional(), number: text(24).optional() })
      .refine((one) => one.purchaseId !== undefined || one.number !== undefined, {
        message: '请给出采购单',
        path: ['purchaseId'],
      }),
    output: purchaseDetail,
    refusals: ['not-found'],
    lists: ['purchases'],
  },
  editPurchaseOrder: {
    feature: 'purchases',
    method: 'POST',
    path: `${base}/editPurchaseOrder`,
    mode: 'postjson',
    right: 'granted',
    title: '修改采购单',
    logged: true,
    input: purchaseEdit.extend({ purchaseId: id, version }),
    output: purchaseDetail,
    refusals: ['not-found', 'stale', 'state-not-allowed', 'invalid', 'offer-gone', 'no-marketplace-account'],
    lists: ['purchases', 'orders'],
  },
  /** Only 待审核; what the orders asked for may be bought anew. */
  deletePurchaseOrder: {
    feature: 'purchases',
    method: 'POST',
    path: `${base}/deletePurchaseOrder`,
    mode: 'post',
    right: 'granted',
    title: '删除采购单',
    logged: true,
    input: chosen,
    output: bulkOutcome,
    refusals: [],
    lists: ['purchases', 'orders'],
  },
  completeReviewOrder: {
    feature: 'purchases',
    method: 'POST',
    path: `${base}/completeReviewOrder`,
    mode: 'post',
    right: 'granted',
    title: '审核通过',
    logged: true,
    input: chosen,
    output: bulkOutcome,
    refusals: [],
    lists: ['purchases'],
  },
  /** Refused once 1688 has given an order number or may be about to. */
  backToPendingReviewStatus: {
    feature: 'purchases',
    method: 'POST',
    path: `${base}/backToPendingReviewStatus`,
    mode: 'post',
    right: 'granted',
    title: '退回待审核',
    logged: true,
    input: chosen.extend({ reason: text(200).default('') }),
    output: bulkOutcome,
    refusals: [],
    lists: ['purchases'],
  },
  /** A new one with the lines of a cancelled one; takes its orders' demand again as far as it is still open. */
  copyPurchaseOrder: {
    feature: 'purchases',
    method: 'POST',
    path: `${base}/copyPurchaseOrder`,
    mode: 'postjson',
    right: 'granted',
    title: '复制为新采购单',
    logged: true,
    input: z.object({ purchaseIds: z.array(id).min(1).max(100) }),
    output: bulkOutcome,
    refusals: [],
    lists: ['purchases', 'orders'],
  },
  /** 截单提醒 dealt with: the line is reduced (待审核 only), or the pieces stay as stock. Absent ids: all open ones. */
  settlePurchaseAlarm: {
    feature: 'purchases',
    method: 'POST',
    path: `${base}/settlePurchaseAlarm`,
    mode: 'postjson',
    right: 'granted',
    title: '处理截单提醒',
    logged: true,
    input: z.object({
      purchaseId: id,
      version,
      demandIds: z.array(id).max(500).optional(),
      action: z.enum(['reduce', 'keep']),
    }),
    output: purchaseDetail,
    refusals: ['not-found', 'stale', 'state-not-allowed'],
    lists: ['purchases', 'orders'],
  },
  /** The same address, account or words for many; what is no longer 待审核 stays, each with its reason. */
  modifyPurchaseOrders: {
    feature: 'purchases',
    method: 'POST',
    path: `${base}/modifyPurchaseOrders`,
    mode: 'postjson',
    right: 'granted',
    title: '批量修改采购单',
    logged: true,
    input: z.object({ purchaseIds: z.array(id).min(1).max(500), change: purchaseBulkEdit }),
    output: bulkOutcome.extend({
      /** by which the whole can be taken back (undoPurchaseBatch) */
      batchId: id,
    }),
    refusals: ['not-found', 'no-marketplace-account'],
    lists: ['purchases'],
  },
  /** A spreadsheet of the lines of the chosen ones, or of all that the filters find, under an address that holds for some minutes. */
  exportPurchaseOrders: {
    feature: 'purchases',
    method: 'POST',
    path: `${base}/exportPurchaseOrders`,
    mode: 'postjson',
    right: 'granted',
    title: '导出采购单',
    logged: true,
    input: z.object({ purchaseIds: z.array(id).max(500).default([]), filter: purchaseFilter.optional() }),
    output: z.object({
      fileName: z.string(),
      url: z.string(),
      until: instant,
      /** lines in the sheet */
      rows: z.number().int(),
    }),
    refusals: ['too-large'],
    lists: [],
  },
})
