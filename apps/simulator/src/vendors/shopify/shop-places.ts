import type { Table } from '../../core.ts'
import type { ShopFacts } from './demo-shops.ts'
import { gid } from './gid.ts'

export type LocationPlace = ShopFacts['locations'][number] & { id: string; active: boolean; updatedAt: string | null }
export type PublicationPlace = { id: string; name: string; number: number }
/** A location that staff changed or made; a removed one keeps its row, so that it does not come back. */
export type PlaceChange = LocationPlace & { removed: boolean }

/**
 * Locations and sales channels of a shop. Those of the demo facts have the same ids in every world; what staff did to
 * locations since is kept in the table and laid over them.
 */
export function openPlaces(facts: ShopFacts, changes: Table<PlaceChange>) {
  const base = facts.number * 100
  const given: readonly LocationPlace[] = facts.locations.map((place, index) => ({
    ...place,
    id: gid('Location', base + 11 + index),
    active: true,
    updatedAt: null,
  }))
  let known: LocationPlace[] | undefined
  const all = (): LocationPlace[] => {
    const own = Array.from(changes.values())
    const kept = given.map((place) => changes.get(place.id) ?? place)
    const made = own.filter((row) => !given.some((place) => place.id === row.id))
    return [...kept, ...made].filter((place) => !('removed' in place && place.removed))
  }
  return {
    /** Those that goods can be sent from; a closed one is in `everywhere` only. */
    get locations(): readonly LocationPlace[] {
      known ??= all().filter((place) => place.active)
      return known
    },
    everywhere: all,
    publications: facts.publications.map((name, index): PublicationPlace => ({
      name,
      number: base + 51 + index,
      id: gid('Publication', base + 51 + index),
    })),
    change: (row: PlaceChange): void => {
      changes.put(row.id, row)
      known = undefined
    },
    clear: (): void => {
      changes.clear()
      known = undefined
    },
  }
}

export type Places = ReturnType<typeof openPlaces>
