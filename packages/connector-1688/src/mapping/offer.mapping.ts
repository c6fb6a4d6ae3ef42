import { canonicalOfferUrl } from '../links.ts'
import type { OfferDropship, OfferMixRule, OfferTier, SourceOffer } from '../offer.ts'
import { chinaTime, count, flag, id, isRecord, list, mediaUrl, mediaUrls, record, text, yuan } from '../wire/field.ts'
import { gramsOf, toAttribute, toSkus } from './sku.mapping.ts'
import { toShipsWithinHours, toSupplierScores } from './supplier.mapping.ts'

/** The payload of `queryProductDetail` (reference 2.3). Undefined if it contains no product. */
export function toSourceOffer(payload: unknown): SourceOffer | undefined {
  if (!isRecord(payload)) return undefined
  const product = payload
  const offerId = id(product['offerId'])
  if (offerId === null) return undefined
  const status = text(product['status'])?.toLowerCase() ?? 'unknown'
  const image = record(product['productImage'])
  return {
    offerId,
    url: canonicalOfferUrl(offerId),
    subject: text(product['subject']) ?? '',
    subjectTrans: text(product['subjectTrans']),
    categoryIds: toCategoryIds(product),
    categoryName: text(product['categoryName']),
    supplier: {
      openId: text(product['sellerOpenId']),
      companyName: text(product['companyName']),
      years: count(record(product['sellerDataInfo'])['tpYear']),
      scores: toSupplierScores(product['sellerDataInfo']),
    },
    images: mediaUrls(image['images']),
    whiteImage: mediaUrl(image['whiteImage']),
    videoUrl: mediaUrl(product['mainVideo']),
    detailVideoUrl: mediaUrl(product['detailVideo']),
    attributes: list(product['productAttribute']).flatMap((item) => toAttribute(item) ?? []),
    skus: toSkus(product),
    ...toSaleTerms(product),
    ...toShipping(product['productShippingInfo']),
    status,
    published: status === 'published',
    // Number of units sold, as text, despite its name.
    soldCount: count(product['soldOut']),
    tradeScore: text(product['tradeScore']),
    ...toDescription(product),
    certificates: list(product['certificateList']).map(record).flatMap(toCertificate),
    promotionUrl: mediaUrl(product['promotionUrl'] ?? product['promotionURL']),
    createdAt: chinaTime(product['createDate']),
  }
}

function toCategoryIds(product: Record<string, unknown>): string[] {
  const ids = ['topCategoryId', 'secondCategoryId', 'thirdCategoryId', 'categoryId'].flatMap(
    (name) => id(product[name]) ?? [],
  )
  return [...new Set(ids)]
}

function toSaleTerms(product: Record<string, unknown>) {
  const sale = record(product['productSaleInfo'])
  const unit = record(sale['unitInfo'])
  return {
    tiers: toTiers(sale),
    quoteType: toQuoteType(sale['quoteType']),
    minOrderQuantity: count(product['minOrderQuantity']),
    batchNumber: count(product['batchNumber']),
    mixRule: toMixRule(product['sellerMixSetting']),
    dropship: toDropship(sale['fenxiaoSaleInfo']),
    stock: count(sale['amountOnSale']),
    unit: text(unit['unit']),
    unitTrans: text(unit['transUnit']),
  }
}

function toTiers(sale: Record<string, unknown>): OfferTier[] {
  // `priceRangeList` here, `priceRanges` in the older model (reference 2.3, 2.5).
  const tiers = list(sale['priceRangeList'] ?? sale['priceRanges']).flatMap((item) => {
    const row = record(item)
    const startQuantity = count(row['startQuantity'])
    if (startQuantity === null) return []
    return { startQuantity, priceMinor: yuan(row['price']), promotionPriceMinor: yuan(row['promotionPrice']) }
  })
  return tiers.sort((a, b) => a.startQuantity - b.startQuantity)
}

function toQuoteType(value: unknown): 0 | 1 | 2 | null {
  const type = count(value)
  return type === 0 || type === 1 || type === 2 ? type : null
}

/** Zero means no threshold: suppliers without the rule have zeros. */
function toMixRule(value: unknown): OfferMixRule | null {
  const rule = record(value)
  const general = flag(rule['generalHunpi'])
  const minAmountMinor = yuan(rule['mixAmount']) || null
  const minQuantity = count(rule['mixNumber']) || null
  if (general !== true && minAmountMinor === null && minQuantity === null) return null
  return { general: general === true, minAmountMinor, minQuantity }
}

function toDropship(value: unknown): OfferDropship | null {
  if (!isRecord(value)) return null
  const priceMinor = yuan(value['onePiecePrice'])
  const startQuantity = count(value['startQuantity'])
  if (priceMinor === null && startQuantity === null) return null
  return { priceMinor, freePostage: flag(value['onePieceFreePostage']) === true, startQuantity }
}

function toShipping(value: unknown) {
  const shipping = record(value)
  return {
    weightGrams: gramsOf(shipping['weight']),
    sendFrom: text(shipping['sendGoodsAddressText']),
    shipsWithinHours: toShipsWithinHours(shipping['shippingTimeGuarantee']),
  }
}

/**
 * Each description is either HTML or the address of a page with it (reference 2.3; in the vendor's sample the translation is an address).
 */
function toDescription(product: Record<string, unknown>) {
  const own = htmlOrAddress(product['description'])
  const translated = htmlOrAddress(product['descriptionTrans'])
  return {
    descriptionHtml: own.html,
    descriptionHtmlTrans: translated.html,
    descriptionUrl: own.url,
    descriptionTransUrl: translated.url,
  }
}

function htmlOrAddress(value: unknown): { html: string | null; url: string | null } {
  const content = text(value)
  const isAddress = content !== null && /^(?:https?:)?\/\/\S+$/i.test(content)
  return isAddress ? { html: null, url: mediaUrl(content) } : { html: content, url: null }
}

function toCertificate(row: Record<string, unknown>) {
  const name = text(row['certificateName'])
  if (name === null) return []
  return [{ name, code: text(row['certificateCode']), images: mediaUrls(row['certificatePhotoList']) }]
}
