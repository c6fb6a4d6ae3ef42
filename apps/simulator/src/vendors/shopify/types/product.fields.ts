import type { Args, Call, TypeFields } from '../call.ts'
import { fieldsOf } from '../call.ts'
import { countOf, cursorOf, emptyConnection, paginate } from '../connections.ts'
import type { PageArgs } from '../connections.ts'
import { gidNumber } from '../gid.ts'
import { notSimulated } from '../refusals.ts'
import type { FileRow, OptionRow, ProductRow, VariantRow } from '../rows.ts'
import { filesOf, imageView } from './media.fields.ts'
import { metafieldFields } from './metafield.fields.ts'
import { moneyView } from './money.fields.ts'
import { isLive, publishableFields } from './publication.fields.ts'
import { publishedTranslations } from './translation.fields.ts'
import type { VariantView } from './variant.fields.ts'
import { variantView } from './variant.fields.ts'

/** A single product's variants may be paged by up to 2,000 (reference shopify-admin 2, "Other caps"). */
const VARIANT_PAGE_LIMIT = 2000

export const plainText = (html: string): string =>
  html
    .replace(/<(br|\/p|\/li|\/tr|\/h\d)[^>]*>/gi, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/&nbsp;/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .trim()

const stockOf = (variant: VariantRow): number =>
  variant.tracked ? variant.levels.reduce((sum, level) => sum + level.available, 0) : 0

function priceRange(product: ProductRow, _args: Args, call: Call): unknown {
  const prices = product.variants.map((variant) => variant.priceMinor)
  return {
    minVariantPrice: moneyView(call, Math.min(...prices)),
    maxVariantPrice: moneyView(call, Math.max(...prices)),
  }
}

export const isDefaultOnly = (product: ProductRow): boolean =>
  product.variants.length === 1 && product.options.length === 1 && product.options[0]?.name === 'Title'

const mediaOrder = (product: ProductRow) => ({
  id: (file: FileRow) => file.id,
  value: (file: FileRow) => product.media.indexOf(file.id),
})

function variantsPage(product: ProductRow, args: PageArgs & { sortKey?: string | null }): unknown {
  const sortKey = args.sortKey ?? 'POSITION'
  if (sortKey !== 'POSITION' && sortKey !== 'ID') throw notSimulated(`variants sorted by ${sortKey}`)
  const views = product.variants.map((variant, index) => ({ ...variantView(product, variant), index }))
  const byId = (view: VariantView): number => Number(gidNumber(view.variant.id))
  if (sortKey === 'ID') views.sort((a, b) => byId(a) - byId(b))
  const id = (view: VariantView): string => view.variant.id
  const order = sortKey === 'ID' ? { id } : { id, value: (view: { index: number }): number => view.index }
  return paginate<VariantView & { index: number }>(views, args, order, VARIANT_PAGE_LIMIT)
}

const facts = fieldsOf<ProductRow>({
  legacyResourceId: (p) => gidNumber(p.id),
  bodyHtml: (p) => p.descriptionHtml,
  description: (p, args) => {
    const { truncateAt } = args as { truncateAt?: number | null }
    const text = plainText(p.descriptionHtml)
    return truncateAt && text.length > truncateAt ? `${text.slice(0, Math.max(0, truncateAt - 3))}...` : text
  },
  descriptionPlainSummary: (p) => plainText(p.descriptionHtml).slice(0, 255),
  defaultCursor: (p) => cursorOf(p.id),
  seo: (p, _args, call) => {
    const fills = call.quirks.seoFromContent()
    return {
      title: p.seo.title ?? (fills ? p.title : null),
      description: p.seo.description ?? (fills ? plainText(p.descriptionHtml).slice(0, 320) : null),
    }
  },
  isGiftCard: () => false,
  requiresSellingPlan: () => false,
  hasVariantsThatRequiresComponents: () => false,
  giftCardTemplateSuffix: () => null,
  category: () => null,
  combinedListing: () => null,
  combinedListingRole: () => null,
  feedback: () => null,
  collections: () => emptyConnection(),
  inCollection: () => false,
  translations: publishedTranslations,
  onlineStoreUrl: (p, _args, call) =>
    isLive(p, call.shop.places.publications[0]!.id, call) ? `${call.shop.origin()}/products/${p.handle}` : null,
  onlineStorePreviewUrl: (p, _args, call) => `${call.shop.origin()}/products/${p.handle}?preview=${gidNumber(p.id)}`,
})

const lists = fieldsOf<ProductRow>({
  options: (p, args) =>
    p.options.slice(0, (args as { first?: number | null }).first ?? undefined).map((o) => ({ ...o, product: p })),
  variants: (p, args) => variantsPage(p, args),
  variantsCount: (p) => countOf(p.variants.length),
  totalVariants: (p) => p.variants.length,
  hasOnlyDefaultVariant: isDefaultOnly,
  hasOutOfStockVariants: (p) => p.variants.some((v) => v.tracked && stockOf(v) <= 0),
  tracksInventory: (p) => p.variants.some((v) => v.tracked),
  totalInventory: (p) => p.variants.reduce((sum, variant) => sum + stockOf(variant), 0),
  priceRange,
  priceRangeV2: priceRange,
  media: (p, args, call) => {
    if ((args as { query?: string | null }).query) throw notSimulated('Product.media(query:)')
    return paginate(filesOf(p.media, call), args as PageArgs, mediaOrder(p))
  },
  mediaCount: (p) => countOf(p.media.length),
  featuredMedia: (p, _args, call) => filesOf(p.media, call)[0] ?? null,
  featuredImage: (p, _args, call) => {
    const file = filesOf(p.media, call)[0]
    return file ? imageView(file, call) : null
  },
  images: (p, args, call) => {
    const ready = filesOf(p.media, call).filter((file) => file.status === 'READY')
    const page = paginate(ready, args as PageArgs, mediaOrder(p))
    return {
      ...page,
      nodes: page.nodes.map((file) => imageView(file, call)),
      edges: page.edges.map((edge) => ({ cursor: edge.cursor, node: imageView(edge.node, call) })),
    }
  },
})

type OptionView = OptionRow & { product: ProductRow }

const optionType = fieldsOf<OptionView>({
  position: (o) => o.product.options.findIndex((entry) => entry.id === o.id) + 1,
  values: (o) => usedValues(o).map((value) => value.name),
  optionValues: (o) => o.values.map((value) => ({ ...value, hasVariants: isUsed(o.product, value.id) })),
  linkedMetafield: () => null,
  translations: publishedTranslations,
})

const isUsed = (product: ProductRow, valueId: string): boolean =>
  product.variants.some((variant) => variant.values.includes(valueId))
const usedValues = (option: OptionView): OptionRow['values'] =>
  option.values.filter((value) => isUsed(option.product, value.id))

export const productTypes: Record<string, TypeFields> = {
  Product: {
    ...facts,
    ...lists,
    ...metafieldFields('PRODUCT', (p) => p as ProductRow),
    ...publishableFields,
  },
  ProductOption: optionType,
  ProductOptionValue: fieldsOf<{ id: string; hasVariants?: boolean }>({
    linkedMetafieldValue: () => null,
    swatch: () => null,
    translations: publishedTranslations,
  }),
}
