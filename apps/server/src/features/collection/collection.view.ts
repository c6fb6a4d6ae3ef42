import type { OfferCard as SearchCard, SourceOffer } from '@huoqiao/connector-1688'
import type { OutputOf, ENDPOINTS } from '@huoqiao/contract'
import type { CollectItem, OfferCard } from '@huoqiao/contract/collection/collection.schema'
import type { CollectorKey } from '@huoqiao/contract/collection/collector.schema'
import { costOf, lowestQuote } from './collection.mapping.ts'
import { mayIgnore, mayRestore, mayRetry } from './collection.rules.ts'
import type { KeyRow } from './collector-key.store.ts'
import { mayWithdraw } from './collector.rules.ts'
import type { ItemRow } from './collect-item.store.ts'
import type { OfferRow } from './source-offer.store.ts'

/** What the app itself knows about an offer. */
export type Mark = Pick<OfferCard, 'collectState' | 'claims'>
export const NO_MARK: Mark = { collectState: null, claims: [] }

export const cardOfSearch = (card: SearchCard, supplierName: string | null, mark: Mark): OfferCard => ({
  offerId: card.offerId,
  title: card.subject,
  titleTrans: card.subjectTrans ?? '',
  image: card.imageUrl ?? card.whiteImage,
  priceMinor: card.priceMinor,
  promotionPriceMinor: card.promotionPriceMinor,
  dropshipPriceMinor: card.dropshipPriceMinor,
  // Search results contain no price tiers (reference 2.1).
  tiers: [],
  minOrderQuantity: card.minOrderQuantity,
  monthSold: card.soldLastMonth,
  repurchaseRate: card.repurchasePercent === null ? null : `${card.repurchasePercent}%`,
  tradeScore: card.tradeScore,
  supplierName: card.supplier.companyName ?? supplierName,
  sellerIdentities: [...card.sellerIdentities],
  shipWithin: shipWithin(card.shipsWithinHours),
  onePieceDropship: card.canDropship,
  selected: card.offerIdentities.length > 0,
  patentRisk: false,
  url: card.url,
  ...mark,
})

export const cardOfOffer = (offer: SourceOffer, mark: Mark): OfferCard => ({
  offerId: offer.offerId,
  title: offer.subject,
  titleTrans: offer.subjectTrans ?? '',
  image: offer.images[0] ?? offer.whiteImage,
  ...lowestQuote(offer),
  dropshipPriceMinor: offer.dropship?.priceMinor ?? null,
  tiers: tiersOf(offer),
  minOrderQuantity: offer.minOrderQuantity,
  monthSold: null,
  repurchaseRate: percentOf(offer.supplier.scores.repeatPurchase),
  tradeScore: offer.tradeScore,
  supplierName: offer.supplier.companyName,
  sellerIdentities: [],
  shipWithin: shipWithin(offer.shipsWithinHours),
  onePieceDropship: offer.dropship !== null,
  selected: false,
  patentRisk: false,
  url: offer.url,
  ...mark,
})

type OfferWhole = OutputOf<typeof ENDPOINTS.getOffer>

export const offerView = (row: OfferRow, mark: Mark): OfferWhole => {
  const { offer } = row
  return {
    ...cardOfOffer(offer, mark),
    images: [...offer.images],
    attributes: offer.attributes.map(({ name, value }) => ({ name, value })),
    skus: offer.skus.map((sku) => ({
      skuId: sku.skuId,
      values: sku.attributes.map((attribute) => attribute.value),
      valuesTrans: sku.attributes.map((attribute) => attribute.valueTrans ?? attribute.value),
      priceMinor: costOf(offer, sku),
      stock: sku.stock ?? 0,
      image: sku.attributes.find((attribute) => attribute.image !== null)?.image ?? null,
      weightGrams: sku.weightGrams ?? offer.weightGrams,
    })),
    weightGrams: offer.weightGrams,
    sendFrom: offer.sendFrom,
    freightMinor: offer.freightMinor ?? null,
    origin: row.origin,
    status: row.status,
    fetchedAt: row.fetchedAt.getTime(),
  }
}

export const collectorKeyView = (key: KeyRow, account: string): CollectorKey => ({
  id: key.id,
  name: key.name,
  hint: key.hint,
  account,
  state: key.withdrawnAt === null ? 'active' : 'withdrawn',
  createdAt: key.createdAt.getTime(),
  lastUsedAt: key.lastUsedAt?.getTime() ?? null,
  withdrawnAt: key.withdrawnAt?.getTime() ?? null,
  can: { withdrawCollectorKey: mayWithdraw(key.withdrawnAt) },
})

export const itemView = (item: ItemRow, offer: OfferRow | null, mark: Mark): CollectItem => {
  const { state } = item
  return {
    id: item.id,
    offerId: item.offerId,
    state,
    card: offer ? cardOfOffer(offer.offer, mark) : null,
    error: item.error,
    link: item.link,
    skuCount: offer?.skuCount ?? null,
    collectedBy: item.collectedBy?.name ?? null,
    createdAt: item.createdAt.getTime(),
    fetchedAt: offer?.fetchedAt.getTime() ?? null,
    can: {
      claimProducts: true,
      ignoreCollectProducts: state === 'ignored' ? mayRestore(state) : mayIgnore(state),
      retryCollectProducts: mayRetry(state),
    },
  }
}

const shipWithin = (hours: 24 | 48 | null): OfferCard['shipWithin'] =>
  hours === 24 ? '24h' : hours === 48 ? '48h' : null

const tiersOf = (offer: SourceOffer): OfferCard['tiers'] =>
  offer.tiers.flatMap(({ startQuantity, priceMinor, promotionPriceMinor }) =>
    priceMinor === null ? [] : [{ startQuantity, priceMinor, promotionPriceMinor }],
  )

/** The detail call returns the share as "0.4666", the search as "47%". */
function percentOf(share: string | null): string | null {
  const value = share === null ? Number.NaN : Number(share)
  return value >= 0 && value <= 1 ? `${Math.round(value * 100)}%` : null
}
