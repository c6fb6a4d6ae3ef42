import type { PriceRule } from '@huoqiao/contract/pricing/pricing.schema'
import type { PriceRuleRow } from './pricing.store.ts'

export const ruleView = ({ createdAt: _created, updatedAt, ...row }: PriceRuleRow, usedBy?: string): PriceRule => ({
  ...row,
  updatedAt: updatedAt.getTime(),
  can: { updatePriceRule: true, deletePriceRule: usedBy ?? true },
})
