import { offerStatusText } from '@huoqiao/contract/collection/collection.words'

type SourceIds = { readonly skuId: string | null; readonly specId: string | null }

/** SKU ids that a seller replaced: new id by old id (product_variant.source_sku_aliases). */
export type RenamedSkus = ReadonlyMap<string, string>

/**
 * The SKU of an offer that a stored source refers to: by SKU id, by spec id, otherwise by the id that replaced it. Undefined: the offer no
 * longer has it.
 */
export function skuOfSource<Sku extends SourceIds>(
  skus: readonly Sku[],
  { skuId, specId }: SourceIds,
  renamed: RenamedSkus,
): Sku | undefined {
  const since = skuId === null ? undefined : renamed.get(skuId)
  return (
    skus.find((sku) => skuId !== null && sku.skuId === skuId) ??
    skus.find((sku) => specId !== null && sku.specId === specId) ??
    skus.find((sku) => since !== undefined && sku.skuId === since)
  )
}

type ReadOffer = { readonly published: boolean; readonly status: string; readonly skus: readonly SourceIds[] }

/** Why a source can no longer be bought, and what to do; undefined: it can, or the offer was never read. */
export function whySourceGone(
  source: SourceIds,
  offer: ReadOffer | undefined,
  renamed: RenamedSkus,
): string | undefined {
  if (!offer) return undefined
  if (!offer.published) return `货源已下架（1688状态：${offerStatusText(offer.status)}），请换一个货源`
  if (offer.skus.length === 0 || skuOfSource(offer.skus, source, renamed)) return undefined
  // For an offer with one SKU and a source without a SKU, that SKU is bought.
  if (offer.skus.length === 1 && source.skuId === null && source.specId === null) return undefined
  return '货源里已经没有这个规格，请重新关联货源'
}
