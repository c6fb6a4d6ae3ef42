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
  /** only needed if there is no definition */
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
  /** sent on every update, so that orders and stock stay with the variant */
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
  /** only for new variants; changes use adjust-inventory, which does not overwrite sales */
  readonly inventoryQuantities?: readonly {
    readonly locationId: string
    readonly name: 'available' | 'on_hand'
    readonly quantity: number
  }[]
  readonly metafields?: readonly MetafieldInput[]
  /** must also be one of the product's `files`; null removes the variant's picture */
  readonly file?: FileSetInput | null
}

/**
 * Lists are complete: an entry missing from a sent list is DELETED in the shop; a list that is left out is not changed (reference, section
 * 3). `variants` and `productOptions` are sent together or not at all. Leave out `metafields` on updates, otherwise other apps' metafields
 * are deleted.
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
 * The cost of productSet in points, without the selected answer fields (reference, section 2: 10 + 0.2 for a variant + 0.6 for a variant
 * file + 0.4 for a metafield + 1.9 for a product file). Not rounded. No request may cost more than 1,000: with thousands of variants leave
 * out their pictures and metafields.
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
/** Reserved for the selected answer fields. */
const SELECTION_RESERVE = 150

export type AffordableProductSet = {
  readonly input: ProductSetInput
  /** what had to be left out of every variant, to be sent by update-variants afterwards */
  readonly deferred: readonly ('metafields' | 'file')[]
}

/**
 * Reduces the input so that it fits one request: thousands of variants with pictures and metafields cost too much. Metafields are left out
 * first, because nobody sees that, then pictures. An input that fits stays unchanged.
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

/** A variant as returned by the upsert and its further pages: scalars and few objects, because every object costs a point. */
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

/** The cost of one variant in an answer: itself, and with its item also the item, its cost, measurement and weight. */
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
  /** only if items were requested */
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
