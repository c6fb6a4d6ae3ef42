import * as z from '../zod.ts'
import { defineEndpoints } from '../endpoint.ts'
import {
  bulkOutcome,
  formInt,
  id,
  pageInput,
  pageOf,
  remoteId,
  requiredText,
  stateCounts,
  text,
  uploadedPictures,
} from '../wire.ts'
import {
  alibabaOrder,
  ledgerEntry,
  ledgerKind,
  ledgerProof,
  owingOrder,
  payment,
  paymentRow,
  paymentState,
  payWay,
  placementDetail,
  placementPreview,
  returnedPurchase,
} from './placement.schema.ts'
import { PAY_WAYS } from './placement.status.ts'

const base = '/api/purchase/center'
const purchaseIds = z.array(id).min(1).max(200)
const tradeType = text(40).pipe(z.string().min(1))
const remote = ['not-found', 'marketplace-unauthorised', 'marketplace-busy', 'marketplace-failed'] as const
const paymentFilter = z.object({
  keyword: text(64).optional(),
  from: formInt(0, 9_999_999_999_999).optional(),
  to: formInt(0, 9_999_999_999_999).optional(),
})
const call = { feature: 'placement', method: 'POST', mode: 'postjson', right: 'granted', logged: true } as const

const STAGED_FIELDS = { tradeType: { label: '付款方案', format: 'text' } } as const
const STAGE_FIELDS = {
  orderId: { label: '1688订单', format: 'text' },
  stage: { label: '阶段', format: 'count' },
  amountMinor: { label: '金额', format: 'fen' },
} as const

const COUNT_FIELDS = {
  itemId: { label: '商品', format: 'reference' },
  quantity: { label: '件数', format: 'count' },
} as const

