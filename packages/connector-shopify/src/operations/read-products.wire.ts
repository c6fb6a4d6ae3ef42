import { z } from 'zod'
import { decimalText, gid, nodeOrNone, nodesOf, pageOf } from '../wire.ts'
import { mediaStatus, productStatus } from './product-set.wire.ts'
import type { MediaStatus, ProductStatus } from './product-set.wire.ts'

export const PRODUCT_FIELDS = `id handle title descriptionHtml vendor productType tags status updatedAt
      seo { title description }
      options { id name position optionValues { id name } }`

export const VARIANT_FIELDS = `id title position sku barcode price compareAtPrice inventoryPolicy inventoryQuantity taxable
        selectedOptions { name value }
        inventoryItem { id tracked unitCost { amount } measurement { weight { unit value } } }`

export const MEDIA_FIELDS = `id alt status mediaContentType preview { image { url } }`

const variantNode = z.object({
  id: gid,
  title: z.string(),
  position: z.number(),
  sku: z.string().nullish(),
  barcode: z.string().nullish(),
  price: decimalText,
  compareAtPrice: decimalText.nullish(),
  inventoryPolicy: z.enum(['DENY', 'CONTINUE']),
  inventoryQuantity: z.number().nullish(),
  taxable: z.boolean(),
  selectedOptions: z.array(z.object({ name: z.string(), value: z.string() })),
  inventoryItem: z.object({
    id: gid,
    tracked: z.boolean(),
    unitCost: z.object({ amount: decimalText }).nullish(),
    measurement: z.object({ weight: z.object({ unit: z.string(), value: z.number() }).nullish() }).nullish(),
  }),
})

const mediaNode = z.object({
  id: gid,
  alt: z.string().nullish(),
  status: mediaStatus,
  mediaContentType: z.string(),
  preview: z.object({ image: z.object({ url: z.string() }).nullish() }).nullish(),
})

const productNode = z.object({
  id: gid,
  handle: z.string(),
  title: z.string(),
  descriptionHtml: z.string(),
  vendor: z.string(),
  productType: z.string(),
  tags: z.array(z.string()),
  status: productStatus,
  updatedAt: z.string(),
  seo: z.object({ title: z.string().nullish(), description: z.string().nullish() }),
  options: z.array(
    z.object({
      id: gid,
      name: z.string(),
      position: z.number(),
      optionValues: z.array(z.object({ id: gid, name: z.string() })),
    }),
  ),
  variants: pageOf(variantNode),
  media: pageOf(mediaNode),
  metafields: nodesOf(z.object({ namespace: z.string(), key: z.string(), type: z.string(), value: z.string() })),
})

export const productsAnswer = z.object({ nodes: z.array(nodeOrNone(productNode)) })
export const variantPageAnswer = z.object({ product: z.object({ variants: pageOf(variantNode) }).nullable() })
export const mediaPageAnswer = z.object({ product: z.object({ media: pageOf(mediaNode) }).nullable() })

export type LiveVariant = {
  readonly id: string
  readonly title: string
  readonly position: number
  readonly sku: string
  readonly barcode: string
  /** Decimal text in the shop's currency, as are compareAtPrice and cost. */
  readonly price: string
  readonly compareAtPrice?: string
  readonly cost?: string
  readonly inventoryPolicy: 'DENY' | 'CONTINUE'
  readonly inventoryQuantity: number
  readonly inventoryItemId: string
  readonly tracked: boolean
  readonly taxable: boolean
  readonly weight?: { readonly unit: string; readonly value: number }
  readonly selectedOptions: readonly { readonly name: string; readonly value: string }[]
}

export type LiveMedia = {
  readonly id: string
  readonly alt: string
  readonly status: MediaStatus
  readonly contentType: string
  readonly previewUrl?: string
}

export type LiveProduct = {
  readonly id: string
  readonly handle: string
  readonly title: string
  readonly descriptionHtml: string
  readonly vendor: string
  readonly productType: string
  readonly tags: readonly string[]
  readonly status: ProductStatus
  /** ISO 8601. */
  readonly updatedAt: string
  readonly seo: { readonly title?: string; readonly description?: string }
  readonly options: readonly {
    readonly id: string
    readonly name: string
    readonly position: number
    readonly values: readonly { readonly id: string; readonly name: string }[]
  }[]
  readonly variants: readonly LiveVariant[]
  readonly media: readonly LiveMedia[]
  readonly metafields: readonly {
    readonly namespace: string
    readonly key: string
    readonly type: string
    readonly value: string
  }[]
}

const variantOf = (node: z.infer<typeof variantNode>): LiveVariant => {
  const { sku, barcode, compareAtPrice, inventoryQuantity, inventoryItem, ...rest } = node
  const weight = inventoryItem.measurement?.weight
  return {
    ...rest,
    sku: sku ?? '',
    barcode: barcode ?? '',
    inventoryQuantity: inventoryQuantity ?? 0,
    inventoryItemId: inventoryItem.id,
    tracked: inventoryItem.tracked,
    ...(compareAtPrice ? { compareAtPrice } : {}),
    ...(inventoryItem.unitCost ? { cost: inventoryItem.unitCost.amount } : {}),
    ...(weight ? { weight } : {}),
  }
}

const mediaOf = ({ id, alt, status, mediaContentType, preview }: z.infer<typeof mediaNode>): LiveMedia => ({
  id,
  status,
  alt: alt ?? '',
  contentType: mediaContentType,
  ...(preview?.image ? { previewUrl: preview.image.url } : {}),
})

/** The product with all its pages; nulls become empty or absent. */
export function productOf(
  node: z.infer<typeof productNode>,
  variants: readonly z.infer<typeof variantNode>[],
  media: readonly z.infer<typeof mediaNode>[],
): LiveProduct {
  const { seo, options, metafields, ...core } = node
  return {
    ...core,
    seo: {
      ...(seo.title ? { title: seo.title } : {}),
      ...(seo.description ? { description: seo.description } : {}),
    },
    options: options.map(({ optionValues, ...option }) => ({ ...option, values: optionValues })),
    variants: variants.map(variantOf),
    media: media.map(mediaOf),
    metafields: metafields.nodes,
  }
}
