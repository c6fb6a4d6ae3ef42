import { RemoteFailure } from '@huoqiao/connector-kit'
import { toSourceOrder } from '../mapping/trade-order.mapping.ts'
import type { ListOrdersInput, SourceOrder, SourceOrderPage } from '../trade-order.ts'
import type { CallOptions, Transport } from '../transport.ts'
import { longOf } from '../wire/big-json.ts'
import { topLayout } from '../wire/call-descriptor.ts'
import type { CallDescriptor } from '../wire/call-descriptor.ts'
import { saysOrderUnknown } from '../wire/error-words.ts'
import { at, count, isRecord, list } from '../wire/field.ts'

const LIST: CallDescriptor = {
  namespace: 'com.alibaba.trade',
  name: 'alibaba.trade.getBuyerOrderList',
  safe: true,
  token: true,
  // No success flag is documented (reference 1.7). An answer without list and count is not an empty list, because it may hide our order.
  answer: { ...topLayout('result'), shape: ['result', 'totalRecord'] },
}

const DETAIL: CallDescriptor = {
  namespace: 'com.alibaba.trade',
  name: 'alibaba.trade.get.buyerView',
  safe: true,
  token: true,
  answer: topLayout('result'),
  wordFor: (_code, message) => (saysOrderUnknown(message) ? 'not-found' : undefined),
}

/** The page size that is certain to be honoured (reference 10, question 7). */
const ORDER_PAGE_SIZE = 20

/** One page of the buyer's orders (reference 3.5). Filters may be ignored by 1688. Throws RemoteFailure. */
export async function listOrders(
  transport: Transport,
  input: ListOrdersInput,
  options?: CallOptions,
): Promise<SourceOrderPage> {
  const page = Math.max(1, Math.trunc(input.page ?? 1))
  const pageSize = Math.max(1, Math.trunc(input.pageSize ?? ORDER_PAGE_SIZE))
  const params = {
    page,
    pageSize,
    outOrderId: input.outOrderId,
    orderStatus: input.status,
    createStartTime: dateOf(input.createdFrom),
    createEndTime: dateOf(input.createdTo),
    modifyStartTime: dateOf(input.modifiedFrom),
    modifyEndTime: dateOf(input.modifiedTo),
    // Must be the text `true` or `false` (reference 3.5, traps).
    isHis: input.history === true,
  }
  const { payload, body, exchange } = await transport.call(LIST, params, options)
  const inner = isRecord(payload) ? payload : {}
  const rows = list(isRecord(payload) ? (payload['result'] ?? payload['orders']) : payload)
  const total = count(at(body, 'totalRecord')) ?? count(inner['totalRecord'])
  if (!Array.isArray(payload) && total === null && rows.length === 0) {
    throw new RemoteFailure('unavailable', `${LIST.name}: the answer holds no list`, {
      vendor: '1688',
      call: LIST.name,
      exchange,
    })
  }
  return { page, pageSize, total, orders: rows.flatMap((row) => toSourceOrder(row) ?? []) }
}

/** One order with its address and parcels (reference 3.5). Throws RemoteFailure; `not-found` if it does not exist. */
export async function getOrder(transport: Transport, orderId: string, options?: CallOptions): Promise<SourceOrder> {
  const { payload, exchange } = await transport.call(DETAIL, { webSite: '1688', orderId: longOf(orderId) }, options)
  const order = toSourceOrder(payload)
  if (order) return order
  throw new RemoteFailure('not-found', `${DETAIL.name}: no order came back for ${orderId}`, {
    vendor: '1688',
    call: DETAIL.name,
    exchange,
  })
}

export const dateOf = (instantMs: number | undefined): Date | undefined =>
  instantMs === undefined ? undefined : new Date(instantMs)
