import type { ShopState } from '../shop-state.ts'
import { openDraft } from './order-changes.ts'
import { returnStock } from './order-stock.ts'
import type { DispositionRow, OrderRow, ReturnRow } from './order.rows.ts'
import { isReturnProblem, problem, saveReturn } from './returns.ts'
import type { Returned, ReturnProblem } from './returns.ts'

export type Disposal = {
  reverseFulfillmentOrderLineItemId: string
  quantity: number
  locationId?: string | null
  dispositionType: string
}

type Laid = { reverseLineId: string; row: DispositionRow }

/** The disposition of goods that arrived; RESTOCKED needs a location and adds them to its stock. All or nothing. */
export function disposeReturned(shop: ShopState, disposals: readonly Disposal[]): ReturnProblem | Returned {
  const first = disposals[0]
  const owner = first && shop.orders.ownerOf(first.reverseFulfillmentOrderLineItemId)
  const order = owner && openDraft(shop, owner.id)
  if (!order) return problem('NOT_FOUND', ['dispositionInputs'], 'Reverse fulfillment order line item does not exist')
  const laid = layDisposals(shop, order, disposals, ['dispositionInputs'])
  if (isReturnProblem(laid)) return laid
  laid.shelve()
  return saveReturn(shop, order, laid.row, 'reverse_fulfillment_orders/dispose', { dispositions: laid.dispositions })
}

/** Applies dispositions to the draft; `shelve` is called when everything else is valid as well. */
export function layDisposals(
  shop: ShopState,
  order: OrderRow,
  disposals: readonly Disposal[],
  field: string[],
): ReturnProblem | { row: ReturnRow; dispositions: Laid[]; shelve: () => void } {
  let touched: ReturnRow | undefined
  const dispositions: Laid[] = []
  const shelved: { variantId: string | null; locationId: string; quantity: number }[] = []
  for (const [at, request] of disposals.entries()) {
    const place = [...field, String(at)]
    const row = (order.returns ?? []).find((entry) =>
      entry.reverse?.lines.some((line) => line.id === request.reverseFulfillmentOrderLineItemId),
    )
    const line = row?.reverse?.lines.find((entry) => entry.id === request.reverseFulfillmentOrderLineItemId)
    if (!row || !line) return problem('NOT_FOUND', place, 'Reverse fulfillment order line item does not exist')
    const open = line.total - line.dispositions.reduce((sum, entry) => sum + entry.quantity, 0)
    if (request.quantity < 1 || request.quantity > open)
      return problem('INVALID', [...place, 'quantity'], `Quantity must be between 1 and ${open}`)
    const shelf = shop.places.locations.find((entry) => entry.id === request.locationId)
    if (request.dispositionType === 'RESTOCKED' && !shelf)
      return problem('BLANK', [...place, 'locationId'], 'Location is required to restock')
    const laid: DispositionRow = {
      id: shop.newId('ReverseFulfillmentOrderDisposition'),
      type: request.dispositionType,
      quantity: request.quantity,
      locationId: shelf?.id ?? null,
      createdAt: shop.now(),
    }
    line.dispositions.push(laid)
    dispositions.push({ reverseLineId: line.id, row: laid })
    const sold = order.lines.find((entry) => entry.id === row.lines.find(({ id }) => id === line.returnLineId)?.lineId)
    if (request.dispositionType === 'RESTOCKED' && shelf)
      shelved.push({ variantId: sold?.variantId ?? null, locationId: shelf.id, quantity: request.quantity })
    touched = row
  }
  const reverse = touched?.reverse
  if (!touched || !reverse) return problem('BLANK', field, 'Disposition inputs must not be empty')
  if (reverse.lines.every((line) => line.dispositions.reduce((sum, { quantity }) => sum + quantity, 0) >= line.total))
    reverse.status = 'CLOSED'
  return {
    row: touched,
    dispositions,
    shelve: () => {
      for (const entry of shelved) returnStock(shop, entry.variantId, entry.locationId, entry.quantity)
    },
  }
}
