import { z } from 'zod'
import { MUTATION_COST } from '../operation.ts'
import type { CallOptions, Execute, Operation } from '../operation.ts'
import { gid } from '../wire.ts'

const answer = z.object({
  inventoryAdjustQuantities: z.object({ inventoryAdjustmentGroup: z.object({ id: gid }).nullish() }),
})

export type StockChange = {
  readonly inventoryItemId: string
  readonly locationId: string
  /** difference in pieces */
  readonly delta: number
  /** the quantity that we expect: otherwise the change is refused; null: change in any case */
  readonly changeFromQuantity: number | null
}

type AdjustVariables = {
  readonly key: string
  readonly input: {
    readonly name: 'available'
    readonly reason: string
    readonly referenceDocumentUri?: string
    readonly changes: readonly StockChange[]
  }
}

export const ADJUST_INVENTORY: Operation<AdjustVariables, z.infer<typeof answer>> = {
  name: 'inventoryAdjustQuantities',
  mutation: true,
  // Safe because of the key: a repeat returns the result of the first request.
  safe: true,
  cost: () => MUTATION_COST + 1,
  answer,
  // The directive is required at run time, although the schema does not say so (reference, section 3).
  document: `mutation AdjustInventory($input: InventoryAdjustQuantitiesInput!, $key: String!) {
  inventoryAdjustQuantities(input: $input) @idempotent(key: $key) {
    inventoryAdjustmentGroup { id }
    userErrors { code field message }
  }
}`,
}

export type AdjustInventoryRequest = {
  /** at most 250, one for each item and location */
  readonly changes: readonly StockChange[]
  /** one key for each change, stored before it is sent; never used again with other quantities */
  readonly idempotencyKey: string
  readonly referenceDocumentUri?: string
}

/**
 * Changes the available quantities by these differences: all or none. An outdated expectation is `rejected` with code
 * CHANGE_FROM_QUANTITY_STALE. Repeating the same request with the same key does nothing more.
 */
export async function adjustInventory(
  execute: Execute,
  { changes, idempotencyKey: key, referenceDocumentUri }: AdjustInventoryRequest,
  options?: CallOptions,
): Promise<void> {
  const input = {
    name: 'available' as const,
    reason: 'correction',
    // changeFromQuantity must be sent even if it is null.
    changes: changes.map(({ inventoryItemId, locationId, delta, changeFromQuantity }) => ({
      inventoryItemId,
      locationId,
      delta,
      changeFromQuantity,
    })),
    ...(referenceDocumentUri === undefined ? {} : { referenceDocumentUri }),
  }
  await execute(ADJUST_INVENTORY, { key, input }, options)
}
