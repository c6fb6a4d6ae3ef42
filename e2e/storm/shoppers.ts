import { chanceOf } from './chance.ts'
import { keyOf } from './clerk.ts'
import type { Ending, Source, Wanted } from './clerk.ts'
import type { World } from './world.ts'

/** The ends of purchases that are not paid in stages, in turn. */
const ENDINGS: readonly Ending[] = ['refund', 'cancel', 'send-on', 'leave']

/** Every third order is of goods that are paid in stages, also in the smallest storm. */
const isInStages = (placement: number): boolean => placement % 3 === 0

/** One of three is paid in stages; the other two get the next two ends. */
const endingOf = (placement: number): Ending =>
  isInStages(placement) ? 'send-on' : ENDINGS[(2 * Math.floor(placement / 3) + (placement % 3) - 1) % ENDINGS.length]!

/** `release(share)`: this part of all orders has been created by now. */
export function openShoppers(
  world: World,
  wanted: Wanted,
  sources: readonly Source[],
  options: { seed: string; orders: number; placements: number },
) {
  const chance = chanceOf(options.seed, 'shoppers')
  const atOnce = sources.filter(({ sold }) => sold === 'at-once')
  const inStages = sources.filter(({ sold }) => sold !== 'at-once')
  let made = 0
  return async (share: number): Promise<void> => {
    const upTo = Math.ceil(options.orders * share)
    const others = new Map<string, number>()
    for (; made < upTo; made++) {
      const { shop, name } = world.shops[made % world.shops.length]!
      const before = Math.floor((made * options.placements) / options.orders)
      if (Math.floor(((made + 1) * options.placements) / options.orders) === before) {
        others.set(shop, (others.get(shop) ?? 0) + 1)
        continue
      }
      const lines = Array.from({ length: chance.whole(1, 3) }, (_, index) => ({
        title: `Storm ${made}-${index}`,
        priceMinor: chance.whole(500, 90_000),
        quantity: chance.whole(1, 4),
      }))
      const order = await world.sell(shop, lines)
      const among = isInStages(before) ? inStages : atOnce
      const source = among[chance.whole(0, among.length - 1)]!
      wanted.set(keyOf(name, order.name), { source, ending: endingOf(before) })
    }
    for (const [shop, count] of others) await world.busy(shop, count)
  }
}
