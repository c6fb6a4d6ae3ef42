import type { LevelRow, MetafieldRow, OptionRow, ProductRow, VariantRow } from '../rows.ts'
import type { MetafieldEntry } from '../metafield-rules.ts'
import { notSimulated } from '../refusals.ts'
import { addProblem, keptText, minorOf } from './draft.ts'
import type { Draft } from './draft.ts'
import { draftMetafields } from './metafield.draft.ts'

export type ItemInput = {
  cost?: string | null
  countryCodeOfOrigin?: string | null
  harmonizedSystemCode?: string | null
  measurement?: { weight?: { unit: string; value: number } | null } | null
  requiresShipping?: boolean | null
  sku?: string | null
  tracked?: boolean | null
}

export type OptionValueInput = {
  id?: string | null
  name?: string | null
  optionId?: string | null
  optionName?: string | null
  linkedMetafieldValue?: string | null
}

/** Fields that are common to all variant inputs. */
export type VariantFacts = {
  barcode?: string | null
  compareAtPrice?: string | null
  inventoryItem?: ItemInput | null
  inventoryPolicy?: 'DENY' | 'CONTINUE' | null
  metafields?: MetafieldEntry[] | null
  price?: string | null
  sku?: string | null
  taxable?: boolean | null
  requiresComponents?: boolean | null
}

export type VariantCodes = { invalid: string; negativePrice: string; metafield?: string }

export const blankVariant = (draft: Draft, values: string[]): VariantRow => ({
  id: draft.call.shop.newId('ProductVariant'),
  itemId: draft.call.shop.newId('InventoryItem'),
  values,
  priceMinor: 0,
  compareAtMinor: null,
  sku: null,
  barcode: null,
  taxable: true,
  inventoryPolicy: 'DENY',
  media: [],
  metafields: [],
  costMinor: null,
  tracked: false,
  requiresShipping: true,
  countryCodeOfOrigin: null,
  harmonizedSystemCode: null,
  weight: { unit: draft.call.shop.facts.weightUnit, value: 0 },
  levels: [],
  createdAt: draft.now,
  updatedAt: draft.now,
})

export const newLevel = (draft: Draft, itemId: string, locationId: string, available: number): LevelRow => ({
  id: `gid://shopify/InventoryLevel/${draft.call.shop.newId('InventoryLevel').split('/').at(-1)}?inventory_item_id=${itemId.split('/').at(-1)}`,
  locationId,
  available,
  committed: 0,
  createdAt: draft.now,
  updatedAt: draft.now,
})

/** The variant with the fields of an input applied; fields that the input leaves out stay. */
export function layFacts(
  draft: Draft,
  base: VariantRow,
  input: VariantFacts,
  options: { field: readonly (string | number)[]; codes: VariantCodes; wholeState: boolean; taken: Set<string> },
): VariantRow {
  const { field, codes } = options
  if (input.requiresComponents) throw notSimulated('variants that require components')
  const item = input.inventoryItem ?? {}
  const given = input.sku === undefined ? item.sku : input.sku
  const sku = given && keptText(draft, given)
  if (sku && sku.length > 255)
    addProblem(draft, codes.invalid, [...field, 'sku'], 'SKU is too long (maximum is 255 characters)')
  return {
    ...base,
    priceMinor: amount(draft, input.price, base.priceMinor, [...field, 'price'], codes) ?? 0,
    compareAtMinor: amount(draft, input.compareAtPrice, base.compareAtMinor, [...field, 'compareAtPrice'], codes),
    sku: sku === undefined ? base.sku : sku === '' ? null : sku,
    barcode: input.barcode === undefined ? base.barcode : input.barcode && keptText(draft, input.barcode),
    taxable: input.taxable ?? base.taxable,
    inventoryPolicy: input.inventoryPolicy ?? base.inventoryPolicy,
    metafields: variantMetafields(draft, input, base, options),
    ...itemFacts(draft, item, base, [...field, 'inventoryItem'], codes),
    updatedAt: draft.now,
  }
}

function variantMetafields(
  draft: Draft,
  input: VariantFacts,
  base: VariantRow,
  options: { field: readonly (string | number)[]; codes: VariantCodes; wholeState: boolean; taken: Set<string> },
): MetafieldRow[] {
  if (!input.metafields) return base.metafields
  const owner = { type: 'PRODUCTVARIANT', id: base.id, existing: base.metafields } as const
  return draftMetafields(draft, input.metafields, owner, {
    field: [...options.field, 'metafields'],
    wholeState: options.wholeState,
    taken: options.taken,
    ...(options.codes.metafield ? { code: options.codes.metafield } : {}),
  })
}

