import type { ShopState } from '../shop-state.ts'
import { openDraft } from './order-changes.ts'
import { discountOf } from './order-foreign-money.ts'
import { announce, saveOrder } from './order-events.ts'
import type { EventsParts } from './order-events.ts'
import type { ExchangeLineRow, FulfillmentRow, OrderRow, ReturnLineRow, ReturnRow } from './order.rows.ts'

/** Why a return was refused, with the codes of ReturnUserError. */
export type ReturnProblem = { code: string; field: string[]; message: string }
export type Returned = { order: OrderRow; row: ReturnRow }

export const isReturnProblem = (done: object): done is ReturnProblem => 'code' in done && 'message' in done

export const problem = (code: string, field: string[], message: string): ReturnProblem => ({ code, field, message })

export type ReturnRequest = {
  fulfillmentLineItemId: string
  quantity: number
  returnReason?: string | null
  returnReasonNote?: string | null
  customerNote?: string | null
}

const sentLine = (order: OrderRow, id: string): FulfillmentRow['lines'][number] | undefined =>
  order.fulfillments
    .filter((sent) => sent.status === 'SUCCESS')
    .flatMap((sent) => sent.lines)
    .find((line) => line.id === id)

/** Returns that still hold units: declined and cancelled ones hold none. */
const OPEN_OR_CLOSED = ['REQUESTED', 'OPEN', 'CLOSED']

/** Units of a sent line that are in no return yet. */
export function returnableQuantity(order: OrderRow, fulfillmentLineId: string): number {
  const sent = sentLine(order, fulfillmentLineId)?.quantity ?? 0
  const held = (order.returns ?? [])
    .filter((row) => OPEN_OR_CLOSED.includes(row.status))
    .flatMap((row) => row.lines)
    .filter((line) => line.fulfillmentLineId === fulfillmentLineId)
    .reduce((sum, line) => sum + line.quantity, 0)
  return sent - held
}

/** The order's return status (reference shopify-admin 4). */
function returnStatusOf(order: OrderRow): string {
  const all = (order.returns ?? []).map((row) => row.status)
  if (all.includes('OPEN')) return 'IN_PROGRESS'
  if (all.includes('REQUESTED')) return 'RETURN_REQUESTED'
  return all.includes('CLOSED') ? 'RETURNED' : 'NO_RETURN'
}

/** Saves the order with its new return status, and sends the return's event of this topic. */
export function saveReturn(
  shop: ShopState,
  order: OrderRow,
  row: ReturnRow,
  topic: string,
  parts: Pick<EventsParts, 'removals' | 'dispositions'> = {},
): Returned {
  order.returnStatus = returnStatusOf(order)
  // Processing changes the order's lines and money; whether other steps change the order is not documented.
  if (topic === 'returns/process' || shop.quirks.returnMovesOrder())
    saveOrder(shop, order, [{ topic, parts: { return: row, ...parts } }])
  else {
    shop.orders.put(order)
    announce(shop, order, topic, { return: row, ...parts })
  }
  return { order, row }
}

const openReverse = (shop: ShopState, row: ReturnRow): void => {
  row.reverse = {
    id: shop.newId('ReverseFulfillmentOrder'),
    status: 'OPEN',
    lines: row.lines.map((line) => ({
      id: shop.newId('ReverseFulfillmentOrderLineItem'),
      returnLineId: line.id,
      total: line.quantity,
      dispositions: [],
    })),
  }
}

export type ExchangeRequest = {
  giftCardCodes?: string[] | null
  variantId?: string | null
  quantity: number
  appliedDiscount?: AppliedDiscount | null
}
export type AppliedDiscount = { value: { percentage?: number | null; amount?: MoneyRequest | null } }
export type MoneyRequest = { amount: string; currencyCode: string }

/** The requested exchange items, or why they are not possible. Stock is not committed before processing. */
function exchangesOf(
  shop: ShopState,
  order: OrderRow,
  requests: readonly ExchangeRequest[],
  field: string[],
): ExchangeLineRow[] | ReturnProblem {
  const rows: ExchangeLineRow[] = []
  for (const [at, request] of requests.entries()) {
    const place = [...field, 'exchangeLineItems', String(at)]
    if (!request.variantId) return problem('BLANK', [...place, 'variantId'], "Variant can't be blank")
    if (!shop.products.variant(request.variantId))
      return problem('NOT_FOUND', [...place, 'variantId'], 'Variant does not exist')
    if (request.quantity < 1) return problem('GREATER_THAN', [...place, 'quantity'], 'Quantity must be greater than 0')
    const discount = request.appliedDiscount ? discountOf(order, request.appliedDiscount) : null
    if (discount === undefined)
      return problem('INVALID', [...place, 'appliedDiscount'], 'Discount must be in the currency of the order')
    rows.push({
      id: shop.newId('ExchangeLineItem'),
      variantId: request.variantId,
      quantity: request.quantity,
      processed: 0,
      lineIds: [],
      ...(discount ? { discount } : {}),
    })
  }
  return rows
}

