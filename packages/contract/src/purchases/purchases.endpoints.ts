import * as z from '../zod.ts'
import { defineEndpoints } from '../endpoint.ts'
import { bulkOutcome, formInt, formList, id, instant, pageInput, pageOf, text, version } from '../wire.ts'
import { PURCHASE_DEMAND_FIELDS, PURCHASE_FILTER_FIELDS, PURCHASE_LINE_FIELDS } from './purchases.fields.ts'
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

/** Filters of the purchase list; all optional, combined with AND. */
export const purchaseFilter = z.object({
  state: purchaseState.optional(),
  /** only these purchases */
  ids: formList(id, 200).optional(),
  supplierId: id.optional(),
  accountId: id.optional(),
  addressId: id.optional(),
  /** number, supplier, title, order name: all words must match */
  keyword: text(100).optional(),
  number: text(24).optional(),
  alibabaOrderId: text(20).optional(),
  /** a 1688 offer or SKU id */
  sku: text(40).optional(),
  orderName: text(64).optional(),
  /** the purchases for this order (by id, because two shops may have orders with the same name) */
  orderId: id.optional(),
  payment: purchasePayment.optional(),
  reconciliation: purchaseReconciliation.optional(),
  /** only with an open 截单提醒; for a merge only the target, where it is resolved */
  alarm: z.enum(['true', 'false']).optional(),
  from: when.optional(),
  to: when.optional(),
})
export type PurchaseFilter = z.infer<typeof purchaseFilter>

