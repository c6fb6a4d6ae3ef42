import type { Table } from '../../../core.ts'
import type { ShopFacts } from '../demo-shops.ts'
import { gid } from '../gid.ts'

/** A market of a shop. Regions and web presences are not simulated: no client queries them. */
export type MarketRow = { id: string; name: string; handle: string; status: 'ACTIVE' | 'DRAFT' }
/** A market that staff created or changed; a removed one keeps its row, so that it does not return. */
export type MarketChange = MarketRow & { removed: boolean }

/** The markets of a shop: those of the demo data with the changes of its staff, by name. */
export function openMarkets(facts: ShopFacts, changes: Table<MarketChange>) {
  const given = facts.markets.map((market, index): MarketRow => ({
    ...market,
    id: gid('Market', facts.number * 100 + 71 + index),
    handle: handleOf(market.name),
  }))
  const all = (): MarketRow[] => {
    const kept = given.filter(({ id }) => !changes.get(id))
    const changed = Array.from(changes.values()).filter(({ removed }) => !removed)
    return [...kept, ...changed]
      .map(({ id, name, handle, status }) => ({ id, name, handle, status }))
      .sort((a, b) => a.name.localeCompare(b.name))
  }
  return {
    all,
    get: (id: string): MarketRow | undefined => all().find((row) => row.id === id),
    change: (row: MarketChange): void => changes.put(row.id, row),
    clear: (): void => changes.clear(),
  }
}

export const handleOf = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')

export type Markets = ReturnType<typeof openMarkets>
