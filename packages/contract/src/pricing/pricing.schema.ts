import * as z from '../zod.ts'
import { can, id, instant, requiredText, version } from '../wire.ts'
import { DECIMAL_HINT, DECIMAL_TEXT, MAX_FEE_PERCENT, MAX_FLOOR_PERCENT, MAX_TARGET_PERCENT } from './pricing.limits.ts'

/** Plain decimal text: rates and multipliers are never binary fractions. */
export const decimal = z.string().regex(DECIMAL_TEXT, DECIMAL_HINT)

/**
 * Cost → price (decisions, section 3): cost in CNY × 1/rate × multiplier + addition + freight share, then rounding. With a target margin
 * there is no multiplier: the price is what leaves that margin after cost, addition, freight and fee. `rate`: how many CNY one unit of the
 * currency costs (7.1043 for USD).
 */
export const priceRuleFields = z.object({
  name: requiredText(64),
  currency: z.string().regex(/^[A-Z]{3}$/, '应为三位币种代码'),
  rate: decimal,
  multiplier: decimal,
  /** minor units of `currency` */
  additionMinor: z.int().min(-1_000_000_00).max(1_000_000_00),
  /** minor units of `currency` per 1,000 g of weight, for international freight */
  freightPerKgMinor: z.int().min(0).max(1_000_000_00),
  /** the ending of a price: unchanged, .99, .95, .90, or a whole unit */
  rounding: z.enum(['none', '.99', '.95', '.90', '.00']),
  /** prices with a margin (per cent of price) below this need confirmation before a sync */
  floorMarginPercent: z.number().min(0).max(MAX_FLOOR_PERCENT),
  /** per cent of the price kept by payment and platform; used in margins and in prices by target margin */
  feePercent: z.number().min(0).max(MAX_FEE_PERCENT).default(0),
  /** target margin in per cent of the price; null: prices use the multiplier */
  targetMarginPercent: z.number().min(0).max(MAX_TARGET_PERCENT).nullable().default(null),
  /** compare-at price = price × this, absent: none */
  compareAtMultiplier: decimal.nullable().default(null),
})
export type PriceRuleFields = z.infer<typeof priceRuleFields>

export const priceRule = priceRuleFields.extend({ id, version, updatedAt: instant, can })
export type PriceRule = z.infer<typeof priceRule>

export const pricePreviewRow = z.object({
  costMinor: z.int(),
  weightGrams: z.int(),
  priceMinor: z.int(),
  compareAtMinor: z.int().nullable(),
  marginPercent: z.number(),
  belowFloor: z.boolean(),
})
