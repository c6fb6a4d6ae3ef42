import type {
  FileSetInput,
  LiveProduct,
  LiveVariant,
  ProductSetInput,
  ProductVariantSetInput,
} from '@huoqiao/connector-shopify'
import type { Desired, DesiredVariant } from './desired.mapping.ts'
import type { RemoteRefs } from './listings.tables.ts'
import { matchVariants } from './plan.rules.ts'
import type { Plan, PlanField, PushedStock } from './plan.rules.ts'
import { SHOP_UNITS } from './variant-fields.rules.ts'
import { liveFiles, newFile, ourFiles } from './push-pictures.mapping.ts'

/**
 * Turns a plan into the request. Lists in productSet are complete: an entry that is missing from a sent list is deleted (reference, section
 * 3). So variants and pictures that must not change are sent along by id.
 */
export type PushParts = {
  readonly input: ProductSetInput
  /** our variant ids in the order of input.variants; null for the shop's own variants */
  readonly variantOrder: readonly (string | null)[]
  /** our image ids in the order of input.files; null for the shop's own files */
  readonly fileOrder: readonly (string | null)[]
  /** stock changes of variants that are in the shop already */
  readonly stock: readonly StockChange[]
  readonly newMedia: boolean
}
/** `delta`: change of stock; `ours`: our stock after it */
export type StockChange = { variantId: string; inventoryItemId: string; delta: number; ours: number }

export type PushContext = {
  readonly ours: Desired
  readonly live: LiveProduct | undefined
  readonly refs: RemoteRefs
  /** stock that we last gave the shop, by our variant id */
  readonly pushedStock: PushedStock
  readonly plan: Plan
  /** fields that must stay as they are in the shop */
  readonly skip: ReadonlySet<string>
  readonly locationId: string | null
  /** image id → address of a staged upload, for images that the shop does not fetch from their own address */
  readonly staged: ReadonlyMap<string, string>
}
export type LiveContext = PushContext & { readonly live: LiveProduct }
/** Options as they are sent: names, and the id if the shop has the option already. */
type Shape = {
  readonly names: readonly { name: string; id?: string }[]
  readonly values: readonly (readonly string[])[]
}
type Files = ReadonlyMap<string, FileSetInput>

export function pushParts(context: PushContext): PushParts {
  return context.live ? updateParts({ ...context, live: context.live }) : createParts(context)
}

function createParts({ ours, locationId, staged }: PushContext): PushParts {
  const files = ours.images.map((image) => newFile(image, staged))
  const byImage: Files = new Map(ours.images.map((image, index) => [image.id, files[index]!]))
  const shape = ourShape(ours)
  return {
    input: {
      title: ours.title,
      descriptionHtml: ours.descriptionHtml,
      ...(ours.vendor === '' ? {} : { vendor: ours.vendor }),
      productType: ours.productType,
      tags: ours.tags,
      status: 'ACTIVE',
      productOptions: optionsOf(
        shape,
        ours.variants.map((variant) => variant.optionValues),
      ),
      variants: ours.variants.map((variant) => wholeVariant(variant, shape, locationId, byImage)),
      ...(files.length > 0 ? { files } : {}),
    },
    variantOrder: ours.variants.map((variant) => variant.id),
    fileOrder: ours.images.map((image) => image.id),
    stock: [],
    newMedia: files.length > 0,
  }
}

function updateParts(context: LiveContext): PushParts {
  const { ours, plan, skip } = context
  const wanted = plan.fields.filter((field) => field.change !== 'none' && !skip.has(field.field))
  const has = (field: string): boolean => wanted.some((one) => one.field === field)
  const images = has('images') ? ourFiles(context) : undefined
  const variants = variantLists(context, wanted, images?.byImage ?? new Map())
  // A variant's picture must be one of the product's files: existing ones are sent along by id.
  const carriesPictures = variants.input.variants?.some((variant) => variant.file != null) === true
  const files = images ?? (carriesPictures ? liveFiles(context) : undefined)
  return {
    input: {
      ...(has('title') ? { title: ours.title } : {}),
      ...(has('descriptionHtml') ? { descriptionHtml: ours.descriptionHtml } : {}),
      ...(has('vendor') ? { vendor: ours.vendor } : {}),
      ...(has('productType') ? { productType: ours.productType } : {}),
      ...(has('tags') ? { tags: ours.tags } : {}),
      ...(files ? { files: files.files } : {}),
      ...variants.input,
    },
    variantOrder: variants.order,
    fileOrder: files?.order ?? [],
    stock: stockChanges(context, wanted),
    newMedia: images?.added ?? false,
  }
}

