import type { Args, Call } from '../call.ts'
import { addProblem, newDraft } from '../draft/draft.ts'
import type { Draft } from '../draft/draft.ts'
import { commitFiles } from '../draft/file.draft.ts'
import { MAX_VARIANTS } from '../draft/option.draft.ts'
import { blankVariant, combination, layFacts, newLevel, readOptionValues, titleOf } from '../draft/variant.draft.ts'
import type { OptionValueInput, VariantFacts } from '../draft/variant.draft.ts'
import { notSimulated } from '../refusals.ts'
import type { OptionRow, ProductRow, VariantRow } from '../rows.ts'
import { isDefaultOnly } from '../types/product.fields.ts'
import { variantView } from '../types/variant.fields.ts'
import { checkVariantThrottle, countCreatedVariants } from '../variant-throttle.ts'
import { addMedia } from './product-write.ts'

type BulkInput = VariantFacts & {
  id?: string | null
  optionValues?: OptionValueInput[] | null
  inventoryQuantities?: { availableQuantity: number; locationId: string }[] | null
  quantityAdjustments?: unknown[] | null
  mediaId?: string | null
  mediaSrc?: string[] | null
}
type BulkMedia = { alt?: string | null; mediaContentType: string; originalSource: string }

const CREATE_CODES = { invalid: 'INVALID', negativePrice: 'NEGATIVE_PRICE_VALUE', metafield: 'INVALID_INPUT' }
const UPDATE_CODES = { invalid: 'INVALID_VALUE', negativePrice: 'NEGATIVE_PRICE_VALUE', metafield: 'INVALID_INPUT' }
const CREATE_VALUES = {
  unknownOption: 'INVALID_INPUT',
  unknownValue: 'INVALID_INPUT',
  missing: 'NEED_TO_ADD_OPTION_VALUES',
}
const UPDATE_VALUES = {
  unknownOption: 'OPTION_DOES_NOT_EXIST',
  unknownValue: 'OPTION_VALUE_DOES_NOT_EXIST',
  missing: 'NEED_TO_ADD_OPTION_VALUES',
}

const noProduct = (extra: object): object => ({
  product: null,
  ...extra,
  userErrors: [{ code: 'PRODUCT_DOES_NOT_EXIST', field: ['productId'], message: 'Product does not exist' }],
})

/** Options that may get new values while variants are read: copies, so that a refused call changes nothing. */
const growing = (product: ProductRow): OptionRow[] =>
  product.options.map((option) => ({ ...option, values: [...option.values] }))

const addValue =
  (draft: Draft) =>
  (option: OptionRow, name: string): string => {
    const id = draft.call.shop.newId('ProductOptionValue')
    option.values.push({ id, name })
    return id
  }

export function productVariantsBulkCreate(_source: unknown, args: Args, call: Call): unknown {
  const before = call.shop.products.get(args.productId as string)
  if (!before) return noProduct({ productVariants: null })
  const inputs = args.variants as BulkInput[]
  const draft = newDraft(call)
  const withMedia = addMedia(draft, before, (args.media as BulkMedia[] | null) ?? [])
  const options = growing(before)
  const strategy = (args.strategy ?? 'DEFAULT') as string
  const standalone = isDefaultOnly(before) && before.options[0]?.values[0]?.name === 'Default Title'
  const drop =
    strategy === 'REMOVE_STANDALONE_VARIANT' ? before.variants.length === 1 : strategy === 'DEFAULT' && standalone
  const kept = drop ? [] : before.variants
  const seen = new Set(kept.map((variant) => combination(variant.values)))
  const taken = new Set<string>()
  const made = inputs.flatMap((input, index) =>
    newVariant(draft, input, index, { options, seen, taken, media: withMedia.media }),
  )
  if (kept.length + inputs.length > MAX_VARIANTS)
    addProblem(draft, 'INVALID_INPUT', ['variants'], `Can only have a maximum of ${MAX_VARIANTS} variants`)
  if (draft.problems.length > 0) return { product: null, productVariants: null, userErrors: draft.problems }
  checkVariantThrottle(call, made.length)
  const used = (option: OptionRow, at: number): OptionRow =>
    drop
      ? { ...option, values: option.values.filter((value) => made.some((row) => row.values[at] === value.id)) }
      : option
  const product = { ...withMedia, options: options.map(used), variants: [...kept, ...made], updatedAt: draft.now }
  save(draft, product)
  countCreatedVariants(call, made.length)
  call.effects.push(`product ${product.id}: ${made.length} variants created`)
  return { product, productVariants: made.map((variant) => variantView(product, variant)), userErrors: [] }
}

