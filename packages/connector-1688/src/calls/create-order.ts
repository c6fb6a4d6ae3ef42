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
 * Creating is money: never sent twice by itself. The flag is no proof in either direction (reference 3.4), so whatever
 * holds an order or a reason line by line comes through here and is judged by what it holds.
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
 * Places an order (reference 3.4). Returns when at least one order exists. Throws RemoteFailure: `rejected` when there
 * is none and the platform says why, `already-done` when it says that our number was used, `unknown-outcome` when the
 * answer was lost, says that something went wrong inside, or says "yes" without naming an order.
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
  // A "yes" that names no order is only resolved when every line is told to have failed.
  const resolved = created.failed.length >= (refused ? 1 : lines)
  const word = resolved ? wordOf(descriptor, code, reason ?? '') : 'unknown-outcome'
  return new RemoteFailure(word, `${descriptor.name}: ${reason ?? 'the answer names no order'}`, {
    vendor: '1688',
    call: descriptor.name,
    ...(code === undefined ? {} : { code }),
    exchange: answer.exchange,
  })
}