function stockChanges({ ours, live, refs, pushedStock }: LiveContext, wanted: readonly PlanField[]): StockChange[] {
  const matched = matchVariants(ours, live, refs)
  return wanted
    .filter((field) => field.field.endsWith('.stock'))
    .flatMap(({ variantId }) => {
      const variant = ours.variants.find((one) => one.id === variantId)
      const was = pushedStock[variantId ?? '']
      const there = matched.get(variantId ?? '')
      if (!variant || was === undefined || !there) return []
      const { inventoryItemId } = there
      return [{ variantId: variant.id, inventoryItemId, delta: variant.stock - was, ours: variant.stock }]
    })
}

const ORDER_OR_OPTIONS: ReadonlySet<string> = new Set(['options', 'variantOrder'])

type Sent = { ours: string | null; input: ProductVariantSetInput; values: readonly string[] }

/** All variants: ours in our order, then the shop's own; in the shop's order if that must stay. Empty if no variant changes. */
function variantLists(
  context: LiveContext,
  wanted: readonly PlanField[],
  files: Files,
): { input: Pick<ProductSetInput, 'productOptions' | 'variants'>; order: (string | null)[] } {
  const touched = wanted.filter(
    (field) =>
      ORDER_OR_OPTIONS.has(field.field) || (field.field.startsWith('variants.') && !field.field.endsWith('.stock')),
  )
  if (touched.length === 0) return { input: {}, order: [] }
  const { ours, live, refs, locationId, skip } = context
  const shape = touched.some((field) => field.field === 'options') ? ourShape(ours, live) : liveShape(ours, live)
  const matched = matchVariants(ours, live, refs)
  const oursOf = new Map([...matched].map(([ourId, there]) => [there.id, ourId]))
  const sent: Sent[] = []
  for (const there of live.variants) {
    const variant = ours.variants.find((one) => one.id === oursOf.get(there.id))
    if (variant) sent.push(sentVariant(context, variant, there, { touched, shape, files }))
    else if (!touched.some((field) => field.change === 'delete' && field.field === `variants.${there.id}`)) {
      const values = there.selectedOptions.map((one) => one.value)
      sent.push({ ours: null, input: { id: there.id, optionValues: optionValues(values, shape) }, values })
    }
  }
  for (const variant of ours.variants)
    if (!matched.has(variant.id) && !skip.has(`variants.${variant.id}`))
      sent.push({
        ours: variant.id,
        input: wholeVariant(variant, shape, locationId, withKnown(context, variant, files)),
        values: variant.optionValues,
      })
  if (!skip.has('variantOrder')) inOurOrder(sent, ours)
  const productOptions = optionsOf(
    shape,
    sent.map((one) => one.values),
  )
  return { input: { productOptions, variants: sent.map((one) => one.input) }, order: sent.map((one) => one.ours) }
}

function inOurOrder(sent: Sent[], ours: Desired): void {
  const place = new Map(ours.variants.map(({ id }, index) => [id, index]))
  const placeOf = (one: Sent): number => (one.ours === null ? place.size : (place.get(one.ours) ?? place.size))
  sent.sort((a, b) => placeOf(a) - placeOf(b))
}

