import { currencyDigits, divideMinor, formatMinor, parseRatio } from '@huoqiao/kit'
import type { TypedWeight } from '@huoqiao/kit'
import type { ProductDoc, VariantDoc } from '../products/index.ts'
import type { StoreDoc } from '../stores/index.ts'

/** What one store should show: plain values that can be compared, in the shop's terms. Decimal texts are in the shop's currency. */
export type DesiredVariant = {
  id: string
  optionValues: string[]
  sku: string
  barcode: string
  price: string
  compareAtPrice: string | null
  cost: string | null
  weightGrams: number | null
  /** in the unit that a person typed; absent: the unit does not matter, grams are used */
  weight?: TypedWeight | undefined
  policy: 'DENY' | 'CONTINUE'
  stock: number
  imageId: string | null
}
export type Desired = {
  title: string
  descriptionHtml: string
  vendor: string
  productType: string
  tags: string[]
  options: { name: string; values: string[] }[]
  images: { id: string; url: string; alt: string }[]
  variants: DesiredVariant[]
}

/** The option that the shop gives a product without options (Shopify's own name for it). */
const ONLY_OPTION = { name: 'Title', value: 'Default Title' } as const

/** `rate`: CNY for one unit of the shop's currency, for the cost; null: the cost is left out. */
export function desiredOf(product: ProductDoc, store: StoreDoc, rate: string | null): Desired {
  const kept = product.variants.filter((variant) => !variant.dropped)
  const images = product.images.filter((image) => !image.dropped)
  const imageIds = new Set(images.map((image) => image.id))
  const plain = product.options.length === 0
  return {
    title: store.locale === 'zh' && product.titleZh !== '' ? product.titleZh : product.title,
    descriptionHtml: product.descriptionHtml,
    vendor: product.vendor || store.vendorName,
    productType: product.productType,
    tags: shopTags(product.tags),
    options: plain
      ? [{ name: ONLY_OPTION.name, values: [ONLY_OPTION.value] }]
      : product.options.map((option, index) => ({
          name: option.name,
          values: option.values
            .map((one) => one.value)
            .filter((value) => kept.some((variant) => variant.optionValues[index] === value)),
        })),
    images: images.map(({ id, url, alt }) => ({ id, url, alt })),
    variants: kept.map((variant) => desiredVariant(variant, store, rate, plain, imageIds)),
  }
}

/** Tags as the shop stores them: split at commas, a set that ignores case. */
function shopTags(tags: readonly string[]): string[] {
  const known = new Map<string, string>()
  for (const tag of tags.flatMap((one) => one.split(',')).map((one) => one.trim()))
    if (tag !== '' && !known.has(tag.toLowerCase())) known.set(tag.toLowerCase(), tag)
  return [...known.values()].sort()
}

function desiredVariant(
  variant: VariantDoc,
  store: StoreDoc,
  rate: string | null,
  plain: boolean,
  imageIds: ReadonlySet<string>,
): DesiredVariant {
  const price = variant.prices.find((one) => one.storeId === store.id)
  const currency = price?.currency ?? store.currency ?? 'USD'
  return {
    id: variant.id,
    optionValues: plain ? [ONLY_OPTION.value] : variant.optionValues,
    sku: variant.skuCode,
    barcode: variant.barcode,
    price: price ? formatMinor(price.minor, currency) : '',
    compareAtPrice: price?.compareAtMinor ? formatMinor(price.compareAtMinor, currency) : null,
    cost: rate === null || variant.costMinor === null ? null : costIn(variant.costMinor, currency, rate),
    weightGrams: variant.weightGrams,
    ...(variant.weight ? { weight: variant.weight } : {}),
    policy: variant.stockPolicy === 'deny' ? 'DENY' : 'CONTINUE',
    stock: variant.stock,
    imageId: variant.imageId !== null && imageIds.has(variant.imageId) ? variant.imageId : null,
  }
}

const costIn = (costMinor: number, currency: string, rate: string): string =>
  formatMinor(divideMinor(costMinor, parseRatio(rate), currencyDigits(currency) - 2), currency)
