import type { ShopState } from '../shop-state.ts'
import { openDraft } from './order-changes.ts'
import { saveOrder } from './order-news.ts'
import { returnStock } from './order-stock.ts'
import type { FulfillmentRow, OrderRow, ReturnLineRow, ReturnRow } from './order.rows.ts'

/** Why a return was refused, in the words of ReturnUserError. */
export type ReturnProblem = { code: string; field: string[]; message: string }
export type Returned = { order: OrderRow; row: ReturnRow }

export const isReturnProblem = (done: object): done is ReturnProblem => 'code' in done && 'message' in done

const problem = (code: string, field: string[], message: string): ReturnProblem => ({ code, field, message })

export type ReturnWish = {
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

/** Returns that still hold units: what was declined or called off holds none. */
const STANDING = ['REQUESTED', 'OPEN', 'CLOSED']

/** Units of a sent line that no return holds yet. */
export function returnableQuantity(order: OrderRow, fulfillmentLineId: string): number {
  const sent = sentLine(order, fulfillmentLineId)?.quantity ?? 0
  const held = (order.returns ?? [])
    .filter((row) => STANDING.includes(row.status))
    .flatMap((row) => row.lines)
    .filter((line) => line.fulfillmentLineId === fulfillmentLineId)
    .reduce((sum, line) => sum + line.quantity, 0)
  return sent - held
}

/** The order's own word about its returns (reference shopify-admin 4). */
function returnStatusOf(order: OrderRow): string {
  const all = (order.returns ?? []).map((row) => row.status)
  if (all.includes('OPEN')) return 'IN_PROGRESS'
  if (all.includes('REQUESTED')) return 'RETURN_REQUESTED'
  return all.includes('CLOSED') ? 'RETURNED' : 'NO_RETURN'
}

function save(shop: ShopState, order: OrderRow, row: ReturnRow): Returned {
  order.returnStatus = returnStatusOf(order)
  saveOrder(shop, order)
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

/** returnRequest waits for an answer; returnCreate is open at once. Only sent units can come back. */
export function createReturn(
  shop: ShopState,
  orderId: string,
  wishes: readonly ReturnWish[],
  requested: boolean,
  inputName: string,
): ReturnProblem | Returned {
  const order = openDraft(shop, orderId)
  if (!order) return problem('NOT_FOUND', [inputName, 'orderId'], 'Order does not exist')
  if (wishes.length === 0)
    return problem('BLANK', [inputName, 'returnLineItems'], 'Return line items must not be empty')
  const lines: ReturnLineRow[] = []
  for (const [at, wish] of wishes.entries()) {
    const field = [inputName, 'returnLineItems', String(at)]
    const sent = sentLine(order, wish.fulfillmentLineItemId)
    if (!sent) return problem('NOT_FOUND', [...field, 'fulfillmentLineItemId'], 'Fulfillment line item does not exist')
    const free = returnableQuantity(order, sent.id)
    if (wish.quantity < 1 || wish.quantity > free)
      return problem('INVALID', [...field, 'quantity'], `Quantity must be between 1 and ${free}`)
    lines.push({
      id: shop.newId('ReturnLineItem'),
      fulfillmentLineId: sent.id,
      lineId: sent.lineId,
      quantity: wish.quantity,
      reason: wish.returnReason ?? 'UNKNOWN',
      reasonNote: wish.returnReasonNote ?? '',
      customerNote: wish.customerNote ?? null,
    })
  }
  const returns = order.returns ?? []
  const row: ReturnRow = {
    id: shop.newId('Return'),
    name: `#${order.number}-R${returns.length + 1}`,
    status: requested ? 'REQUESTED' : 'OPEN',
    lines,
    reverse: null,
    decline: null,
    createdAt: shop.now(),
    approvedAt: null,
    closedAt: null,
  }
  if (!requested) openReverse(shop, row)
  order.returns = [...returns, row]
  return save(shop, order, row)
}

/** What may happen to a return, by the state that it must be in. */
const MOVES = {
  approve: { from: ['REQUESTED'], to: 'OPEN' },
  decline: { from: ['REQUESTED'], to: 'DECLINED' },
  close: { from: ['OPEN'], to: 'CLOSED' },
  cancel: { from: ['OPEN', 'REQUESTED'], to: 'CANCELED' },
  reopen: { from: ['CLOSED'], to: 'OPEN' },
} as const
export type ReturnMove = keyof typeof MOVES

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
  if (move === 'cancel' && row.reverse?.lines.some((line) => line.dispositions.length > 0))
    return problem('INVALID_STATE', field, 'Return is already being processed')
  row.status = to
  if (move === 'approve') {
    row.approvedAt = shop.now()
    openReverse(shop, row)
  }
  if (move === 'decline') row.decline = decline
  row.closedAt = to === 'CLOSED' ? shop.now() : null
  if (row.reverse && to === 'CANCELED') row.reverse.status = 'CANCELED'
  return save(shop, order, row)
}

export type Disposal = {
  reverseFulfillmentOrderLineItemId: string
  quantity: number
  locationId?: string | null
  dispositionType: string
}

/** What came of goods that arrived; RESTOCKED needs a place and puts them on its shelf. All or nothing. */
export function disposeReturned(shop: ShopState, disposals: readonly Disposal[]): ReturnProblem | Returned {
  const first = disposals[0]
  const owner = first && shop.orders.ownerOf(first.reverseFulfillmentOrderLineItemId)
  const order = owner && openDraft(shop, owner.id)
  if (!order) return problem('NOT_FOUND', ['dispositionInputs'], 'Reverse fulfillment order line item does not exist')
  let touched: ReturnRow | undefined
  const shelved: { variantId: string | null; locationId: string; quantity: number }[] = []
  for (const [at, wish] of disposals.entries()) {
    const field = ['dispositionInputs', String(at)]
    const row = (order.returns ?? []).find((entry) =>
      entry.reverse?.lines.some((line) => line.id === wish.reverseFulfillmentOrderLineItemId),
    )
    const line = row?.reverse?.lines.find((entry) => entry.id === wish.reverseFulfillmentOrderLineItemId)
    if (!row || !line) return problem('NOT_FOUND', field, 'Reverse fulfillment order line item does not exist')
    const open = line.total - line.dispositions.reduce((sum, entry) => sum + entry.quantity, 0)
    if (wish.quantity < 1 || wish.quantity > open)
      return problem('INVALID', [...field, 'quantity'], `Quantity must be between 1 and ${open}`)
    const place = shop.places.locations.find((entry) => entry.id === wish.locationId)
    if (wish.dispositionType === 'RESTOCKED' && !place)
      return problem('BLANK', [...field, 'locationId'], 'Location is required to restock')
    line.dispositions.push({
      id: shop.newId('ReverseFulfillmentOrderDisposition'),
      type: wish.dispositionType,
      quantity: wish.quantity,
      locationId: place?.id ?? null,
      createdAt: shop.now(),
    })
    const sold = order.lines.find((entry) => entry.id === row.lines.find(({ id }) => id === line.returnLineId)?.lineId)
    if (wish.dispositionType === 'RESTOCKED' && place)
      shelved.push({ variantId: sold?.variantId ?? null, locationId: place.id, quantity: wish.quantity })
    touched = row
  }
  for (const entry of shelved) returnStock(shop, entry.variantId, entry.locationId, entry.quantity)
  const done = touched?.reverse?.lines.every(
    (line) => line.dispositions.reduce((sum, entry) => sum + entry.quantity, 0) >= line.total,
  )
  if (done && touched?.reverse) touched.reverse.status = 'CLOSED'
  return save(shop, order, touched!)
}
