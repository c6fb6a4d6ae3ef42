import type { PriceChange, PriceChangeRow } from '@huoqiao/contract/products/products-whatif.endpoints'
import { applyBulk, bulkFault } from './bulk.rules.ts'
import type { ProductDoc, StoreTerms, VariantDoc } from './products.types.ts'

/** The prices of one product before and after a change, a row for each of its stores. Dropped variants do not count. */
export function priceChangeRows(doc: ProductDoc, change: PriceChange, stores: readonly StoreTerms[]): PriceChangeRow[] {
  const after = applyBulk(doc, change, stores)
  const fault = bulkFault(after) ?? null
  const next = new Map(after.variants.map((variant) => [variant.id, variant]))
  const sold = doc.variants.filter(({ dropped }) => !dropped)
  return stores.map((store) => {
    const pairs = sold.map((variant) => {
      const [now, later] = [priceIn(variant, store), priceIn(next.get(variant.id)!, store)]
      return { variant, now, later, margin: later && store.margin(variant, later.minor) }
    })
    return {
      productId: doc.id,
      storeId: store.storeId,
      title: doc.titleZh || doc.title,
      image: doc.images.find(({ dropped }) => !dropped)?.url ?? null,
      storeName: store.name,
      currency: pairs.find(({ now, later }) => now ?? later)?.later?.currency ?? store.currency ?? 'USD',
      variants: sold.length,
      priceNow: rangeOf(pairs.map(({ now }) => now?.minor)),
      priceNext: rangeOf(pairs.map(({ later }) => later?.minor)),
      marginNow: rangeOf(pairs.map(({ variant, now }) => now && store.margin(variant, now.minor)))?.min ?? null,
      marginNext: rangeOf(pairs.map(({ margin }) => margin))?.min ?? null,
      changed: pairs.filter(({ now, later }) => now?.minor !== later?.minor).length,
      manual: pairs.filter(({ now }) => now?.origin === 'manual').length,
      belowCost: pairs.filter(({ margin }) => margin !== undefined && margin < 0).length,
      fault,
    }
  })
}

const priceIn = (variant: VariantDoc, { storeId }: StoreTerms) =>
  variant.prices.find((price) => price.storeId === storeId)

function rangeOf(values: readonly (number | undefined)[]): { min: number; max: number } | null {
  const known = values.filter((value) => value !== undefined)
  return known.length === 0 ? null : { min: Math.min(...known), max: Math.max(...known) }
}
