import { PRODUCT_FIELDS, VARIANT_FIELDS, VARIANT_PRICE_FIELDS } from '@huoqiao/contract/products/products.fields'
import type { ProductVariant, VariantPrice } from '@huoqiao/contract/products/products.schema'
import { currencyDigits, formatMinor, parseMinor } from '@huoqiao/kit/money'
import { gramsOfTyped } from '@huoqiao/kit/weight'
import type { TypedWeight, WeightUnit } from '@huoqiao/kit/weight'
import { currencySign } from '../../../../lib/format.ts'

/** A store that the product is claimed for, with the currency of its prices. */
export type GridStore = { id: string; name: string; currency: string }

/** A column of the variants grid, converted from and to text. */
export type GridColumn = {
  key: string
  title: string
  /** the store that the price is for, shown above the heading */
  group?: string
  width: number
  align: 'left' | 'right'
  kind: 'text' | 'number' | 'flag' | 'margin'
  /** the path below variants.{index} in the server's errors */
  field: string
  read: (variant: ProductVariant) => string
  /** the variant with the typed text applied, or what is wrong with the text */
  write: (variant: ProductVariant, text: string) => ProductVariant | { wrong: string }
  storeId?: string
}

const LIMIT = 1_000_000_000

/** "¥1,234.5", pasted from a spreadsheet → "1234.5" */
const bare = (text: string): string => text.replaceAll(/[\s,，¥$€£]/g, '')

function amount(text: string, currency: string): number | { wrong: string } {
  const digits = currencyDigits(currency)
  if (!/^\d+(\.\d*)?$/.test(bare(text))) return { wrong: '应为不带符号的金额' }
  const [, fraction = ''] = bare(text).split('.')
  if (fraction.replace(/0+$/, '').length > digits) return { wrong: `最多${digits}位小数` }
  const minor = parseMinor(bare(text).replace(/\.$/, ''), currency)
  return minor > LIMIT ? { wrong: '金额太大' } : minor
}

const UNIT_WORDS: Readonly<Record<string, WeightUnit>> = {
  g: 'g',
  克: 'g',
  kg: 'kg',
  公斤: 'kg',
  千克: 'kg',
  oz: 'oz',
  盎司: 'oz',
  lb: 'lb',
  lbs: 'lb',
  磅: 'lb',
}

/** "320", "320g", "0.32 公斤", "1.2 lb": stored as typed, in grams when there is no unit. */
export function weightOf(text: string): TypedWeight | { wrong: string } {
  const match = /^(\d+)(?:\.(\d+))?([a-z]+|[克公斤千盎司磅]+)?$/i.exec(bare(text))
  const unit = UNIT_WORDS[(match?.[3] ?? 'g').toLowerCase()]
  if (!match || !unit) return { wrong: '应为克数，或带 kg、lb、oz 的数' }
  const fraction = (match[2] ?? '').replace(/0+$/, '')
  if (unit === 'g' && fraction !== '') return { wrong: '重量以整克计' }
  if (fraction.length > 4) return { wrong: '最多4位小数' }
  const whole = match[1]!.replace(/^0+(?=\d)/, '')
  const weight = { value: fraction === '' ? whole : `${whole}.${fraction}`, unit }
  return gramsOfTyped(weight) > LIMIT ? { wrong: '重量太大' } : weight
}

/** Grams without a unit, as the heading says; other units with their name. */
export const weightText = ({ weight, weightGrams }: Pick<ProductVariant, 'weight' | 'weightGrams'>): string => {
  if (weight && weight.unit !== 'g') return `${weight.value} ${weight.unit}`
  return weightGrams === null ? '' : String(weightGrams)
}

function count(text: string): number | { wrong: string } {
  if (!/^\d+$/.test(bare(text))) return { wrong: '应为整数' }
  return Number(bare(text)) > LIMIT ? { wrong: '数太大' } : Number(bare(text))
}

const isWrong = (value: unknown): value is { wrong: string } =>
  typeof value === 'object' && value !== null && 'wrong' in value

const plain = (key: 'skuCode' | 'barcode', width: number, max: number): GridColumn => ({
  key,
  title: VARIANT_FIELDS[key].label,
  width,
  align: 'left',
  kind: 'text',
  field: key,
  read: (variant) => variant[key],
  write: (variant, text) =>
    text.trim().length > max ? { wrong: `最多${max}个字` } : { ...variant, [key]: text.trim() },
})

/** Accepted words for a yes/no column. */
const isYes = (text: string): boolean => /^(1|是|y|yes|true|✓)$/i.test(text.trim())

const priceOf = (variant: ProductVariant, storeId: string): VariantPrice | undefined =>
  variant.prices.find((price) => price.storeId === storeId)

/** A changed amount counts as set by a person, and rules no longer change it; for an emptied price the store's rule is used when saving. */
function withPrice(
  variant: ProductVariant,
  store: GridStore,
  change: Partial<Pick<VariantPrice, 'minor' | 'compareAtMinor'>> | 'none',
): ProductVariant {
  const others = variant.prices.filter((price) => price.storeId !== store.id)
  if (change === 'none') return { ...variant, prices: others }
  const was = priceOf(variant, store.id)
  const { currency = store.currency, minor = 0, compareAtMinor = null } = was ?? {}
  const next = { storeId: store.id, currency, minor, compareAtMinor, ...change }
  if (was && was.minor === next.minor && was.compareAtMinor === next.compareAtMinor) return variant
  const at = variant.prices.findIndex((price) => price.storeId === store.id)
  const price: VariantPrice = { ...next, origin: 'manual' }
  return { ...variant, prices: at < 0 ? [...variant.prices, price] : variant.prices.with(at, price) }
}

