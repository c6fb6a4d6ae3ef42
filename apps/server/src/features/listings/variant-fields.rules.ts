import type { LiveVariant } from '@huoqiao/connector-shopify'
import { WEIGHT_UNITS, gramsOfTyped, trimEnd } from '@huoqiao/kit'
import type { TypedWeight } from '@huoqiao/kit'
import type { DesiredVariant } from './desired.mapping.ts'
import { plainText } from './product-fields.rules.ts'

/** The compared fields of a variant, and how each side is read. One table for the dry run and the push. */
export type VariantField = {
  readonly key: 'price' | 'compareAtPrice' | 'sku' | 'barcode' | 'cost' | 'weight' | 'policy' | 'optionValues'
  readonly property: keyof DesiredVariant
  readonly label: string
  /** `wanted`: our current variant, for reading an older one of ours to compare with it */
  readonly ours: (variant: DesiredVariant, wanted: DesiredVariant) => string
  /** `ours` shows where we have no value of our own: the shop's value then counts */
  readonly live: (variant: LiveVariant, ours: DesiredVariant) => string
}

/** "12.50" and "12.5" are the same price: compared and shown without trailing zeros. */
const decimal = (text: string): string => (text.includes('.') ? trimEnd(text, '0').replace(/\.$/, '') : text)

export const VARIANT_FIELDS: readonly VariantField[] = [
  { key: 'price', property: 'price', label: '价格', ours: (v) => decimal(v.price), live: (l) => decimal(l.price) },
  {
    key: 'compareAtPrice',
    property: 'compareAtPrice',
    label: '划线价',
    ours: (v) => decimal(v.compareAtPrice ?? ''),
    live: (l) => decimal(l.compareAtPrice ?? ''),
  },
  {
    key: 'optionValues',
    property: 'optionValues',
    label: '规格',
    ours: (v) => v.optionValues.map(plainText).join(' / '),
    live: (l) => l.selectedOptions.map((one) => plainText(one.value)).join(' / '),
  },
  { key: 'sku', property: 'sku', label: 'SKU', ours: (v) => v.sku.trim(), live: (l) => l.sku.trim() },
  { key: 'barcode', property: 'barcode', label: '条码', ours: (v) => v.barcode.trim(), live: (l) => l.barcode.trim() },
  {
    key: 'cost',
    property: 'cost',
    label: '成本',
    ours: (v) => decimal(v.cost ?? ''),
    live: (l, v) => (v.cost === null ? '' : decimal(l.cost ?? '')),
  },
  {
    key: 'weight',
    property: 'weightGrams',
    label: '重量',
    ours: (v, wanted) => (v.weightGrams === null ? '' : weightText(v.weightGrams, v.weight, wanted)),
    live: (l, v) => (v.weightGrams === null ? '' : weightText(liveWeightGrams(l) ?? 0, liveWeight(l), v)),
  },
  {
    key: 'policy',
    property: 'policy',
    label: '缺货时',
    ours: (v) => policyText(v.policy),
    live: (l) => policyText(l.inventoryPolicy),
  },
]

const policyText = (policy: 'DENY' | 'CONTINUE'): string => (policy === 'DENY' ? '停止销售' : '继续销售')

export const SHOP_UNITS = { g: 'GRAMS', kg: 'KILOGRAMS', oz: 'OUNCES', lb: 'POUNDS' } as const

/** The shop's weight in our units; undefined if it has none, or one in an unknown unit. */
export function liveWeight({ weight }: Pick<LiveVariant, 'weight'>): TypedWeight | undefined {
  const unit = WEIGHT_UNITS.find((one) => SHOP_UNITS[one] === weight?.unit)
  return weight && unit && { value: decimal(weight.value.toFixed(9)), unit }
}

export const liveWeightGrams = (variant: Pick<LiveVariant, 'weight'>): number | undefined => {
  const weight = liveWeight(variant)
  return weight ? gramsOfTyped(weight) : variant.weight && Math.round(variant.weight.value)
}

/** A unit that a person typed is part of the comparison; otherwise equal grams in different units are equal. */
const weightText = (grams: number, typed: TypedWeight | undefined, wanted: DesiredVariant): string => {
  if (!wanted.weight || !typed) return `${grams} g`
  return `${decimal(typed.value)} ${typed.unit}`
}

export const shownVariant = (variant: DesiredVariant): string =>
  [variant.sku || '无编码', variant.price, `库存 ${variant.stock}`].join(' · ')
