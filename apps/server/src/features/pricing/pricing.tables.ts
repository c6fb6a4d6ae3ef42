import type { PriceRuleFields } from '@huoqiao/contract/pricing/pricing.schema'
import { doublePrecision, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, minor, primaryId, updatedAt, version } from '../../db/columns.ts'

/** Rates and multipliers are stored as the decimal text that was typed, never as binary fractions. */
export const priceRule = pgTable(
  'price_rule',
  {
    id: primaryId(),
    name: text('name').notNull(),
    currency: text('currency').notNull(),
    rate: text('rate').notNull(),
    multiplier: text('multiplier').notNull(),
    additionMinor: minor('addition_minor').notNull(),
    freightPerKgMinor: minor('freight_per_kg_minor').notNull(),
    rounding: text('rounding').$type<PriceRuleFields['rounding']>().notNull(),
    /** a threshold for comparison, not an amount */
    floorMarginPercent: doublePrecision('floor_margin_percent').notNull(),
    feePercent: doublePrecision('fee_percent').notNull().default(0),
    targetMarginPercent: doublePrecision('target_margin_percent'),
    compareAtMultiplier: text('compare_at_multiplier'),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [uniqueIndex('price_rule_name').on(table.name)],
)
