import { asBody, ControlRefusal, numberIn, textsIn } from '../../../control/body-reading.ts'
import type { Body } from '../../../control/body-reading.ts'
import {
  addFulfillmentEvent,
  cancelFulfillment,
  createFulfillment,
  failFulfillment,
  isProblem,
} from '../orders/fulfil.ts'
import {
  holdFulfillmentOrder,
  isCoded,
  moveFulfillmentOrder,
  releaseHold,
  splitFulfillmentOrder,
} from '../orders/fulfillment-orders.ts'
import {
  cancelOrder,
  markAsPaid,
  openDraft,
  percentOfTotal,
  refundOrder,
  wholeDuties,
} from '../orders/order-changes.ts'
import { shippingLeft } from '../orders/order-money.ts'
import { editOrder } from '../orders/order-edit.ts'
import { saveOrder } from '../orders/order-events.ts'
import type { CancelReason, OrderRow, RestockType, RiskLevel } from '../orders/order.rows.ts'
import { processWhole } from '../orders/process-return.ts'
import { removeFromReturn } from '../orders/remove-from-return.ts'
import { createReturn, isMove, isReturnProblem, moveReturn, returnableQuantity } from '../orders/returns.ts'
import type { ExchangeRequest } from '../orders/returns.ts'
import type { PurchaseLine } from '../orders/purchase.ts'
import type { ShopState } from '../shop-state.ts'

type Action = (shop: ShopState, order: OrderRow, body: Body) => void

const text = (body: Body, name: string, fallback: string): string =>
  typeof body[name] === 'string' && body[name] !== '' ? body[name] : fallback

/** Turns a refusal of the order code into a sentence of the control API. */
const resolved = (done: object): void => {
  if (isProblem(done) || isCoded(done)) throw new ControlRefusal((done as { message: string }).message)
}

const returned = (done: object): void => {
  if (isReturnProblem(done)) throw new ControlRefusal(done.message)
}

const rows = <T>(body: Body, name: string): T[] => (Array.isArray(body[name]) ? (body[name] as T[]) : [])

const changed =
  (change: (order: OrderRow, body: Body) => void): Action =>
  (shop, order, body) => {
    const draft = openDraft(shop, order.id)!
    change(draft, body)
    saveOrder(shop, draft)
  }

const refund: Action = (shop, order, body) => {
  const restockType = text(body, 'restockType', 'NO_RESTOCK') as RestockType
  const percent = numberIn(body, 'percent')
  const lines = rows<{ lineId: string; quantity: number; restockType?: RestockType }>(body, 'lines')
  const request = {
    lines: lines.map((line) => ({ ...line, restockType: line.restockType ?? restockType })),
    ...(percent === undefined ? {} : { amount: percentOfTotal(order, percent) }),
    ...(body['shipping'] === true ? { shipping: shippingLeft(order) } : {}),
    ...(body['duties'] === true ? { duties: wholeDuties(order) } : {}),
  }
  resolved(refundOrder(shop, order.id, request, { note: text(body, 'note', '') || null }))
}

const open = (order: OrderRow) =>
  order.fulfillmentOrders.filter((entry) => ['OPEN', 'IN_PROGRESS'].includes(entry.status))

const split: Action = (shop, order) => {
  const entry = open(order).find((row) => row.lines.reduce((sum, line) => sum + line.remaining, 0) > 1)
  if (!entry) throw new ControlRefusal('no open fulfilment order with more than one unit')
  const first = entry.lines.find((line) => line.remaining > 0)!
  const quantity = entry.lines.length > 1 ? first.remaining : first.remaining - 1
  resolved(splitFulfillmentOrder(shop, entry.id, [{ id: first.id, quantity }], []))
}

const move: Action = (shop, order, body) => {
  const entry = order.fulfillmentOrders.find((row) => ['OPEN', 'ON_HOLD'].includes(row.status))
  const other = shop.places.locations.find((place) => place.id !== entry?.locationId)
  if (!entry || !other) throw new ControlRefusal('no open fulfilment order to move')
  resolved(moveFulfillmentOrder(shop, entry.id, text(body, 'locationId', other.id), []))
}

