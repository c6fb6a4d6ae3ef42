import { z } from 'zod'
import { decimalText, gid } from '../wire.ts'

export const productStatus = z.enum(['DRAFT', 'ACTIVE', 'ARCHIVED', 'UNLISTED'])
export type ProductStatus = z.infer<typeof productStatus>

export const mediaStatus = z.enum(['UPLOADED', 'PROCESSING', 'READY', 'FAILED'])
export type MediaStatus = z.infer<typeof mediaStatus>

export type MetafieldInput = {
  readonly namespace: string
  readonly key: string
  readonly value: string
  /** Needed only where there is no definition. */
  readonly type?: string
}

/** A picture by `id` (already in the shop) or by `originalSource` (an address, or a staged upload's resource). */
export type FileSetInput = {
  readonly id?: string
  readonly originalSource?: string
  readonly alt?: string
  readonly filename?: string
  readonly contentType?: 'IMAGE' | 'VIDEO' | 'EXTERNAL_VIDEO' | 'MODEL_3D' | 'FILE'
  readonly duplicateResolutionMode?: 'APPEND_UUID' | 'RAISE_ERROR' | 'REPLACE'
}

export type ProductVariantSetInput = {
  /** Sent on every update, so that orders and stock stay bound to the variant. */
  readonly id?: string
  readonly optionValues: readonly { readonly optionName: string; readonly name: string }[]
  readonly sku?: string
  readonly barcode?: string
  /** Decimal text in the shop's currency. */
  readonly price?: string
  readonly compareAtPrice?: string | null
  readonly taxable?: boolean
  readonly position?: number
  readonly inventoryPolicy?: 'DENY' | 'CONTINUE'
  readonly inventoryItem?: {
    /** Decimal text in the shop's currency. */
    readonly cost?: string
    readonly tracked?: boolean
    readonly requiresShipping?: boolean
    readonly countryCodeOfOrigin?: string
    readonly harmonizedSystemCode?: string
    readonly measurement?: {
      readonly weight: { readonly unit: 'GRAMS' | 'KILOGRAMS' | 'OUNCES' | 'POUNDS'; readonly value: number }
    }
  }
  /** For new variants; changes go through adjust-inventory, which leaves sales their say. */
  readonly inventoryQuantities?: readonly {
    readonly locationId: string
    readonly name: 'available' | 'on_hand'
    readonly quantity: number
  }[]
  readonly metafields?: readonly MetafieldInput[]
  /** Must be one of the product's `files` too; null takes the picture off the variant. */
  readonly file?: FileSetInput | null
}

/**
 * Lists are the whole state: what is left out of a given list is DELETED in the shop, a list left out altogether is not
 * touched (reference, section 3). `variants` and `productOptions` come together or not at all. On updates leave
 * `metafields` out, or other apps' metafields go.
 */
export type ProductSetInput = {
  readonly title?: string
  readonly descriptionHtml?: string
  readonly handle?: string
  readonly vendor?: string
  readonly productType?: string
  readonly status?: ProductStatus
  readonly tags?: readonly string[]
  readonly category?: string
  readonly seo?: { readonly title?: string; readonly description?: string }
  readonly productOptions?: readonly {
    readonly id?: string
    readonly name: string
    readonly position?: number
    readonly values: readonly { readonly id?: string; readonly name: string }[]
  }[]
  readonly variants?: readonly ProductVariantSetInput[]
  readonly files?: readonly FileSetInput[]
  readonly metafields?: readonly MetafieldInput[]
  readonly collections?: readonly string[]
}

/**
 * What productSet costs by itself, in points, without the fields that are selected from its answer (reference,
 * section 2: 10 + 0.2 a variant + 0.6 a variant file + 0.4 a metafield + 1.9 a product file). Not rounded.
 * No request may cost more than 1,000: with thousands of variants leave out their pictures and metafields.
 */
export function estimateProductSetCost(input: ProductSetInput): number {
  const variants = input.variants ?? []
  const variantFiles = variants.filter(({ file }) => file != null).length
  const variantMetafields = variants.reduce((total, { metafields }) => total + (metafields?.length ?? 0), 0)
  const tenths =
    100 +
    2 * variants.length +
    6 * variantFiles +
    4 * variantMetafields +
    4 * (input.metafields?.length ?? 0) +
    19 * (input.files?.length ?? 0)
  return tenths / 10
}

/** No request may cost more on any plan (reference, section 2). */
const MAX_REQUEST_COST = 1000
/** Left for what is selected from the answer. */
const SELECTION_RESERVE = 150

export type AffordableProductSet = {
  readonly input: ProductSetInput
  /** What had to be left out of every variant, to be brought by update-variants afterwards. */
  readonly deferred: readonly ('metafields' | 'file')[]
}

/**
 * The same input made to fit one request: thousands of variants with a picture and metafields each cost more than one
 * may. Metafields go first, as nobody sees them missing, then pictures. Nothing is left out of an input that fits.
 */
export function affordableProductSet(input: ProductSetInput): AffordableProductSet {
  const deferred: ('metafields' | 'file')[] = []
  let fitting = input
  for (const part of ['metafields', 'file'] as const) {
    if (estimateProductSetCost(fitting) <= MAX_REQUEST_COST - SELECTION_RESERVE) break
    const variants = (fitting.variants ?? []).map(({ [part]: _left, ...variant }) => variant)
    fitting = { ...fitting, ...(fitting.variants ? { variants } : {}) }
    deferred.push(part)
  }
  return { input: fitting, deferred }
}

/** A variant as the upsert and its follow-up pages give it: scalars and few objects, as every object costs a point. */
export const variantRef = z.object({
  id: gid,
  sku: z.string().nullish(),
  title: z.string(),
  position: z.number(),
  barcode: z.string().nullish(),
  price: decimalText,
  compareAtPrice: decimalText.nullish(),
  inventoryItem: z
    .object({
      id: gid,
      unitCost: z.object({ amount: decimalText }).nullish(),
      measurement: z.object({ weight: z.object({ unit: z.string(), value: z.number() }).nullish() }).nullish(),
    })
    .optional(),
})

/** The same in GraphQL; `$withItems`: three objects more. */
export const VARIANT_REF_FIELDS = `id sku title position barcode price compareAtPrice
        inventoryItem @include(if: $withItems) { id unitCost { amount } measurement { weight { unit value } } }`

/** Points of one variant in an answer: itself, and with its item also the item, its cost, its measurement and weight. */
export const variantRefPoints = (withItems: boolean): number => (withItems ? 5 : 1)

export type VariantRef = {
  readonly id: string
  readonly sku: string
  readonly barcode: string
  /** Decimal text in the shop's currency, as are compareAtPrice and cost. */
  readonly price: string
  readonly compareAtPrice: string | null
  /** Option values joined with ' / '. */
  readonly title: string
  /** Counted from 1, in the order of the input. */
  readonly position: number
  /** Only where items were asked for. */
  readonly item?: {
    readonly id: string
    readonly cost: string | null
    readonly weight: { readonly unit: string; readonly value: number } | null
  }
}

export const variantRefOf = ({
  inventoryItem: item,
  sku,
  barcode,
  compareAtPrice,
  ...variant
}: z.infer<typeof variantRef>): VariantRef => ({
  ...variant,
  sku: sku ?? '',
  barcode: barcode ?? '',
  compareAtPrice: compareAtPrice ?? null,
  ...(item
    ? { item: { id: item.id, cost: item.unitCost?.amount ?? null, weight: item.measurement?.weight ?? null } }
    : {}),
})

export const mediaRef = z.object({ id: gid, alt: z.string().nullish(), status: mediaStatus })
