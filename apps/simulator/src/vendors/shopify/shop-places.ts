import type { ShopFacts } from './demo-shops.ts'
import { gid } from './gid.ts'

export type LocationPlace = ShopFacts['locations'][number] & { id: string }
export type PublicationPlace = { id: string; name: string; number: number }
export type PlaceRow = { locations: LocationPlace[]; publications: PublicationPlace[] }

/** Locations and sales channels of a demo shop: fixed facts, so their ids are the same in every world. */
export function placesOf(facts: ShopFacts): PlaceRow {
  const base = facts.number * 100
  return {
    locations: facts.locations.map((place, index) => ({ ...place, id: gid('Location', base + 11 + index) })),
    publications: facts.publications.map((name, index) => ({
      name,
      number: base + 51 + index,
      id: gid('Publication', base + 51 + index),
    })),
  }
}
