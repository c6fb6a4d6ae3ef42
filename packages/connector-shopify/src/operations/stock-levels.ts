import { z } from 'zod'
import { LIST_LIMIT, chunked } from '../operation.ts'
import type { CallOptions, Execute, Operation } from '../operation.ts'
import { gid, nodeOrNone } from '../wire.ts'

const item = z.object({
  id: gid,
  inventoryLevel: z.object({ quantities: z.array(z.object({ name: z.string(), quantity: z.number() })) }).nullable(),
})
const answer = z.object({ nodes: z.array(nodeOrNone(item)) })

type LevelVariables = { readonly ids: readonly string[]; readonly locationId: string }

export const STOCK_LEVELS: Operation<LevelVariables, z.infer<typeof answer>> = {
  name: 'nodes(InventoryItem.inventoryLevel)',
  mutation: false,
  safe: true,
  cost: ({ ids }) => ids.length * 3,
  answer,
  document: `query StockLevels($ids: [ID!]!, $locationId: ID!) {
  nodes(ids: $ids) {
    ... on InventoryItem { id inventoryLevel(locationId: $locationId) { quantities(names: ["available"]) { name quantity } } }
  }
}`,
}

/**
 * The available quantity of each inventory item at one location, for adjust-inventory to compare with. (A variant's own total covers all
 * locations.) Items that are not stocked there, or do not exist, are left out.
 */
export async function stockLevels(
  execute: Execute,
  inventoryItemIds: readonly string[],
  locationId: string,
  options?: CallOptions,
): Promise<Map<string, number>> {
  const levels = new Map<string, number>()
  for (const ids of chunked(inventoryItemIds, LIST_LIMIT)) {
    const { nodes } = await execute(STOCK_LEVELS, { ids, locationId }, options)
    for (const node of nodes) {
      const available = node?.inventoryLevel?.quantities.find(({ name }) => name === 'available')
      if (node && available) levels.set(node.id, available.quantity)
    }
  }
  return levels
}
