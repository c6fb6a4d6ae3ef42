import { RemoteFailure } from '@huoqiao/connector-kit'
import { toOrderCreated } from '../mapping/created-order.mapping.ts'
import type { CreateOrderInput, OrderCreated } from '../trade.ts'
import type { CallAnswer, CallOptions, Transport } from '../transport.ts'
import { firstText, wordOf } from '../wire/answer.ts'
import { resultLayout } from '../wire/call-descriptor.ts'
import type { CallDescriptor } from '../wire/call-descriptor.ts'
import { saysNumberUsed } from '../wire/error-words.ts'
import { at, flag } from '../wire/field.ts'
import { addressParam } from './addresses.ts'
import { cargoParam } from './preview-order.ts'

const PLACES = ['result.orderId', 'result.orderList', 'orderId', 'orderList'] as const

/**
 * Creating an order costs money, so it is never repeated automatically. The success flag proves nothing in either direction (reference
 * 3.4), so every answer that contains an order, or a reason for each line, is handled here by its content.
 */
const CREATE_CROSS: CallDescriptor = {
  namespace: 'com.alibaba.trade',
  name: 'alibaba.trade.createCrossOrder',
  safe: false,
  token: true,
  maskedParams: ['addressParam'],
  answer: {
    ...resultLayout(''),
    error: [],
    shape: ['result', ...PLACES],
    proof: [...PLACES, 'result.failedOfferList', 'failedOfferList'],
  },
  wordFor: (_code, message) => (saysNumberUsed(message) ? 'already-done' : undefined),
}

const CREATE_FAST: CallDescriptor = { ...CREATE_CROSS, name: 'alibaba.trade.fastCreateOrder' }

/**
 * Places an order (reference 3.4). Returns if at least one order exists. Throws RemoteFailure: `rejected` if there is none and the platform
 * gives a reason; `already-done` if our number was used before; `unknown-outcome` if the answer was lost, reports an internal error, or
 * reports success without an order number.
 */
export async function createOrder(
  transport: Transport,
  input: CreateOrderInput,
  options?: CallOptions,
): Promise<OrderCreated> {
  const descriptor = input.via === 'fast' ? CREATE_FAST : CREATE_CROSS
  const params = {
    flow: input.flow,
    addressParam: addressParam(input.address),
    cargoParamList: cargoParam(input.cargo),
    message: input.message,
    outOrderId: input.outOrderId,
    tradeType: input.tradeType,
  }
  const answer = await transport.call(descriptor, params, options)
  const created = toOrderCreated(answer.body)
  if (created.orders.length > 0) return created
  throw noOrder(descriptor, answer, created, input.cargo.length)
}

function noOrder(descriptor: CallDescriptor, answer: CallAnswer, created: OrderCreated, lines: number): RemoteFailure {
  const line = created.failed.find((one) => one.code !== null || one.message !== null)
  const code = firstText(answer.body, descriptor.answer.code) ?? line?.code ?? undefined
  const reason = firstText(answer.body, descriptor.answer.message) ?? line?.message ?? undefined
  const refused = descriptor.answer.success.some((path) => flag(at(answer.body, path)) === false)
  // A success without an order number is only certain if every line is reported as failed.
  const resolved = created.failed.length >= (refused ? 1 : lines)
  const word = resolved ? wordOf(descriptor, code, reason ?? '') : 'unknown-outcome'
  return new RemoteFailure(word, `${descriptor.name}: ${reason ?? 'the answer names no order'}`, {
    vendor: '1688',
    call: descriptor.name,
    ...(code === undefined ? {} : { code }),
    exchange: answer.exchange,
  })
}
