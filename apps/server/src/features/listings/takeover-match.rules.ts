import type { LiveProduct, LiveVariant } from '@huoqiao/connector-shopify'
import type { VariantDoc } from '../products/index.ts'
import { plainText } from './product-fields.rules.ts'
import type { MatchedVariants } from './takeover-content.mapping.ts'

/**
 * Which of our variants is which variant of the shop: by a SKU code that is unique on both sides, then by barcode, then by the option
 * values; a single variant on both sides is the same one.
 */
export function matchTakenVariants(ours: readonly VariantDoc[], live: LiveProduct): MatchedVariants {
  const matched = new Map<string, LiveVariant>()
  const left = new Set(live.variants)
  const byKey = (ourKey: (variant: VariantDoc) => string, theirKey: (variant: LiveVariant) => string): void => {
    const open = ours.filter(({ id }) => !matched.has(id))
    const there = uniqueBy([...left], theirKey)
    for (const [key, variant] of uniqueBy(open, ourKey)) {
      const found = there.get(key)
      if (!found) continue
      matched.set(variant.id, found)
      left.delete(found)
    }
  }
  byKey(
    ({ skuCode }) => skuCode.trim(),
    ({ sku }) => sku.trim(),
  )
  byKey(
    ({ barcode }) => barcode.trim(),
    ({ barcode }) => barcode.trim(),
  )
  byKey(
    ({ optionValues }) => valuesKey(optionValues),
    ({ selectedOptions }) => valuesKey(selectedOptions.map(({ value }) => value)),
  )
  const [only] = ours
  const [there] = live.variants
  if (ours.length === 1 && live.variants.length === 1 && matched.size === 0) matched.set(only!.id, there!)
  return matched
}

const valuesKey = (values: readonly string[]): string =>
  values.map((value) => plainText(value).toLowerCase()).join('\u0001')

/** By key, without those that share one, and without empty keys. */
function uniqueBy<T>(all: readonly T[], keyOf: (one: T) => string): Map<string, T> {
  const found = new Map<string, T>()
  const repeated = new Set<string>()
  for (const one of all) {
    const key = keyOf(one)
    if (found.has(key)) repeated.add(key)
    found.set(key, one)
  }
  for (const key of repeated) found.delete(key)
  found.delete('')
  return found
}
