import { isRemoteFailure } from '@huoqiao/connector-kit'
import { userErrorsOf } from '@huoqiao/connector-shopify'
import type { StockChange } from './push-input.mapping.ts'
import type { Pushing } from './push.types.ts'

const TRIES = 3

/**
 * Sets stock at the store's location, compared before it is swapped. Where the shop has one location, what was compared
 * is what must still be there; with several, a variant's total says nothing of one of them, and the level that was read
 * just now must still be there. A sale in between keeps its say: that variant is left alone and its id answered.
 */
export async function setStock(push: Pushing, stock: readonly StockChange[], signal: AbortSignal): Promise<string[]> {
  const { connector, store, item } = push
  const { locationId } = store
  if (locationId === null || stock.length === 0) return []
  const single = store.locations.length <= 1
  const left = new Set<string>()
  for (let tryNumber = 1; ; tryNumber++) {
    const levels = await connector.stockLevels(
      stock.map((change) => change.inventoryItemId),
      locationId,
      { signal },
    )
    const due = stock.filter((change) => {
      const there = levels.get(change.inventoryItemId)
      if (single && there !== undefined && there !== change.changeFrom && there !== change.quantity)
        left.add(change.variantId)
      return there !== undefined && there !== change.quantity && !left.has(change.variantId)
    })
    for (const change of stock.filter((one) => !levels.has(one.inventoryItemId)))
      await connector.activateInventory(
        {
          inventoryItemId: change.inventoryItemId,
          locationId,
          available: change.quantity,
          idempotencyKey: `hq-${item.id}-${item.attempts}-${change.variantId}`,
        },
        { signal },
      )
    if (due.length === 0) return [...left]
    try {
      await connector.setInventory(
        {
          idempotencyKey: `hq-${item.id}-${item.attempts}-${tryNumber}`,
          referenceDocumentUri: `huoqiao://sync-item/${item.id}`,
          levels: due.map((change) => ({
            inventoryItemId: change.inventoryItemId,
            locationId,
            quantity: change.quantity,
            changeFromQuantity: levels.get(change.inventoryItemId)!,
          })),
        },
        { signal },
      )
      return [...left]
    } catch (error) {
      if (!isStale(error) || tryNumber === TRIES) throw error
    }
  }
}

const isStale = (error: unknown): boolean =>
  isRemoteFailure(error) && userErrorsOf(error).some((one) => one.code === 'CHANGE_FROM_QUANTITY_STALE')
