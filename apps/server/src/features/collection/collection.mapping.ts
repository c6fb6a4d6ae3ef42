import { offerStatusText } from '@huoqiao/contract/collection/collection.words'
import { createHash } from 'node:crypto'
import type { OfferSku, SourceOffer } from '@huoqiao/connector-1688'
import { LIMITS } from '@huoqiao/contract/products/products.schema'
import { canonicalJson } from '@huoqiao/kit'
import { cut } from '../../platform/storable.ts'
import type { SourceProduct } from '../products/index.ts'
import { descriptionOf } from './offer-description.mapping.ts'
import { evenAttributes } from './sku-attributes.mapping.ts'

export type MappedOffer = { product: SourceProduct } | { refusal: string }

/**
 * Converts an offer for the products feature. Prices are regular ones: no promotion, no reseller price. An offer that no shop could accept
 * is refused with the reason.
 */
export function sourceProductOf(offer: SourceOffer): MappedOffer {
  if (!offer.published) return { refusal: `货源已下架（1688状态：${offerStatusText(offer.status)}），不能认领` }
  if (offer.skus.length > LIMITS.variants) {
    return { refusal: `货源有${offer.skus.length}个规格，店铺一个商品最多${LIMITS.variants}个，不能认领` }
  }
  const attributes = evenAttributes(offer.skus)
  return {
    product: {
      offerId: offer.offerId,
      url: offer.url,
      titleZh: cut(offer.subject, 512),
      title: offer.subjectTrans === null ? null : cut(offer.subjectTrans, LIMITS.title),
      descriptionHtml: descriptionOf(offer),
      // Category names exist only in Chinese, and a shop shows the product type to its customers.
      productType: null,
      supplierId: offer.supplier.openId,
      supplierName: offer.supplier.companyName,
      images: picturesOf(offer),
      minOrderQuantity: offer.minOrderQuantity,
      skus: offer.skus.map((sku, index) => ({
        skuId: sku.skuId,
        specId: sku.specId,
        attributes: attributes[index]!,
        costMinor: costOf(offer, sku),
        weightGrams: sku.weightGrams ?? offer.weightGrams,
        stock: sku.stock,
        cargoNumber: sku.cargoNumber,
      })),
      costMinor: costOf(offer, undefined),
      weightGrams: offer.weightGrams,
      stock: offer.stock,
    },
  }
}

type Quote = Pick<OfferSku, 'priceMinor' | 'promotionPriceMinor'>

/**
 * The price of one piece at the minimum quantity, fen. `quoteType` 1 prices by SKU, 0 and 2 by quantity (reference 2.3); if the expected
 * price is missing, the other one is used. Undefined: the offer has no price.
 */
function quoteOf(
  offer: Pick<SourceOffer, 'tiers' | 'quoteType' | 'minOrderQuantity'>,
  sku: Quote | undefined,
): Quote | undefined {
  const minimum = Math.max(1, offer.minOrderQuantity ?? 1)
  const priced = offer.tiers.filter((tier) => tier.priceMinor !== null)
  const byQuantity = priced.findLast((tier) => tier.startQuantity <= minimum) ?? priced[0]
  const bySku = sku?.priceMinor == null ? undefined : sku
  return offer.quoteType === 0 || offer.quoteType === 2 ? (byQuantity ?? bySku) : (bySku ?? byQuantity)
}

/** The price of one piece at the minimum quantity without promotion, fen; null: the offer has none. */
export const costOf = (
  offer: Pick<SourceOffer, 'tiers' | 'quoteType' | 'minOrderQuantity'>,
  sku: Quote | undefined,
): number | null => quoteOf(offer, sku)?.priceMinor ?? null

/** The lowest price of an offer at its minimum quantity, with its promotion; shown on cards. */
export function lowestQuote(offer: SourceOffer): Quote {
  const quotes = (offer.skus.length > 0 ? offer.skus : [undefined]).flatMap((sku) => quoteOf(offer, sku) ?? [])
  const lowest = quotes.toSorted((a, b) => a.priceMinor! - b.priceMinor!)[0]
  return { priceMinor: lowest?.priceMinor ?? null, promotionPriceMinor: lowest?.promotionPriceMinor ?? null }
}

/** The gallery, then SKU pictures that are not in it, each once, at most as many as a shop accepts. */
function picturesOf(offer: SourceOffer): string[] {
  const skuPictures = offer.skus.flatMap((sku) => sku.attributes.flatMap((attribute) => attribute.image ?? []))
  return [...new Set([...offer.images, ...skuPictures])].slice(0, LIMITS.images)
}

/** Hash of the content whose change adds a snapshot: everything except figures that change hourly and do not matter to a merchant. */
export const offerHash = (offer: SourceOffer): string =>
  createHash('sha256')
    .update(
      canonicalJson({
        ...offer,
        soldCount: null,
        tradeScore: null,
        // Description addresses may be signed again in each answer, so only the content counts.
        descriptionUrl: null,
        descriptionTransUrl: undefined,
        // It depends on the address of the person who opened the page, and the API does not return it.
        freightMinor: undefined,
        supplier: { ...offer.supplier, scores: null },
      }),
    )
    .digest('hex')