export const purchasesEndpoints = defineEndpoints({
  /** Shows which purchases the request would create; writes nothing. `estimate`: also asks 1688 for the freight. */
  planPurchase: {
    feature: 'purchases',
    method: 'POST',
    path: `${base}/planPurchase`,
    mode: 'postjson',
    right: 'granted',
    title: '采购预览',
    logged: false,
    object: 'purchase',
    labels: {
      orderLines: '订单商品',
      orderLineId: '订单商品',
      saleQuantity: '数量',
      offerId: '1688货源',
      skuId: '规格',
      specId: '规格',
      items: '货品',
      quantity: '数量',
      estimate: '估算运费',
    },
    input: purchaseRequest.extend({ estimate: z.boolean().default(true) }),
    output: purchasePlan,
    refusals: ['not-found', 'no-marketplace-account'],
    lists: ['purchases', 'orders'],
  },
  /** Creates one purchase order for each group. A repeat with the same `key` returns the first result. */
  createPurchaseOrder: {
    feature: 'purchases',
    method: 'POST',
    path: `${base}/createPurchaseOrder`,
    mode: 'postjson',
    right: 'granted',
    title: '创建采购单',
    logged: true,
    object: 'purchase',
    labels: {
      orderLines: { label: '订单明细', format: 'list', fields: PURCHASE_DEMAND_FIELDS },
      items: { label: '自选商品', format: 'list', fields: PURCHASE_LINE_FIELDS },
      key: '请求编号',
    },
    input: purchaseRequest.extend({
      key: idempotencyKey,
      message: text(500).default(''),
      note: text(2000).default(''),
    }),
    output: z.object({
      purchases: z.array(purchaseCard),
      /** one outcome for each line of the request; `id`: the purchase order that contains it */
      rows: bulkOutcome,
      /** true: this key was used before, and nothing new was written */
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
    object: 'purchase',
    labels: PURCHASE_FILTER_FIELDS,
    input: purchaseFilter.extend({
      sort: z.enum(['created', 'updated', 'amount']).default('created'),
      direction: z.enum(['asc', 'desc']).default('desc'),
      ...pageInput,
    }),
    output: pageOf(purchaseCard),
    refusals: [],
    lists: ['purchases'],
  },
  /** Counts for the state tabs, under the same filters except the state. */
  getOrderCountByStatus: {
    feature: 'purchases',
    method: 'GET',
    path: `${base}/getOrderCountByStatus`,
    mode: 'get',
    right: 'granted',
    title: '采购单状态数量',
    logged: false,
    object: 'purchase',
    labels: PURCHASE_FILTER_FIELDS,
    input: purchaseFilter.omit({ state: true }),
    output: z.object({
      counts: z.partialRecord(purchaseState, z.int()),
      alarms: z.int(),
      total: z.int(),
      /** as in `stateCounts` */
      capped: z.array(z.union([purchaseState, z.literal('alarms')])),
    }),
    refusals: [],
    lists: ['purchases'],
  },
  /** One purchase order with its lines, the orders that need them, and its members if it was merged. By id or number. */
  getPurchaseOrderSkuDetails: {
    feature: 'purchases',
    method: 'GET',
    path: `${base}/getPurchaseOrderSkuDetails`,
    mode: 'get',
    right: 'granted',
    title: '采购单明细',
    logged: false,
    object: 'purchase',
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
    object: 'purchase',
    input: purchaseEdit.extend({ purchaseId: id, version }),
    output: purchaseDetail,
    refusals: ['not-found', 'stale', 'state-not-allowed', 'invalid', 'offer-gone', 'no-marketplace-account'],
    lists: ['purchases', 'orders'],
  },
  /** Only 待审核; the demand of its orders may be bought again. */
  deletePurchaseOrder: {
    feature: 'purchases',
    method: 'POST',
    path: `${base}/deletePurchaseOrder`,
    mode: 'post',
    right: 'granted',
    title: '删除采购单',
    logged: true,
    object: 'purchase',
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
    object: 'purchase',
    input: chosen,
    output: bulkOutcome,
    refusals: [],
    lists: ['purchases'],
  },
  /** Refused if 1688 has created an order or may still do so. */
  backToPendingReviewStatus: {
    feature: 'purchases',
    method: 'POST',
    path: `${base}/backToPendingReviewStatus`,
    mode: 'post',
    right: 'granted',
    title: '退回待审核',
    logged: true,
    object: 'purchase',
    input: chosen.extend({ reason: text(200).default('') }),
    output: bulkOutcome,
    refusals: [],
    lists: ['purchases'],
  },
  /** Creates a new purchase order with the lines of a cancelled one, and takes over the demand that is still open. */
  copyPurchaseOrder: {
    feature: 'purchases',
    method: 'POST',
    path: `${base}/copyPurchaseOrder`,
    mode: 'postjson',
    right: 'granted',
    title: '复制为新采购单',
    logged: true,
    object: 'purchase',
    input: z.object({ purchaseIds: z.array(id).min(1).max(100) }),
    output: bulkOutcome,
    refusals: [],
    lists: ['purchases', 'orders'],
  },
  /** Resolves 截单提醒: reduces the line (待审核 only), or keeps the pieces as stock. Without ids: all open ones. */
  settlePurchaseAlarm: {
    feature: 'purchases',
    method: 'POST',
    path: `${base}/settlePurchaseAlarm`,
    mode: 'postjson',
    right: 'granted',
    title: '处理截单提醒',
    logged: true,
    object: 'purchase',
    labels: {
      demandIds: '需求',
      action: { label: '处理', format: 'choice', choices: { reduce: '减少采购', keep: '留作库存' } },
    },
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
  /** Sets the same address, account or message for many; those no longer 待审核 are refused, each with its reason. */
  modifyPurchaseOrders: {
    feature: 'purchases',
    method: 'POST',
    path: `${base}/modifyPurchaseOrders`,
    mode: 'postjson',
    right: 'granted',
    title: '批量修改采购单',
    logged: true,
    object: 'purchase',
    labels: { change: '修改的内容' },
    input: z.object({ purchaseIds: z.array(id).min(1).max(500), change: purchaseBulkEdit }),
    output: bulkOutcome.extend({
      /** for undoing the whole action (undoPurchaseBatch) */
      batchId: id,
    }),
    refusals: ['not-found', 'no-marketplace-account'],
    lists: ['purchases'],
  },
  /** A spreadsheet of the lines of the chosen purchases, or of all that match the filters, at an address valid for some minutes. */
  exportPurchaseOrders: {
    feature: 'purchases',
    method: 'POST',
    path: `${base}/exportPurchaseOrders`,
    mode: 'postjson',
    right: 'granted',
    title: '导出采购单',
    logged: true,
    object: 'purchase',
    labels: { filter: { label: '筛选', format: 'record', fields: PURCHASE_FILTER_FIELDS } },
    input: z.object({ purchaseIds: z.array(id).max(500).default([]), filter: purchaseFilter.optional() }),
    output: z.object({
      fileName: z.string(),
      url: z.string(),
      until: instant,
      /** number of lines in the sheet */
      rows: z.int(),
    }),
    refusals: ['too-large'],
    lists: [],
  },
})