type NewContext = { options: OptionRow[]; seen: Set<string>; taken: Set<string>; media: readonly string[] }

function newVariant(draft: Draft, input: BulkInput, index: number, context: NewContext): VariantRow[] {
  const field = ['variants', index]
  if (input.id) {
    addProblem(draft, 'NO_KEY_ON_CREATE', [...field, 'id'], 'Key id is not allowed on create')
    return []
  }
  if (input.quantityAdjustments) throw notSimulated('quantityAdjustments')
  const values = readOptionValues(
    draft,
    input.optionValues ?? [],
    context.options,
    [...field, 'optionValues'],
    CREATE_VALUES,
    addValue(draft),
  )
  if (!values) return []
  if (context.seen.has(combination(values)))
    addProblem(
      draft,
      'VARIANT_ALREADY_EXISTS',
      field,
      `The variant '${titleOf(context.options, values)}' already exists.`,
    )
  context.seen.add(combination(values))
  const base = blankVariant(draft, values)
  const laid = layFacts(draft, base, input, { field, codes: CREATE_CODES, wholeState: false, taken: context.taken })
  return [
    {
      ...laid,
      levels: newLevels(draft, input, laid, field),
      media: mediaOf(draft, input, laid, context.media, field, 'INVALID_INPUT'),
    },
  ]
}

function newLevels(
  draft: Draft,
  input: BulkInput,
  variant: VariantRow,
  field: (string | number)[],
): VariantRow['levels'] {
  const { locations } = draft.call.shop.places
  const entries = input.inventoryQuantities ?? []
  if (entries.length === 0) return [newLevel(draft, variant.itemId, locations[0]!.id, 0)]
  return entries.flatMap((entry, index) => {
    if (locations.some((place) => place.id === entry.locationId))
      return [newLevel(draft, variant.itemId, entry.locationId, entry.availableQuantity)]
    const at = [...field, 'inventoryQuantities', index, 'locationId']
    addProblem(draft, 'TRACKED_VARIANT_LOCATION_NOT_FOUND', at, 'Inventory location does not exist')
    return []
  })
}

function mediaOf(
  draft: Draft,
  input: BulkInput,
  variant: VariantRow,
  media: readonly string[],
  field: (string | number)[],
  code: string,
): string[] {
  const fromSource = (input.mediaSrc ?? []).flatMap(
    (source) => Array.from(draft.files.values()).find((file) => file.source === source)?.id ?? [],
  )
  const wanted = input.mediaId ? [input.mediaId] : fromSource
  if (!input.mediaId && !input.mediaSrc) return variant.media
  if (wanted.length > 0 && wanted.every((id) => media.includes(id))) return wanted
  addProblem(draft, code, [...field, input.mediaId ? 'mediaId' : 'mediaSrc'], 'Media must belong to the product')
  return []
}

/** productVariantsBulkUpdate refuses stock; with `allowPartialUpdates` the valid variants are saved all the same. */
export function productVariantsBulkUpdate(_source: unknown, args: Args, call: Call): unknown {
  const before = call.shop.products.get(args.productId as string)
  if (!before) return noProduct({ productVariants: null })
  const draft = newDraft(call)
  const withMedia = addMedia(draft, before, (args.media as BulkMedia[] | null) ?? [])
  const options = growing(before)
  const rows = new Map(before.variants.map((variant) => [variant.id, variant]))
  const changed = new Set<string>()
  const taken = new Set<string>()
  for (const [index, input] of (args.variants as BulkInput[]).entries()) {
    const problems = draft.problems.length
    const row = changedVariant(draft, input, ['variants', index], { options, rows, taken, media: withMedia.media })
    if (!row || draft.problems.length > problems) continue
    rows.set(row.id, row)
    changed.add(row.id)
  }
  const failed = draft.problems.length > 0
  if (failed && (args.allowPartialUpdates !== true || changed.size === 0))
    return { product: null, productVariants: null, userErrors: draft.problems }
  const variants = before.variants.map((variant) => rows.get(variant.id)!)
  const product = { ...withMedia, options, variants, updatedAt: draft.now }
  save(draft, product)
  call.effects.push(`product ${product.id}: ${changed.size} variants updated`)
  const updated = variants.filter((variant) => changed.has(variant.id)).map((variant) => variantView(product, variant))
  return { product, productVariants: updated, userErrors: draft.problems }
}

