import type { ShopState } from '../shop-state.ts'
import { openDraft } from './order-changes.ts'
import { problem, processedUnits, saveReturn } from './returns.ts'
import type { Returned, ReturnProblem } from './returns.ts'

/** Units that the shopper keeps: they are removed from an open return and its reverse fulfilment order. All or nothing. */
export function removeFromReturn(
  shop: ShopState,
  id: string,
  requests: readonly { returnLineItemId: string; quantity: number }[],
): ReturnProblem | Returned {
  const owner = shop.orders.ownerOf(id)
  const order = owner && openDraft(shop, owner.id)
  const row = order?.returns?.find((entry) => entry.id === id)
  if (!order || !row) return problem('NOT_FOUND', ['returnId'], 'Return does not exist')
  if (row.status !== 'OPEN') return problem('INVALID_STATE', ['returnId'], 'Return is not open')
  if (requests.length === 0) return problem('BLANK', ['returnLineItems'], 'Return line items must not be empty')
  for (const [at, request] of requests.entries()) {
    const place = ['returnLineItems', String(at)]
    const line = row.lines.find((entry) => entry.id === request.returnLineItemId)
    if (!line) return problem('NOT_FOUND', [...place, 'returnLineItemId'], 'Return line item does not exist')
    const free = line.quantity - processedUnits(row, line)
    if (request.quantity < 1 || request.quantity > free)
      return problem('INVALID', [...place, 'quantity'], `Quantity must be between 1 and ${free}`)
    line.quantity -= request.quantity
    const reverse = row.reverse?.lines.find((entry) => entry.returnLineId === line.id)
    if (reverse) reverse.total -= request.quantity
  }
  row.lines = row.lines.filter((line) => line.quantity > 0)
  const removals = requests.map((request) => ({ id: request.returnLineItemId, delta: request.quantity }))
  return saveReturn(shop, order, row, 'returns/update', { removals })
}
