import { z } from 'zod'
import { defineEndpoints } from '../endpoint.ts'
import { priceRuleFields } from '../pricing/pricing.schema.ts'
import { id } from '../wire.ts'

/** A rule that nobody has saved: only what it makes of the numbers counts. */
export const whatIfRule = priceRuleFields.omit({ name: true })
export type WhatIfRule = z.infer<typeof whatIfRule>

/** Prices of one store as a rule would make them. `manual`: those that a person set too. */
export const whatIf = z.object({
  storeId: id,
  rule: whatIfRule,
  manual: z.boolean().default(false),
  /** the saved rule that it was begun from: prices that are taken over are known by it */
  ruleId: id.optional(),
})
export type WhatIf = z.infer<typeof whatIf>

const range = z.object({ min: z.number().int(), max: z.number().int() }).nullable()

/** One product under the rule that is tried. Amounts in minor units of the store's currency, margins in percent of price. */
export const whatIfRow = z.object({
  productId: id,
  title: z.string(),
  image: z.string().nullable(),
  /** sold in the store now: a changed price there moves with the next sync */
  live: z.boolean(),
  variants: z.number().int(),
  priceNow: range,
  priceNext: range,
  /** of the variants that have one */
  compareAtNow: range,
  compareAtNext: range,
  /** the lowest margin: of the prices of now under the store's own rule, of the same prices under the tried one, of the new prices */
  marginNow: z.number().nullable(),
  marginKept: z.number().nullable(),
  marginNext: z.number().nullable(),
  /** variants whose price or compare-at price changes, whose price stays because a person set it, or cannot be worked out for want of a cost */
  changed: z.number().int(),
  manual: z.number().int(),
  unpriced: z.number().int(),
  /** variants whose new price is under the floor of the margin, and under cost and freight */
  belowFloor: z.number().int(),
  belowCost: z.number().int(),
})
export type WhatIfRow = z.infer<typeof whatIfRow>

/** 定价沙盘 (beyond, item 7): what other numbers would do. Nothing is written; `modifyProducts` with `repriceBy` writes it. */
export const productsWhatIfEndpoints = defineEndpoints({
  tryPrices: {
    feature: 'products',
    method: 'POST',
    path: '/api/alibaba/product/tryPrices',
    mode: 'postjson',
    right: 'granted',
    title: '定价沙盘',
    logged: false,
    input: whatIf.extend({ productIds: z.array(id).min(1).max(500) }),
    output: z.object({
      storeName: z.string(),
      currency: z.string(),
      rows: z.array(whatIfRow),
      /** chosen products that are not claimed for the store */
      elsewhere: z.number().int(),
    }),
    refusals: ['not-found'],
    lists: ['products', 'price-rules'],
  },
})
