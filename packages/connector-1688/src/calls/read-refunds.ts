import { RemoteFailure } from '@huoqiao/connector-kit'
import { toSourceRefund } from '../mapping/payment.mapping.ts'
import type { RefundsInput, SourceRefund, SourceRefundPage } from '../payment.ts'
import type { CallOptions, Transport } from '../transport.ts'
import { longOf } from '../wire/big-json.ts'
import { topLayout } from '../wire/call-descriptor.ts'
import type { CallDescriptor } from '../wire/call-descriptor.ts'
import { saysRefundUnknown } from '../wire/error-words.ts'
import { count, isRecord, list, record } from '../wire/field.ts'
import { dateOf } from './read-orders.ts'

const LIST: CallDescriptor = {
  namespace: 'com.alibaba.trade',
  name: 'alibaba.trade.refund.buyer.queryOrderRefundList',
  safe: true,
  token: true,
  answer: topLayout('result'),
}

const DETAIL: CallDescriptor = {
  ...LIST,
  name: 'alibaba.trade.refund.OpQueryOrderRefund',
  wordFor: (_code, message) => (saysRefundUnknown(message) ? 'not-found' : undefined),
}

const DISPUTE_TYPES = { all: 0, inSale: 1, afterSale: 2 } as const

/** Refunds as the buyer sees them (reference 3.8). Main accounts only. Throws RemoteFailure. */
export async function listRefunds(
  transport: Transport,
  input: RefundsInput,
  options?: CallOptions,
): Promise<SourceRefundPage> {
  const params = {
    orderId: input.orderId === undefined ? undefined : longOf(input.orderId),
    refundStatusSet: input.statuses?.length ? input.statuses : undefined,
    applyStartTime: dateOf(input.appliedFrom),
    applyEndTime: dateOf(input.appliedTo),
    modifyStartTime: dateOf(input.modifiedFrom),
    modifyEndTime: dateOf(input.modifiedTo),
    currentPageNum: input.page,
    pageSize: input.pageSize ?? 20,
    // The vendor's spelling.
    dipsuteType: DISPUTE_TYPES[input.when ?? 'all'],
  }
  const { payload } = await transport.call(LIST, params, options)
  const page = record(payload)
  const rows = list(Array.isArray(payload) ? payload : page['opOrderRefundModels'])
  const total = count(page['totalCount'])
  const current = count(page['currentPageNum']) ?? input.page ?? 0
  const ended = rows.length === 0 || (input.page === undefined && total !== null && rows.length >= total)
  return { next: ended ? null : current + 1, total, refunds: rows.flatMap((row) => toSourceRefund(row) ?? []) }
}

/** One refund (reference 3.8). Throws RemoteFailure; `not-found` if none is returned. */
export async function getRefund(transport: Transport, refundId: string, options?: CallOptions): Promise<SourceRefund> {
  const { payload, exchange } = await transport.call(DETAIL, { refundId, needTimeOutInfo: true }, options)
  const wrapped = record(payload)['opOrderRefundModelDetail']
  const refund = toSourceRefund(isRecord(wrapped) ? wrapped : payload)
  if (refund) return refund
  throw new RemoteFailure('not-found', `${DETAIL.name}: no refund came back for ${refundId}`, {
    vendor: '1688',
    call: DETAIL.name,
    exchange,
  })
}
