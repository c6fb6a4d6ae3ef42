import * as z from './zod.ts'

/** One field of the dry run: store now · ours · will become · why (beyond, item 1). */
export const dryRunField = z.object({
  /** stable path, for example title, images, variants.{variantId}.price */
  field: z.string(),
  label: z.string(),
  /** for a text that may differ between the shop's markets: the market that it is for */
  market: z.string().optional(),
  storeNow: z.string().nullable(),
  ours: z.string().nullable(),
  willBecome: z.string().nullable(),
  /** the reason for the change: 新商品 · 人工修改 · 规则调价 · 店铺被改动 … */
  why: z.string(),
  change: z.enum(['create', 'update', 'delete', 'none']),
  /** changed in the shop since our last push: approving overwrites somebody's change */
  conflict: z.boolean(),
})
export type DryRunField = z.infer<typeof dryRunField>

export const dryRunProblem = z.object({
  field: z.string().nullable(),
  level: z.enum(['blocks', 'warns']),
  message: z.string(),
  advice: z.string(),
})

/** Prices of a product in one shop, over its variants: in minor units of the shop's currency, margins in per cent of the price. */
export const priceSummary = z.object({
  variants: z.int(),
  currency: z.string(),
  /** null: no variant has a price */
  price: z.object({ min: z.int(), max: z.int() }).nullable(),
  /** null: no variant has both a cost and a price, or the shop has no pricing rule */
  marginPercent: z.object({ min: z.number(), max: z.number() }).nullable(),
})
export type PriceSummary = z.infer<typeof priceSummary>

/** What a write would change at one object in a shop, shown before anything is written. */
export const shopChange = z.object({
  /** identifies it: product:store, or the shop's id */
  key: z.string(),
  title: z.string(),
  image: z.string().nullable(),
  storeName: z.string(),
  action: z.enum(['create', 'update', 'delete', 'none', 'blocked']),
  fields: z.array(dryRunField),
  problems: z.array(dryRunProblem),
  /** only for a product of ours that is pushed */
  priceSummary: priceSummary.optional(),
  /** hash of what was shown: sent back with the approval, so that only what was seen is written */
  contentHash: z.string(),
})
export type ShopChange = z.infer<typeof shopChange>

/** The hash of a dry run, sent back with the approval. */
export const seenHash = z.string().min(1).max(128)
