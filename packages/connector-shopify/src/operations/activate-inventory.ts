import { z } from 'zod'
import { MUTATION_COST } from '../operation.ts'
import type { CallOptions, Execute, Operation } from '../operation.ts'
import { gid } from '../wire.ts'

const answer = z.object({ inventoryActivate: z.object({ inventoryLevel: z.object({ id: gid }).nullish() }) })

type ActivateVariables = {
  readonly inventoryItemId: string
  readonly locationId: string
  readonly available: number | null
  readonly key: string
}

export const ACTIVATE_INVENTORY: Operation<ActivateVariables, z.infer<typeof answer>> = {
  name: 'inventoryActivate',
  mutation: true,
  safe: true,
  cost: () => MUTATION_COST + 1,
  answer,
  document: `mutation ActivateInventory($inventoryItemId: ID!, $locationId: ID!, $available: Int, $key: String!) {
  inventoryActivate(inventoryItemId: $inventoryItemId, locationId: $locationId, available: $available)
    @idempotent(key: $key) {
    inventoryLevel { id }
    userErrors { field message }
  }
}`,
}

export type ActivateInventoryRequest = {
  readonly inventoryItemId: string
  readonly locationId: string
  /** left out: earlier quantities are kept (reference, section 3) */
  readonly available?: number
  readonly idempotencyKey: string
}

/** Stocks an item at a location where it was not stocked, so that adjust-inventory works there in every version. */
export async function activateInventory(
  execute: Execute,
  { inventoryItemId, locationId, available, idempotencyKey }: ActivateInventoryRequest,
  options?: CallOptions,
): Promise<void> {
  const variables = { inventoryItemId, locationId, available: available ?? null, key: idempotencyKey }
  await execute(ACTIVATE_INVENTORY, variables, options)
}
