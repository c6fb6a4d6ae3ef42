import type { LiveProduct, LiveVariant, ProductSetInput, ProductVariantSetInput } from '@huoqiao/connector-shopify'
import type { Desired, DesiredVariant } from './desired.mapping.ts'
import type { RemoteRefs } from './listings.tables.ts'
import { matchVariants } from './plan.rules.ts'
import type { Plan, PlanField } from './plan.rules.ts'

/**
 * From a plan to what is sent. Lists are the whole state in productSet: whatever is left out of a list that is sent is
 * deleted (reference, section 3). So every variant and picture that is not to be touched is sent along by its id.
 */
export type PushParts = {
  readonly input: ProductSetInput
  /** our variant ids in the order of input.variants; null for those of the shop that are only kept */
  readonly variantOrder: readonly (string | null)[]
  /** our image ids in the order of input.files; null for those of the shop that are only kept */
  readonly fileOrder: readonly (string | null)[]
  /** stock of variants that are in the shop already, set apart with compare-and-swap */
  readonly stock: readonly { variantId: string; quantity: number; changeFrom: number; inventoryItemId: string }[]
  readonly newMedia: boolean
}

type Source = { url: string; resourceUrl?: string }

export type PushContext = {
  readonly ours: Desired
  readonly live: LiveProduct | undefined
  readonly refs: RemoteRefs
  readonly plan: Plan
  /** fields that must stay as the shop has them */
  readonly skip: ReadonlySet<string>
  readonly locationId: string | null
  /** image id → where the shop takes it from, when not from its own address (a staged upload) */
  readonly staged: ReadonlyMap<string, string>
}

export function pushParts(context: PushContext): PushParts {
  return context.live ? updateParts(context, context.live) : createParts(context)
}

function createParts({ ours, locationId, staged }: PushContext): PushParts {
  const files = ours.images.map((image) => fileOf(image, { url: image.url, ...stagedUrl(staged, image.id) }))
  const fileById = new Map(ours.images.map((image, index) => [image.id, files[index]!]))
  return {
    input: {
      title: ours.title,
      descriptionHtml: ours.descriptionHtml,
      vendor: ours.vendor,
      productType: ours.productType,
      tags: ours.tags,
      status: 'ACTIVE',
      productOptions: optionsOf(
        ours.variants.map((variant) => variant.optionValues),
        ours,
      ),
      variants: ours.variants.map((variant) => wholeVariant(variant, ours, locationId, fileById)),
      ...(files.length > 0 ? { files } : {}),
    },
    variantOrder: ours.variants.map((variant) => variant.id),
    fileOrder: ours.images.map((image) => image.id),
    stock: [],
    newMedia: files.length > 0,
  }
}

function updateParts(context: PushContext, live: LiveProduct): PushParts {
  const { ours, refs, plan, skip } = context
  const wanted = plan.fields.filter((field) => field.change !== 'none' && !skip.has(field.field))
  const has = (field: string): boolean => wanted.some((one) => one.field === field)
  const images = has('images') ? filesOf(context, live) : undefined
  const variants = variantLists(context, live, wanted, images?.byImage)
  const stock = wanted
    .filter((field) => field.variantId !== undefined && field.field.endsWith('.stock'))
    .flatMap((field) => {
      const variant = ours.variants.find((one) => one.id === field.variantId)!
      const there = matchVariants(ours, live, refs).get(variant.id)
      return there
        ? [
            {
              variantId: variant.id,
              quantity: variant.stock,
              changeFrom: there.inventoryQuantity,
              inventoryItemId: there.inventoryItemId,
            },
          ]
        : []
    })
  return {
    input: {
      ...(has('title') ? { title: ours.title } : {}),
      ...(has('descriptionHtml') ? { descriptionHtml: ours.descriptionHtml } : {}),
      ...(has('vendor') ? { vendor: ours.vendor } : {}),
      ...(has('productType') ? { productType: ours.productType } : {}),
      ...(has('tags') ? { tags: ours.tags } : {}),
      ...(images ? { files: images.files } : {}),
      ...variants.input,
    },
    variantOrder: variants.order,
    fileOrder: images?.order ?? [],
    stock,
    newMedia: images?.added ?? false,
  }
}

