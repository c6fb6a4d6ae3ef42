import { z } from 'zod'
import type { CallOptions, Execute, Operation } from '../operation.ts'
import { gid, pageOf } from '../wire.ts'

const location = z.object({
  id: gid,
  name: z.string(),
  isActive: z.boolean(),
  shipsInventory: z.boolean(),
  fulfillsOnlineOrders: z.boolean(),
})
const answer = z.object({ locations: pageOf(location) })

const PAGE = 50

export const LIST_LOCATIONS: Operation<{ first: number; after: string | null }, z.infer<typeof answer>> = {
  name: 'locations',
  mutation: false,
  safe: true,
  cost: ({ first }) => first + 3,
  answer,
  document: `query ListLocations($first: Int!, $after: String) {
  locations(first: $first, after: $after) {
    nodes { id name isActive shipsInventory fulfillsOnlineOrders }
    pageInfo { hasNextPage endCursor }
  }
}`,
}

export type ShopLocation = {
  readonly id: string
  readonly name: string
  readonly active: boolean
  readonly shipsInventory: boolean
  readonly fulfillsOnlineOrders: boolean
}

/** Every active location of the shop. Needs read_locations. */
export async function listLocations(execute: Execute, options?: CallOptions): Promise<ShopLocation[]> {
  const found: ShopLocation[] = []
  let after: string | null = null
  do {
    const { locations }: z.infer<typeof answer> = await execute(LIST_LOCATIONS, { first: PAGE, after }, options)
    for (const { isActive, ...rest } of locations.nodes) found.push({ ...rest, active: isActive })
    after = locations.pageInfo.hasNextPage ? (locations.pageInfo.endCursor ?? null) : null
  } while (after !== null)
  return found
}
