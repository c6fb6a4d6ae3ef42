import { RemoteFailure } from '@huoqiao/connector-kit'
import { toPayProtocols, toPayWays } from '../mapping/payment.mapping.ts'
import type { PayLink, PayLinkInput, PayProtocol, PayWays, PreparedPay, PreparePayInput } from '../payment.ts'
import type { CallOptions, Transport } from '../transport.ts'
import { longOf } from '../wire/big-json.ts'
import { resultLayout, topLayout } from '../wire/call-descriptor.ts'
import type { CallDescriptor } from '../wire/call-descriptor.ts'
import { flag, id, list, record, text } from '../wire/field.ts'

/** A link moves no money, so it may be requested again. An address in a refusal is a link for part of the orders. */
const ALIPAY: CallDescriptor = {
  namespace: 'com.alibaba.trade',
  name: 'alibaba.alipay.url.get',
  safe: true,
  token: true,
  answer: { ...topLayout(''), shape: ['payUrl'], proof: ['payUrl'] },
}

const LINKS: Readonly<Record<PayLinkInput['way'], CallDescriptor>> = {
  alipay: ALIPAY,
  crossBorder: { ...ALIPAY, name: 'alibaba.crossBorderPay.url.get' },
  credit: { ...ALIPAY, name: 'alibaba.creditPay.url.get' },
}

/**
 * Maximum of orders on one link. The Alipay call's page says 100, its older SDK 30 (reference 1.8); the two other calls say 30. The smaller
 * number is safe in either case.
 */
export const PAY_LINK_ORDERS = 30

const PAY_WAYS: CallDescriptor = {
  ...ALIPAY,
  name: 'alibaba.trade.payWay.query',
  answer: { ...topLayout(''), shape: ['resultList'] },
}

const IS_OPEN: CallDescriptor = {
  ...ALIPAY,
  name: 'alibaba.trade.pay.protocolPay.isopen',
  answer: { ...resultLayout(''), shape: ['result'] },
}

const PREPARE: CallDescriptor = {
  ...ALIPAY,
  name: 'alibaba.trade.pay.protocolPay.preparePay',
  safe: false,
  answer: { ...resultLayout(''), shape: ['result.result.paySuccess', 'result.paySuccess'] },
}

/** A payment page for the orders (reference 3.7). Throws RemoteFailure, or RangeError for too many orders. */
export async function payLink(transport: Transport, input: PayLinkInput, options?: CallOptions): Promise<PayLink> {
  const descriptor = LINKS[input.way]
  if (input.orderIds.length === 0 || input.orderIds.length > PAY_LINK_ORDERS) {
    throw new RangeError(`${descriptor.name} takes 1 to ${PAY_LINK_ORDERS} orders, not ${input.orderIds.length}`)
  }
  const { body, exchange } = await transport.call(descriptor, { orderIdList: input.orderIds.map(longOf) }, options)
  const answer = record(body)
  const payUrl = text(answer['payUrl'])
  const failed = list(answer['payFailureOrderList'] ?? answer['cantPayOrderList'])
  if (payUrl !== null && /^https?:\/\//i.test(payUrl)) {
    return { payUrl, failed: failed.flatMap((one) => id(one) ?? id(record(one)['orderId']) ?? []) }
  }
  throw new RemoteFailure('rejected', `${descriptor.name}: the answer holds no address to pay at`, {
    vendor: '1688',
    call: descriptor.name,
    exchange,
  })
}

/** The channels by which an unpaid order can be paid (reference 3.7). Main accounts only. Throws RemoteFailure. */
export async function payWays(transport: Transport, orderId: string, options?: CallOptions): Promise<PayWays> {
  longOf(orderId)
  const { body } = await transport.call(PAY_WAYS, { orderId }, options)
  return toPayWays(body, orderId)
}

/** The active agreements for payment without a password (reference 3.7). Throws RemoteFailure. */
export async function payProtocols(transport: Transport, options?: CallOptions): Promise<PayProtocol[]> {
  const { body } = await transport.call(IS_OPEN, {}, options)
  return toPayProtocols(body)
}

/**
 * Pays an order without a password (reference 3.7). Never repeated automatically; the caller may try at most three times for an order.
 * Throws RemoteFailure. Only `paid: true` is certain: in every other case read the order.
 */
export async function preparePay(
  transport: Transport,
  input: PreparePayInput,
  options?: CallOptions,
): Promise<PreparedPay> {
  if (!Number.isSafeInteger(input.amountFen) || input.amountFen <= 0) {
    throw new RangeError(`not an amount in fen: ${input.amountFen}`)
  }
  const param = {
    orderId: longOf(input.orderId),
    payChannel: input.channel,
    payAmount: input.amountFen,
    opRequestId: input.requestId,
  }
  const { body } = await transport.call(PREPARE, { tradeWithholdPreparePayParam: param }, options)
  const outer = record(record(body)['result'])
  const inner = record(outer['result'])
  return {
    paid: (flag(inner['paySuccess']) ?? flag(outer['paySuccess'])) === true,
    channel: (text(inner['payChannel']) ?? text(outer['payChannel']))?.toLowerCase() ?? null,
  }
}
