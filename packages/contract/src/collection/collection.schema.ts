import * as z from '../zod.ts'
import { can, id, instant, remoteId } from '../wire.ts'

export { SEARCH_FILTERS, SEARCH_SORTS } from './collection.words.ts'

export const collectState = z.enum(['collecting', 'collected', 'collect-failed', 'claimed', 'ignored'])

/** Tier price: from this quantity on, the price of one piece in fen. */
export const tierPrice = z.object({
  startQuantity: z.int(),
  priceMinor: z.int(),
  promotionPriceMinor: z.int().nullable(),
})

/** One marketplace result as a card. Prices are CNY minor units (fen). */
export const offerCard = z.object({
  offerId: remoteId,
  title: z.string(),
  titleTrans: z.string(),
  image: z.string().nullable(),
  priceMinor: z.int().nullable(),
  promotionPriceMinor: z.int().nullable(),
  dropshipPriceMinor: z.int().nullable(),
  tiers: z.array(tierPrice),
  minOrderQuantity: z.int().nullable(),
  monthSold: z.int().nullable(),
  repurchaseRate: z.string().nullable(),
  tradeScore: z.string().nullable(),
  /** known only after a detail call (reference 2.1) */
  supplierName: z.string().nullable(),
  sellerIdentities: z.array(z.string()),
  shipWithin: z.enum(['24h', '48h']).nullable(),
  onePieceDropship: z.boolean(),
  selected: z.boolean(),
  patentRisk: z.boolean(),
  url: z.string(),
  /** set if this offer was collected or claimed before */
  collectState: collectState.nullable(),
  claims: z.array(z.object({ storeId: z.string(), storeName: z.string(), productId: z.string() })),
})
export type OfferCard = z.infer<typeof offerCard>

/** One complete offer. */
export const offer = offerCard.extend({
  images: z.array(z.string()),
  attributes: z.array(z.object({ name: z.string(), value: z.string() })),
  skus: z.array(
    z.object({
      skuId: remoteId,
      values: z.array(z.string()),
      valuesTrans: z.array(z.string()),
      priceMinor: z.int().nullable(),
      stock: z.int(),
      image: z.string().nullable(),
      weightGrams: z.int().nullable(),
    }),
  ),
  weightGrams: z.int().nullable(),
  sendFrom: z.string().nullable(),
  /** domestic freight of the minimum quantity, fen; only known from a page */
  freightMinor: z.int().nullable(),
  /** the API's answer, or the page in a person's browser */
  origin: z.enum(['api', 'page']),
  status: z.string(),
  fetchedAt: z.int(),
})
export type Offer = z.infer<typeof offer>

/** One line of the collection box. */
export const collectItem = z.object({
  id,
  offerId: remoteId,
  state: collectState,
  card: offerCard.nullable(),
  error: z.string().nullable(),
  link: z.string().nullable(),
  skuCount: z.int().nullable(),
  collectedBy: z.string().nullable(),
  createdAt: instant,
  fetchedAt: instant.nullable(),
  can,
})
export type CollectItem = z.infer<typeof collectItem>

/** What became of one claimed or collected line. */
export const lineOutcome = z.object({
  line: z.string(),
  outcome: z.enum(['accepted', 'claimed', 'already', 'repeated', 'not-1688', 'short-link', 'unreadable', 'refused']),
  message: z.string(),
  offerId: remoteId.nullable(),
  collectId: id.nullable(),
  productId: id.nullable(),
})
export type LineOutcome = z.infer<typeof lineOutcome>