/** What staff can do with an order in the shop's own administration, without the app. */
export const ORDER_ACTIONS: Readonly<Record<string, Action>> = {
  pay: (shop, order) => resolved(markAsPaid(shop, order.id)),
  cancel: (shop, order, body) =>
    resolved(
      cancelOrder(shop, order.id, {
        reason: text(body, 'reason', 'CUSTOMER') as CancelReason,
        restock: body['restock'] !== false,
        refund: body['refund'] !== false,
      }),
    ),
  refund,
  edit: (shop, order, body) =>
    resolved(
      editOrder(shop, order.id, {
        quantities: rows<{ lineId: string; quantity: number }>(body, 'quantities'),
        additions: rows<PurchaseLine>(body, 'additions'),
        note: text(body, 'note', '') || null,
      }),
    ),
  hold: (shop, order, body) => {
    const entries = open(order)
    if (entries.length === 0) throw new ControlRefusal('nothing is open to be held')
    const reason = text(body, 'reason', 'OTHER')
    for (const entry of entries) resolved(holdFulfillmentOrder(shop, entry.id, { reason }))
  },
  release: (shop, order) => {
    for (const entry of order.fulfillmentOrders) if (entry.holds.length > 0) resolved(releaseHold(shop, entry.id, {}))
  },
  split,
  move,
  /** Staff fulfil the order by hand: the app finds less left to fulfil than it expected. */
  fulfil: (shop, order, body) => {
    const number = text(body, 'number', '')
    const trackingInfo = number === '' ? null : { company: text(body, 'company', 'Other'), number }
    for (const entry of open(order))
      resolved(
        createFulfillment(
          shop,
          { lineItemsByFulfillmentOrder: [{ fulfillmentOrderId: entry.id }], trackingInfo },
          () => true,
        ),
      )
  },
  unfulfil: (shop, order) => {
    for (const sent of order.fulfillments) if (sent.status === 'SUCCESS') resolved(cancelFulfillment(shop, sent.id))
  },
  /** The carrier reports that it could not deliver the newest parcel. */
  'fail-parcel': (shop, order) => {
    const sent = order.fulfillments.findLast((entry) => entry.status === 'SUCCESS')
    if (!sent) throw new ControlRefusal('nothing was sent yet')
    resolved(failFulfillment(shop, sent.id))
  },
  parcel: (shop, order, body) => {
    const sent = order.fulfillments.findLast((entry) => entry.status === 'SUCCESS')
    if (!sent) throw new ControlRefusal('nothing was sent yet')
    resolved(addFulfillmentEvent(shop, { fulfillmentId: sent.id, status: text(body, 'status', 'DELIVERED') }))
  },
  /** Sent units are returned, requested by the shopper or created by staff; staff may add an exchange. */
  return: (shop, order, body) => {
    const requests = rows<{ lineId: string; quantity: number; reason?: string; note?: string }>(body, 'lines').map(
      (request) => {
        const parts = order.fulfillments.filter((sent) => sent.status === 'SUCCESS').flatMap((sent) => sent.lines)
        const part = parts.find(
          (each) => each.lineId === request.lineId && returnableQuantity(order, each.id) >= request.quantity,
        )
        if (!part) throw new ControlRefusal(`no sent units of ${request.lineId} to return`)
        return {
          fulfillmentLineItemId: part.id,
          quantity: request.quantity,
          returnReason: request.reason ?? 'OTHER',
          customerNote: request.note ?? null,
        }
      },
    )
    const isRequest = body['requested'] === true
    const exchanges = rows<ExchangeRequest>(body, 'exchanges')
    if (isRequest && exchanges.length > 0) throw new ControlRefusal('a shopper asks for no exchange; staff offer it')
    returned(createReturn(shop, order.id, requests, isRequest, 'returnInput', exchanges))
  },
  /** The next step of the newest return: approve, decline, close, cancel, reopen, reduce by one piece, or process with or without a refund. */
  'return-step': (shop, order, body) => {
    const row = order.returns?.at(-1)
    if (!row) throw new ControlRefusal('the order has no return')
    const step = text(body, 'step', 'close')
    if (step === 'process')
      return returned(
        processWhole(shop, order, row, {
          refund: body['refund'] !== false,
          shipping: body['shipping'] === true,
          duties: body['duties'] === true,
          tip: body['tip'] === true,
        }),
      )
    if (step === 'reduce') {
      const line = row.lines[0]
      return returned(removeFromReturn(shop, row.id, line ? [{ returnLineItemId: line.id, quantity: 1 }] : []))
    }
    if (!isMove(step)) throw new ControlRefusal('step takes approve, decline, close, cancel, reopen, reduce or process')
    const decline = { reason: 'OTHER', note: text(body, 'note', '') || null }
    returned(moveReturn(shop, row.id, step, ['id'], step === 'decline' ? decline : null))
  },
  risk: changed((order, body) => void (order.risk = text(body, 'level', 'HIGH').toUpperCase() as RiskLevel)),
  note: changed((order, body) => {
    if (typeof body['note'] === 'string') order.note = body['note']
    order.tags = textsIn(body, 'tags') ?? order.tags
  }),
  address: changed((order, body) => {
    const given = asBody(body['address'])
    order.shippingAddress = order.shippingAddress && { ...order.shippingAddress, ...given }
  }),
  delete: (shop, order) => {
    shop.orders.delete(order.id)
    shop.events.emit(shop, 'orders/delete', { goneId: order.id })
  },
}
