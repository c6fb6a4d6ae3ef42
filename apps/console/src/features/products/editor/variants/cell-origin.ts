import type { Product, ProductVariant, VariantPrice } from '@huoqiao/contract/products/products.schema'
import { FIELD_ORIGINS } from '@huoqiao/contract/products/products.status'
import { formatTime } from '../../../../lib/format.ts'
import { isSame } from '../edit-form.rules.ts'
import type { GridColumn } from './grid-columns.ts'

type Reported = Pick<Product, 'variants' | 'fieldSources'>
/** The fields of a variant that come from the source; the others belong to the app. */
const OF_SOURCE = new Set(['skuCode', 'costMinor', 'weightGrams', 'stock', 'optionValues'])

const UNSAVED = '人工修改，还没有保存'

/**
 * Where a cell's value comes from, who set it and when (beyond, item 4), in one line. Undefined: nobody set it, or it was set before this
 * was recorded.
 */
export function cellOrigins(product: Reported): (variant: ProductVariant, column: GridColumn) => string | undefined {
  const saved = new Map(product.variants.map((variant) => [variant.id, variant]))
  return (variant, column) => {
    const was = saved.get(variant.id)
    if (column.kind === 'margin') return undefined
    if (column.storeId !== undefined) return priceOrigin(variant, was, column.storeId)
    const { field } = column
    if (!was || !isSame(was[field as keyof ProductVariant], variant[field as keyof ProductVariant])) return UNSAVED
    const own = product.fieldSources[`variants.${variant.id}.${field}`]
    const whole = product.fieldSources[`variants.${variant.id}`]
    const source = own ?? (whole?.origin !== '1688' || OF_SOURCE.has(field) ? whole : undefined)
    return source && signature(FIELD_ORIGINS[source.origin], source.by, source.at)
  }
}

function priceOrigin(variant: ProductVariant, was: ProductVariant | undefined, storeId: string): string | undefined {
  const price = priceIn(variant, storeId)
  if (!price) return undefined
  if (!isSame(price, was && priceIn(was, storeId))) return UNSAVED
  const { origin, by, at, rule } = price
  const maker = origin === 'rule' && rule ? `规则“${rule.name}”` : FIELD_ORIGINS[origin]
  const held = origin === 'rule' && rule?.tried ? '；在定价沙盘采用，店铺的规则不自动改它' : ''
  const locked = origin === 'manual' ? '；规则不会改它' : ''
  return `${signature(maker, by ?? null, at)}${held}${locked}`
}

const priceIn = (variant: ProductVariant, storeId: string): VariantPrice | undefined =>
  variant.prices.find((price) => price.storeId === storeId)

const signature = (origin: string, by: string | null, at: number | undefined): string =>
  [origin, by, at === undefined ? undefined : formatTime(at)]
    .filter((part) => part !== undefined && part !== null)
    .join(' · ')
