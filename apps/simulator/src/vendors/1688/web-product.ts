import type { LiveOffer } from '../../world/market.ts'
import { yuan, promotionFen, totalStock, declaredGrams } from './offer.facts.ts'
import { freightOf, freightRule } from './trade/freight.ts'
import type { Sku } from '../../world/world.types.ts'

/**
 * The data that the platform's product page carries for its own scripts: `window.context`, the form in which it has been published since
 * 2024, with a component for each part of the page. It is not part of the open platform and not documented; names and paths are those that
 * published scrapers of the page use and test against saved pages.
 */
export type WebPageDeps = {
  pictureUrl(name: string): string
  /** the address of the description, as the page names it */
  descriptionUrl(offerId: string): string
}

/** Division to which the page shows the freight for a visitor who is not logged in. */
const VISITOR_DIVISION = '330108'

export function contextOf(deps: WebPageDeps, offer: LiveOffer): object {
  const fields = (value: object): object => ({ fields: value })
  const { supplier } = offer
  const trade = tradeOf(offer)
  const images = offer.images.map((name) => deps.pictureUrl(name))
  return {
    result: {
      success: true,
      global: {
        globalData: {
          model: {
            offerDetail: {
              offerId: Number(offer.offerId),
              subject: offer.title.zh,
              status: offer.status,
              leafCategoryId: offer.categoryId,
            },
            sellerModel: {
              companyName: supplier.companyName,
              loginId: supplier.loginId,
              memberId: supplier.memberId,
              winportUrl: `//${supplier.memberId}.1688.com`,
            },
            skuModel: { skuProps: skuPropsOf(deps, offer) },
            tradeModel: {
              beginAmount: offer.minOrderQuantity,
              canBookedAmount: totalStock(offer),
              unit: offer.unit.zh,
            },
          },
        },
      },
      data: {
        Root: fields({
          dataJson: {
            tempModel: {
              offerId: Number(offer.offerId),
              offerTitle: offer.title.zh,
              offerUnit: offer.unit.zh,
              companyName: supplier.companyName,
              sellerLoginId: supplier.loginId,
              sellerMemberId: supplier.memberId,
              saledCount: offer.soldTotal,
            },
          },
        }),
        productTitle: fields({
          title: offer.title.zh,
          unit: offer.unit.zh,
          saleNum: `${offer.soldTotal}+`,
          shopInfo: { companyName: supplier.companyName },
        }),
        gallery: fields({
          offerId: Number(offer.offerId),
          subject: offer.title.zh,
          mainImage: images.slice(0, 5),
          offerImgList: images,
          video: offer.video
            ? { videoId: 1, videoUrl: 'https://cloud.video.taobao.com/play/u/1/p/1/e/6/t/1/1.mp4' }
            : {},
          CpvEnhance: cpvOf(offer),
        }),
        mainPrice: fields({
          unit: offer.unit.zh,
          priceModel: { currentPrices: pricesOf(offer) },
          finalPriceModel: { tradeWithoutPromotion: trade },
        }),
        // The page has this component, but its data is in the model.
        skuSelection: fields({}),
        shippingServices: fields(shippingOf(offer)),
        productPackInfo: fields({ pieceWeightScale: { pieceWeightScaleInfo: weightsOf(offer) } }),
        description: fields({ detailUrl: deps.descriptionUrl(offer.offerId) }),
      },
    },
  }
}

const pricesOf = (offer: LiveOffer): object[] =>
  offer.tiers.map(({ startQuantity, priceFen }) => ({ beginAmount: startQuantity, price: yuan(priceFen) }))

function tradeOf(offer: LiveOffer): object {
  const first = offer.tiers[0]!.priceFen
  const prices = offer.quoteType === 1 ? offer.skus.map(({ priceFen }) => priceFen) : [first]
  const [low, high] = [Math.min(...prices), Math.max(...prices)]
  return {
    offerBeginAmount: offer.minOrderQuantity,
    offerMinPrice: yuan(low),
    offerMaxPrice: yuan(high),
    offerPriceDisplay: low === high ? yuan(low) : `${yuan(low)}-${yuan(high)}`,
    canBookedAmountOriginal: totalStock(offer),
    skuMapOriginal: offer.skus.map((sku) => {
      const promotion = promotionFen(offer, sku.priceFen)
      return {
        skuId: Number(sku.skuId),
        specId: sku.specId,
        specAttrs: specOf(sku),
        // SKUs of an offer that is priced by quantity have no price of their own.
        ...(offer.quoteType === 1 ? { price: yuan(sku.priceFen) } : {}),
        ...(offer.quoteType === 1 && promotion !== null ? { discountPrice: yuan(promotion) } : {}),
        canBookCount: sku.stock,
      }
    }),
  }
}

/** The values in the order of the properties, escaped as HTML like on the page. */
const specOf = (sku: Sku): string =>
  sku.values.map(({ value }) => value.zh.replaceAll('&', '&amp;').replaceAll('>', '&gt;')).join('&gt;')

function skuPropsOf(deps: WebPageDeps, offer: LiveOffer): object[] {
  const names = [...new Set(offer.skus.flatMap((sku) => sku.values.map(({ name }) => name.zh)))]
  return names.map((name) => {
    const values = new Map(
      offer.skus.flatMap((sku) => sku.values.filter((value) => value.name.zh === name).map((v) => [v.value.zh, v])),
    )
    return {
      fid: [...values.values()][0]!.attributeId,
      prop: name,
      value: [...values.values()].map(({ value, image }) => ({
        name: value.zh,
        ...(image === undefined ? {} : { imageUrl: deps.pictureUrl(image) }),
      })),
    }
  })
}

/** Attributes in two lists: the first three as the important ones (`decisionCpv`), the rest as ordinary ones. */
function cpvOf(offer: LiveOffer): object {
  const rows = offer.attributes.map(({ attributeId, name, value }) => ({
    fid: attributeId,
    name: name.zh,
    values: [value.zh],
  }))
  return { decisionCpv: rows.slice(0, 3), normalCpv: rows.slice(3) }
}

function shippingOf(offer: LiveOffer): object {
  const grams = declaredGrams(offer)
  const fen = freightOf(freightRule(offer.supplier, VISITOR_DIVISION), [
    {
      offer,
      grams: offer.grams,
      quantity: offer.minOrderQuantity,
      amountFen: offer.tiers[0]!.priceFen * offer.minOrderQuantity,
    },
  ])
  const hours = offer.supplier.ship === 'shipIn48Hours' ? 48 : 24
  return {
    location: `${offer.supplier.province}${offer.supplier.city}`,
    unitWeight: grams === null ? null : grams / 1000,
    deliveryLimitText: `承诺${hours}小时发货`,
    postFree: fen === 0,
    totalCost: fen / 100,
    freightInfo: { logisticsText: `承诺${hours}小时发货·常发中通快递`, totalCost: fen / 100 },
  }
}

const weightsOf = (offer: LiveOffer): object[] =>
  declaredGrams(offer) === null ? [] : offer.skus.map((sku) => ({ skuId: Number(sku.skuId), weight: sku.grams }))

/** JSON for a script inside the page, escaped so that no text of a seller can end the script element. */
export const asScript = (value: object): string =>
  JSON.stringify(value).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')
