import type { PriceRule } from '@huoqiao/contract/pricing/pricing.schema'
import type { ProductVariant } from '@huoqiao/contract/products/products.schema'
import { currencyDigits } from '@huoqiao/kit/money'
import { divideMinor, parseRatio } from '@huoqiao/kit/ratio'

type Terms = Pick<PriceRule, 'rate' | 'currency' | 'freightPerKgMinor' | 'floorMarginPercent' | 'feePercent'>
export type Margin = { percent: number; hue: 'loss' | 'thin' | 'fine' }

/**
 * (price − cost − freight − fee) ÷ price in percent, calculated like the server does when the product is saved; here it is a preview while
 * typing. Undefined when the cost is unknown or the store has no rule with a rate.
 */
export function marginOf(
  variant: Pick<ProductVariant, 'costMinor' | 'weightGrams'>,
  priceMinor: number,
  rule: Terms | undefined,
): Margin | undefined {
  if (variant.costMinor === null || !rule || priceMinor <= 0) return undefined
  const cost = divideMinor(
    variant.costMinor,
    parseRatio(rule.rate),
    currencyDigits(rule.currency) - currencyDigits('CNY'),
  )
  const freight = Math.round((rule.freightPerKgMinor * (variant.weightGrams ?? 0)) / 1000)
  const percent = ((priceMinor - cost - freight) / priceMinor) * 100 - rule.feePercent
  return { percent, hue: percent < 0 ? 'loss' : percent < rule.floorMarginPercent ? 'thin' : 'fine' }
}