type ChangeContext = {
  options: OptionRow[]
  rows: Map<string, VariantRow>
  taken: Set<string>
  media: readonly string[]
}

function changedVariant(
  draft: Draft,
  input: BulkInput,
  field: (string | number)[],
  context: ChangeContext,
): VariantRow | undefined {
  if (!input.id) {
    addProblem(draft, 'PRODUCT_VARIANT_ID_MISSING', [...field, 'id'], 'Product variant is missing ID attribute')
    return undefined
  }
  const base = context.rows.get(input.id)
  if (!base) {
    addProblem(draft, 'PRODUCT_VARIANT_DOES_NOT_EXIST', [...field, 'id'], 'Product variant does not exist')
    return undefined
  }
  if (input.inventoryQuantities || input.quantityAdjustments) {
    const message = 'Inventory quantities can only be provided during create'
    addProblem(draft, 'NO_INVENTORY_QUANTITIES_ON_VARIANTS_UPDATE', [...field, 'inventoryQuantities'], message)
    return undefined
  }
  const values = changedValues(draft, input, base, field, context)
  if (!values) return undefined
  const laid = layFacts(draft, { ...base, values }, input, {
    field,
    codes: UPDATE_CODES,
    wholeState: false,
    taken: context.taken,
  })
  return { ...laid, media: mediaOf(draft, input, laid, context.media, field, 'INVALID_INPUT') }
}

function changedValues(
  draft: Draft,
  input: BulkInput,
  base: VariantRow,
  field: (string | number)[],
  context: ChangeContext,
): string[] | undefined {
  if (!input.optionValues) return base.values
  const names = input.optionValues
  const rest = context.options.flatMap((option, index) =>
    names.some((value) => value.optionId === option.id || value.optionName?.toLowerCase() === option.name.toLowerCase())
      ? []
      : [{ optionId: option.id, id: base.values[index] ?? null }],
  )
  const all = [...names, ...rest]
  const at = [...field, 'optionValues']
  const values = readOptionValues(draft, all, context.options, at, UPDATE_VALUES, addValue(draft))
  if (!values) return undefined
  for (const other of context.rows.values()) {
    if (other.id === base.id || combination(other.values) !== combination(values)) continue
    const title = titleOf(context.options, values)
    addProblem(draft, 'VARIANT_ALREADY_EXISTS', field, `The variant '${title}' already exists.`)
    return undefined
  }
  return values
}

export function productVariantsBulkDelete(_source: unknown, args: Args, call: Call): unknown {
  const before = call.shop.products.get(args.productId as string)
  if (!before) return noProduct({})
  const ids = new Set(args.variantsIds as string[])
  const refuse = (code: string, message: string): object => ({
    product: null,
    userErrors: [{ code, field: ['variantsIds'], message }],
  })
  if (Array.from(ids).some((id) => !before.variants.some((variant) => variant.id === id)))
    return refuse(
      'AT_LEAST_ONE_VARIANT_DOES_NOT_BELONG_TO_THE_PRODUCT',
      'At least one variant does not belong to the product',
    )
  const variants = before.variants.filter((variant) => !ids.has(variant.id))
  if (variants.length === 0) return refuse('CANNOT_DELETE_LAST_VARIANT', 'Cannot delete the last variant of a product')
  const product = { ...before, variants, updatedAt: call.shop.now() }
  call.shop.products.put(product)
  call.effects.push(`product ${product.id}: ${ids.size} variants deleted`)
  return { product, userErrors: [] }
}

function save(draft: Draft, product: ProductRow): void {
  commitFiles(draft)
  draft.call.shop.products.put(product)
}
