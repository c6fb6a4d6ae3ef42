import type { OptionRow, ProductRow, VariantRow, LevelRow } from '../rows.ts'
import { addProblem } from './draft.ts'
import type { Draft } from './draft.ts'
import type { FileInput } from './file.draft.ts'
import { MAX_VARIANTS } from './option.draft.ts'
import { blankVariant, combination, layFacts, newLevel, readOptionValues, titleOf } from './variant.draft.ts'
import type { OptionValueInput, VariantFacts } from './variant.draft.ts'

export type SetVariantInput = VariantFacts & {
  id?: string | null
  optionValues: OptionValueInput[]
  inventoryQuantities?: { locationId: string; name: string; quantity: number }[] | null
  file?: FileInput | null
  position?: number | null
}

/** Entries of inventoryQuantities that one request may carry (reference 2, "Other caps"). */
const MAX_QUANTITIES = 50_000

const CODES = { invalid: 'INVALID_VARIANT', negativePrice: 'INVALID_VARIANT' }
const VALUE_CODES = {
  unknownOption: 'OPTION_DOES_NOT_EXIST',
  unknownValue: 'OPTION_VALUE_DOES_NOT_EXIST',
  missing: 'INVALID_VARIANT',
}

export type SetVariantsContext = {
  before: ProductRow | undefined
  options: OptionRow[]
  /** File id of each external address in `files`, and every file id that the product will have. */
  fileBySource: ReadonlyMap<string, string>
  media: readonly string[]
}

/**
 * The variants of a productSet: whole state. A variant is kept when its id is sent, otherwise when its option values match an existing one
 * (quirk shopify.variant-identity-by-options); variants that are not listed are deleted.
 */
export function draftSetVariants(
  draft: Draft,
  inputs: readonly SetVariantInput[],
  context: SetVariantsContext,
): VariantRow[] {
  const root = ['input', 'variants']
  if (inputs.length === 0) addProblem(draft, 'VARIANTS_INPUT_MISSING', root, 'Variants input is required')
  if (inputs.length > MAX_VARIANTS) {
    addProblem(draft, 'VARIANTS_OVER_LIMIT', root, `Can only specify a maximum of ${MAX_VARIANTS} variants`)
    return []
  }
  const quantities = inputs.reduce((sum, input) => sum + (input.inventoryQuantities?.length ?? 0), 0)
  if (quantities > MAX_QUANTITIES) {
    const message = `The total number of inventory quantities cannot exceed ${MAX_QUANTITIES}`
    addProblem(draft, 'INVENTORY_QUANTITIES_LIMIT_EXCEEDED', root, message)
    return []
  }
  const match = matcher(draft, context)
  const taken = new Set<string>()
  const combinations = new Set<string>()
  const drafted = inputs.map((input, index) => {
    const field = [...root, index]
    const values = readOptionValues(draft, input.optionValues, context.options, [...field, 'optionValues'], VALUE_CODES)
    if (!values) return undefined
    const known = combination(values)
    if (combinations.has(known)) {
      const title = titleOf(context.options, values)
      addProblem(
        draft,
        'INVALID_VARIANT',
        field,
        `The variant '${title}' already exists. Please change at least one option value.`,
      )
    }
    combinations.add(known)
    const old = match(input, values, field)
    const base = old ? { ...old, values } : blankVariant(draft, values)
    const wholeState = draft.call.quirks.metafieldsWholeState()
    const laid = layFacts(draft, base, input, { field, codes: CODES, wholeState, taken })
    const levels = draftLevels(draft, input, laid, old !== undefined, [...field, 'inventoryQuantities'])
    return {
      row: { ...laid, levels, media: variantMedia(draft, input, laid, context, field) },
      position: input.position ?? index + 1,
    }
  })
  return drafted
    .flatMap((entry) => entry ?? [])
    .sort((a, b) => a.position - b.position)
    .map((entry) => entry.row)
}