export const placementEndpoints = defineEndpoints({
  /** Asks 1688 what the order would cost now. Writes nothing. */
  previewAlibabaOrder: {
    ...call,
    path: `${base}/previewAlibabaOrder`,
    title: '下单预览',
    logged: false,
    input: z.object({ purchaseId: id }),
    output: placementPreview,
    refusals: [...remote, 'state-not-allowed', 'no-marketplace-account', 'offer-gone'],
    lists: [],
  },
  /**
   * Hands the purchases to the placing job and returns at once; each is placed at most once. `staged`: the 分阶段付款 that the person chose, by
   * purchase; without it the whole is paid at once. If 1688 does not allow that, or no longer offers what was chosen, the purchase stops at
   * 待确认价格.
   */
  createAlibabaOrder: {
    ...call,
    path: `${base}/createAlibabaOrder`,
    title: '1688下单',
    object: 'purchase',
    labels: { staged: { label: '分阶段付款', format: 'list', fields: STAGED_FIELDS } },
    input: z.object({
      purchaseIds,
      staged: z
        .array(z.object({ purchaseId: id, tradeType }))
        .max(200)
        .default([]),
    }),
    output: bulkOutcome,
    refusals: ['no-marketplace-account'],
    lists: ['purchases', 'ledger'],
  },
  /** 待确认价格 → 下单中, for the total and the staged payment that the person saw; if they changed since, it stops again. */
  acceptAlibabaPrice: {
    ...call,
    path: `${base}/acceptAlibabaPrice`,
    title: '接受1688价格',
    object: 'purchase',
    labels: {
      items: {
        label: '采购单',
        format: 'list',
        fields: { ...STAGED_FIELDS, totalMinor: { label: '1688应付', format: 'fen' } },
      },
    },
    input: z.object({
      items: z
        .array(
          z.object({
            purchaseId: id,
            totalMinor: z.int().min(0),
            /** the chosen staged way of the price check; null: payment in full */
            tradeType: tradeType.nullable().default(null),
          }),
        )
        .min(1)
        .max(200),
    }),
    output: bulkOutcome,
    refusals: [],
    lists: ['purchases', 'ledger'],
  },
  /** 下单结果未知: searches for our number at 1688 now. */
  settleAlibabaOrder: {
    ...call,
    path: `${base}/settleAlibabaOrder`,
    title: '核对下单结果',
    object: 'purchase',
    input: z.object({ purchaseIds }),
    output: bulkOutcome,
    refusals: [],
    lists: ['purchases', 'ledger'],
  },
  /** Reads the purchases' 1688 orders again now. */
  refreshAlibabaOrders: {
    ...call,
    path: `${base}/refreshAlibabaOrders`,
    title: '刷新1688订单',
    logged: false,
    input: z.object({ purchaseIds }),
    output: bulkOutcome,
    refusals: [],
    lists: ['purchases', 'parcels'],
  },
  getPlacement: {
    ...call,
    method: 'GET',
    mode: 'get',
    path: `${base}/getPlacement`,
    title: '1688下单详情',
    logged: false,
    input: z.object({ purchaseId: id }),
    output: placementDetail,
    refusals: ['not-found'],
    lists: ['purchases'],
  },
  /** The amounts due now for the purchases' 1688 orders, as last read; the outcome says why nothing is due for the others. */
  queryPayable: {
    ...call,
    path: `${base}/queryPayable`,
    title: '应付款项',
    logged: false,
    input: z.object({ purchaseIds }),
    output: z.object({
      orders: z.array(owingOrder),
      left: bulkOutcome,
      /** how the suppliers of these orders were paid last (PAY_WAYS); null: never, or in different ways */
      payWay: z.string().nullable(),
    }),
    refusals: [],
    lists: ['purchases', 'payments'],
  },
  /** Pay links for all unpaid 1688 orders of the purchases, of one account: one for every 30 orders, which is 1688's limit. */
  requestPayLink: {
    ...call,
    path: `${base}/requestPayLink`,
    title: '获取付款链接',
    object: 'purchase',
    labels: { way: { label: '付款方式', format: 'choice', choices: PAY_WAYS } },
    input: z.object({ purchaseIds, way: payWay.default('alipay') }),
    output: z.object({ payments: z.array(payment), rows: bulkOutcome }),
    refusals: [...remote, 'state-not-allowed'],
    lists: ['purchases', 'payments', 'ledger'],
  },
  /**
   * Pays without a password, if the account allows it. At most once for a 1688 order or stage: `stages` are those that the person saw as
   * due; no other is paid, however often the call is repeated.
   */
  payByProtocol: {
    ...call,
    path: `${base}/payByProtocol`,
    title: '免密支付',
    object: 'purchase',
    labels: {
      channel: { label: '付款渠道', format: 'choice', choices: { alipay: '支付宝免密支付', shegou: '赊购免密支付' } },
      stages: { label: '付款阶段', format: 'list', fields: STAGE_FIELDS },
      amounts: { label: '看到的应付金额', format: 'list', fields: STAGE_FIELDS },
    },
    input: z.object({
      purchaseIds,
      channel: z.enum(['alipay', 'shegou']).default('alipay'),
      stages: z
        .array(z.object({ orderId: remoteId, stage: z.int().min(1), amountMinor: z.int().min(0) }))
        .max(2000)
        .default([]),
      /** the amounts that the person saw for orders that are paid as a whole; a named order is paid only if its amount is unchanged */
      amounts: z
        .array(z.object({ orderId: remoteId, amountMinor: z.int().min(0) }))
        .max(2000)
        .default([]),
    }),
    output: bulkOutcome,
    refusals: [...remote, 'state-not-allowed'],
    lists: ['purchases', 'payments', 'ledger'],
  },
  getPayments: {
    ...call,
    method: 'GET',
    mode: 'get',
    path: `${base}/getPayments`,
    title: '付款记录',
    logged: false,
    input: paymentFilter.extend({ state: paymentState.optional(), ...pageInput }),
    output: pageOf(paymentRow),
    refusals: [],
    lists: ['payments'],
  },
  getPaymentCountByState: {
    ...call,
    method: 'GET',
    mode: 'get',
    path: `${base}/getPaymentCountByState`,
    title: '付款数量',
    logged: false,
    input: paymentFilter,
    output: stateCounts(paymentState),
    refusals: [],
    lists: ['payments'],
  },
  /** Cancels unpaid 1688 orders of the purchases (reference 3.6): the named ones, or all. */
  cancelAlibabaOrder: {
    ...call,
    path: `${base}/cancelAlibabaOrder`,
    title: '取消1688订单',
    object: 'purchase',
    labels: { orderIds: '1688订单', remark: '备注' },
    input: z.object({
      purchaseIds,
      orderIds: z.array(remoteId).max(200).default([]),
      reason: z.enum(['buyerCancel', 'sellerGoodsLack', 'other']).default('buyerCancel'),
      remark: text(200).default(''),
    }),
    output: bulkOutcome,
    refusals: [],
    lists: ['purchases', 'ledger'],
  },
  /** The 1688 orders that brought the goods of an order: where the money for returned pieces can be claimed back. */
  getReturnedPurchases: {
    ...call,
    method: 'GET',
    mode: 'get',
    path: `${base}/getReturnedPurchases`,
    title: '退货对应的1688订单',
    logged: false,
    input: z.object({ orderId: id }),
    output: z.array(returnedPurchase),
    refusals: ['not-found'],
    lists: ['purchases', 'orders'],
  },
  /** What can be refunded for one 1688 order. */
  getRefundOptions: {
    ...call,
    path: `${base}/getRefundOptions`,
    title: '可退款项',
    logged: false,
    object: 'purchase',
    labels: { itemIds: '货品' },
    input: z.object({ orderId: remoteId, itemIds: z.array(id).max(50).default([]) }),
    output: z.object({
      order: alibabaOrder,
      goodsStatus: z.string(),
      reasons: z.array(z.object({ id: z.string(), name: z.string(), needsPhotos: z.boolean() })),
      maxRefundMinor: z.int(),
      maxFreightMinor: z.int(),
    }),
    refusals: [...remote, 'state-not-allowed'],
    lists: [],
  },
  applyAlibabaRefund: {
    ...call,
    path: `${base}/applyAlibabaRefund`,
    title: '申请1688退款',
    object: 'purchase',
    labels: {
      orderId: '1688订单',
      itemIds: '退款的商品',
      kind: '类型',
      paymentMinor: { label: '退货款', format: 'fen' },
      freightMinor: { label: '退运费', format: 'fen' },
      reasonId: '原因',
      description: '描述',
      counts: { label: '退的件数', format: 'list', fields: COUNT_FIELDS },
      photos: '凭证照片',
    },
    input: z.object({
      orderId: remoteId,
      /** created once by the form: sending the same form twice applies for one refund */
      requestKey: requiredText(64),
      itemIds: z.array(id).min(1).max(50),
      kind: z.enum(['refund', 'returnRefund']),
      paymentMinor: z.int().min(1),
      freightMinor: z.int().min(0).default(0),
      // 1688 requires a number (reference 3.6). Text would fail only when the request to 1688 is built.
      reasonId: remoteId,
      description: z.string().trim().min(2, '至少2个字').max(150, '最多150个字'),
      /** the pieces that are returned to the seller, for 退货退款; an item without an entry is returned completely */
      counts: z
        .array(z.object({ itemId: id, quantity: z.int().min(1).max(1_000_000) }))
        .max(50)
        .default([]),
      /** sent to 1688 as evidence */
      photos: uploadedPictures.default([]),
    }),
    output: z.object({ refundId: z.string().nullable() }),
    refusals: [...remote, 'state-not-allowed', 'outcome-unknown', 'file-refused'],
    lists: ['purchases', 'ledger'],
  },
  getLedger: {
    ...call,
    method: 'GET',
    mode: 'get',
    path: `${base}/getLedger`,
    title: '凭证账本',
    logged: false,
    input: z.object({
      kind: ledgerKind.optional(),
      keyword: text(64).optional(),
      from: formInt(0, 9_999_999_999_999).optional(),
      to: formInt(0, 9_999_999_999_999).optional(),
      ...pageInput,
    }),
    output: pageOf(ledgerEntry),
    refusals: [],
    lists: ['ledger'],
  },
  /** Checks the whole chain, and that every intent has exactly one order. */
  verifyLedger: {
    ...call,
    path: `${base}/verifyLedger`,
    title: '校验账本',
    object: 'ledger',
    input: z.object({}),
    output: ledgerProof,
    refusals: [],
    lists: [],
  },
})
