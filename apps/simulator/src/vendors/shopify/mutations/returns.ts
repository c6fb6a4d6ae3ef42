import type { Args, Call, TypeFields } from '../call.ts'
import { createReturn, disposeReturned, isReturnProblem, moveReturn } from '../orders/returns.ts'
import type { Disposal, Returned, ReturnMove, ReturnProblem, ReturnWish } from '../orders/returns.ts'
import { notSimulated } from '../refusals.ts'
import { returnView, reverseLineView } from '../orders/return-views.ts'

const payloadOf = (done: ReturnProblem | Returned, call: Call, effect: string): object => {
  if (isReturnProblem(done)) return { return: null, userErrors: [done] }
  call.effects.push(`return ${done.row.name} of #${done.order.number} ${effect}`)
  return { return: returnView(done.order, done.row), userErrors: [] }
}

type ReturnInput = { orderId: string; returnLineItems: ReturnWish[]; exchangeLineItems?: unknown[] | null }

const created =
  (name: 'returnInput' | 'input', requested: boolean) =>
  (_source: unknown, args: Args, call: Call): unknown => {
    const input = args[name] as ReturnInput
    if (input.exchangeLineItems?.length) throw notSimulated('exchanges')
    const done = createReturn(call.shop, input.orderId, input.returnLineItems, requested, name)
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
  reverseFulfillmentOrderDispose,
}
