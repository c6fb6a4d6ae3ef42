import * as z from '../zod.ts'
import { defineEndpoints } from '../endpoint.ts'
import {
  bulkOutcome,
  formInt,
  formList,
  id,
  pageInput,
  pageOf,
  remoteId,
  requiredText,
  stateCounts,
  text,
  uploadedPictures,
} from '../wire.ts'
import { idempotencyKey } from '../purchases/purchases.schema.ts'
import { RECEIPT_FIELDS } from './deliveries.fields.ts'
import { spareLine } from '../purchases/spares.schema.ts'
import { returnable, parcel, parcelDetail, parcelTab, receipt, receiving, shipCarriers } from './deliveries.schema.ts'

const base = '/api/purchase/delivery'
const call = { feature: 'deliveries', method: 'POST', mode: 'postjson', right: 'granted', logged: true } as const
const read = { ...call, method: 'GET', mode: 'get', logged: false } as const
const when = formInt(0, 9_999_999_999_999)
const pieces = z.int().min(0).max(10_000_000)

export const parcelFilter = z.object({
  tab: parcelTab.optional(),
  /** waybill, purchase number, 1688 order id, carrier or order number */
  keyword: text(100).optional(),
  purchaseId: id.optional(),
  /** parcels of what was bought for this order */
  orderId: id.optional(),
  alibabaOrderId: remoteId.optional(),
  /** time of sending */
  from: when.optional(),
  to: when.optional(),
})
export type ParcelFilter = z.infer<typeof parcelFilter>

