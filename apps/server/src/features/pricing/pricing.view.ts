import { priceRule } from '@huoqiao/contract/pricing/pricing.schema'
import type { PriceRule } from '@huoqiao/contract/pricing/pricing.schema'
import { wireOf } from '../../platform/wire-of.ts'
import type { PriceRuleRow } from './pricing.store.ts'

export const ruleView = (row: PriceRuleRow, usedBy?: string): PriceRule => ({
  ...wireOf(priceRule, row),
  can: { updatePriceRule: true, deletePriceRule: usedBy ?? true },
})
