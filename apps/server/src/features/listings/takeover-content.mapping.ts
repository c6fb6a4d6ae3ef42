import type { LiveProduct, LiveVariant } from '@huoqiao/connector-shopify'
import type {
  ProductEdit,
  ProductImage,
  ProductOption,
  ProductVariant,
} from '@huoqiao/contract/products/products.schema'
import { parseMinor } from '@huoqiao/kit'
import type { ProductDoc, VariantDoc } from '../products/index.ts'
import type { StoreDoc } from '../stores/index.ts'
import type { RemoteRefs } from './listings.tables.ts'
import { pictureName } from './takeover.rules.ts'
import { liveWeight, liveWeightGrams } from './variant-fields.rules.ts'

/** What a takeover writes to our product. `variants` and `media`: the shop's ids, in the order of the edit. */
export type TakenContent = {
  edit: ProductEdit
  /** null: a variant of ours that the shop does not have */
  variants: (LiveVariant | null)[]
  /** by our image id */
  media: RemoteRefs['media']
}
type Sides = { doc: ProductDoc | undefined; live: LiveProduct; store: StoreDoc; newId: () => string }
/** Our variant → the shop's. */
export type MatchedVariants = ReadonlyMap<string, LiveVariant>

/** The option that the shop gives a product without options. */
const isPlain = ({ options }: LiveProduct): boolean =>
  options.length === 1 && options[0]!.name === 'Title' && options[0]!.values.length === 1

/** Only the prices in this store: the rest of the product is shared with other stores, which have it already. */
export function sharedContent(
  { doc, live, store, newId }: Sides & { doc: ProductDoc },
  matched: MatchedVariants,
): TakenContent {
  return {
    edit: {
      variants: doc.variants.map((variant) => {
        const there = matched.get(variant.id)
        return there ? { ...sent(variant), prices: pricesOf(variant, there, store) } : sent(variant)
      }),
    },
    variants: doc.variants.map(({ id }) => matched.get(id) ?? null),
    media: picturesOf({ images: doc.images.filter(({ dropped }) => !dropped) }, live, newId).media,
  }
}

/**
 * The whole content of the shop's product. What is empty there stays as ours. Variants and pictures of ours that the shop does not have are
 * kept, but not pushed. Undefined: they can't be kept, because the shop's product has another number of options.
 */
export function wholeContent(sides: Sides, matched: MatchedVariants): TakenContent | undefined {
  const { doc, live, store, newId } = sides
  const plain = isPlain(live)
  const optionCount = plain ? 0 : live.options.length
  const ourIdOf = new Map([...matched].map(([id, there]) => [there.id, id]))
  const byId = new Map(doc?.variants.map((variant) => [variant.id, variant]))
  const left = (doc?.variants ?? []).filter(({ id }) => !matched.has(id))
  if (left.some(({ optionValues }) => optionValues.length !== optionCount)) return undefined
  // A product without options has one variant.
  if (left.length > 0 && optionCount === 0) return undefined
  const { images, media } = picturesOf(doc, live, newId)
  const ordered = [...live.variants].sort((a, b) => a.position - b.position)
  const taken = ordered.map((there) => takenVariant(byId.get(ourIdOf.get(there.id) ?? ''), there, plain, store, newId))
  const kept = left.map((variant) => ({ ...sent(variant), dropped: true }))
  return {
    edit: {
      ...titleIn(doc, live, store),
      ...(live.descriptionHtml === '' ? {} : { descriptionHtml: live.descriptionHtml }),
      ...(live.vendor === '' ? {} : { vendor: live.vendor }),
      ...(live.productType === '' ? {} : { productType: live.productType }),
      ...(live.tags.length === 0 ? {} : { tags: [...live.tags] }),
      images,
      options: plain ? [] : optionsOf(doc, live, kept),
      variants: [...taken, ...kept],
    },
    variants: [...ordered, ...kept.map(() => null)],
    media,
  }
}