function sentVariant(
  context: LiveContext,
  variant: DesiredVariant,
  there: LiveVariant,
  { touched, shape, files }: { touched: readonly PlanField[]; shape: Shape; files: Files },
): Sent {
  const changed = new Set(
    touched.filter((field) => field.variantId === variant.id).map((field) => field.field.split('.').at(-1)!),
  )
  const values = changed.has('optionValues') ? variant.optionValues : there.selectedOptions.map((one) => one.value)
  const item = {
    ...(changed.has('cost') && variant.cost !== null ? { cost: variant.cost } : {}),
    ...(changed.has('weight') && variant.weightGrams !== null ? { measurement: measured(variant) } : {}),
  }
  const file = changed.has('image') ? pictureOf(variant, withKnown(context, variant, files)) : undefined
  const input: ProductVariantSetInput = {
    id: there.id,
    optionValues: optionValues(values, shape),
    ...(changed.has('price') ? { price: variant.price } : {}),
    ...(changed.has('compareAtPrice') ? { compareAtPrice: variant.compareAtPrice } : {}),
    ...(changed.has('sku') ? { sku: variant.sku } : {}),
    ...(changed.has('barcode') ? { barcode: variant.barcode } : {}),
    ...(changed.has('policy') ? { inventoryPolicy: variant.policy } : {}),
    ...(Object.keys(item).length > 0 ? { inventoryItem: item } : {}),
    ...(file === undefined ? {} : { file }),
  }
  return { ours: variant.id, input, values }
}

function wholeVariant(
  variant: DesiredVariant,
  shape: Shape,
  locationId: string | null,
  files: Files,
): ProductVariantSetInput {
  const file = variant.imageId === null ? undefined : files.get(variant.imageId)
  return {
    optionValues: optionValues(variant.optionValues, shape),
    sku: variant.sku,
    ...(variant.barcode === '' ? {} : { barcode: variant.barcode }),
    price: variant.price,
    ...(variant.compareAtPrice === null ? {} : { compareAtPrice: variant.compareAtPrice }),
    inventoryPolicy: variant.policy,
    inventoryItem: {
      tracked: true,
      requiresShipping: true,
      ...(variant.cost === null ? {} : { cost: variant.cost }),
      ...(variant.weightGrams === null ? {} : { measurement: measured(variant) }),
    },
    ...(locationId === null
      ? {}
      : { inventoryQuantities: [{ locationId, name: 'available' as const, quantity: variant.stock }] }),
    ...(file === undefined ? {} : { file }),
  }
}

/** null removes the picture; undefined if it is not available (held-back.rules leaves such a field out). */
const pictureOf = (variant: DesiredVariant, files: Files): FileSetInput | null | undefined =>
  variant.imageId === null ? null : files.get(variant.imageId)

/** The files that are sent, plus the variant's picture if the shop has it already. */
function withKnown({ live, refs }: LiveContext, { imageId }: DesiredVariant, files: Files): Files {
  const ref = imageId === null ? undefined : refs.media[imageId]
  if (imageId === null || ref === undefined || files.has(imageId)) return files
  return live.media.some((medium) => medium.id === ref) ? new Map([[imageId, { id: ref }]]) : files
}

/** As it was typed, so that the shop shows the same number and unit. */
const measured = ({ weight, weightGrams }: DesiredVariant) => ({
  weight: weight
    ? { unit: SHOP_UNITS[weight.unit], value: Number(weight.value) }
    : { unit: SHOP_UNITS.g, value: weightGrams ?? 0 },
})

/** Our options; with the shop's ids if the number of options is equal, so that a renamed option stays the same option. */
function ourShape(ours: Desired, live?: LiveProduct): Shape {
  const same = live !== undefined && live.options.length === ours.options.length
  return {
    names: ours.options.map(({ name }, index) => (same ? { name, id: live.options[index]!.id } : { name })),
    values: ours.options.map((option) => option.values),
  }
}

const liveShape = (ours: Desired, live: LiveProduct): Shape => ({
  names: live.options.map(({ name, id }) => ({ name, id })),
  values: live.options.map((option, index) => [
    ...(ours.options.length === live.options.length ? ours.options[index]!.values : []),
    ...option.values.map((value) => value.name),
  ]),
})

const optionValues = (values: readonly string[], { names }: Shape) =>
  names.map(({ name }, index) => ({ optionName: name, name: values[index] ?? '' }))

/** Options with exactly the values that the sent variants use, existing values first. */
function optionsOf({ names, values }: Shape, rows: readonly (readonly string[])[]) {
  return names.map((option, index) => {
    const used = [...new Set(rows.map((row) => row[index] ?? ''))]
    const known = [...new Set(values[index])]
    const ordered = [
      ...known.filter((value) => used.includes(value)),
      ...used.filter((value) => !known.includes(value)),
    ]
    return { ...option, position: index + 1, values: ordered.map((name) => ({ name })) }
  })
}
