import type { LiveOffer } from '../../world/market.ts'
import type { Sku } from '../../world/world.types.ts'
import type { Platform } from './api.ts'
import { inLanguage } from './translations.ts'
import type { Language } from './translations.ts'
import { CATEGORIES } from '../../world/catalogue.ts'
import {
  chinaTime,
  createdAt,
  declaredGrams,
  detailUrl,
  offerIdentities,
  onePieceFen,
  promotionFen,
  sellerScores,
  totalStock,
  yuan,
  yuanOrNull,
} from './offer.facts.ts'

/** Units of a foreign currency per 10,000 yuan, for `currency` of the request. Constant: nothing changes exchange rates here. */
const RATES: Readonly<Record<string, number>> = {
  USD: 1405,
  HKD: 10_930,
  EUR: 1210,
  JPY: 218_000,
  GBP: 1058,
  KRW: 2_050_000,
}

/** Currency and language that a call requests for its answer. */
type Asked = { currency: string | undefined; language: Language }

/** Foreign price as a decimal number, as the documentation has it, or null without a known currency. */
const foreign = (fen: number | null, currency: string | undefined): number | null => {
  const rate = currency === undefined ? undefined : RATES[currency]
  return fen === null || rate === undefined ? null : Math.round((fen * rate) / 10_000) / 100
}

const centimetres = (millimetres: number): number => Math.round(millimetres) / 10

function skuInfo(platform: Platform, offer: LiveOffer, sku: Sku, { currency, language }: Asked) {
  const promotion = promotionFen(offer, sku.priceFen)
  return {
    skuId: Number(sku.skuId),
    specId: sku.specId,
    amountOnSale: sku.stock,
    price: yuan(sku.priceFen),
    promotionPrice: yuanOrNull(promotion),
    cargoNumber: sku.cargoNumber,
    fenxiaoPriceInfo: offer.onePiece
      ? { onePiecePrice: yuan(onePieceFen(sku.priceFen)), offerPrice: yuan(Math.round((sku.priceFen * 103) / 100)) }
      : null,
    retailPrice: null,
    foreignCurrencyPrice: foreign(sku.priceFen, currency),
    foreignCurrencyPromotionPrice: foreign(promotion, currency),
    consignPrice: null,
    jxhyPrice: null,
    pfJxhyPrice: null,
    skuAttributes: sku.values.map((value) => ({
      attributeId: value.attributeId,
      attributeName: value.name.zh,
      attributeNameTrans: inLanguage(value.name, language),
      value: value.value.zh,
      valueTrans: inLanguage(value.value, language),
      ...(value.image === undefined
        ? {}
        : { skuImageUrl: platform.pictureUrl(value.image), skuImageUrlTrans: platform.pictureUrl(value.image) }),
    })),
  }
}

function saleInfo(offer: LiveOffer, { currency, language }: Asked) {
  const first = offer.tiers[0]!.priceFen
  return {
    amountOnSale: totalStock(offer),
    priceRangeList: offer.tiers.map((tier) => ({
      startQuantity: tier.startQuantity,
      price: yuan(tier.priceFen),
      promotionPrice: yuanOrNull(promotionFen(offer, tier.priceFen)),
      foreignCurrencyPrice: foreign(tier.priceFen, currency),
    })),
    quoteType: offer.quoteType,
    unitInfo: { unit: offer.unit.zh, transUnit: inLanguage(offer.unit, language) },
    fenxiaoSaleInfo: offer.onePiece
      ? {
          onePieceFreePostage: offer.onePieceFreePost,
          startQuantity: 1,
          onePiecePrice: yuan(onePieceFen(first)),
          offerPrice: yuan(Math.round((first * 103) / 100)),
        }
      : null,
    retailPrice: null,
  }
}

/** The two SKU lists have weights in different units: grams in skuShippingInfoList, kilograms in skuShippingDetails. */
function shippingInfo(offer: LiveOffer) {
  const declared = declaredGrams(offer)
  const grams = (sku: Sku): number => (declared === null ? sku.grams : Math.round((sku.grams * declared) / offer.grams))
  const size = {
    width: centimetres(offer.size.width),
    height: centimetres(offer.size.height),
    length: centimetres(offer.size.length),
  }
  return {
    sendGoodsAddressText: `${offer.supplier.province}${offer.supplier.city}`,
    weight: declared === null ? null : declared / 1000,
    ...(declared === null ? { width: null, height: null, length: null } : size),
    skuShippingInfoList:
      declared === null
        ? null
        : offer.skus.map((sku) => ({ specId: sku.specId, skuId: Number(sku.skuId), ...size, weight: grams(sku) })),
    skuShippingDetails:
      declared === null
        ? null
        : offer.skus.map((sku) => ({
            skuId: sku.skuId,
            ...size,
            weight: grams(sku) / 1000,
            pkgSizeSource: '商家自填',
          })),
    shippingTimeGuarantee: offer.supplier.ship,
    pkgSizeSource: declared === null ? null : '商家自填',
  }
}

/** HTML, or the address where it can be read (reference 2.3). */
const described = (platform: Platform, offer: LiveOffer, language: Language): string =>
  platform.quirks.descriptionForm() === 'html'
    ? describe(platform, offer, language)
    : `${platform.core.origin}/1688offer/${offer.offerId}/${language}`

