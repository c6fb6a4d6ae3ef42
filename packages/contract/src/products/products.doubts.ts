import { yuanText } from '@huoqiao/kit/money-text'
import type { ProductVariant } from './products.schema.ts'

type Doubted = Pick<ProductVariant, 'optionValues' | 'skuCode' | 'costMinor' | 'weightGrams' | 'prices' | 'dropped'>
const MOST = 20

/** A readable name of a variant. */
export const variantName = ({ optionValues, skuCode }: Pick<ProductVariant, 'optionValues' | 'skuCode'>): string =>
  optionValues.join(' / ') || skuCode || '默认'

/**
 * Warnings about implausible numbers, shown while they are typed (beyond, item 15). They never block. Without schemas, for the console too.
 */
export function doubtsOf(variants: readonly Doubted[]): string[] {
  const doubts: string[] = []
  for (const variant of variants) {
    if (variant.dropped || doubts.length >= MOST) continue
    const { costMinor: cost, weightGrams: grams } = variant
    const name = variantName(variant)
    if (grams !== null && grams >= 30_000 && cost !== null && cost < 30_000)
      doubts.push(`变体“${name}”重${grams / 1000}千克而成本只有${yuanText(cost)}，请核对重量单位`)
    if (grams === 0) doubts.push(`变体“${name}”的重量是0`)
    if (cost === 0) doubts.push(`变体“${name}”的成本是0`)
    for (const price of variant.prices)
      if (price.compareAtMinor !== null && price.compareAtMinor <= price.minor)
        doubts.push(`变体“${name}”的划线价不高于售价`)
  }
  return doubts
}
