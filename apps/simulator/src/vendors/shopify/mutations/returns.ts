import type { Args, Call, TypeFields } from '../call.ts'
import { parseMinor } from '@huoqiao/kit'
import { pairOf } from '../orders/order-money.ts'
import type { OrderRow, Pair } from '../orders/order.rows.ts'
import { processReturn } from '../orders/process-return.ts'
import type { ProcessWish } from '../orders/process-return.ts'
import { PRESENTMENT } from '../orders/purchase.ts'
import { disposeReturned } from '../orders/dispose-returned.ts'
import type { Disposal } from '../orders/dispose-returned.ts'
import { removeFromReturn } from '../orders/remove-from-return.ts'
import { createReturn, isReturnProblem, moveReturn } from '../orders/returns.ts'
import type { ExchangeWish, Returned, ReturnMove, ReturnProblem, ReturnWish } from '../orders/returns.ts'
import { notSimulated } from '../refusals.ts'
import { returnView, reverseLineView } from '../orders/return-views.ts'

const payloadOf = (done: ReturnProblem | Returned, call: Call, effect: string): object => {
  if (isReturnProblem(done)) return { return: null, userErrors: [done] }
  call.effects.push(`return ${done.row.name} of #${done.order.number} ${effect}`)
  return { return: returnView(done.order, done.row), userErrors: [] }
}

type ReturnInput = { orderId: string; returnLineItems: ReturnWish[]; exchangeLineItems?: ExchangeWish[] | null }

const created =
  (name: 'returnInput' | 'input', requested: boolean) =>
  (_source: unknown, args: Args, call: Call): unknown => {
    const input = args[name] as ReturnInput
    const exchanges = input.exchangeLineItems ?? []
    if (exchanges.some((line) => line.appliedDiscount)) throw notSimulated('discounts of exchanges')
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
  returnLineItems?: ProcessWish['lines'] | null
  exchangeLineItems?: ProcessWish['exchanges'] | null
  financialTransfer?: {
    issueRefund?: {
      allowOverRefunding?: boolean | null
      orderTransactions: { parentId: string; transactionAmount: { amount: string; currencyCode: string } }[]
      refundMethods?: unknown[] | null
    } | null
  } | null
  refundShipping?: unknown
  refundDuties?: unknown[] | null
  tipLineId?: string | null
  note?: string | null
}

const returnProcess = (_source: unknown, args: Args, call: Call): unknown => {
  const input = args.input as ProcessInput
  if (input.refundShipping ?? input.tipLineId) throw notSimulated('refundShipping and tipLineId of returnProcess')
  if (input.refundDuties?.length) throw notSimulated('refundDuties of returnProcess')
  const issued = input.financialTransfer?.issueRefund
  if (issued?.refundMethods?.length) throw notSimulated('refundMethods of returnProcess')
  const order = call.shop.orders.ownerOf(input.returnId)
  const wish: ProcessWish = {
    returnId: input.returnId,
    lines: input.returnLineItems ?? [],
    exchanges: input.exchangeLineItems ?? [],
    note: input.note ?? null,
  }
  if (issued && order) {
    const amount = amountIn(order, issued.orderTransactions)
    if (amount === undefined)
      return {
        return: null,
        userErrors: [
          { code: 'NOT_FOUND', field: ['input', 'financialTransfer'], message: 'Parent transaction does not exist' },
        ],
      }
    wish.refund = { amount, allowOver: issued.allowOverRefunding ?? false }
  }
  return payloadOf(processReturn(call.shop, wish), call, 'processed')
}

/** The sum of what is asked back, in the shop's currency, of transactions that the order has. */
function amountIn(
  order: OrderRow,
  asked: readonly { parentId: string; transactionAmount: { amount: string; currencyCode: string } }[],
): Pair | undefined {
  if (asked.some(({ parentId }) => !order.transactions.some((entry) => entry.id === parentId))) return undefined
  const foreign = asked.some(({ transactionAmount }) => transactionAmount.currencyCode !== order.currency)
  if (foreign) throw notSimulated('refunds in another currency than the shop has')
  const minor = asked.reduce(
    (sum, { transactionAmount }) => sum + parseMinor(transactionAmount.amount, order.currency),
    0,
  )
  const rate = PRESENTMENT[order.currency]?.[order.presentmentCurrency] ?? '1'
  return pairOf(minor, order.currency, order.presentmentCurrency, rate)
}

const removed = (_source: unknown, args: Args, call: Call): unknown => {
  const exchanges = args.exchangeLineItems as unknown[] | null | undefined
  if (exchanges?.length) throw notSimulated('exchangeLineItems of removeFromReturn')
  const wishes = (args.returnLineItems ?? []) as { returnLineItemId: string; quantity: number }[]
  return payloadOf(removeFromReturn(call.shop, args.returnId as string, wishes), call, 'reduced')
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