const titleIn = (doc: ProductDoc | undefined, live: LiveProduct, store: StoreDoc): ProductEdit =>
  store.locale === 'zh' && (doc === undefined || doc.titleZh !== '') ? { titleZh: live.title } : { title: live.title }

function optionsOf(
  doc: ProductDoc | undefined,
  live: LiveProduct,
  kept: readonly { optionValues: string[] }[],
): ProductOption[] {
  const same = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()
  return live.options.map(({ name, values }, index) => {
    const known = doc?.options.find((option) => same(option.name, name)) ?? doc?.options[index]
    const wanted = values.map((value) => value.name)
    for (const { optionValues } of kept) {
      const value = optionValues[index]!
      if (!wanted.some((one) => same(one, value))) wanted.push(value)
    }
    return {
      name,
      nameZh: known?.nameZh ?? '',
      values: wanted.map((value) => ({
        value,
        valueZh: known?.values.find((one) => same(one.value, value))?.valueZh ?? '',
      })),
    }
  })
}

/** The shop's pictures in its order; one with the file name of a picture of ours is that picture. */
function picturesOf(
  doc: Pick<ProductDoc, 'images'> | undefined,
  live: LiveProduct,
  newId: () => string,
): { images: ProductImage[]; media: RemoteRefs['media'] } {
  const left = [...(doc?.images ?? [])]
  const media: RemoteRefs['media'] = {}
  const images = live.media.flatMap(({ id, alt, previewUrl, status }) => {
    if (previewUrl === undefined || status === 'FAILED') return []
    const name = pictureName(previewUrl)
    const at = name === '' ? -1 : left.findIndex(({ url }) => pictureName(url) === name)
    const [own] = at < 0 ? [] : left.splice(at, 1)
    const image = { ...(own ?? { id: newId(), url: previewUrl }), alt, dropped: false }
    media[image.id] = id
    return [image]
  })
  return { images: [...images, ...left.map((image) => ({ ...image, dropped: true }))], media }
}

function takenVariant(
  own: VariantDoc | undefined,
  there: LiveVariant,
  plain: boolean,
  store: StoreDoc,
  newId: () => string,
): ProductVariant {
  const grams = liveWeightGrams(there) ?? 0
  const was: ProductVariant = own ? sent(own) : { ...EMPTY, id: newId() }
  return {
    ...was,
    skuCode: there.sku || was.skuCode,
    barcode: there.barcode || was.barcode,
    optionValues: plain ? [] : there.selectedOptions.map(({ value }) => value),
    ...(grams > 0 ? { weightGrams: grams, weight: liveWeight(there) ?? null } : {}),
    ...(there.tracked ? { stock: Math.max(0, there.inventoryQuantity) } : {}),
    stockPolicy: there.inventoryPolicy === 'DENY' ? 'deny' : 'continue',
    dropped: false,
    prices: pricesOf(was, there, store),
  }
}

/** The shop's price in this store, and ours in the others. */
function pricesOf(
  variant: Pick<ProductVariant, 'prices'>,
  there: LiveVariant,
  store: StoreDoc,
): ProductVariant['prices'] {
  const currency = store.currency ?? 'USD'
  const compareAtMinor = there.compareAtPrice === undefined ? 0 : parseMinor(there.compareAtPrice, currency)
  return [
    ...variant.prices.filter(({ storeId }) => storeId !== store.id),
    {
      storeId: store.id,
      currency,
      minor: parseMinor(there.price, currency),
      compareAtMinor: compareAtMinor === 0 ? null : compareAtMinor,
      origin: 'manual',
    },
  ]
}

/** A stored variant in the form in which an edit sends it. */
function sent({ sourceSkuAliases: _aliases, ...variant }: VariantDoc): ProductVariant {
  return variant
}

const EMPTY: Omit<ProductVariant, 'id'> = {
  skuCode: '',
  barcode: '',
  sourceSkuId: null,
  sourceSpecId: null,
  optionValues: [],
  costMinor: null,
  weightGrams: null,
  weight: null,
  stock: 0,
  stockPolicy: 'deny',
  imageId: null,
  dropped: false,
  prices: [],
}
