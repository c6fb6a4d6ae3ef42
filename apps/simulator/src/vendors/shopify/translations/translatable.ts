import { createHash } from 'node:crypto'
import { gidType } from '../gid.ts'
import { notSimulated } from '../refusals.ts'
import type { ProductRow } from '../rows.ts'
import type { ShopState } from '../shop-state.ts'

/** A field of a resource that can be translated, with its source text. */
export type ContentRow = { key: string; value: string | null; type: string; longest: number }

/** Resource types of the schema that are simulated, by the type in their gid. A metafield's value is not. */
export const TRANSLATABLE_TYPES: Readonly<Record<string, string>> = {
  PRODUCT: 'Product',
  PRODUCT_OPTION: 'ProductOption',
  PRODUCT_OPTION_VALUE: 'ProductOptionValue',
  MEDIA_IMAGE: 'MediaImage',
}

/**
 * SHA-256 of the source text in hexadecimal: the digest in the vendor's own example of translationsRegister is the one of the title
 * "Element" there.
 */
export const digestOf = (value: string | null): string | null =>
  value === null ? null : createHash('sha256').update(value).digest('hex')

const line = (key: string, value: string | null, longest = 255): ContentRow => ({
  key,
  value,
  type: 'SINGLE_LINE_TEXT_FIELD',
  longest,
})

/** A product's fields in the vendor's list (TranslatableResourceType.PRODUCT); its tags cannot be translated. */
const productContent = (product: ProductRow): ContentRow[] => [
  line('title', product.title),
  { key: 'body_html', value: product.descriptionHtml, type: 'HTML', longest: 512 * 1024 },
  { key: 'handle', value: product.handle, type: 'URI', longest: 255 },
  line('product_type', product.productType),
  line('meta_title', product.seo.title),
  { key: 'meta_description', value: product.seo.description, type: 'MULTI_LINE_TEXT_FIELD', longest: 5000 },
]

/** The fields of a resource; undefined when it does not exist, null when its type cannot be translated. */
export function contentOf(shop: ShopState, id: string): ContentRow[] | null | undefined {
  switch (gidType(id)) {
    case 'Product': {
      const product = shop.products.get(id)
      return product && productContent(product)
    }
    case 'ProductOption': {
      const option = shop.products.option(id)?.option
      return option && [line('name', option.name)]
    }
    case 'ProductOptionValue': {
      const value = shop.products.optionValue(id)?.value
      return value && [line('name', value.name)]
    }
    case 'MediaImage': {
      const file = shop.files.get(id)
      return file && [line('alt', file.alt, 512)]
    }
    case 'Metafield':
      throw notSimulated('translations of metafields')
    default:
      return null
  }
}

/** All resources of a type, by ascending id. */
export function resourcesOf(shop: ShopState, type: string): string[] {
  const products = shop.products.sorted()
  switch (type) {
    case 'PRODUCT':
      return products.map(({ id }) => id)
    case 'PRODUCT_OPTION':
      return products.flatMap(({ options }) => options.map(({ id }) => id))
    case 'PRODUCT_OPTION_VALUE':
      return products.flatMap(({ options }) => options.flatMap(({ values }) => values.map(({ id }) => id)))
    case 'MEDIA_IMAGE':
      return Array.from(shop.files.values(), ({ id }) => id).filter((id) => gidType(id) === 'MediaImage')
    default:
      throw notSimulated(`translatable resources of type ${type}`)
  }
}

/**
 * The resources below a resource. UNCERTAIN: the documents name options and metafields below a product, and not where option values and
 * pictures are; here a value is below its option, and a picture below nothing.
 */
export function nestedOf(shop: ShopState, id: string): string[] {
  const type = gidType(id)
  if (type === 'Product') return shop.products.get(id)?.options.map((option) => option.id) ?? []
  if (type === 'ProductOption') return shop.products.option(id)?.option.values.map((value) => value.id) ?? []
  return []
}
