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
  /** Pieces more or less. */
  readonly delta: number
  /** What we believe is there now: the change is refused when it is not. Null changes it whatever is there. */
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
  // The key makes it so: the second sending is answered with the outcome of the first.
  safe: true,
  cost: () => MUTATION_COST + 1,
  answer,
  // The directive is required at run time although the schema does not say so (reference, section 3).
  document: `mutation AdjustInventory($input: InventoryAdjustQuantitiesInput!, $key: String!) {
  inventoryAdjustQuantities(input: $input) @idempotent(key: $key) {
    inventoryAdjustmentGroup { id }
    userErrors { code field message }
  }
}`,
}

export type AdjustInventoryRequest = {
  /** 250 at most, one for an item and location. */
  readonly changes: readonly StockChange[]
  /** One key for one intent, written down before it is sent; never again with other quantities. */
  readonly idempotencyKey: string
  readonly referenceDocumentUri?: string
}

/**
 * Changes what is available by so many pieces: all of them or none. A stale belief is `rejected` with code
 * CHANGE_FROM_QUANTITY_STALE. Sending the same again with the same key does nothing more.
 */
export async function adjustInventory(
  execute: Execute,
  { changes, idempotencyKey: key, referenceDocumentUri }: AdjustInventoryRequest,
  options?: CallOptions,
): Promise<void> {
  const input = {
    name: 'available' as const,
    reason: 'correction',
    // changeFromQuantity has to be sent even when it is null.
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