/** returnRequest waits for an answer; returnCreate is open at once, and only it may have exchanges. Only sent units can be returned. */
export function createReturn(
  shop: ShopState,
  orderId: string,
  requests: readonly ReturnRequest[],
  requested: boolean,
  inputName: string,
  wanted: readonly ExchangeRequest[] = [],
): ReturnProblem | Returned {
  const order = openDraft(shop, orderId)
  if (!order) return problem('NOT_FOUND', [inputName, 'orderId'], 'Order does not exist')
  if (requests.length === 0)
    return problem('BLANK', [inputName, 'returnLineItems'], 'Return line items must not be empty')
  const lines: ReturnLineRow[] = []
  for (const [at, request] of requests.entries()) {
    const field = [inputName, 'returnLineItems', String(at)]
    const sent = sentLine(order, request.fulfillmentLineItemId)
    if (!sent) return problem('NOT_FOUND', [...field, 'fulfillmentLineItemId'], 'Fulfillment line item does not exist')
    const free = returnableQuantity(order, sent.id)
    if (request.quantity < 1 || request.quantity > free)
      return problem('INVALID', [...field, 'quantity'], `Quantity must be between 1 and ${free}`)
    lines.push({
      id: shop.newId('ReturnLineItem'),
      fulfillmentLineId: sent.id,
      lineId: sent.lineId,
      quantity: request.quantity,
      reason: request.returnReason ?? 'UNKNOWN',
      reasonNote: request.returnReasonNote ?? '',
      customerNote: request.customerNote ?? null,
    })
  }
  const exchanges = exchangesOf(shop, order, wanted, [inputName])
  if (!Array.isArray(exchanges)) return exchanges
  const returns = order.returns ?? []
  const row: ReturnRow = {
    id: shop.newId('Return'),
    name: `#${order.number}-R${returns.length + 1}`,
    status: requested ? 'REQUESTED' : 'OPEN',
    lines,
    exchanges,
    reverse: null,
    decline: null,
    createdAt: shop.now(),
    approvedAt: null,
    closedAt: null,
  }
  if (!requested) openReverse(shop, row)
  order.returns = [...returns, row]
  return saveReturn(shop, order, row, requested ? 'returns/request' : 'returns/approve')
}

/** The steps of a return, with the state that each requires. */
const MOVES = {
  approve: { from: ['REQUESTED'], to: 'OPEN' },
  decline: { from: ['REQUESTED'], to: 'DECLINED' },
  close: { from: ['OPEN'], to: 'CLOSED' },
  cancel: { from: ['OPEN', 'REQUESTED'], to: 'CANCELED' },
  reopen: { from: ['CLOSED'], to: 'OPEN' },
} as const
export type ReturnMove = keyof typeof MOVES
export const isMove = (word: string): word is ReturnMove => Object.hasOwn(MOVES, word)

export function moveReturn(
  shop: ShopState,
  id: string,
  move: ReturnMove,
  field: string[],
  decline: ReturnRow['decline'] = null,
): ReturnProblem | Returned {
  const owner = shop.orders.ownerOf(id)
  const order = owner && openDraft(shop, owner.id)
  const row = order?.returns?.find((entry) => entry.id === id)
  if (!order || !row) return problem('NOT_FOUND', field, 'Return does not exist')
  const { from, to } = MOVES[move]
  if (!(from as readonly string[]).includes(row.status))
    return problem('INVALID_STATE', field, `Return cannot be changed in the state ${row.status.toLowerCase()}`)
  if (move === 'cancel' && isBegun(row)) return problem('INVALID_STATE', field, 'Return is already being processed')
  row.status = to
  if (move === 'approve') {
    row.approvedAt = shop.now()
    openReverse(shop, row)
  }
  if (move === 'decline') row.decline = decline
  row.closedAt = to === 'CLOSED' ? shop.now() : null
  if (row.reverse && to === 'CANCELED') row.reverse.status = 'CANCELED'
  return saveReturn(shop, order, row, `returns/${move}`)
}

/** Units of a line that are done: processed, or disposed of in the reverse fulfilment order. */
export const processedUnits = (row: ReturnRow, line: ReturnLineRow): number =>
  Math.max(
    line.processed ?? 0,
    (row.reverse?.lines.find((entry) => entry.returnLineId === line.id)?.dispositions ?? []).reduce(
      (sum, entry) => sum + entry.quantity,
      0,
    ),
  )
const isBegun = (row: ReturnRow): boolean =>
  row.lines.some((line) => processedUnits(row, line) > 0) || (row.exchanges ?? []).some((line) => line.processed > 0)
