import { formatChinaTime } from '@huoqiao/kit/time'
import { hash32 } from '../../core/random.ts'
import type { LiveOffer } from '../../world/market.ts'
import { DAY_MS, WORLD_DAY_MS } from '../../world/world.ts'

/** Facts about an offer that several answers need, computed in one place. Yuan are sent as text (reference 2.1, 2.3). */
export const yuan = (fen: number): string => `${Math.floor(fen / 100)}.${String(fen % 100).padStart(2, '0')}`

export const percent = (basisPoints: number): string => `${(basisPoints / 100).toFixed(2)}%`

/** Price shown in a list, fen: the cheapest SKU when prices are by SKU, otherwise the price at the minimum order. */
export function listPriceFen(offer: LiveOffer): number {
  const prices = offer.quoteType === 1 ? offer.skus.map((sku) => sku.priceFen) : []
  return prices.length > 0 ? Math.min(...prices) : offer.tiers[0]!.priceFen
}

/** Price during a promotion, fen; null without one. */
export const promotionFen = (offer: LiveOffer, fen: number): number | null =>
  offer.promotionPercent === 0 ? null : Math.max(1, Math.round((fen * (100 - offer.promotionPercent)) / 100))

/** Drop-shipping price of one piece, fen. */
export const onePieceFen = (fen: number): number => Math.round((fen * 112) / 100)

export const yuanOrNull = (fen: number | null): string | null => (fen === null ? null : yuan(fen))

export const createdAt = (offer: LiveOffer): number =>
  WORLD_DAY_MS - offer.createdDaysAgo * DAY_MS + (hash32(offer.offerId) % DAY_MS)

export const modifiedAt = (offer: LiveOffer): number =>
  offer.modifiedAt ?? Math.min(WORLD_DAY_MS, createdAt(offer) + Math.floor((offer.createdDaysAgo * DAY_MS) / 2))

export const chinaTime = formatChinaTime

export const totalStock = (offer: LiveOffer): number =>
  offer.skus.length === 0 ? offer.stock : offer.skus.reduce((sum, sku) => sum + sku.stock, 0)

/** The real page of the product on the platform: the API answers with this address, also here. */
export const detailUrl = (offerId: string): string => `https://detail.1688.com/offer/${offerId}.html`

export const isPublished = (offer: LiveOffer): boolean => offer.status === 'published'

const tenths = (value: number): string => (value / 10).toFixed(1)

/** Scores of the seller, the same in 2.1 and 2.3; all are text except the years. */
export const sellerScores = ({ supplier }: LiveOffer) => ({
  tradeMedalLevel: String(supplier.medal),
  compositeServiceScore: tenths(supplier.scores[0]),
  logisticsExperienceScore: tenths(supplier.scores[1]),
  disputeComplaintScore: tenths(supplier.scores[2]),
  offerExperienceScore: tenths(supplier.scores[3]),
  afterSalesExperienceScore: tenths(supplier.scores[4]),
  consultingExperienceScore: tenths(supplier.scores[5]),
  repeatPurchasePercent: (supplier.repeatBasisPoints / 10_000).toFixed(4),
})

export const offerIdentities = (offer: LiveOffer): string[] => [
  ...(offer.curated ? ['yx'] : []),
  ...(offer.selected ? ['select'] : []),
]

/** Weight as the seller entered it, grams. Some sellers left it out; a few entered grams in the field for kilograms. */
export function declaredGrams(offer: LiveOffer): number | null {
  const careless = hash32(`weight:${offer.offerId}`) % 100
  if (careless < 4) return null
  return careless === 4 ? offer.grams * 1000 : offer.grams
}
