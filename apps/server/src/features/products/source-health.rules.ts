import type { SourceHealth } from '@huoqiao/contract/products/products.status'
import type { ProductDoc, SourceProduct, SourceSku } from './products.types.ts'

type Taken = Pick<ProductDoc, 'source' | 'variants'>

/**
 * The most important difference between an existing source and what was taken over. Order: what makes orders wrong, what raises cost, what
 * is an opportunity. A change is reported until it is taken over, low stock as long as it lasts. SKUs that the product does not sell are
 * ignored.
 */
export function sourceHealthOf(taken: Taken, now: SourceProduct): SourceHealth {
  const was = taken.source
  if (was === null) return 'normal'
  if (skusChanged(taken, was, now)) return 'skus-changed'
  const sold = soldOf(taken, now)
  const pairs = sold.map((sku) => [costBefore(was, sku), sku.costMinor] as const)
  if (pairs.some(([before, after]) => before !== null && after !== null && after > before)) return 'price-up'
  if (was.minOrderQuantity !== null && now.minOrderQuantity !== null && was.minOrderQuantity !== now.minOrderQuantity)
    return 'minimum-changed'
  const least = Math.max(1, now.minOrderQuantity ?? 1)
  if (sold.some(({ stock }) => stock !== null && stock < least)) return 'stock-low'
  if (pairs.some(([before, after]) => before !== null && after !== null && after < before)) return 'price-down'
  return 'normal'
}

type Sold = Pick<SourceSku, 'costMinor' | 'stock'> & { skuId: string | null }

/** The SKUs of the source that the product sells; an offer without SKUs counts as one. */
function soldOf({ variants }: Taken, now: SourceProduct): Sold[] {
  if (now.skus.length === 0) return [{ skuId: null, costMinor: now.costMinor, stock: now.stock }]
  const wanted = new Set(variants.flatMap(({ sourceSkuId, dropped }) => (dropped ? [] : (sourceSkuId ?? []))))
  return now.skus.filter(({ skuId }) => wanted.has(skuId))
}

function costBefore(was: SourceProduct, { skuId }: Sold): number | null {
  if (skuId === null) return was.skus.length === 0 ? was.costMinor : null
  return was.skus.find((sku) => sku.skuId === skuId)?.costMinor ?? null
}

/** A new SKU matters to everybody who sells the offer; a removed one only if it is sold. */
function skusChanged({ variants }: Taken, was: SourceProduct, now: SourceProduct): boolean {
  const [before, after] = [was, now].map(({ skus }) => new Set(skus.map(({ skuId }) => skuId)))
  const isNew = now.skus.some(({ skuId }) => !before!.has(skuId))
  return (
    isNew ||
    variants.some(
      ({ sourceSkuId, dropped }) =>
        !dropped && sourceSkuId !== null && before!.has(sourceSkuId) && !after!.has(sourceSkuId),
    )
  )
}
