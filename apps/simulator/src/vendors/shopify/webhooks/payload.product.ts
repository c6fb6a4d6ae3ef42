import { formatMinor } from '@huoqiao/kit'
import { titleOf } from '../draft/variant.draft.ts'
import { gidNumber } from '../gid.ts'
import { gramsOf } from '../orders/line-weight.ts'
import type { ProductRow, VariantRow } from '../rows.ts'
import type { ShopState } from '../shop-state.ts'

/** Full detail only for so many variants, the rest as gids (reference shopify-admin 6). */
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
    inventory_management: variant.tracked ? 'shopify' : null,
    inventory_policy: variant.inventoryPolicy.toLowerCase(),
    inventory_quantity: variant.levels.reduce((sum, level) => sum + level.available, 0),
    requires_shipping: variant.requiresShipping,
    taxable: variant.taxable,
    created_at: variant.createdAt,
    updated_at: variant.updatedAt,
  }
}

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
  variants: product.variants.slice(0, DETAILED).map((row, at) => variantPayload(shop, product, row, at)),
  variant_gids: product.variants.map((row) => ({ admin_graphql_api_id: row.id, updated_at: row.updatedAt })),
})
