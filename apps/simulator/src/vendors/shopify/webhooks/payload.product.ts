import { formatMinor } from '@huoqiao/kit'
import { titleOf } from '../draft/variant.draft.ts'
import { gidNumber } from '../gid.ts'
import { gramsOf } from '../orders/line-weight.ts'
import type { FileRow, ProductRow, VariantRow } from '../rows.ts'
import type { ShopState } from '../shop-state.ts'
import { cdnUrl } from '../types/media.fields.ts'

/** Full detail only for this many variants, the rest as gids (reference shopify-admin 6). */
const DETAILED = 100

const numeric = (id: string): number => Number(gidNumber(id))

function variantPayload(shop: ShopState, product: ProductRow, variant: VariantRow, at: number): object {
  const value = (index: number): string | null =>
    product.options[index]?.values.find((entry) => entry.id === variant.values[index])?.name ?? null
  const price = (minor: number): string => formatMinor(minor, shop.facts.currency)
  return {
    id: numeric(variant.id),
    admin_graphql_api_id: variant.id,
    product_id: numeric(product.id),
    title: titleOf(product.options, variant.values),
    position: at + 1,
    option1: value(0),
    option2: value(1),
    option3: value(2),
    sku: variant.sku,
    barcode: variant.barcode,
    price: price(variant.priceMinor),
    compare_at_price: variant.compareAtMinor === null ? null : price(variant.compareAtMinor),
    grams: gramsOf(variant),
    weight: variant.weight.value,
    weight_unit: variant.weight.unit.toLowerCase(),
    inventory_item_id: numeric(variant.itemId),
    inventory_management: variant.tracked ? 'shopify' : 'not_managed',
    old_inventory_quantity: variant.levels.reduce((sum, level) => sum + level.available, 0),
    image_id: imageOf(shop, variant.media[0]) ? numeric(variant.media[0]!) : null,
    inventory_policy: variant.inventoryPolicy.toLowerCase(),
    inventory_quantity: variant.levels.reduce((sum, level) => sum + level.available, 0),
    requires_shipping: variant.requiresShipping,
    taxable: variant.taxable,
    created_at: variant.createdAt,
    updated_at: variant.updatedAt,
  }
}

const imageOf = (shop: ShopState, id: string | undefined): FileRow | undefined => {
  const file = id === undefined ? undefined : shop.files.get(id)
  return file?.kind === 'image' ? file : undefined
}

type Shown = { file: FileRow; position: number; variants: number[] }

function shownOf(shop: ShopState, product: ProductRow): Shown[] {
  return product.media.flatMap((id, at) => {
    const file = imageOf(shop, id)
    const variants = product.variants.filter(({ media }) => media.includes(id)).map((variant) => numeric(variant.id))
    return file ? [{ file, position: at + 1, variants }] : []
  })
}

const imagePayload = (shop: ShopState, product: ProductRow, { file, position, variants }: Shown): object => ({
  id: numeric(file.id),
  admin_graphql_api_id: file.id.replace('/MediaImage/', '/ProductImage/'),
  alt: file.alt === '' ? null : file.alt,
  position,
  product_id: numeric(product.id),
  created_at: file.createdAt,
  updated_at: file.updatedAt,
  width: file.width ?? 0,
  height: file.height ?? 0,
  src: cdnUrl(file, { shop }),
  variant_ids: variants,
})

const mediumPayload = (shop: ShopState, product: ProductRow, { file, position }: Shown): object => ({
  id: numeric(file.id),
  admin_graphql_api_id: file.id,
  alt: file.alt ?? '',
  position,
  product_id: numeric(product.id),
  created_at: file.createdAt,
  updated_at: file.updatedAt,
  media_content_type: 'IMAGE',
  status: file.status,
  preview_image: { width: file.width ?? 0, height: file.height ?? 0, src: cdnUrl(file, { shop }), status: file.status },
  variant_ids: [],
})

export const productPayload = (shop: ShopState, product: ProductRow): object => ({
  id: numeric(product.id),
  admin_graphql_api_id: product.id,
  title: product.title,
  body_html: product.descriptionHtml,
  handle: product.handle,
  vendor: product.vendor,
  product_type: product.productType,
  status: product.status.toLowerCase(),
  tags: product.tags.join(', '),
  template_suffix: product.templateSuffix,
  created_at: product.createdAt,
  updated_at: product.updatedAt,
  published_at: product.publishedAt,
  published_scope: 'global',
  options: product.options.map((option, at) => ({
    id: numeric(option.id),
    product_id: numeric(product.id),
    name: option.name,
    position: at + 1,
    values: option.values.map((entry) => entry.name),
  })),
  images: shownOf(shop, product).map((one) => imagePayload(shop, product, one)),
  image: shownOf(shop, product).map((one) => imagePayload(shop, product, one))[0] ?? null,
  media: shownOf(shop, product).map((one) => mediumPayload(shop, product, one)),
  category: null,
  has_variants_that_requires_components: false,
  variants: product.variants.slice(0, DETAILED).map((row, at) => variantPayload(shop, product, row, at)),
  variant_gids: product.variants.map((row) => ({ admin_graphql_api_id: row.id, updated_at: row.updatedAt })),
})
