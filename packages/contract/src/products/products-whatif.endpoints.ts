import * as z from '../zod.ts'
import { defineEndpoints } from '../endpoint.ts'
import { priceRuleFields } from '../pricing/pricing.schema.ts'
import { PRODUCT_CHANGE_FIELDS, WHAT_IF_FIELDS } from './products.fields.ts'
import { id } from '../wire.ts'

/** A rule that is not stored: only its numbers matter. */
export const whatIfRule = priceRuleFields.omit({ name: true })
export type WhatIfRule = z.infer<typeof whatIfRule>

/** A trial of a rule for one store's prices. `manual`: includes prices set by a person. */
export const whatIf = z.object({
  storeId: id,
  rule: whatIfRule,
  manual: z.boolean().default(false),
  /** the stored rule that the trial started from; prices taken over are marked with it */
  ruleId: id.optional(),
})
export type WhatIf = z.infer<typeof whatIf>

const range = z.object({ min: z.int(), max: z.int() }).nullable()

/** One product under the tried rule. Amounts in minor units of the store's currency, margins in per cent of price. */
export const whatIfRow = z.object({
  productId: id,
  title: z.string(),
  image: z.string().nullable(),
  /** on sale in the store now, so a changed price is pushed with the next sync */
  live: z.boolean(),
  variants: z.int(),
  priceNow: range,
  priceNext: range,
  /** of variants that have one */
  compareAtNow: range,
  compareAtNext: range,
  /** lowest margin: of current prices under the store's own rule, of current prices under the tried rule, of the new prices */
  marginNow: z.number().nullable(),
  marginKept: z.number().nullable(),
  marginNext: z.number().nullable(),
  /**
   * number of variants whose price or compare-at price changes, whose price stays because a person set it, or cannot be calculated without
   * a cost
   */
  changed: z.int(),
  manual: z.int(),
  unpriced: z.int(),
  /** number of variants whose new price is below the margin floor, and below cost and freight */
  belowFloor: z.int(),
  belowCost: z.int(),
})
export type WhatIfRow = z.infer<typeof whatIfRow>

/** The ways of changing many prices at once; one of them at a time. */
export const priceChangeWays = {
  /** per cent on every unlocked price of every store: 10 → +10 % */
  priceChangePercent: z.number().min(-90).max(900).optional(),
  /** added to every unlocked price in this currency; negative: taken off */
  priceChangeAmount: z
    .object({
      currency: z.string().regex(/^[A-Z]{3}$/, '应为三位币种代码'),
      minor: z.int().min(-1_000_000_000).max(1_000_000_000),
    })
    .optional(),
  /** recalculates, by the stores' rules, every price that no person set */
  repriceByRule: z.boolean().optional(),
}
export const priceChange = z.object(priceChangeWays)
export type PriceChange = z.infer<typeof priceChange>

/** The prices of one product in one store before and after a change. Amounts in minor units, margins in per cent of price. */
export const priceChangeRow = z.object({
  productId: id,
  storeId: id,
  title: z.string(),
  image: z.string().nullable(),
  storeName: z.string(),
  currency: z.string(),
  variants: z.int(),
  priceNow: range,
  priceNext: range,
  /** lowest margin over the variants, under the store's own rule */
  marginNow: z.number().nullable(),
  marginNext: z.number().nullable(),
  /** number of variants whose price changes; whose price stays because a person set it; whose new price is below cost and freight */
  changed: z.int(),
  manual: z.int(),
  belowCost: z.int(),
  /** why this change is not possible for the product; null: it is */
  fault: z.string().nullable(),
})
export type PriceChangeRow = z.infer<typeof priceChangeRow>

/** 定价沙盘 (beyond, item 7): what other numbers would do. Writes nothing; `modifyProducts` with `repriceBy` applies it. */
export const productsWhatIfEndpoints = defineEndpoints({
  tryPrices: {
    feature: 'products',
    method: 'POST',
    path: '/api/alibaba/product/tryPrices',
    mode: 'postjson',
    right: 'granted',
    title: '定价沙盘',
    logged: false,
    object: 'price-rule',
    labels: WHAT_IF_FIELDS,
    input: whatIf.extend({ productIds: z.array(id).min(1).max(500) }),
    output: z.object({
      storeName: z.string(),
      currency: z.string(),
      rows: z.array(whatIfRow),
      /** chosen products that are not claimed for the store */
      elsewhere: z.int(),
    }),
    refusals: ['not-found'],
    lists: ['products', 'price-rules'],
  },
  /** What `modifyProducts` with this change would do to the prices; writes nothing. */
  previewPriceChange: {
    feature: 'products',
    method: 'POST',
    path: '/api/alibaba/product/previewPriceChange',
    mode: 'postjson',
    right: 'granted',
    title: '批量改价的结果',
    logged: false,
    object: 'product',
    labels: { change: { label: '改价', format: 'record', fields: PRODUCT_CHANGE_FIELDS } },
    input: z.object({ productIds: z.array(id).min(1).max(500), change: priceChange }),
    output: z.object({ rows: z.array(priceChangeRow) }),
    refusals: [],
    lists: ['products', 'price-rules'],
  },
})