/** Returns a price to its rule: the server calculates it again when the product is saved. */
export function priceByRule(variant: ProductVariant, storeId: string): ProductVariant {
  const at = variant.prices.findIndex((price) => price.storeId === storeId)
  const price = variant.prices[at]
  if (!price || (price.origin !== 'manual' && price.rule?.tried !== true)) return variant
  const { rule, ...rest } = price
  const given = { ...rest, origin: 'rule' as const, ...(rule ? { rule: { ...rule, tried: false } } : {}) }
  return { ...variant, prices: variant.prices.with(at, given) }
}

function storeColumns(store: GridStore): GridColumn[] {
  const { id, name, currency } = store
  const shown = (minor: number | null | undefined): string =>
    minor === null || minor === undefined ? '' : formatMinor(minor, currency)
  return [
    {
      key: `price:${id}`,
      title: `${VARIANT_PRICE_FIELDS.minor.label} ${currencySign(currency).trim()}`,
      group: name,
      width: 92,
      align: 'right',
      kind: 'number',
      field: 'prices',
      storeId: id,
      read: (variant) => shown(priceOf(variant, id)?.minor),
      write(variant, text) {
        if (text.trim() === '') return withPrice(variant, store, 'none')
        const minor = amount(text, currency)
        return isWrong(minor) ? minor : withPrice(variant, store, { minor })
      },
    },
    {
      key: `compare:${id}`,
      title: VARIANT_PRICE_FIELDS.compareAtMinor.label,
      group: name,
      width: 84,
      align: 'right',
      kind: 'number',
      field: 'prices',
      storeId: id,
      read: (variant) => shown(priceOf(variant, id)?.compareAtMinor),
      write(variant, text) {
        if (!priceOf(variant, id)) return { wrong: '先填价格' }
        if (text.trim() === '') return withPrice(variant, store, { compareAtMinor: null })
        const minor = amount(text, currency)
        return isWrong(minor) ? minor : withPrice(variant, store, { compareAtMinor: minor })
      },
    },
    {
      key: `margin:${id}`,
      title: PRODUCT_FIELDS.marginPercent.label,
      group: name,
      width: 68,
      align: 'right',
      kind: 'margin',
      field: 'prices',
      storeId: id,
      read: () => '',
      write: () => ({ wrong: '毛利由价格和成本算出' }),
    },
  ]
}

/** The columns of the grid in their order; the variant's name and picture come before them. */
export const gridColumns = (stores: readonly GridStore[]): GridColumn[] => [
  plain('skuCode', 140, 128),
  {
    key: 'costMinor',
    title: `${VARIANT_FIELDS.costMinor.label} ¥`,
    width: 84,
    align: 'right',
    kind: 'number',
    field: 'costMinor',
    read: (variant) => (variant.costMinor === null ? '' : formatMinor(variant.costMinor, 'CNY')),
    write(variant, text) {
      const minor = text.trim() === '' ? null : amount(text, 'CNY')
      return isWrong(minor) ? minor : { ...variant, costMinor: minor }
    },
  },
  {
    key: 'weightGrams',
    title: `${VARIANT_FIELDS.weightGrams.label} g`,
    width: 76,
    align: 'right',
    kind: 'number',
    field: 'weightGrams',
    read: weightText,
    write(variant, text) {
      const weight = text.trim() === '' ? null : weightOf(text)
      if (isWrong(weight)) return weight
      // The same text again is not an edit: a value from the source remains one.
      if (weight && weightText({ weight, weightGrams: gramsOfTyped(weight) }) === weightText(variant)) return variant
      return { ...variant, weight, weightGrams: weight && gramsOfTyped(weight) }
    },
  },
  {
    key: 'stock',
    title: VARIANT_FIELDS.stock.label,
    width: 72,
    align: 'right',
    kind: 'number',
    field: 'stock',
    read: (variant) => String(variant.stock),
    write(variant, text) {
      const stock = count(text)
      return isWrong(stock) ? stock : { ...variant, stock }
    },
  },
  ...stores.flatMap(storeColumns),
  {
    key: 'stockPolicy',
    title: VARIANT_FIELDS.stockPolicy.choices.continue,
    width: 84,
    align: 'left',
    kind: 'flag',
    field: 'stockPolicy',
    read: (variant) => (variant.stockPolicy === 'continue' ? '是' : ''),
    write: (variant, text) => ({ ...variant, stockPolicy: isYes(text) ? 'continue' : 'deny' }),
  },
  plain('barcode', 124, 64),
  {
    key: 'dropped',
    title: VARIANT_FIELDS.dropped.label,
    width: 64,
    align: 'left',
    kind: 'flag',
    field: 'dropped',
    read: (variant) => (variant.dropped ? '是' : ''),
    write: (variant, text) => ({ ...variant, dropped: isYes(text) }),
  },
]

export { isWrong }

/**
 * Text from a spreadsheet's clipboard: rows separated by line breaks, cells by tabs; the empty last line that spreadsheets add is dropped.
 */
export const pastedCells = (text: string): string[][] =>
  text
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .map((line) => line.split('\t'))
