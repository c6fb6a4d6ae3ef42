import type { LevelRow, ProductRow, VariantRow } from '../rows.ts'
import type { ShopState } from '../shop-state.ts'

type Owned = { product: ProductRow; variant: VariantRow }

/** Stock levels of a variant in the order of the shop's locations. */
const levelsInOrder = (shop: ShopState, variant: VariantRow): LevelRow[] =>
  shop.places.locations.flatMap((place) => variant.levels.find((level) => level.locationId === place.id) ?? [])

/** The location for an order of this many units: the first that has them, otherwise the first that stocks the variant. */
export function locationFor(shop: ShopState, variant: VariantRow, quantity: number): string {
  const levels = levelsInOrder(shop, variant)
  const enough = levels.find((level) => level.available >= quantity)
  return enough?.locationId ?? levels[0]?.locationId ?? shop.places.locations[0]!.id
}

/** Units that a shopper may still buy; undefined when stock is not tracked. */
export function sellable(variant: VariantRow): number | undefined {
  if (!variant.tracked || variant.inventoryPolicy === 'CONTINUE') return undefined
  return Math.max(0, ...variant.levels.map((level) => level.available))
}

type Move = (level: LevelRow, variant: VariantRow) => Pick<LevelRow, 'available' | 'committed'>

function moveStock(shop: ShopState, variantId: string | null, locationId: string, move: Move): void {
  const owned: Owned | undefined = variantId === null ? undefined : shop.products.variant(variantId)
  if (!owned?.variant.tracked) return
  const { product, variant } = owned
  if (!variant.levels.some((level) => level.locationId === locationId)) return
  const levels = variant.levels.map((level) =>
    level.locationId === locationId ? { ...level, ...move(level, variant), updatedAt: shop.now() } : level,
  )
  const variants = product.variants.map((row) => (row === variant ? { ...row, levels } : row))
  shop.products.put({ ...product, variants })
}

/**
 * Commits units to an order. A shopper cannot bring `deny` variants below 0; an order that staff or a busy day forces commits units that do
 * not exist.
 */
export const commitStock = (shop: ShopState, variantId: string | null, locationId: string, quantity: number): void =>
  moveStock(shop, variantId, locationId, (level, variant) => ({
    available:
      variant.inventoryPolicy === 'CONTINUE'
        ? level.available - quantity
        : Math.min(level.available, Math.max(0, level.available - quantity)),
    committed: level.committed + quantity,
  }))

/** Units of an order return to stock (restock), or are only no longer committed. */
export const releaseStock = (
  shop: ShopState,
  variantId: string | null,
  locationId: string,
  quantity: number,
  restock: boolean,
): void =>
  moveStock(shop, variantId, locationId, (level) => ({
    available: level.available + (restock ? quantity : 0),
    committed: Math.max(0, level.committed - quantity),
  }))

/** Sent units leave the stock; cancelling a fulfilment makes them committed again. */
export const shipStock = (shop: ShopState, variantId: string | null, locationId: string, quantity: number): void =>
  moveStock(shop, variantId, locationId, (level) => ({
    available: level.available,
    committed: Math.max(0, level.committed - quantity),
  }))

/** Units that the shopper returned. */
export const returnStock = (shop: ShopState, variantId: string | null, locationId: string, quantity: number): void =>
  moveStock(shop, variantId, locationId, (level) => ({
    available: level.available + quantity,
    committed: level.committed,
  }))
