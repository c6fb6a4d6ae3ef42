import type { Table } from '../core.ts'
import { hexOf } from '../core/random.ts'
import type { World } from './world.ts'
import type { Bilingual, Offer, Sku } from './world.types.ts'

/**
 * The market as it is now: the seeded world with changes applied to it. Only the changes are stored on disk, so a reset empties one table,
 * and a new seed never mixes with old offers.
 */
export type OfferChange = {
  /** One of the statuses of reference 2.3. */
  status?: string
  /** Factor for all prices, in hundredths of a percent: 12000 = 20% more. */
  priceBasisPoints?: number
  /** Stock of each SKU by id, or of the whole product under ''. */
  stock?: Record<string, number>
  removedSkus?: string[]
  /** New SKUs, copied from the first existing one with another value and id. */
  addedSkus?: { skuId: string; value: Bilingual }[]
  title?: Bilingual
  /** The minimum order quantity, at which the first price tier begins. */
  minOrderQuantity?: number
  /** Removed completely: its address gives an error. */
  gone?: boolean
}

export type OfferState = OfferChange & { offerId: string; modifiedAt: number }

export type LiveOffer = Offer & {
  readonly modifiedAt: number | undefined
  /** The factor of its prices, 10000 = unchanged. */
  readonly priceBasisPoints: number
  readonly gone?: boolean
}

export type Market = {
  get(offerId: string): LiveOffer | undefined
  all(): readonly LiveOffer[]
  /** Applies a change to the offer; given fields replace the old ones, stock and SKU lists are merged. False when the offer is unknown. */
  change(offerId: string, change: OfferChange): boolean
  reset(): void
}

const scaled = (fen: number, basisPoints: number | undefined): number =>
  basisPoints === undefined ? fen : Math.max(1, Math.round((fen * basisPoints) / 10_000))

function addedSku(offer: Offer, added: { skuId: string; value: Bilingual }): Sku | undefined {
  const model = offer.skus[0]
  if (!model) return undefined
  const [first, ...rest] = model.values
  return {
    ...model,
    skuId: added.skuId,
    specId: hexOf(`added:${offer.offerId}:${added.skuId}`, 32),
    stock: 500,
    cargoNumber: `${model.cargoNumber}-N`,
    values: [{ ...first!, value: added.value }, ...rest],
  }
}

/** The first tier begins at the minimum order quantity. */
function tiersFrom(tiers: Offer['tiers'], minimum: number): Offer['tiers'] {
  const from = tiers.findLastIndex((tier) => tier.startQuantity <= minimum)
  return tiers.slice(Math.max(0, from)).map((tier, at) => (at === 0 ? { ...tier, startQuantity: minimum } : tier))
}

function laidOver(offer: Offer, state: OfferState | undefined): LiveOffer {
  if (!state) return { ...offer, modifiedAt: undefined, priceBasisPoints: 10_000 }
  const removed = new Set(state.removedSkus)
  const factor = state.priceBasisPoints
  const minimum = state.minOrderQuantity ?? offer.minOrderQuantity
  const grown = (state.addedSkus ?? []).flatMap((added) => addedSku(offer, added) ?? [])
  return {
    ...offer,
    title: state.title ?? offer.title,
    status: state.status ?? offer.status,
    minOrderQuantity: minimum,
    gone: state.gone ?? false,
    tiers: tiersFrom(offer.tiers, minimum).map((tier) => ({ ...tier, priceFen: scaled(tier.priceFen, factor) })),
    skus: [...offer.skus, ...grown]
      .filter((sku) => !removed.has(sku.skuId))
      .map((sku) => ({ ...sku, priceFen: scaled(sku.priceFen, factor), stock: state.stock?.[sku.skuId] ?? sku.stock })),
    stock: state.stock?.[''] ?? offer.stock,
    modifiedAt: state.modifiedAt,
    priceBasisPoints: factor ?? 10_000,
  }
}

export function openMarket(world: World, table: Table<OfferState>, now: () => number): Market {
  const seeded = new Map(world.offers.map((offer) => [offer.offerId, offer]))
  const live = new Map<string, LiveOffer>()
  let list: LiveOffer[] | undefined
  const get = (offerId: string): LiveOffer | undefined => {
    const offer = seeded.get(offerId)
    if (!offer) return undefined
    let current = live.get(offerId)
    if (!current) live.set(offerId, (current = laidOver(offer, table.get(offerId))))
    return current
  }
  return {
    get,
    all: () => (list ??= world.offers.map((offer) => get(offer.offerId)!)),
    change: (offerId, change) => {
      if (!seeded.has(offerId)) return false
      const before = table.get(offerId)
      table.put(offerId, {
        ...before,
        ...change,
        ...(change.stock || before?.stock ? { stock: { ...before?.stock, ...change.stock } } : {}),
        ...(change.removedSkus
          ? { removedSkus: [...new Set([...(before?.removedSkus ?? []), ...change.removedSkus])] }
          : {}),
        ...(change.addedSkus ? { addedSkus: [...(before?.addedSkus ?? []), ...change.addedSkus] } : {}),
        offerId,
        modifiedAt: now(),
      })
      live.delete(offerId)
      list = undefined
      return true
    },
    reset: () => {
      table.clear()
      live.clear()
      list = undefined
    },
  }
}