type ItemFacts = Pick<
  VariantRow,
  'costMinor' | 'tracked' | 'requiresShipping' | 'countryCodeOfOrigin' | 'harmonizedSystemCode' | 'weight'
>

/** The fields of the inventory item; `cost` is in the shop's currency (reference 3, "Variant fields"). */
export function itemFacts(
  draft: Draft,
  item: ItemInput,
  base: VariantRow,
  field: readonly (string | number)[],
  codes: VariantCodes,
): ItemFacts {
  const weight = item.measurement?.weight
  if (weight && weight.value < 0)
    addProblem(draft, codes.invalid, [...field, 'measurement', 'weight'], 'Weight must be greater than or equal to 0')
  const code = item.harmonizedSystemCode
  if (code && !/^\d{6,13}$/.test(code.replaceAll('.', '')))
    addProblem(
      draft,
      codes.invalid,
      [...field, 'harmonizedSystemCode'],
      'Harmonized system code must be 6 to 13 digits',
    )
  return {
    costMinor: amount(draft, item.cost, base.costMinor, [...field, 'cost'], codes),
    tracked: item.tracked ?? base.tracked,
    requiresShipping: item.requiresShipping ?? base.requiresShipping,
    countryCodeOfOrigin: item.countryCodeOfOrigin === undefined ? base.countryCodeOfOrigin : item.countryCodeOfOrigin,
    harmonizedSystemCode: code === undefined ? base.harmonizedSystemCode : code,
    weight: weight ? { ...weight, value: roundedTo(weight.value, draft.call.quirks.weightDecimals()) } : base.weight,
  }
}

const roundedTo = (value: number, decimals: number): number => Number(value.toFixed(decimals))

/** Highest amount that Shopify's money columns hold. */
const AMOUNT_LIMIT_MINOR = 100_000_000_000_000

function amount(
  draft: Draft,
  text: string | null | undefined,
  before: number | null,
  field: readonly (string | number)[],
  codes: VariantCodes,
): number | null {
  if (text === undefined) return before
  if (text === null) return null
  if (text.startsWith('-')) {
    addProblem(draft, codes.negativePrice, field, `${String(field.at(-1))} must be greater than or equal to 0`)
    return before
  }
  const tooHigh = text.replace(/\..*$/, '').length > 12
  const minor = tooHigh ? AMOUNT_LIMIT_MINOR : minorOf(text, draft.call.shop.facts.currency)
  if (minor >= AMOUNT_LIMIT_MINOR) {
    addProblem(draft, codes.invalid, field, `${String(field.at(-1))} must be less than 1000000000000`)
    return before
  }
  return minor
}

export type ValueCodes = { unknownOption: string; unknownValue: string; missing: string }

/**
 * Ids of the option values that an input names, in option order; undefined after a problem. `create` adds a missing value (bulk create and
 * update may do so, productSet may not).
 */
export function readOptionValues(
  draft: Draft,
  inputs: readonly OptionValueInput[],
  options: readonly OptionRow[],
  field: readonly (string | number)[],
  codes: ValueCodes,
  create?: (option: OptionRow, name: string) => string,
): string[] | undefined {
  const chosen = new Map<string, string>()
  for (const [index, input] of inputs.entries()) {
    if (input.linkedMetafieldValue) throw notSimulated('option values linked to metafields')
    const optionName = input.optionName && keptText(draft, input.optionName).toLowerCase()
    const option = options.find((entry) =>
      input.optionId ? entry.id === input.optionId : entry.name.toLowerCase() === optionName,
    )
    if (!option) {
      addProblem(draft, codes.unknownOption, [...field, index], 'Option does not exist')
      return undefined
    }
    const name = input.name && keptText(draft, input.name).toLowerCase()
    const value = option.values.find((entry) => (input.id ? entry.id === input.id : entry.name.toLowerCase() === name))
    const valueId = value?.id ?? (input.name && create ? create(option, keptText(draft, input.name)) : undefined)
    if (valueId === undefined) {
      addProblem(
        draft,
        codes.unknownValue,
        [...field, index],
        `Option value ${input.name ?? input.id ?? ''} does not exist`,
      )
      return undefined
    }
    chosen.set(option.id, valueId)
  }
  const lacking = options.find((option) => !chosen.has(option.id))
  if (lacking) {
    addProblem(draft, codes.missing, field, `You need to add option values for ${lacking.name}`)
    return undefined
  }
  return options.map((option) => chosen.get(option.id)!)
}

/** A key for a combination of option values, whatever the order of the options. */
export const combination = (values: readonly string[]): string => values.toSorted().join('|')

export const titleOf = (options: ProductRow['options'], values: readonly string[]): string =>
  options.map((option, index) => option.values.find((entry) => entry.id === values[index])?.name ?? '').join(' / ')
