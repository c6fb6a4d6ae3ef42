import type { OfferSku, OfferTier, SourceOffer } from '@huoqiao/connector-1688'
import { yuanText } from '@huoqiao/kit'

export type BuyLine = { readonly offerId: string; readonly specId: string | null; readonly quantity: number }
export type BuyOffer = Pick<
  SourceOffer,
  | 'offerId'
  | 'subject'
  | 'skus'
  | 'tiers'
  | 'quoteType'
  | 'minOrderQuantity'
  | 'batchNumber'
  | 'mixRule'
  | 'dropship'
  | 'unit'
>

export const skuKey = (line: { offerId: string; specId: string | null }): string =>
  `${line.offerId}:${line.specId ?? ''}`

/** The price tier and the minimum order quantity count all SKUs of an offer together. */
export const quantityOfOffer = (lines: readonly BuyLine[], offerId: string): number =>
  lines.reduce((sum, line) => (line.offerId === offerId ? sum + line.quantity : sum), 0)

/**
 * The expected price of one piece at this quantity of its offer, fen. Priority: the price agreed with the account, a promotion, the list
 * price. `quoteType` 1 prices by SKU, 0 and 2 by the offer's total quantity (1688 reference, 2.3). Only an estimate: the preview before
 * placing decides. Null: the offer has no price.
 */
export function unitPrice(
  offer: Pick<BuyOffer, 'tiers' | 'quoteType'>,
  sku: OfferSku | undefined,
  totalOfOffer: number,
): number | null {
  if (sku?.channelPriceMinor != null) return sku.channelPriceMinor
  const bySku = sku ? (sku.promotionPriceMinor ?? sku.priceMinor) : null
  const tier = tierFor(offer.tiers, totalOfOffer)
  const byQuantity = tier ? (tier.promotionPriceMinor ?? tier.priceMinor) : null
  return offer.quoteType === 0 || offer.quoteType === 2 ? (byQuantity ?? bySku) : (bySku ?? byQuantity)
}

/**
 * The price of one piece below the wholesale minimum: 1688 then sells the whole order as one-piece distribution (1688 reference, 3.3:
 * without a `flow` it takes the cheapest that fits). Null: this offer is not sold that way.
 */
export function onePiecePrice(
  offer: Pick<BuyOffer, 'quoteType' | 'dropship'>,
  sku: OfferSku | undefined,
): number | null {
  if (!offer.dropship) return null
  if (sku?.channelPriceMinor != null) return sku.channelPriceMinor
  const [bySku, byOffer] = [sku?.dropshipPriceMinor ?? null, offer.dropship.priceMinor]
  return offer.quoteType === 1 ? (bySku ?? byOffer) : (byOffer ?? bySku)
}

/** The tier for a quantity. Below the first tier, its price is the estimate. */
function tierFor(tiers: readonly OfferTier[], quantity: number): OfferTier | undefined {
  const priced = tiers.filter((tier) => tier.priceMinor !== null || tier.promotionPriceMinor !== null)
  return priced.findLast((tier) => tier.startQuantity <= quantity) ?? priced[0]
}

export type Minimum = { met: boolean; missingQuantity: number; missingMinor: number; text: string }

/**
 * How much a group of one supplier is short of the supplier's minimum. Either each offer reaches its own minimum, or the group reaches the
 * supplier's mixed lot by pieces or by amount, which then replaces the minimum of each offer (1688 reference, 2.3 and 3.3).
 */
export function minimumOf(
  offers: ReadonlyMap<string, BuyOffer>,
  lines: readonly (BuyLine & { unitPriceMinor: number | null })[],
): Minimum {
  const bought = lines.filter((line) => line.quantity > 0)
  const short = [...new Set(bought.map((line) => line.offerId))].flatMap((offerId) => {
    const offer = offers.get(offerId)
    const missing = Math.max(0, (offer?.minOrderQuantity ?? 1) - quantityOfOffer(bought, offerId))
    return offer && missing > 0 ? [{ offer, missing }] : []
  })
  if (short.length === 0) return { met: true, missingQuantity: 0, missingMinor: 0, text: '已达到起订要求' }
  const pieces = bought.reduce((sum, line) => sum + line.quantity, 0)
  const amount = bought.reduce((sum, line) => sum + line.quantity * (line.unitPriceMinor ?? 0), 0)
  const own = short.map(
    ({ offer, missing }) => `${short16(offer.subject)}还差${missing}件（起订${offer.minOrderQuantity}件）`,
  )
  const ownMissing = short.reduce((sum, { missing }) => sum + missing, 0)
  const rule = short.every(({ offer }) => offer.mixRule?.general) ? short[0]!.offer.mixRule : null
  if (!rule) return { met: false, missingQuantity: ownMissing, missingMinor: 0, text: own.join('；') }
  const morePieces = rule.minQuantity === null ? null : Math.max(0, rule.minQuantity - pieces)
  const moreMinor = rule.minAmountMinor === null ? null : Math.max(0, rule.minAmountMinor - amount)
  if (morePieces === 0 || moreMinor === 0)
    return { met: true, missingQuantity: 0, missingMinor: 0, text: '单品未到起订量，但已满足混批' }
  const mixed = [
    ...(morePieces === null ? [] : [`再加${morePieces}件（混批满${rule.minQuantity}件）`]),
    ...(moreMinor === null ? [] : [`再加${yuanText(moreMinor)}（混批满${yuanText(rule.minAmountMinor ?? 0)}）`]),
  ]
  return {
    met: false,
    missingQuantity: morePieces === null ? ownMissing : Math.min(morePieces, ownMissing),
    missingMinor: moreMinor ?? 0,
    text: [...own, mixed.length > 0 ? `或${mixed.join('，或')}` : ''].filter(Boolean).join('；'),
  }
}

const short16 = (text: string): string => (text.length > 16 ? `${text.slice(0, 15)}…` : text)

/** By how many per cent a price rose, one decimal; undefined: it did not rise, or a price is unknown. */
export function risenPercent(now: number | null, former: number | null): number | undefined {
  if (now === null || former === null || former <= 0 || now <= former) return undefined
  return Math.round(((now - former) * 1000) / former) / 10
}