function matcher(
  draft: Draft,
  context: SetVariantsContext,
): (input: SetVariantInput, values: string[], field: (string | number)[]) => VariantRow | undefined {
  const existing = context.before?.variants ?? []
  const byId = new Map(existing.map((variant) => [variant.id, variant]))
  const byValues = new Map(existing.map((variant) => [combination(variant.values), variant]))
  const used = new Set<string>()
  const byOptions = draft.call.quirks.identityByOptions()
  return (input, values, field) => {
    const found = input.id ? byId.get(input.id) : byOptions ? byValues.get(combination(values)) : undefined
    if (input.id && !found) {
      addProblem(draft, 'PRODUCT_VARIANT_DOES_NOT_EXIST', [...field, 'id'], 'Product variant does not exist')
      return undefined
    }
    if (!found) return undefined
    if (used.has(found.id)) {
      if (input.id) addProblem(draft, 'DUPLICATED_VALUE', [...field, 'id'], `Duplicated variant id ${input.id}`)
      return undefined
    }
    used.add(found.id)
    return found
  }
}

/**
 * Stock of a drafted variant. A new one is stocked where the input says, otherwise with 0 at the first location; an existing one only where
 * it is stocked already, and without compare-and-swap (reference 3, "inventoryQuantities").
 */
function draftLevels(
  draft: Draft,
  input: SetVariantInput,
  variant: VariantRow,
  existed: boolean,
  field: (string | number)[],
): LevelRow[] {
  const { shop } = draft.call
  const entries = input.inventoryQuantities ?? []
  if (entries.length === 0)
    return existed ? variant.levels : [newLevel(draft, variant.itemId, shop.places.locations[0]!.id, 0)]
  const levels = new Map(variant.levels.map((level) => [level.locationId, level]))
  const seen = new Set<string>()
  for (const [index, entry] of entries.entries()) {
    const at = [...field, index]
    const level = levels.get(entry.locationId)
    if (entry.name !== 'available' && entry.name !== 'on_hand')
      addProblem(draft, 'INVALID_INPUT', [...at, 'name'], 'The quantity name must be either available or on_hand')
    else if (!shop.places.locations.some((place) => place.id === entry.locationId))
      addProblem(draft, 'INVALID_INPUT', [...at, 'locationId'], 'Location does not exist')
    else if (seen.has(entry.locationId))
      addProblem(draft, 'DUPLICATED_VALUE', [...at, 'locationId'], 'Location is listed more than once')
    else if (existed && !level)
      addProblem(draft, 'INVALID_INPUT', [...at, 'locationId'], 'The inventory item is not stocked at this location')
    else if (Math.abs(entry.quantity) > 1_000_000_000)
      addProblem(draft, 'INVALID_INPUT', [...at, 'quantity'], 'Quantity is out of range')
    else {
      const available = entry.name === 'available' ? entry.quantity : entry.quantity - (level?.committed ?? 0)
      const row = level
        ? { ...level, available, updatedAt: draft.now }
        : newLevel(draft, variant.itemId, entry.locationId, available)
      levels.set(entry.locationId, row)
    }
    seen.add(entry.locationId)
  }
  return Array.from(levels.values())
}

/** `file` of a variant must also be in the product's files (reference 3, "Variant fields"). */
function variantMedia(
  draft: Draft,
  input: SetVariantInput,
  variant: VariantRow,
  context: SetVariantsContext,
  field: (string | number)[],
): string[] {
  if (input.file === undefined) return variant.media.filter((id) => context.media.includes(id))
  if (input.file === null) return []
  const { id, originalSource } = input.file
  const fileId = id ?? (originalSource ? context.fileBySource.get(originalSource) : undefined)
  if (fileId !== undefined && context.media.includes(fileId)) return [fileId]
  addProblem(draft, 'INVALID_INPUT', [...field, 'file'], "The variant's file must also be one of the product's files")
  return []
}
