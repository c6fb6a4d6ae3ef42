import type { ShopState } from '../shop-state.ts'
import { dutyAmount, layRefund, openDraft } from './order-changes.ts'
import type { DutyRequest } from './order-changes.ts'
import { addLine } from './order-edit.ts'
import { discountOn } from './order-foreign-money.ts'
import {
  currentQuantity,
  dutiesOf,
  lineSubtotal,
  minus,
  NOTHING,
  plus,
  receivedOf,
  refundedTotal,
  shippingLeft,
  shippingTaxLeft,
  worthOf,
} from './order-money.ts'
import type { OrderRow, Pair, RefundRow, ReturnRow } from './order.rows.ts'
import { layDisposals } from './dispose-returned.ts'
import type { Disposal } from './dispose-returned.ts'
import { isReturnProblem, processedUnits, saveReturn } from './returns.ts'
import type { Returned, ReturnProblem } from './returns.ts'
import { announce } from './order-events.ts'

export type ProcessRequest = {
  returnId: string
  lines: { id: string; quantity: number; dispositions?: Disposal[] | null }[]
  exchanges: { id: string; quantity: number }[]
  /** The refund; undefined: no money moves. */
  refund?: { amount: Pair; allowOver: boolean }
  /** How much of the shipping charge is refunded with it. */
  shipping?: Pair
  /** Duties that are refunded with it. */
  duties?: DutyRequest[]
  /** The line of the tip, when it is refunded too. */
  tipLineId?: string | null
  note: string | null
}

const problem = (code: string, field: string[], message: string): ReturnProblem => ({
  code,
  field: ['input', ...field],
  message,
})

/**
 * returnProcess: returned units are processed, exchanges become lines of the order, and money is refunded. All or nothing. The return stays
 * open afterwards: whether the last unit closes it is not documented.
 */
export function processReturn(shop: ShopState, request: ProcessRequest): ReturnProblem | Returned {
  const owner = shop.orders.ownerOf(request.returnId)
  const order = owner && openDraft(shop, owner.id)
  const row = order?.returns?.find((entry) => entry.id === request.returnId)
  if (!order || !row) return problem('NOT_FOUND', ['returnId'], 'Return does not exist')
  if (row.status !== 'OPEN') return problem('INVALID_STATE', ['returnId'], 'Return is not open')
  if (request.lines.length + request.exchanges.length === 0)
    return problem('BLANK', [], 'Return line items or exchange line items are required')
  const shelves: (() => void)[] = []
  for (const [at, asked] of request.lines.entries()) {
    const place = ['returnLineItems', String(at)]
    const line = row.lines.find((entry) => entry.id === asked.id)
    if (!line) return problem('NOT_FOUND', [...place, 'id'], 'Return line item does not exist')
    const done = processedUnits(row, line)
    if (asked.quantity < 1 || asked.quantity > line.quantity - done)
      return problem('INVALID', [...place, 'quantity'], `Quantity must be between 1 and ${line.quantity - done}`)
    if (asked.dispositions?.length) {
      const laid = layDisposals(shop, order, asked.dispositions, ['input', ...place, 'dispositions'])
      if (isReturnProblem(laid)) return laid
      shelves.push(laid.shelve)
    }
    line.processed = done + asked.quantity
  }
  if (request.shipping && request.shipping.shop > shippingLeft(order).shop)
    return problem('INVALID', ['refundShipping'], 'Shipping refund is larger than what was paid for shipping')
  const beside = besideProblem(order, request)
  if (beside) return beside
  const wanted = exchangesIn(shop, row, request)
  if (isReturnProblem(wanted)) return wanted
  const free = minus(receivedOf(order), refundedTotal(order))
  if (request.refund && !request.refund.allowOver && request.refund.amount.shop > free.shop)
    return problem('INVALID', ['financialTransfer'], 'Refund amount is larger than the amount that can be refunded')
  for (const exchange of wanted) exchange(order)
  for (const shelve of shelves) shelve()
  const refund = takenBack(shop, order, row, request)
  const done = saveReturn(shop, order, row, 'returns/process')
  if (refund && refund.transactionIds.length > 0) announce(shop, order, 'refunds/create', { refund })
  return done
}

/** Why duties or the tip cannot be refunded. */
function besideProblem(order: OrderRow, request: ProcessRequest): ReturnProblem | undefined {
  for (const [at, { dutyId }] of (request.duties ?? []).entries())
    if (!dutiesOf(order).some(({ duty }) => duty.id === dutyId))
      return problem('NOT_FOUND', ['refundDuties', String(at), 'dutyId'], 'Duty does not exist')
  if (request.tipLineId == null) return undefined
  const tip = order.lines.find((line) => line.tip && line.id === request.tipLineId)
  if (!tip) return problem('NOT_FOUND', ['tipLineId'], 'Tip line does not exist')
  return currentQuantity(order, tip) > 0 ? undefined : problem('INVALID', ['tipLineId'], 'Tip was already refunded')
}

