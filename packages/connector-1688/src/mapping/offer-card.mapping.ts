import { canonicalOfferUrl } from '../links.ts'
import type { OfferCard, OfferCardPage } from '../offer.ts'
import { chinaTime, count, flag, id, list, mediaUrl, percent, record, text, texts, yuan } from '../wire/field.ts'
import { toShipsWithinHours, toSupplierScores } from './supplier.mapping.ts'

/** One item of `data[]` (reference 2.1, and 2.2 with the supplier's name). Undefined if it contains no offer id. */
function toOfferCard(item: unknown): OfferCard | undefined {
  const row = record(item)
  const offerId = id(row['offerId'])
  if (offerId === null) return undefined
  const price = record(row['priceInfo'])
  const seller = record(row['sellerDataInfo'])
  const shipping = record(row['productSimpleShippingInfo'])
  return {
    offerId,
    url: canonicalOfferUrl(offerId),
    subject: text(row['subject']) ?? '',
    subjectTrans: text(row['subjectTrans']),
    imageUrl: mediaUrl(row['imageUrl']),
    whiteImage: mediaUrl(row['whiteImage']),
    priceMinor: yuan(price['price']),
    promotionPriceMinor: yuan(price['promotionPrice']),
    dropshipPriceMinor: yuan(price['consignPrice']),
    soldLastMonth: count(row['monthSold']),
    soldLastWeek: count(row['sales7d']),
    repurchasePercent: percent(row['repurchaseRate']),
    minOrderQuantity: count(row['minOrderQuantity']),
    // The vendor's sample for recommendations has `onePsale` (reference 2.4), for searches `isOnePsale`.
    canDropship: (flag(row['isOnePsale']) ?? flag(row['onePsale'])) === true,
    sellerIdentities: texts(row['sellerIdentities']),
    offerIdentities: texts(row['offerIdentities']),
    tradeScore: text(row['tradeScore']),
    categoryIds: ['topCategoryId', 'secondCategoryId', 'thirdCategoryId'].flatMap((name) => id(row[name]) ?? []),
    supplier: {
      companyName: text(row['companyName']),
      address: text(row['companyAddress']),
      years: count(seller['tpYear']),
      scores: toSupplierScores(seller),
    },
    shipsWithinHours: toShipsWithinHours(shipping['shippingTimeGuarantee']),
    pickedUpWithin24HoursPercent: percent(shipping['pickupWithin24hRate30d']),
    qualityReturnPercent: percent(shipping['qualityReturnRate30d']),
    promotionUrl: mediaUrl(row['promotionURL'] ?? row['promotionUrl']),
    createdAt: chinaTime(row['createDate']),
    modifiedAt: chinaTime(row['modifyDate']),
  }
}

export const toOfferCards = (items: unknown): OfferCard[] => list(items).flatMap((item) => toOfferCard(item) ?? [])

/** A page of reference 2.1. If the paging fields are missing, the requested values are used. */
export function toOfferCardPage(payload: unknown, asked: { page: number; pageSize: number }): OfferCardPage {
  const page = record(payload)
  const cards = toOfferCards(page['data'])
  const pageSize = count(page['pageSize']) || asked.pageSize
  const total = count(page['totalRecords']) ?? cards.length
  return {
    total,
    totalPages: count(page['totalPage']) ?? Math.ceil(total / pageSize),
    page: count(page['currentPage']) || asked.page,
    pageSize,
    cards,
  }
}
