import { trimEnd } from '@huoqiao/kit'
import { RemoteFailure } from '@huoqiao/connector-kit'
import { toRefundLimit, toRefundReasons } from '../mapping/payment.mapping.ts'
import type {
  RefundCount,
  RefundCreated,
  RefundInput,
  RefundLimit,
  RefundLimitInput,
  RefundReason,
  RefundReasonsInput,
  ReturnGoodsInput,
} from '../payment.ts'
import type { CallOptions, Transport } from '../transport.ts'
import { longOf } from '../wire/big-json.ts'
import { resultLayout } from '../wire/call-descriptor.ts'
import type { CallDescriptor } from '../wire/call-descriptor.ts'
import { saysRefundUnknown } from '../wire/error-words.ts'
import { isRecord, mediaUrl, record, text } from '../wire/field.ts'

const REASONS: CallDescriptor = {
  namespace: 'com.alibaba.trade',
  name: 'alibaba.trade.getRefundReasonList',
  safe: true,
  token: true,
  answer: { ...resultLayout('result'), shape: ['result'] },
}

const LIMIT: CallDescriptor = { ...REASONS, name: 'alibaba.trade.getMaxRefundFee' }

const VOUCHER_LIMIT = 1_000_000

const UPLOAD: CallDescriptor = { ...REASONS, name: 'alibaba.trade.uploadRefundVoucher', fileParam: 'imageData' }

const CREATE: CallDescriptor = {
  ...REASONS,
  name: 'alibaba.trade.createRefund',
  safe: false,
  answer: { ...resultLayout('result'), proof: ['result.result.refundId', 'result.refundId', 'refundId'] },
  // `4xxx` is an error inside the platform on this call's own page, where `5xxx` are the refusals.
  wordFor: (code) => (/^4\d{3}$/.test(code ?? '') ? 'unknown-outcome' : undefined),
}

const CANCEL: CallDescriptor = {
  ...REASONS,
  name: 'alibaba.trade.cancelRefund',
  safe: false,
  answer: resultLayout('result'),
  wordFor: (_code, message) => (saysRefundUnknown(message) ? 'not-found' : undefined),
}

const RETURN_GOODS: CallDescriptor = { ...CANCEL, name: 'alibaba.trade.refund.returnGoods' }

/** The possible reasons for a refund (reference 3.8). Throws RemoteFailure. */
export async function refundReasons(
  transport: Transport,
  input: RefundReasonsInput,
  options?: CallOptions,
): Promise<RefundReason[]> {
  const params = {
    orderId: longOf(input.orderId),
    orderEntryIds: input.itemIds.map(longOf),
    goodsStatus: input.goodsStatus,
  }
  const { payload } = await transport.call(REASONS, params, options)
  return toRefundReasons(unwrapped(payload))
}

/** The maximum amount that can be refunded (reference 3.8). Throws RemoteFailure. */
export async function maxRefund(
  transport: Transport,
  input: RefundLimitInput,
  options?: CallOptions,
): Promise<RefundLimit> {
  const params = {
    input: {
      orderId: longOf(input.orderId),
      goodsStatus: input.goodsStatus,
      refundId: input.refundId,
      refundGoodsCountList: countsParam(input.counts),
    },
  }
  const { payload } = await transport.call(LIMIT, params, options)
  return toRefundLimit(unwrapped(payload))
}

/** Applies for a refund (reference 3.8). Never repeated automatically. Throws RemoteFailure. */
export async function createRefund(
  transport: Transport,
  input: RefundInput,
  options?: CallOptions,
): Promise<RefundCreated> {
  const params = {
    orderId: longOf(input.orderId),
    orderEntryIds: input.itemIds.map(longOf),
    disputeRequest: input.kind,
    applyPayment: fenOf(input.goodsFen),
    applyCarriage: fenOf(input.freightFen),
    applyReasonId: longOf(input.reasonId),
    description: input.description,
    goodsStatus: input.goodsStatus,
    vouchers: input.vouchers?.length ? input.vouchers : undefined,
    orderEntryCountList: input.counts?.length ? countsParam(input.counts) : undefined,
  }
  const { payload, body, exchange } = await transport.call(CREATE, params, options)
  const refundId =
    text(record(unwrapped(payload))['refundId']) ?? text(record(payload)['refundId']) ?? text(record(body)['refundId'])
  if (refundId !== null) return { refundId }
  throw new RemoteFailure('unknown-outcome', `${CREATE.name}: the answer names no refund`, {
    vendor: '1688',
    call: CREATE.name,
    exchange,
  })
}

/**
 * Uploads a picture as evidence (reference 3.8): a jpg below one megabyte. Returns the address for a refund's `vouchers`. Uploading twice
 * leaves an unused picture. Throws RemoteFailure, or RangeError for too large a file.
 */
export async function uploadRefundVoucher(
  transport: Transport,
  bytes: Uint8Array<ArrayBuffer>,
  options?: CallOptions,
): Promise<string> {
  if (bytes.length === 0 || bytes.length >= VOUCHER_LIMIT) throw new RangeError(`a voucher of ${bytes.length} bytes`)
  const file = { bytes, name: 'voucher.jpg', type: 'image/jpeg' }
  const { payload, exchange } = await transport.call(UPLOAD, {}, { ...options, file })
  const picture = record(unwrapped(payload))
  const host = text(picture['imageDomain'])
  const path = text(picture['imageRelativeUrl'])?.replace(/^\/+/, '')
  if (host !== null && path !== undefined)
    return mediaUrl(`//${trimEnd(host, '/').replace(/^(?:https?:)?\/\//i, '')}/${path}`)!
  throw new RemoteFailure('rejected', `${UPLOAD.name}: the answer holds no address of the picture`, {
    vendor: '1688',
    call: UPLOAD.name,
    exchange,
  })
}

/** Withdraws a refund application (reference 3.8). Throws RemoteFailure. */
export async function cancelRefund(transport: Transport, refundId: string, options?: CallOptions): Promise<void> {
  await transport.call(CANCEL, { refundId }, options)
}

/** Reports the parcel with the returned goods to the seller (reference 3.8). Throws RemoteFailure. */
export async function returnGoods(transport: Transport, input: ReturnGoodsInput, options?: CallOptions): Promise<void> {
  const params = {
    refundId: input.refundId,
    logisticsCompanyNo: input.carrierCode,
    freightBill: input.trackingNo,
    description: input.description,
    vouchers: input.vouchers?.length ? input.vouchers : undefined,
  }
  await transport.call(RETURN_GOODS, params, options)
}

const countsParam = (counts: readonly RefundCount[]) =>
  counts.map(({ itemId, quantity }) => ({ id: longOf(itemId), count: quantity }))

/** These calls wrap a result in a result; a single one also occurs. */
const unwrapped = (payload: unknown): unknown => {
  const inner = record(payload)['result']
  return isRecord(inner) || Array.isArray(inner) ? inner : payload
}

function fenOf(amount: number): number {
  if (!Number.isSafeInteger(amount) || amount < 0) throw new RangeError(`not an amount in fen: ${amount}`)
  return amount
}
