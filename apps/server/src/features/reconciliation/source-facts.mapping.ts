import type { ProductDoc, SourceProduct, VariantDoc } from '../products/index.ts'
import type { SourceFacts, SourceVariantFacts } from './source-compare.rules.ts'

/** A product and its source. `source` undefined: it was never read or cannot be used, so its SKUs are not compared. */
export function factsOfSource(
  product: ProductDoc & { offerId: string },
  reported: { source: SourceProduct | undefined; gone: string | null; names: ReadonlyMap<string, string> },
): SourceFacts {
  const { source } = reported
  return {
    productId: product.id,
    title: product.titleZh || product.title,
    offerId: product.offerId,
    address: product.sourceUrl ?? `https://detail.1688.com/offer/${product.offerId}.html`,
    gone: reported.gone,
    onlineIn: product.listings.flatMap(({ storeId, state }) =>
      state === 'online' ? [{ storeId, name: reported.names.get(storeId) ?? '已删除的店铺' }] : [],
    ),
    variants:
      source === undefined
        ? []
        : product.variants
            .filter(({ dropped }) => !dropped)
            .flatMap((variant) => variantFacts(product, variant, source)),
  }
}

/** A variant that a person added has no source and nothing to compare with. */
function variantFacts(product: ProductDoc, variant: VariantDoc, source: SourceProduct): SourceVariantFacts[] {
  const hasSkus = source.skus.length > 0
  if (hasSkus && variant.sourceSkuId === null) return []
  const ids = new Set([variant.sourceSkuId, ...variant.sourceSkuAliases])
  const sku = source.skus.find(({ skuId }) => ids.has(skuId))
  return [
    {
      id: variant.id,
      name: variant.optionValues.join(' / ') || variant.skuCode || '默认规格',
      sellable: variant.stock > 0 || variant.stockPolicy === 'continue',
      inSource: hasSkus ? sku !== undefined : true,
      costMinor: variant.costMinor,
      sourceCostMinor: hasSkus ? (sku?.costMinor ?? null) : source.costMinor,
      isCostLocked: product.fieldSources[`variants.${variant.id}.costMinor`]?.locked === true,
    },
  ]
}
