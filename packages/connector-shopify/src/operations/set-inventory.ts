import { z } from 'zod'
import { LIST_LIMIT, MUTATION_COST, chunked } from '../operation.ts'
import type { CallOptions, Execute, Operation } from '../operation.ts'
import { gid } from '../wire.ts'

const answer = z.object({
  inventorySetQuantities: z.object({ inventoryAdjustmentGroup: z.object({ id: gid }).nullish() }),
})

export type StockLevel = {
  readonly inventoryItemId: string
  readonly locationId: string
  readonly quantity: number
  /** What we believe is there now: the change is refused when it is not. Null sets it whatever is there. */
  readonly changeFromQuantity: number | null
}

type SetVariables = {
  readonly key: string
  readonly input: {
    readonly name: 'available'
    readonly reason: string
    readonly referenceDocumentUri?: string
    readonly quantities: readonly StockLevel[]
  }
}

export const SET_INVENTORY: Operation<SetVariables, z.infer<typeof answer>> = {
  name: 'inventorySetQuantities',
  mutation: true,
  // The key makes it so: the second sending is answered with the outcome of the first.
  safe: true,
  cost: () => MUTATION_COST + 1,
  answer,
  // The directive is required at run time although the schema does not say so (reference, section 3).
  document: `mutation SetInventory($input: InventorySetQuantitiesInput!, $key: String!) {
  inventorySetQuantities(input: $input) @idempotent(key: $key) {
    inventoryAdjustmentGroup { id }
    userErrors { code field message }
  }
}`,
}

export type SetInventoryRequest = {
  readonly levels: readonly StockLevel[]
  /** One key for one intent, written down before it is sent; never again with other quantities. */
  readonly idempotencyKey: string
  /** Default `correction`. */
  readonly reason?: string
  readonly referenceDocumentUri?: string
}

/**
 * Sets what is available, 250 levels a request, compared before swapped. A stale belief is `rejected` with code
 * CHANGE_FROM_QUANTITY_STALE and none of its batch is set; batches before it stay set, and sending all again with the
 * same key repeats nothing.
 */
export async function setInventory(
  execute: Execute,
  { levels, idempotencyKey, reason = 'correction', referenceDocumentUri }: SetInventoryRequest,
  options?: CallOptions,
): Promise<void> {
  const batches = chunked(levels, LIST_LIMIT)
  for (const [index, quantities] of batches.entries()) {
    const key = batches.length === 1 ? idempotencyKey : `${idempotencyKey}:${index}`
    const input = {
      name: 'available' as const,
      reason,
      // changeFromQuantity has to be sent even when it is null.
      quantities: quantities.map(({ inventoryItemId, locationId, quantity, changeFromQuantity }) => ({
        inventoryItemId,
        locationId,
        quantity,
        changeFromQuantity,
      })),
      ...(referenceDocumentUri === undefined ? {} : { referenceDocumentUri }),
    }
    await execute(SET_INVENTORY, { key, input }, options)
  }
}
