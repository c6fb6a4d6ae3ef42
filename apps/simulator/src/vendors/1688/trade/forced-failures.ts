import type { SimCore } from '../../../core.ts'
import type { Market } from '../../../world/market.ts'

/** A change to an offer that is applied once, right after somebody has previewed an order of it. */
export type ForcedFailure = { offerId: string; what: 'price' | 'stock' | 'vanish' | 'spec'; percent: number }

/**
 * Changes that happen between preview and order. They are applied right after a preview with the offer was computed, so that its answer is
 * already out of date when it arrives.
 */
export function openForcedFailures(core: SimCore, market: Market) {
  const table = core.table<ForcedFailure>('1688-forced-failures')
  const apply = (failure: ForcedFailure): void => {
    const offer = market.get(failure.offerId)
    if (!offer) return
    if (failure.what === 'price')
      market.change(offer.offerId, {
        priceBasisPoints: Math.round((offer.priceBasisPoints * (100 + failure.percent)) / 100),
      })
    else if (failure.what === 'stock')
      market.change(offer.offerId, {
        stock: Object.fromEntries([['', 0], ...offer.skus.map((sku) => [sku.skuId, 0] as const)]),
      })
    else if (failure.what === 'vanish') market.change(offer.offerId, { status: 'expired' })
    else market.change(offer.offerId, { removedSkus: offer.skus.slice(0, 1).map((sku) => sku.skuId) })
  }
  return {
    list: (): ForcedFailure[] => Array.from(table.values()),
    lay: (failure: ForcedFailure): void => table.put(failure.offerId, failure),
    clear: (): void => table.clear(),
    /** Applies the changes for the offers of one preview; returns the text for the ledger, undefined when there were none. */
    apply: (offerIds: readonly string[]): string | undefined => {
      const applied = [...new Set(offerIds)].flatMap((offerId) => table.get(offerId) ?? [])
      for (const failure of applied) {
        table.delete(failure.offerId)
        apply(failure)
      }
      return applied.length === 0
        ? undefined
        : `after the preview: ${applied.map((failure) => `${failure.what} of ${failure.offerId}`).join(', ')}`
    },
  }
}