/** The content at the address of a description: HTML, or a script that assigns it to a variable. */
export function descriptionPage(platform: Platform, offerId: string, language: string): string | undefined {
  const offer = platform.market.get(offerId)
  const form = platform.quirks.descriptionForm()
  if (!offer || form === 'gone' || !/^[a-z]{2}$/.test(language)) return undefined
  const html = describe(platform, offer, language) + padding(platform.quirks.descriptionMegabytes())
  return form === 'script' ? `var offer_details=${JSON.stringify({ offerId: Number(offerId), content: html })};` : html
}

/** Some suppliers paste whole catalogues into a description. */
const padding = (megabytes: number): string => (megabytes === 0 ? '' : `<p>${'x'.repeat(megabytes * 1024 * 1024)}</p>`)

const describe = (platform: Platform, offer: LiveOffer, language: Language): string =>
  `<div id="offer-template-0"></div><p>${escapeHtml(inLanguage(offer.title, language))}</p>` +
  offer.descriptionImages
    .map((name) => `<p><img src="${platform.pictureUrl(name)}" alt="" style="max-width:790px"/></p>`)
    .join('') +
  `<table>${offer.attributes
    .slice(0, 5)
    .map(
      (row) =>
        `<tr><td>${escapeHtml(inLanguage(row.name, language))}</td><td>${escapeHtml(inLanguage(row.value, language))}</td></tr>`,
    )
    .join('')}</table>`

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`)

/** The whole detail of reference 2.3, misspellings and mixed types kept. */
export function productDetail(platform: Platform, offer: LiveOffer, asked: Asked) {
  const pictures = {
    images: offer.images.map((name) => platform.pictureUrl(name)),
    whiteImage: offer.whiteImage === '' ? null : platform.pictureUrl(offer.whiteImage),
  }
  const promotion = offer.promotionPercent > 0
  return {
    offerId: Number(offer.offerId),
    categoryId: offer.categoryId,
    categoryName: offer.kind.name.zh,
    topCategoryId: offer.topCategoryId,
    secondCategoryId: offer.secondCategoryId,
    thirdCategoryId: offer.categoryId,
    subject: offer.title.zh,
    subjectTrans: inLanguage(offer.title, asked.language),
    description: described(platform, offer, 'zh'),
    descriptionTrans: described(platform, offer, asked.language),
    mainVideo: offer.video ? `https://cloud.video.taobao.com/play/u/demo/p/1/e/6/t/1/${offer.offerId}.mp4` : '',
    detailVideo: '',
    productImage: pictures,
    productImageTrans: null,
    productAttribute: offer.attributes.map((row) => ({
      attributeId: String(row.attributeId),
      attributeName: row.name.zh,
      value: row.value.zh,
      attributeNameTrans: inLanguage(row.name, asked.language),
      valueTrans: inLanguage(row.value, asked.language),
    })),
    productSkuInfos: offer.skus.map((sku) => skuInfo(platform, offer, sku, asked)),
    productSaleInfo: saleInfo(offer, asked),
    productShippingInfo: shippingInfo(offer),
    isJxhy: offer.curated,
    sellerOpenId: offer.supplier.openId,
    companyName: offer.supplier.companyName,
    minOrderQuantity: offer.minOrderQuantity,
    batchNumber: offer.batchNumber,
    status: offer.status,
    tagInfoList: tagInfo(offer),
    sellerMixSetting: offer.supplier.mix,
    sellerDataInfo: {
      ...sellerScores(offer),
      collect30DayWithin48HPercent: (offer.pickup48Percent / 100).toFixed(2),
      qualityRefundWithin30Day: (offer.qualityReturnBasisPoints / 10_000).toFixed(4),
    },
    channelPrice: offer.curated
      ? {
          channelSkuPriceList: offer.skus.map((sku) => ({
            skuId: Number(sku.skuId),
            currentPrice: yuan(Math.round((sku.priceFen * 98) / 100)),
          })),
        }
      : null,
    soldOut: String(offer.soldTotal),
    promotionModel: { hasPromotion: promotion, promotionType: promotion ? 'plus' : null },
    tradeScore: (offer.tradeScoreTenths / 10).toFixed(1),
    sellingPoint: CATEGORIES.find((category) => category.key === offer.categoryKey)!
      .features.slice(0, 3)
      .map((feature) => feature.zh),
    offerIdentities: offerIdentities(offer),
    createDate: chinaTime(createdAt(offer)),
    isSelect: String(offer.selected),
    certificateList: [],
    promotionUrl: detailUrl(offer.offerId),
    productCargoNumber: offer.cargoNumber,
    traceInfo: `object_id@${offer.offerId}^object_type@offer`,
    invoiceInfo: null,
  }
}

const tagInfo = (offer: LiveOffer) => [
  { key: 'isOnePsale', value: offer.onePiece },
  { key: 'isOnePsaleFreePostage', value: offer.onePieceFreePost },
  { key: 'select', value: offer.selected },
  { key: '1688_yx', value: offer.curated },
  { key: 'noReason7DReturn', value: offer.noReasonReturn },
]