/** The order line that each exchange becomes, or why it is not possible. */
function exchangesIn(
  shop: ShopState,
  row: ReturnRow,
  request: ProcessRequest,
): ReturnProblem | ((order: OrderRow) => void)[] {
  const acts: ((order: OrderRow) => void)[] = []
  for (const [at, asked] of request.exchanges.entries()) {
    const place = ['exchangeLineItems', String(at)]
    const line = (row.exchanges ?? []).find((entry) => entry.id === asked.id)
    if (!line) return problem('NOT_FOUND', [...place, 'id'], 'Exchange line item does not exist')
    const left = line.quantity - line.processed
    if (asked.quantity < 1 || asked.quantity > left)
      return problem('INVALID', [...place, 'quantity'], `Quantity must be between 1 and ${left}`)
    const owned = shop.products.variant(line.variantId)
    if (!owned) return problem('NOT_FOUND', [...place, 'id'], 'Variant does not exist any more')
    acts.push((order) => {
      line.processed += asked.quantity
      const wanted = { variantId: line.variantId, quantity: asked.quantity }
      const given = (gross: Pair): Pair => discountOn(line, asked.quantity, gross)
      line.lineIds.push(addLine(shop, order, owned, wanted, given).id)
      order.closedAt = null
    })
  }
  return acts
}

/** The units leave the order with a refund of their own, which moves money only when that was requested. */
function takenBack(shop: ShopState, order: OrderRow, row: ReturnRow, request: ProcessRequest): RefundRow | undefined {
  const isBare = !request.refund && !request.shipping && !request.tipLineId && !request.duties?.length
  if (request.lines.length === 0 && isBare) return undefined
  const lines = request.lines.flatMap((asked) => {
    const line = row.lines.find((entry) => entry.id === asked.id)
    return line ? [{ lineId: line.lineId, quantity: asked.quantity, restockType: 'NO_RESTOCK' as const }] : []
  })
  if (request.tipLineId) lines.push({ lineId: request.tipLineId, quantity: 1, restockType: 'NO_RESTOCK' })
  const refund = layRefund(shop, order, {
    lines,
    ...(request.duties ? { duties: request.duties } : {}),
    amount: request.refund?.amount ?? NOTHING,
    ...(request.shipping ? { shipping: request.shipping } : {}),
    note: request.note,
  })
  refund.returnId = row.id
  return refund
}

/** Processing by staff: all open units of a return, restocked, refunded at their price or not. */
export function processWhole(
  shop: ShopState,
  order: OrderRow,
  row: ReturnRow,
  money: { refund: boolean; shipping?: boolean; duties?: boolean; tip?: boolean },
): ReturnProblem | Returned {
  const lines = row.lines.flatMap((line) => {
    const quantity = line.quantity - processedUnits(row, line)
    const reverse = row.reverse?.lines.find((entry) => entry.returnLineId === line.id)
    const locationId = order.lines.find((entry) => entry.id === line.lineId)?.locationId ?? null
    const disposal = { quantity, locationId, dispositionType: 'RESTOCKED' }
    const dispositions = reverse ? [{ reverseFulfillmentOrderLineItemId: reverse.id, ...disposal }] : []
    return quantity > 0 ? [{ id: line.id, quantity, dispositions }] : []
  })
  const exchanges = (row.exchanges ?? [])
    .map((line) => ({ id: line.id, quantity: line.quantity - line.processed }))
    .filter(({ quantity }) => quantity > 0)
  const cost = lines.map(({ id, quantity }) => {
    const sold = order.lines.find((entry) => entry.id === row.lines.find((line) => line.id === id)?.lineId)
    if (!sold) return NOTHING
    const { subtotal, tax } = worthOf(order, sold, quantity)
    return order.taxesIncluded ? subtotal : plus(subtotal, tax)
  })
  const shipping = money.shipping ? shippingLeft(order) : NOTHING
  const units = lines.flatMap(({ id, quantity }) => {
    const lineId = row.lines.find((line) => line.id === id)?.lineId
    return lineId ? [{ lineId, quantity }] : []
  })
  const duties = money.duties
    ? dutiesOf(order)
        .filter(({ line }) => units.some(({ lineId }) => lineId === line.id))
        .map(({ duty }) => ({ dutyId: duty.id, refundType: 'PROPORTIONAL' as const }))
    : []
  const tip = money.tip ? order.lines.find((line) => line.tip && currentQuantity(order, line) > 0) : undefined
  const amount = plus(
    ...cost,
    shipping,
    money.shipping && !order.taxesIncluded ? shippingTaxLeft(order) : NOTHING,
    ...duties.map((request) => dutyAmount(order, request, units)),
    tip ? lineSubtotal(tip, 1) : NOTHING,
  )
  return processReturn(shop, {
    returnId: row.id,
    lines,
    exchanges,
    note: null,
    ...(money.refund ? { refund: { amount, allowOver: false } } : {}),
    ...(money.shipping ? { shipping } : {}),
    duties,
    tipLineId: tip?.id ?? null,
  })
}