function variantLists(
  context: PushContext,
  live: LiveProduct,
  wanted: readonly PlanField[],
  fileById: ReadonlyMap<string, { id?: string; originalSource?: string }> | undefined,
): { input: Pick<ProductSetInput, 'productOptions' | 'variants'>; order: (string | null)[] } {
  const touched = wanted.filter((field) => field.field.startsWith('variants.') && !field.field.endsWith('.stock'))
  if (touched.length === 0) return { input: {}, order: [] }
  const { ours, refs, locationId, skip } = context
  const matched = matchVariants(ours, live, refs)
  const sent: { ours: DesiredVariant | null; input: ProductVariantSetInput; values: string[] }[] = []
  for (const variant of ours.variants) {
    const there = matched.get(variant.id)
    if (there) {
      const changed = new Set(
        touched.filter((field) => field.variantId === variant.id).map((field) => field.field.split('.').at(-1)!),
      )
      const values = changed.has('optionValues') ? variant.optionValues : there.selectedOptions.map((one) => one.value)
      sent.push({ ours: variant, input: changedVariant(variant, there, changed, values, ours), values })
    } else if (!skip.has(`variants.${variant.id}`)) {
      sent.push({
        ours: variant,
        input: wholeVariant(variant, ours, locationId, fileById ?? new Map()),
        values: variant.optionValues,
      })
    }
  }
  const known = new Set([...matched.values()].map((one) => one.id))
  const removed = new Set(
    wanted.filter((field) => field.change === 'delete').map((field) => field.field.slice('variants.'.length)),
  )
  for (const variant of live.variants) {
    if (known.has(variant.id) || removed.has(variant.id)) continue
    const values = variant.selectedOptions.map((one) => one.value)
    sent.push({ ours: null, input: { id: variant.id, optionValues: optionValues(values, ours) }, values })
  }
  return {
    input: {
      productOptions: optionsOf(
        sent.map((one) => one.values),
        ours,
      ),
      variants: sent.map((one) => one.input),
    },
    order: sent.map((one) => one.ours?.id ?? null),
  }
}

function changedVariant(
  variant: DesiredVariant,
  live: LiveVariant,
  changed: ReadonlySet<string>,
  values: string[],
  ours: Desired,
): ProductVariantSetInput {
  const item = {
    ...(changed.has('cost') && variant.cost !== null ? { cost: variant.cost } : {}),
    ...(changed.has('weight') && variant.weightGrams !== null ? { measurement: weight(variant.weightGrams) } : {}),
  }
  return {
    id: live.id,
    optionValues: optionValues(values, ours),
    ...(changed.has('price') ? { price: variant.price } : {}),
    ...(changed.has('compareAtPrice') ? { compareAtPrice: variant.compareAtPrice } : {}),
    ...(changed.has('sku') ? { sku: variant.sku } : {}),
    ...(changed.has('barcode') ? { barcode: variant.barcode } : {}),
    ...(changed.has('policy') ? { inventoryPolicy: variant.policy } : {}),
    ...(Object.keys(item).length > 0 ? { inventoryItem: item } : {}),
  }
}

function wholeVariant(
  variant: DesiredVariant,
  ours: Desired,
  locationId: string | null,
  fileById: ReadonlyMap<string, { id?: string; originalSource?: string }>,
): ProductVariantSetInput {
  const file = variant.imageId === null ? undefined : fileById.get(variant.imageId)
  return {
    optionValues: optionValues(variant.optionValues, ours),
    sku: variant.sku,
    ...(variant.barcode === '' ? {} : { barcode: variant.barcode }),
    price: variant.price,
    ...(variant.compareAtPrice === null ? {} : { compareAtPrice: variant.compareAtPrice }),
    inventoryPolicy: variant.policy,
    inventoryItem: {
      tracked: true,
      requiresShipping: true,
      ...(variant.cost === null ? {} : { cost: variant.cost }),
      ...(variant.weightGrams === null ? {} : { measurement: weight(variant.weightGrams) }),
    },
    ...(locationId === null
      ? {}
      : { inventoryQuantities: [{ locationId, name: 'available' as const, quantity: variant.stock }] }),
    ...(file === undefined ? {} : { file }),
  }
}

function filesOf({ ours, refs, staged }: PushContext, live: LiveProduct) {
  const liveIds = new Set(live.media.map((medium) => medium.id))
  const byImage = new Map<string, { id?: string; originalSource?: string }>()
  let added = false
  const files = ours.images.map((image) => {
    const known = refs.media[image.id]
    const file =
      known !== undefined && liveIds.has(known) && !staged.has(image.id)
        ? { id: known }
        : fileOf(image, { url: image.url, ...stagedUrl(staged, image.id) })
    if (!('id' in file)) added = true
    byImage.set(image.id, file)
    return file
  })
  return { files, order: ours.images.map((image) => image.id), byImage, added }
}

const stagedUrl = (staged: ReadonlyMap<string, string>, imageId: string): { resourceUrl?: string } => {
  const resourceUrl = staged.get(imageId)
  return resourceUrl === undefined ? {} : { resourceUrl }
}

const fileOf = (image: { alt: string }, source: Source) => ({
  originalSource: source.resourceUrl ?? source.url,
  alt: image.alt,
  contentType: 'IMAGE' as const,
})

const weight = (grams: number) => ({ weight: { unit: 'GRAMS' as const, value: grams } })

const optionValues = (values: readonly string[], ours: Desired) =>
  ours.options.map((option, index) => ({ optionName: option.name, name: values[index] ?? '' }))

/** Options with exactly the values that the sent variants use, in our order first. */
function optionsOf(rows: readonly (readonly string[])[], ours: Desired) {
  return ours.options.map((option, index) => {
    const used = [...new Set(rows.map((row) => row[index] ?? ''))]
    const ordered = [
      ...option.values.filter((value) => used.includes(value)),
      ...used.filter((value) => !option.values.includes(value)),
    ]
    return { name: option.name, position: index + 1, values: ordered.map((name) => ({ name })) }
  })
}
