import * as z from '../zod.ts'
import { WEIGHT_UNITS, gramsOfTyped } from '@huoqiao/kit/weight'
import { can, id, instant, money, remoteId, requiredText, text, version } from '../wire.ts'
import type { FieldOrigin, ListingState, ProductState, SourceHealth } from './products.status.ts'
import { LISTING_STATES, PRODUCT_STATES, SOURCE_HEALTH } from './products.status.ts'

const codes = <T extends string>(table: Record<T, unknown>) => z.enum(Object.keys(table) as [T, ...T[]])
export const productState = codes<ProductState>(PRODUCT_STATES)
export const listingState = codes<ListingState>(LISTING_STATES)
export const sourceHealth = codes<SourceHealth>(SOURCE_HEALTH)
const fieldOrigin = z.enum(['1688', 'rule', 'manual', 'store']) satisfies z.ZodType<FieldOrigin>

/** Shopify's limits (reference, section 2 and 3): 3 options, 2,048 variants, 250 pictures, 255 characters of title. */
export const LIMITS = { options: 3, variants: 2048, images: 250, title: 255, descriptionHtml: 200_000 } as const

export const productImage = z.object({
  id: z.string().max(64),
  url: z.string().max(2000),
  alt: text(512).default(''),
  /** kept but not pushed */
  dropped: z.boolean().default(false),
})
export type ProductImage = z.infer<typeof productImage>

export const productOption = z.object({
  name: requiredText(64),
  nameZh: text(64).default(''),
  values: z.array(z.object({ value: requiredText(128), valueZh: text(128).default('') })).max(LIMITS.variants),
})
export type ProductOption = z.infer<typeof productOption>

/**
 * The rule that calculated a price. `tried`: taken over from the sandbox, so the store's own rule does not recalculate it automatically.
 */
export const priceMaker = z.object({ id: id.optional(), name: requiredText(100), tried: z.boolean().default(false) })
export type PriceMaker = z.infer<typeof priceMaker>

/** The price of a variant in one store, in the store's currency. With `origin` manual it is locked against rules. */
export const variantPrice = z.object({
  storeId: id,
  currency: z.string().length(3),
  minor: z.int().min(0).max(1_000_000_000),
  compareAtMinor: z.int().min(0).max(1_000_000_000).nullable().default(null),
  origin: fieldOrigin,
  /** who wrote it, when, and by which rule; set by the app, whatever a form sends. Absent: written before these were recorded */
  by: requiredText(64).optional(),
  at: instant.optional(),
  rule: priceMaker.optional(),
})
export type VariantPrice = z.infer<typeof variantPrice>

const GRAMS_MAX = 1_000_000_000

/** As a person typed it, and as shops store it. */
export const typedWeight = z
  .object({ value: z.string().regex(/^\d{1,9}(\.\d{1,4})?$/), unit: z.enum(WEIGHT_UNITS) })
  .refine((weight) => gramsOfTyped(weight) <= GRAMS_MAX)

export const productVariant = z.object({
  id,
  skuCode: text(128).default(''),
  barcode: text(64).default(''),
  sourceSkuId: remoteId.nullable().default(null),
  sourceSpecId: text(64).nullable().default(null),
  /** one value per option, in the order of options */
  optionValues: z.array(z.string().max(128)).max(LIMITS.options),
  /** CNY minor units */
  costMinor: z.int().min(0).max(1_000_000_000).nullable().default(null),
  /** used for freight and prices: `weight` in whole grams, if that was typed */
  weightGrams: z.int().min(0).max(GRAMS_MAX).nullable().default(null),
  /** null: none was typed, and the source gives grams */
  weight: typedWeight.nullable().default(null),
  stock: z.int().min(0).max(1_000_000_000),
  stockPolicy: z.enum(['deny', 'continue']),
  /** id of one of the product's images */
  imageId: z.string().max(64).nullable().default(null),
  /** stored but not pushed */
  dropped: z.boolean(),
  prices: z.array(variantPrice).max(50),
})
export type ProductVariant = z.infer<typeof productVariant>

/** The origin of a field's value: source, person, time, and whether a new fetch may change it (beyond, item 4). */
export const fieldSource = z.object({
  origin: fieldOrigin,
  by: z.string().nullable(),
  at: instant,
  locked: z.boolean(),
})

/** One product in one store, as cards and editors show it. */
export const listingSummary = z.object({
  storeId: id,
  storeName: z.string(),
  state: listingState,
  /** edited since the last push */
  outdated: z.boolean(),
  shopifyProductId: z.string().nullable(),
  storefrontUrl: z.string().nullable(),
  adminUrl: z.string().nullable(),
  error: z.string().nullable(),
  pushedAt: instant.nullable(),
  /** what was changed in the shop since our last push, as texts */
  shopChanged: z.array(z.string()).optional(),
})
export type ListingSummary = z.infer<typeof listingSummary>

/** What a card of the product list shows. */
export const productCard = z.object({
  id,
  title: z.string(),
  titleZh: z.string(),
  image: z.string().nullable(),
  origin: z.enum(['1688', 'manual']),
  offerId: remoteId.nullable(),
  supplierName: z.string().nullable(),
  state: productState,
  sourceHealth,
  costMin: money.nullable(),
  costMax: money.nullable(),
  priceMin: money.nullable(),
  priceMax: money.nullable(),
  /** lowest margin over variants and stores, per cent of price */
  marginPercent: z.number().nullable(),
  variantCount: z.int(),
  stockTotal: z.int(),
  /** what is missing before this product can be synced, as texts; empty: ready */
  missing: z.array(z.string()),
  listings: z.array(listingSummary),
  tags: z.array(z.string()),
  updatedAt: instant,
  createdAt: instant,
  version,
  can,
})
export type ProductCard = z.infer<typeof productCard>

export const product = productCard.extend({
  descriptionHtml: z.string(),
  vendor: z.string(),
  productType: z.string(),
  images: z.array(productImage),
  options: z.array(productOption),
  variants: z.array(productVariant),
  fieldSources: z.record(z.string(), fieldSource),
  note: z.string(),
  ownerName: z.string().nullable(),
  /** warnings about implausible numbers (beyond, item 15); they never block */
  doubts: z.array(z.string()).optional(),
  /** forbidden words that a push would not write, by field, in words */
  forbiddenWords: z.array(z.string()).optional(),
})
export type Product = z.infer<typeof product>

/** A product at a past time: its content and prices, without the state of listings. */
export const pastProduct = product
  .pick({
    title: true,
    titleZh: true,
    descriptionHtml: true,
    vendor: true,
    productType: true,
    tags: true,
    images: true,
    options: true,
    variants: true,
    note: true,
  })
  .extend({ storeIds: z.array(id) })
export type PastProduct = z.infer<typeof pastProduct>

/** What a person may edit of a product. Absent fields stay unchanged. */
export const productEdit = z.object({
  title: requiredText(LIMITS.title).optional(),
  titleZh: text(512).optional(),
  descriptionHtml: z.string().max(LIMITS.descriptionHtml).optional(),
  vendor: text(128).optional(),
  productType: text(128).optional(),
  tags: z.array(requiredText(64)).max(250).optional(),
  images: z.array(productImage).max(LIMITS.images).optional(),
  options: z.array(productOption).max(LIMITS.options).optional(),
  variants: z.array(productVariant).max(LIMITS.variants).optional(),
  note: text(2000).optional(),
})
export type ProductEdit = z.infer<typeof productEdit>
