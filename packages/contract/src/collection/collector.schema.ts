import * as z from '../zod.ts'
import { can, id, instant, remoteId, requiredText, text } from '../wire.ts'
import { lineOutcome } from './collection.schema.ts'

const amount = z.int().min(0).max(1_000_000_000)
const pieces = z.int().min(0).max(2_147_483_647)
const grams = z.int().min(0).max(100_000_000)
/** Long addresses of pictures have some hundred characters. */
const address = z
  .string()
  .max(2000)
  .regex(/^https?:\/\/[^\s"'<>]+$/, '应为网址')

const collectedSku = z.object({
  skuId: remoteId,
  /** identifies the SKU in an order */
  specId: text(64).nullable(),
  /** one value for each property that tells the SKUs apart */
  values: z.array(z.object({ name: text(200), value: text(500), image: address.nullable() })).max(10, '规格最多10层'),
  priceMinor: amount.nullable(),
  promotionPriceMinor: amount.nullable(),
  stock: pieces.nullable(),
  weightGrams: grams.nullable(),
})

/** One product page of the marketplace, as the collector read it in a person's browser. Prices are CNY minor units (fen). */
export const collectedOffer = z.object({
  offerId: remoteId,
  /** the version of the page layout that was read, as the collector names it */
  pageVersion: text(60),
  title: requiredText(512),
  images: z.array(address).max(100, '图片最多100张'),
  attributes: z.array(z.object({ name: text(200), value: text(2000) })).max(500, '属性最多500项'),
  skus: z.array(collectedSku).max(3000, '规格最多3000个'),
  tiers: z
    .array(z.object({ startQuantity: pieces, priceMinor: amount, promotionPriceMinor: amount.nullable() }))
    .max(20, '阶梯价最多20档'),
  minOrderQuantity: pieces.nullable(),
  unit: text(20).nullable(),
  stock: pieces.nullable(),
  supplierName: text(200).nullable(),
  sendFrom: text(200).nullable(),
  shipWithin: z.enum(['24h', '48h']).nullable(),
  /** domestic freight of the minimum quantity to the person's address, as the page shows it */
  freightMinor: amount.nullable(),
  weightGrams: grams.nullable(),
  soldCount: pieces.nullable(),
  videoUrl: address.nullable(),
  /** the supplier's text and pictures; null: the page has none, or it was left out */
  descriptionHtml: z.string().max(1_500_000, '详情太长').nullable(),
})
export type CollectedOffer = z.infer<typeof collectedOffer>

export const collectedAnswer = z.object({
  /** the person to whom the key belongs */
  account: z.string(),
  /** one outcome for each offer, in the same order */
  lines: z.array(lineOutcome),
})
export type CollectedAnswer = z.infer<typeof collectedAnswer>

/** A key of the collector. The key itself is only in the answer that creates it. */
export const collectorKey = z.object({
  id,
  name: z.string(),
  /** its first characters, for recognition */
  hint: z.string(),
  account: z.string(),
  state: z.enum(['active', 'withdrawn']),
  createdAt: instant,
  lastUsedAt: instant.nullable(),
  withdrawnAt: instant.nullable(),
  can,
})
export type CollectorKey = z.infer<typeof collectorKey>
