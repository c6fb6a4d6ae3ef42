import type { LiveOffer } from '../../world/market.ts'
import type { Platform } from './api.ts'
import { inLanguage } from './translations.ts'
import type { Language } from './translations.ts'
import {
  chinaTime,
  createdAt,
  detailUrl,
  listPriceFen,
  modifiedAt,
  offerIdentities,
  onePieceFen,
  percent,
  promotionFen,
  sellerScores,
  yuan,
  yuanOrNull,
} from './offer.facts.ts'

/** One entry of a result list, field by field as in reference 2.1. It has no supplier id and no company name. */
export function listItem(platform: Platform, offer: LiveOffer, language: Language): Record<string, unknown> {
  const fen = listPriceFen(offer)
  const promotion = promotionFen(offer, fen)
  return {
    offerId: Number(offer.offerId),
    subject: offer.title.zh,
    subjectTrans: inLanguage(offer.title, language),
    imageUrl: platform.pictureUrl(offer.images[0]!),
    aigcImageUrl: null,
    whiteImage: offer.whiteImage === '' ? null : platform.pictureUrl(offer.whiteImage),
    priceInfo: {
      price: yuan(fen),
      consignPrice: offer.onePiece ? yuan(onePieceFen(fen)) : null,
      promotionPrice: yuanOrNull(promotion),
      jxhyPrice: offer.curated ? yuan(Math.round(fen * 0.97)) : null,
      pfJxhyPrice: offer.curated ? yuan(Math.round(fen * 0.95)) : null,
    },
    monthSold: offer.monthSold,
    sales7d: String(offer.sold7),
    repurchaseRate: `${offer.repurchasePercent}%`,
    minOrderQuantity: offer.minOrderQuantity,
    isOnePsale: offer.onePiece,
    isJxhy: offer.curated,
    isSelect: offer.selected,
    isPatentProduct: offer.patented,
    sellerIdentities: offer.supplier.identities,
    offerIdentities: offerIdentities(offer),
    tradeScore: (offer.tradeScoreTenths / 10).toFixed(1),
    topCategoryId: offer.topCategoryId,
    secondCategoryId: offer.secondCategoryId,
    thirdCategoryId: offer.categoryId,
    createDate: chinaTime(createdAt(offer)),
    modifyDate: chinaTime(modifiedAt(offer)),
    promotionModel: { hasPromotion: promotion !== null, promotionType: promotion === null ? null : 'plus' },
    sellerDataInfo: { ...sellerScores(offer), tpYear: offer.supplier.tpYear },
    productSimpleShippingInfo: shipping(offer),
    productTradeInfo: {
      addCartCount7d: String(offer.sold7 * 3 + 5),
      payBuyerCount7d: String(Math.ceil(offer.sold7 / 4)),
      addCartCount30d: String(offer.monthSold * 3 + 9),
      payBuyerCount30d: String(Math.ceil(offer.monthSold / 4)),
    },
    invoiceInfo: null,
    traceInfo: `object_id@${offer.offerId}^object_type@offer`,
    token: null,
    promotionURL: detailUrl(offer.offerId),
  }
}

const shipping = (offer: LiveOffer) => ({
  shippingTimeGuarantee: offer.supplier.ship === 'shipIn48Hours' ? 'shipIn48Hours' : 'shipIn24Hours',
  perfectFulfillmentRate30d: percent(offer.pickup48Percent * 100 - 12),
  pickupWithin24hRate30d: percent(offer.pickup24Percent * 100),
  qualityReturnRate30d: percent(offer.qualityReturnBasisPoints),
  perfectFulfillmentRate7d: percent(offer.pickup48Percent * 100),
  pickupWithin24hRate7d: percent(offer.pickup24Percent * 100),
  delayedShippingRate7d: percent((100 - offer.pickup48Percent) * 100),
})
