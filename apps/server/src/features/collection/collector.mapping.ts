import { canonicalOfferUrl } from '@huoqiao/connector-1688'
import type { OfferAttribute, OfferSku, SourceOffer } from '@huoqiao/connector-1688'
import type { CollectedOffer } from '@huoqiao/contract/collection/collector.schema'
import { quoteTypeOf } from './collector.rules.ts'

/**
 * Converts a product page to an offer. The page contains fewer facts than the API's answer: missing ones (translations, the supplier's id,
 * mixed lots, prices for resellers) are taken from the stored offer, if there is one. What the page contains is newer and replaces the
 * stored values.
 */
export function offerOfPage(page: CollectedOffer, known: SourceOffer | undefined): SourceOffer {
  const attributes = translated(known?.attributes ?? [])
  return {
    offerId: page.offerId,
    url: canonicalOfferUrl(page.offerId),
    subject: page.title,
    subjectTrans: known?.subject === page.title ? known.subjectTrans : null,
    categoryIds: known?.categoryIds ?? [],
    categoryName: known?.categoryName ?? null,
    supplier: {
      openId: known?.supplier.openId ?? null,
      companyName: page.supplierName ?? known?.supplier.companyName ?? null,
      years: known?.supplier.years ?? null,
      scores: known?.supplier.scores ?? NO_SCORES,
    },
    images: page.images.length > 0 ? page.images : (known?.images ?? []),
    whiteImage: known?.whiteImage ?? null,
    videoUrl: page.videoUrl ?? known?.videoUrl ?? null,
    detailVideoUrl: known?.detailVideoUrl ?? null,
    attributes: page.attributes.map(attributes),
    skus: page.skus.map((sku) => skuOfPage(sku, known)),
    tiers: page.tiers.length > 0 ? page.tiers : (known?.tiers ?? []),
    quoteType: quoteTypeOf(page, known),
    minOrderQuantity: page.minOrderQuantity ?? known?.minOrderQuantity ?? null,
    batchNumber: known?.batchNumber ?? null,
    mixRule: known?.mixRule ?? null,
    dropship: known?.dropship ?? null,
    stock: page.stock,
    unit: page.unit ?? known?.unit ?? null,
    unitTrans: known && known.unit === page.unit ? known.unitTrans : null,
    weightGrams: page.weightGrams ?? known?.weightGrams ?? null,
    sendFrom: page.sendFrom ?? known?.sendFrom ?? null,
    shipsWithinHours:
      page.shipWithin === null ? (known?.shipsWithinHours ?? null) : page.shipWithin === '24h' ? 24 : 48,
    freightMinor: page.freightMinor,
    status: 'published',
    published: true,
    soldCount: page.soldCount ?? known?.soldCount ?? null,
    tradeScore: known?.tradeScore ?? null,
    descriptionHtml: page.descriptionHtml ?? known?.descriptionHtml ?? null,
    descriptionHtmlTrans: known?.descriptionHtmlTrans ?? null,
    descriptionUrl: null,
    descriptionTransUrl: null,
    certificates: known?.certificates ?? [],
    promotionUrl: known?.promotionUrl ?? null,
    createdAt: known?.createdAt ?? null,
  }
}

const NO_SCORES: SourceOffer['supplier']['scores'] = {
  medalLevel: null,
  composite: null,
  logistics: null,
  dispute: null,
  offer: null,
  consulting: null,
  afterSales: null,
  repeatPurchase: null,
  collectedWithin48Hours: null,
  qualityRefunds: null,
}

function skuOfPage(sku: CollectedOffer['skus'][number], offer: SourceOffer | undefined): OfferSku {
  const known = offer?.skus.find(({ skuId }) => skuId === sku.skuId)
  const attributes = translated(known?.attributes ?? [])
  return {
    skuId: sku.skuId,
    specId: sku.specId ?? known?.specId ?? null,
    attributes: sku.values.map(({ name, value, image }) => ({ ...attributes({ name, value }), image })),
    priceMinor: sku.priceMinor,
    promotionPriceMinor: sku.promotionPriceMinor,
    dropshipPriceMinor: known?.dropshipPriceMinor ?? null,
    channelPriceMinor: known?.channelPriceMinor ?? null,
    stock: sku.stock,
    cargoNumber: known?.cargoNumber ?? null,
    weightGrams: sku.weightGrams ?? known?.weightGrams ?? null,
  }
}

/** Adds the stored offer's id and translations to an attribute of the page: the name's if the name is equal, the value's if both are. */
const translated =
  (known: readonly OfferAttribute[]) =>
  ({ name, value }: { name: string; value: string }): OfferAttribute => {
    const sameName = known.find((one) => one.name === name)
    const same = known.find((one) => one.name === name && one.value === value)
    return {
      id: sameName?.id ?? null,
      name,
      value,
      nameTrans: sameName?.nameTrans ?? null,
      valueTrans: same?.valueTrans ?? null,
    }
  }
