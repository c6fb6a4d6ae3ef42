import type { Args, Call, TypeFields } from '../call.ts'
import {
  addFulfillmentEvent,
  cancelFulfillment,
  createFulfillment,
  isProblem,
  updateTracking,
} from '../orders/fulfil.ts'
import type { EventInput, FulfilInput, Fulfilled, Problem, TrackingInput } from '../orders/fulfil.ts'
import {
  holdFulfillmentOrder,
  isCoded,
  moveFulfillmentOrder,
  releaseHold,
  splitFulfillmentOrder,
} from '../orders/fulfillment-orders.ts'
import type { HoldInput, Wanted } from '../orders/fulfillment-orders.ts'
import { mayWorkOn, sentView, workView } from '../orders/order-views.ts'
import { holdView } from '../types/fulfillment.fields.ts'

const payloadOf = (done: Problem | Fulfilled, call: Call, effect: string): object => {
  if (isProblem(done)) return { fulfillment: null, userErrors: [done] }
  const units = done.fulfillment.lines.reduce((sum, line) => sum + line.quantity, 0)
  call.effects.push(`${effect} ${done.fulfillment.id} of #${done.order.number} (${units} units)`)
  return { fulfillment: sentView(done.order, done.fulfillment), userErrors: [] }
}

const fulfillmentCreate = (_source: unknown, args: Args, call: Call): unknown => {
  const input = (args.fulfillment ?? {}) as FulfilInput
  const done = createFulfillment(call.shop, input, (entry) => mayWorkOn(entry, call))
  return payloadOf(done, call, 'fulfillment created')
}

const fulfillmentTrackingInfoUpdate = (_source: unknown, args: Args, call: Call): unknown =>
  payloadOf(
    updateTracking(call.shop, args.fulfillmentId as string, args.trackingInfoInput as TrackingInput),
    call,
    'tracking replaced on',
  )

const fulfillmentCancel = (_source: unknown, args: Args, call: Call): unknown =>
  payloadOf(cancelFulfillment(call.shop, args.id as string), call, 'fulfillment cancelled')

const fulfillmentEventCreate = (_source: unknown, args: Args, call: Call): unknown => {
  const done = addFulfillmentEvent(call.shop, args.fulfillmentEvent as EventInput)
  if (isProblem(done)) return { fulfillmentEvent: null, userErrors: [done] }
  call.effects.push(`event ${done.event.status} on ${done.fulfillment.id}`)
  return { fulfillmentEvent: done.event, userErrors: [] }
}

const mayWorkOnId = (id: string, call: Call): boolean => {
  const entry = call.shop.orders.ownerOf(id)?.fulfillmentOrders.find((row) => row.id === id)
  return entry === undefined || mayWorkOn(entry, call)
}
const NOT_THERE = 'gid://shopify/FulfillmentOrder/0'
/** A fulfilment order of a kind that the app may not access is treated as missing. */
const reachable = (id: string, call: Call): string => (mayWorkOnId(id, call) ? id : NOT_THERE)

const fulfillmentOrderHold = (_source: unknown, args: Args, call: Call): unknown => {
  const done = holdFulfillmentOrder(call.shop, reachable(args.id as string, call), args.fulfillmentHold as HoldInput)
  if (isCoded(done))
    return { fulfillmentHold: null, fulfillmentOrder: null, remainingFulfillmentOrder: null, userErrors: [done] }
  call.effects.push(`hold ${done.hold.reason} on ${done.entry.id}`)
  return {
    fulfillmentHold: holdView(done.hold),
    fulfillmentOrder: workView(done.order, done.entry),
    remainingFulfillmentOrder: done.remaining && workView(done.order, done.remaining),
    userErrors: [],
  }
}

const fulfillmentOrderReleaseHold = (_source: unknown, args: Args, call: Call): unknown => {
  const asked = args as { holdIds?: string[] | null; externalId?: string | null }
  const done = releaseHold(call.shop, reachable(args.id as string, call), asked)
  if (isCoded(done)) return { fulfillmentOrder: null, userErrors: [done] }
  call.effects.push(`hold released on ${done.entry.id}`)
  return { fulfillmentOrder: workView(done.order, done.entry), userErrors: [] }
}

const fulfillmentOrderSplit = (_source: unknown, args: Args, call: Call): unknown => {
  const splits = args.fulfillmentOrderSplits as { fulfillmentOrderId: string; fulfillmentOrderLineItems: Wanted[] }[]
  const results: object[] = []
  for (const [at, { fulfillmentOrderId, fulfillmentOrderLineItems }] of splits.entries()) {
    const field = ['fulfillmentOrderSplits', String(at)]
    const done = splitFulfillmentOrder(call.shop, reachable(fulfillmentOrderId, call), fulfillmentOrderLineItems, field)
    if (isCoded(done)) return { fulfillmentOrderSplits: null, userErrors: [done] }
    call.effects.push(`split ${done.entry.id}, rest in ${done.remaining.id}`)
    results.push({
      fulfillmentOrder: workView(done.order, done.entry),
      remainingFulfillmentOrder: workView(done.order, done.remaining),
      replacementFulfillmentOrder: null,
    })
  }
  return { fulfillmentOrderSplits: results, userErrors: [] }
}

const fulfillmentOrderMove = (_source: unknown, args: Args, call: Call): unknown => {
  const { id, newLocationId, fulfillmentOrderLineItems } = args as {
    id: string
    newLocationId: string
    fulfillmentOrderLineItems?: Wanted[] | null
  }
  const done = moveFulfillmentOrder(call.shop, reachable(id, call), newLocationId, fulfillmentOrderLineItems ?? [])
  if (isProblem(done))
    return {
      movedFulfillmentOrder: null,
      originalFulfillmentOrder: null,
      remainingFulfillmentOrder: null,
      userErrors: [done],
    }
  call.effects.push(`${done.moved.id} moved to ${newLocationId}`)
  return {
    movedFulfillmentOrder: workView(done.order, done.moved),
    originalFulfillmentOrder: workView(done.order, done.original),
    remainingFulfillmentOrder: done.moved === done.original ? null : workView(done.order, done.original),
    userErrors: [],
  }
}

export const fulfillmentMutations: TypeFields = {
  fulfillmentCreate,
  fulfillmentTrackingInfoUpdate,
  fulfillmentCancel,
  fulfillmentEventCreate,
  fulfillmentOrderHold,
  fulfillmentOrderReleaseHold,
  fulfillmentOrderSplit,
  fulfillmentOrderMove,
}
