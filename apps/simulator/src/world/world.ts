import { createHash } from 'node:crypto'
import { drawFrom, hash32, randomStream } from '../core/random.ts'
import { CATEGORIES } from './catalogue.ts'
import { drawOffer } from './offer.ts'
import { drawSuppliers } from './suppliers.ts'
import type { Offer, Supplier } from './world.types.ts'

/** Size of the market: 20 categories × 108 offers, 9 suppliers each. */
const OFFERS_PER_CATEGORY = 108
const SUPPLIERS_PER_CATEGORY = 9

/** The day from which all ages in the world count back: 2026-11-01 00:00 China time. */
export const WORLD_DAY_MS = Date.UTC(2026, 9, 31, 16)
export const DAY_MS = 86_400_000

export type World = {
  readonly seed: string
  readonly offers: readonly Offer[]
  readonly suppliers: readonly Supplier[]
}

/** Draws the whole market from a seed. The same seed gives exactly the same market, pictures included. */
export function drawWorld(seed: string): World {
  const suppliers: Supplier[] = []
  const offers: Offer[] = []
  const ids = new Set<string>()
  let lastSkuId = 5_100_000_000_000 + (hash32(seed) % 1_000_000)
  const idDraw = drawFrom(randomStream(seed, 'ids'))
  const nextSkuId = (): string => String((lastSkuId += idDraw.whole(1, 400)))
  const nextOfferId = (): string => {
    let id: string
    // Mostly 12 digits, sometimes 13, as the platform's ids are today (reference 6).
    do
      id = String(
        idDraw.chance(0.15)
          ? 1_000_000_000_000 + idDraw.whole(0, 99_999_999_999)
          : idDraw.whole(5, 9) * 100_000_000_000 + idDraw.whole(0, 99_999_999_999),
      )
    while (ids.has(id))
    ids.add(id)
    return id
  }
  for (const [categoryIndex, category] of CATEGORIES.entries()) {
    const own = drawSuppliers(seed, category, SUPPLIERS_PER_CATEGORY, randomStream(seed, `suppliers:${category.key}`))
    suppliers.push(...own)
    for (let i = 0; i < OFFERS_PER_CATEGORY; i++) {
      const draw = drawFrom(randomStream(seed, `offer:${category.key}:${i}`))
      offers.push(
        drawOffer({
          seed,
          category,
          categoryIndex,
          kindIndex: i % category.kinds.length,
          suppliers: own,
          draw,
          nextOfferId,
          nextSkuId,
        }),
      )
    }
  }
  return { seed, offers, suppliers }
}

const drawn = new Map<string, World>()

/** The market of a seed, drawn once per process: a world never changes, changes are stored separately (market.ts). */
export function worldOf(seed: string): World {
  let known = drawn.get(seed)
  if (!known) drawn.set(seed, (known = drawWorld(seed)))
  return known
}

/** One hash over the whole world, to compare two worlds. */
export const worldHash = (world: World): string =>
  createHash('sha256')
    .update(JSON.stringify([world.suppliers, world.offers]))
    .digest('hex')
