import * as z from '../zod.ts'
import { defineEndpoints } from '../endpoint.ts'
import { id, requiredText, text, uploadedPictures } from '../wire.ts'
import { base, currency } from './order-filter.ts'
import { declineReason, orderReturn, returnRefundPreview } from './order-returns.schema.ts'

const lineGid = z
  .string()
  .regex(/^gid:\/\/shopify\/ReturnLineItem\/[0-9]{1,19}$/, '应为店铺的编号 gid://shopify/ReturnLineItem/…')
const locationGid = z
  .string()
  .regex(/^gid:\/\/shopify\/Location\/[0-9]{1,19}$/, '应为店铺的编号 gid://shopify/Location/…')
const pieces = z.int().min(1).max(1_000_000)
/** Whether the shop sends the shopper a message about it. */
const notifyCustomer = z.boolean()
const shop = ['not-found', 'state-not-allowed', 'store-unauthorised', 'store-busy', 'store-failed'] as const
const sent = [...shop, 'outcome-unknown'] as const
const answer = {
  feature: 'orders',
  method: 'POST',
  mode: 'postjson',
  right: 'granted',
  logged: true,
  object: 'order',
  output: orderReturn,
  refusals: [...sent],
  lists: ['orders'],
} as const
const PIECE_FIELDS = {
  id: { label: '退货的商品', format: 'internal' },
  quantity: { label: '件数', format: 'count' },
  open: { label: '看到的没处理件数', format: 'count' },
  restock: { label: '退回库存', format: 'yes-no' },
} as const
const ANSWER_LABELS = { returnId: '退货', notifyCustomer: '通知买家' } as const

/** Returns of an order. */
export const orderReturnEndpoints = defineEndpoints({
  getOrderReturns: {
    feature: 'orders',
    method: 'GET',
    path: `${base}/getOrderReturns`,
    mode: 'get',
    right: 'granted',
    title: '订单退货',
    logged: false,
    input: z.object({ orderId: id }),
    output: z.object({
      currency: z.string(),
      /** newest first */
      returns: z.array(orderReturn),
      /** the shop reports a return that the app cannot read: it lacks the scope read_returns */
      hidden: z.boolean(),
    }),
    refusals: ['not-found'],
    lists: ['orders'],
  },
  approveReturn: {
    ...answer,
    path: `${base}/approveReturn`,
    title: '同意退货',
    labels: ANSWER_LABELS,
    input: z.object({ returnId: id, notifyCustomer }),
  },
  declineReturn: {
    ...answer,
    path: `${base}/declineReturn`,
    title: '拒绝退货',
    labels: { ...ANSWER_LABELS, declineReason: '拒绝的原因', declineNote: '给买家的说明' },
    input: z.object({ returnId: id, declineReason, declineNote: text(500).default(''), notifyCustomer }),
  },
  /** Ends an open return; this puts nothing back into stock and refunds nothing. */
  closeReturn: {
    ...answer,
    path: `${base}/closeReturn`,
    title: '结束退货',
    labels: ANSWER_LABELS,
    input: z.object({ returnId: id }),
  },
  /** Replaces the photos of a return, which are evidence for its supplier. */
  saveReturnPhotos: {
    ...answer,
    path: `${base}/saveReturnPhotos`,
    title: '退货照片',
    labels: { returnId: '退货', photos: '照片' },
    input: z.object({ returnId: id, photos: uploadedPictures }),
    refusals: ['not-found'],
  },
  /** The dry run of a refund; without lines: all open pieces. Writes nothing. */
  previewReturnRefund: {
    ...answer,
    path: `${base}/previewReturnRefund`,
    title: '退货退款预演',
    logged: false,
    object: 'order',
    labels: { returnId: '退货', shipping: '退运费' },
    input: z.object({
      returnId: id,
      lines: z
        .array(z.object({ id: lineGid, quantity: pieces }))
        .max(50)
        .default([]),
      shipping: z.boolean().default(false),
    }),
    output: returnRefundPreview,
    refusals: [...shop],
    lists: [],
  },
  /** Processes pieces of a return and refunds them, at most once. */
  refundReturn: {
    ...answer,
    path: `${base}/refundReturn`,
    title: '退货退款',
    labels: {
      ...ANSWER_LABELS,
      lines: { label: '退款的商品', format: 'list', fields: PIECE_FIELDS },
      locationId: '退回的仓库',
      amountMinor: { label: '退款金额', format: 'minor' },
      currency: '币种',
      shipping: '退运费',
      note: '备注',
    },
    input: z.object({
      returnId: id,
      /** created once by the form: sending the same form twice refunds once */
      requestKey: requiredText(64),
      lines: z
        .array(
          z.object({
            id: lineGid,
            quantity: pieces,
            /** the open pieces that the person saw */
            open: pieces,
            restock: z.boolean(),
          }),
        )
        .min(1, '请至少选择一项')
        .max(50, '一次最多50个'),
      /** where the pieces are put back; needed if any are */
      locationId: locationGid.optional(),
      /** minor units of `currency`, the currency in which the shopper paid */
      amountMinor: z.int().min(1).max(9_000_000_000_000),
      currency,
      /** refunds the rest of the shipping charge too; `amountMinor` contains it */
      shipping: z.boolean(),
      notifyCustomer,
      note: text(200).default(''),
    }),
    refusals: [...sent, 'stale', 'key-reused'],
  },
})
