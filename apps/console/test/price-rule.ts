import type { PriceRuleFields } from '@huoqiao/contract/pricing/pricing.schema'

/** An ordinary pricing rule as form values. */
export const PRICE_RULE: PriceRuleFields = {
  name: '标准',
  currency: 'USD',
  rate: '7',
  multiplier: '2.5',
  additionMinor: 0,
  freightPerKgMinor: 0,
  rounding: '.99',
  floorMarginPercent: 20,
  feePercent: 0,
  targetMarginPercent: null,
  compareAtMultiplier: null,
}
