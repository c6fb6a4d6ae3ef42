import type { PriceRuleFields } from '@huoqiao/contract/pricing/pricing.schema'
import type { PriceSummary } from '@huoqiao/contract/shop-change'
import { marginOf } from '../pricing/index.ts'
import type { ProductDoc } from '../products/index.ts'
import type { StoreDoc } from '../stores/index.ts'

/** The range of prices and margins of a product in a shop, over the variants that are not dropped. `rule`: the shop's price rule. */
export function priceSummaryOf(product: ProductDoc, store: StoreDoc, rule: PriceRuleFields | undefined): PriceSummary {
  const sold = product.variants.filter(({ dropped }) => !dropped)
  const priced = sold.flatMap((variant) => {
    const price = variant.prices.find(({ storeId }) => storeId === store.id)
    return price ? [{ variant, price }] : []
  })
  const margins = priced.flatMap(({ variant: { costMinor, weightGrams }, price }) =>
    rule === undefined || costMinor === null
      ? []
      : [marginOf(rule, { costMinor, weightGrams: weightGrams ?? 0 }, price.minor).marginPercent],
  )
  return {
    variants: sold.length,
    currency: priced[0]?.price.currency ?? store.currency ?? 'USD',
    price: spanOf(priced.map(({ price }) => price.minor)),
    marginPercent: spanOf(margins),
  }
}

const spanOf = (values: readonly number[]): { min: number; max: number } | null =>
  values.length === 0 ? null : { min: Math.min(...values), max: Math.max(...values) }
