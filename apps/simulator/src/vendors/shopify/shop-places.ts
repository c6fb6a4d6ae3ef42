import type { Table } from '../../core.ts'
import type { ShopFacts } from './demo-shops.ts'
import { gid } from './gid.ts'

export type LocationPlace = ShopFacts['locations'][number] & { id: string; active: boolean; updatedAt: string | null }
export type PublicationPlace = { id: string; name: string; number: number }
/** A location that staff changed or created; a removed one keeps its row, so that it does not return. */
export type PlaceChange = LocationPlace & { removed: boolean }

/**
 * Locations and sales channels of a shop. Those of the demo data have the same ids in every world; changes by staff are stored in the table
 * and applied to them.
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
    /** Locations from which goods can be sent; a deactivated one is only in `everywhere`. */
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