/** Goods under way and at the warehouse: parcels and receipts. */
export const deliveriesEndpoints = defineEndpoints({
  getParcels: {
    ...read,
    path: `${base}/getParcels`,
    title: '包裹列表',
    object: 'parcel',
    input: parcelFilter.extend({
      sort: z.enum(['sent', 'step']).default('sent'),
      direction: z.enum(['asc', 'desc']).default('desc'),
      ...pageInput,
    }),
    output: pageOf(parcel),
    refusals: [],
    lists: ['parcels'],
  },
  getParcelCountByTab: {
    ...read,
    path: `${base}/getParcelCountByTab`,
    title: '包裹数量',
    object: 'parcel',
    input: parcelFilter.omit({ tab: true }),
    output: stateCounts(parcelTab),
    refusals: [],
    lists: ['parcels'],
  },
  getParcel: {
    ...read,
    path: `${base}/getParcel`,
    title: '包裹详情',
    input: z.object({ parcelId: id }),
    output: parcelDetail,
    refusals: ['not-found'],
    lists: ['parcels'],
  },
  /** Reads the parcels and traces of these purchases' 1688 orders now. */
  refreshParcels: {
    ...call,
    path: `${base}/refreshParcels`,
    title: '刷新物流',
    logged: false,
    input: z.object({ purchaseIds: z.array(id).min(1).max(100) }),
    output: bulkOutcome,
    refusals: [],
    lists: ['parcels', 'purchases'],
  },
  /** 催发货: asks the sellers through 1688 to ship; 1688 accepts one request in 24 hours for an order. */
  urgeParcel: {
    ...call,
    path: `${base}/urgeParcel`,
    title: '催发货',
    object: 'purchase',
    input: z.object({ purchaseIds: z.array(id).min(1).max(100) }),
    output: bulkOutcome,
    refusals: [],
    lists: ['parcels', 'purchases'],
  },
  /** By purchase, or by a number on a parcel: a waybill, a purchase number, a 1688 order id. A waybill may belong to several purchases. */
  getReceiving: {
    ...read,
    path: `${base}/getReceiving`,
    title: '收货查询',
    object: 'receipt',
    labels: { code: '单号' },
    input: z.object({ purchaseId: id.optional(), code: text(64).optional() }),
    output: z.array(receiving),
    refusals: ['not-found'],
    lists: ['parcels', 'purchases'],
  },
  getReceipts: {
    ...read,
    path: `${base}/getReceipts`,
    title: '收货记录',
    object: 'receipt',
    labels: { defects: '只看有破损' },
    input: z.object({
      keyword: text(64).optional(),
      purchaseId: id.optional(),
      /** only entries with defective pieces */
      defects: z.enum(['true', 'false']).optional(),
      from: when.optional(),
      to: when.optional(),
      ...pageInput,
    }),
    output: pageOf(receipt),
    refusals: [],
    lists: ['parcels', 'purchases'],
  },
  /** Records received goods. A repeat with the same `key` returns the first result. All lines are recorded or none. */
  receiveGoods: {
    ...call,
    path: `${base}/receiveGoods`,
    title: '收货',
    object: 'receipt',
    labels: { key: '请求编号', lines: { label: '商品', format: 'list', fields: RECEIPT_FIELDS } },
    input: z.object({
      purchaseId: id,
      key: idempotencyKey,
      parcelId: id.nullable().default(null),
      lines: z
        .array(
          z.object({
            lineId: id,
            /** usable source pieces */
            quantity: pieces,
            defects: pieces.default(0),
            defectReason: text(200).default(''),
            /** of the defective pieces */
            photos: uploadedPictures.default([]),
          }),
        )
        .min(1)
        .max(200),
      /** the reason for receiving more than was bought; required in that case */
      overReason: text(200).default(''),
      /** the reason for receiving more than the seller's parcels contain; required in that case */
      unsentReason: text(200).default(''),
      note: text(500).default(''),
    }),
    output: receiving,
    refusals: ['not-found', 'state-not-allowed', 'over-received', 'beyond-sent', 'key-reused'],
    lists: ['parcels', 'purchases', 'orders'],
  },
  /** 冲销: a negative entry that refers to this one. Refused if its goods were already sent. */
  reverseReceipt: {
    ...call,
    path: `${base}/reverseReceipt`,
    title: '冲销收货',
    object: 'receipt',
    input: z.object({ receiptId: id, note: requiredText(200) }),
    output: receiving,
    refusals: ['not-found', 'state-not-allowed', 'already-shipped'],
    lists: ['parcels', 'purchases', 'orders'],
  },
  /**
   * Moves arrived goods of one line to other orders. `from`: the allocation that the person saw; if it changed, the call is refused as
   * stale.
   */
  reallocate: {
    ...call,
    path: `${base}/reallocate`,
    title: '调整分配',
    object: 'purchase-line',
    labels: {
      parts: {
        label: '分给的订单',
        format: 'list',
        fields: {
          demandId: { label: '需求', format: 'reference' },
          from: { label: '原来', format: 'count' },
          to: { label: '改为', format: 'count' },
        },
      },
    },
    input: z.object({
      lineId: id,
      parts: z
        .array(z.object({ demandId: id, from: pieces, to: pieces }))
        .min(1)
        .max(500),
    }),
    output: receiving,
    refusals: ['not-found', 'stale', 'state-not-allowed', 'already-shipped'],
    lists: ['parcels', 'purchases', 'orders'],
  },
  /** Makes spare goods that an order took spare again, including goods that were not sent yet. */
  giveBackSpare: {
    ...call,
    path: `${base}/giveBackSpare`,
    title: '退回余货',
    object: 'purchase-line',
    labels: { demandId: '需求' },
    input: z.object({ demandId: id, reason: text(200).default('') }),
    output: z.object({ saleQuantity: z.int() }),
    refusals: ['not-found', 'already-shipped', 'state-not-allowed'],
    lists: ['parcels', 'purchases', 'orders'],
  },
  /** What was sent to an order's shopper and could come back, by the purchase line that brought it. */
  getReturnable: {
    ...read,
    path: `${base}/getReturnable`,
    title: '可退货入库的商品',
    input: z.object({ orderId: id }),
    output: z.array(returnable),
    refusals: ['not-found'],
    lists: ['orders', 'purchases'],
  },
  /** 退货入库: goods that came back from the shopper become spare pieces of the purchase line that they were bought with. */
  returnToStock: {
    ...call,
    path: `${base}/returnToStock`,
    title: '退货入库',
    object: 'purchase-line',
    labels: { demandId: '需求', saleQuantity: '件数', seen: '已入库', note: '原因' },
    input: z.object({
      demandId: id,
      saleQuantity: z.int().min(1).max(1_000_000),
      /** number of pieces that had been put in before, as the person saw it */
      seen: pieces,
      note: requiredText(200),
    }),
    output: z.object({ pieces: z.int(), line: spareLine }),
    refusals: ['not-found', 'stale', 'state-not-allowed'],
    lists: ['purchases', 'orders', 'parcels'],
  },
  /** 终止剩余: demand that got no goods is given back to its orders, to be bought elsewhere. */
  terminateRest: {
    ...call,
    path: `${base}/terminateRest`,
    title: '终止剩余',
    object: 'purchase',
    input: z.object({ purchaseIds: z.array(id).min(1).max(200), reason: requiredText(200) }),
    output: bulkOutcome,
    refusals: [],
    lists: ['purchases', 'orders', 'parcels'],
  },
  /**
   * 确认收货 at 1688, which releases the money to the seller: for each 1688 order whose goods were all received, and for those in `accept`,
   * although goods are missing, with a reason.
   */
  confirmAlibabaReceipt: {
    ...call,
    path: `${base}/confirmAlibabaReceipt`,
    title: '1688确认收货',
    object: 'purchase',
    labels: { accept: '没有收齐也确认的1688订单' },
    input: z.object({
      purchaseIds: z.array(id).min(1).max(100),
      accept: z.array(remoteId).max(500).default([]),
      reason: text(200).default(''),
    }),
    output: bulkOutcome,
    refusals: [],
    lists: ['purchases', 'parcels'],
  },
  /** Couriers for forms, from the dictionary `carrier`, each with whether Shopify knows it. */
  getShipCarriers: {
    ...read,
    path: `${base}/getShipCarriers`,
    title: '发货承运商',
    input: z.object({}),
    output: shipCarriers,
    refusals: [],
    lists: ['dictionaries'],
  },
  /** Separate from the parcel list: the parcels for a page of orders. */
  getOrderParcels: {
    ...read,
    path: `${base}/getOrderParcels`,
    title: '订单的来货包裹',
    input: z.object({ orderIds: formList(id, 200).pipe(z.array(id).min(1)) }),
    output: z.array(z.object({ orderId: id, parcels: z.array(parcel) })),
    refusals: [],
    lists: ['parcels', 'orders'],
  },
})
