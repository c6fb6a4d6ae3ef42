import type { Args, Call, TypeFields } from '../call.ts'
import { pairFromPresentment, sumFromPresentment } from '../orders/order-foreign-money.ts'
import { NOTHING, shippingLeft } from '../orders/order-money.ts'
import type { DutyRefundType, OrderRow, Pair } from '../orders/order.rows.ts'
import { processReturn } from '../orders/process-return.ts'
import type { ProcessRequest } from '../orders/process-return.ts'
import { disposeReturned } from '../orders/dispose-returned.ts'
import type { Disposal } from '../orders/dispose-returned.ts'
import { removeFromReturn } from '../orders/remove-from-return.ts'
import { createReturn, isReturnProblem, moveReturn } from '../orders/returns.ts'
import type {
  ExchangeRequest,
  MoneyRequest,
  Returned,
  ReturnMove,
  ReturnProblem,
  ReturnRequest,
} from '../orders/returns.ts'
import { notSimulated } from '../refusals.ts'
import { returnView, reverseLineView } from '../orders/return-views.ts'

const payloadOf = (done: ReturnProblem | Returned, call: Call, effect: string): object => {
  if (isReturnProblem(done)) return { return: null, userErrors: [done] }
  call.effects.push(`return ${done.row.name} of #${done.order.number} ${effect}`)
  return { return: returnView(done.order, done.row), userErrors: [] }
}

type ReturnInput = { orderId: string; returnLineItems: ReturnRequest[]; exchangeLineItems?: ExchangeRequest[] | null }

const created =
  (name: 'returnInput' | 'input', requested: boolean) =>
  (_source: unknown, args: Args, call: Call): unknown => {
    const input = args[name] as ReturnInput
    const exchanges = input.exchangeLineItems ?? []
    if (exchanges.some((line) => line.giftCardCodes?.length)) throw notSimulated('gift cards as exchanges')
    const done = createReturn(call.shop, input.orderId, input.returnLineItems, requested, name, exchanges)
    return payloadOf(done, call, requested ? 'requested' : 'opened')
  }

const moved =
  (move: ReturnMove) =>
  (_source: unknown, args: Args, call: Call): unknown =>
    payloadOf(moveReturn(call.shop, args.id as string, move, ['id']), call, move)

const returnApproveRequest = (_source: unknown, args: Args, call: Call): unknown => {
  const { id } = args.input as { id: string }
  return payloadOf(moveReturn(call.shop, id, 'approve', ['input', 'id']), call, 'approved')
}

const returnDeclineRequest = (_source: unknown, args: Args, call: Call): unknown => {
  const { id, declineReason, declineNote } = args.input as {
    id: string
    declineReason: string
    declineNote?: string | null
  }
  const decline = { reason: declineReason, note: declineNote ?? null }
  return payloadOf(moveReturn(call.shop, id, 'decline', ['input', 'id'], decline), call, 'declined')
}

type ProcessInput = {
  returnId: string
  returnLineItems?: ProcessRequest['lines'] | null
  exchangeLineItems?: ProcessRequest['exchanges'] | null
  financialTransfer?: {
    issueRefund?: {
      allowOverRefunding?: boolean | null
      orderTransactions: { parentId: string; transactionAmount: MoneyRequest }[]
      refundMethods?: unknown[] | null
    } | null
  } | null
  refundShipping?: { fullRefund?: boolean | null; shippingRefundAmount?: MoneyRequest | null } | null
  refundDuties?: { dutyId: string; refundType?: DutyRefundType | null }[] | null
  tipLineId?: string | null
  note?: string | null
}

const returnProcess = (_source: unknown, args: Args, call: Call): unknown => {
  const input = args.input as ProcessInput
  const issued = input.financialTransfer?.issueRefund
  if (issued?.refundMethods?.length) throw notSimulated('refundMethods of returnProcess')
  const order = call.shop.orders.ownerOf(input.returnId)
  const request: ProcessRequest = {
    returnId: input.returnId,
    lines: input.returnLineItems ?? [],
    exchanges: input.exchangeLineItems ?? [],
    duties: (input.refundDuties ?? []).map(({ dutyId, refundType }) => ({ dutyId, refundType: refundType ?? 'FULL' })),
    tipLineId: input.tipLineId ?? null,
    note: input.note ?? null,
  }
  if (issued && order) {
    const amount = amountIn(order, issued.orderTransactions)
    if ('code' in amount) return { return: null, userErrors: [amount] }
    request.refund = { amount, allowOver: issued.allowOverRefunding ?? false }
  }
  if (input.refundShipping && order) {
    const { fullRefund, shippingRefundAmount: part } = input.refundShipping
    const shipping = fullRefund ? shippingLeft(order) : part ? pairFromPresentment(order, part) : NOTHING
    if (!shipping) return { return: null, userErrors: [foreign('refundShipping')] }
    request.shipping = shipping
  }
  return payloadOf(processReturn(call.shop, request), call, 'processed')
}

const foreign = (field: string): ReturnProblem => ({
  code: 'INVALID',
  field: ['input', field],
  message: 'Currency must be the presentment currency of the order',
})

/** The sum of the requested refunds of the order's transactions; amounts are in the shopper's currency. */
function amountIn(
  order: OrderRow,
  asked: readonly { parentId: string; transactionAmount: MoneyRequest }[],
): Pair | ReturnProblem {
  if (asked.some(({ parentId }) => !order.transactions.some((entry) => entry.id === parentId)))
    return { code: 'NOT_FOUND', field: ['input', 'financialTransfer'], message: 'Parent transaction does not exist' }
  const amounts = asked.map(({ transactionAmount }) => transactionAmount)
  return sumFromPresentment(order, amounts) ?? foreign('financialTransfer')
}

const removed = (_source: unknown, args: Args, call: Call): unknown => {
  const exchanges = args.exchangeLineItems as unknown[] | null | undefined
  if (exchanges?.length) throw notSimulated('exchangeLineItems of removeFromReturn')
  const requests = (args.returnLineItems ?? []) as { returnLineItemId: string; quantity: number }[]
  return payloadOf(removeFromReturn(call.shop, args.returnId as string, requests), call, 'reduced')
}

const reverseFulfillmentOrderDispose = (_source: unknown, args: Args, call: Call): unknown => {
  const inputs = args.dispositionInputs as Disposal[]
  const done = disposeReturned(call.shop, inputs)
  if (isReturnProblem(done)) return { reverseFulfillmentOrderLineItems: null, userErrors: [done] }
  call.effects.push(`goods of ${done.row.name} disposed of`)
  const asked = new Set(inputs.map((input) => input.reverseFulfillmentOrderLineItemId))
  const lines = (done.row.reverse?.lines ?? []).filter((line) => asked.has(line.id))
  return {
    reverseFulfillmentOrderLineItems: lines.map((line) => reverseLineView(done.order, done.row, line)),
    userErrors: [],
  }
}

export const returnMutations: TypeFields = {
  returnCreate: created('returnInput', false),
  returnRequest: created('input', true),
  returnApproveRequest,
  returnDeclineRequest,
  returnClose: moved('close'),
  returnCancel: moved('cancel'),
  returnReopen: moved('reopen'),
  returnProcess,
  removeFromReturn: removed,
  reverseFulfillmentOrderDispose,
}
