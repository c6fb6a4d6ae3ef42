import { gramsFromKilograms } from '@huoqiao/kit'
import type { OfferAttribute, OfferSku } from '../offer.ts'
import { count, decimal, id, list, mediaUrl, record, text, yuan } from '../wire/field.ts'

/** Whole grams from kilograms; suppliers who never weighed leave 0, so that becomes null. */
export function gramsOf(kilograms: unknown): number | null {
  const value = decimal(kilograms)
  return value === null ? null : gramsFromKilograms(value) || null
}

/**
 * Weights of SKUs by skuId. `skuShippingInfoList` is in grams, `skuShippingDetails` in kilograms (reference 2.3); the one in grams has
 * priority.
 */
function skuWeights(shippingInfo: unknown): ReadonlyMap<string, number> {
  const shipping = record(shippingInfo)
  const weights = new Map<string, number>()
  const note = (skuId: string | null, grams: number | null): void => {
    if (skuId !== null && grams !== null && grams > 0 && !weights.has(skuId)) weights.set(skuId, grams)
  }
  for (const row of list(shipping['skuShippingInfoList']).map(record)) {
    const grams = decimal(row['weight'])
    note(id(row['skuId']), grams === null ? null : Math.round(grams))
  }
  for (const row of list(shipping['skuShippingDetails']).map(record)) note(id(row['skuId']), gramsOf(row['weight']))
  return weights
}

/** `productAttribute[]` and `skuAttributes[]`: one has its id as text, the other as number. Entries without a value are dropped. */
export function toAttribute(item: unknown): OfferAttribute | undefined {
  const row = record(item)
  const name = text(row['attributeName'])
  const value = text(row['value'])
  if (name === null || value === null) return undefined
  return {
    id: text(row['attributeId']),
    name,
    value,
    nameTrans: text(row['attributeNameTrans']),
    valueTrans: text(row['valueTrans']),
  }
}

/** `productSkuInfos[]` of reference 2.3, with the account's own price and the weight, which are elsewhere in the answer. */
export function toSkus(product: Record<string, unknown>): OfferSku[] {
  const weights = skuWeights(product['productShippingInfo'])
  const channel = new Map(
    list(record(product['channelPrice'])['channelSkuPriceList'])
      .map(record)
      .map((row) => [id(row['skuId']), yuan(row['currentPrice'])]),
  )
  return list(product['productSkuInfos']).flatMap((item) => {
    const row = record(item)
    const skuId = id(row['skuId'])
    if (skuId === null) return []
    return {
      skuId,
      specId: text(row['specId']),
      attributes: list(row['skuAttributes']).flatMap((item) => {
        const attribute = toAttribute(item)
        return attribute ? { ...attribute, image: mediaUrl(record(item)['skuImageUrl']) } : []
      }),
      priceMinor: yuan(row['price']),
      promotionPriceMinor: yuan(row['promotionPrice']),
      dropshipPriceMinor: yuan(record(row['fenxiaoPriceInfo'])['onePiecePrice']),
      channelPriceMinor: channel.get(skuId) ?? null,
      stock: count(row['amountOnSale']),
      cargoNumber: text(row['cargoNumber']),
      weightGrams: weights.get(skuId) ?? null,
    }
  })
}
