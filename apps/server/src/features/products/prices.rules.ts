import type { VariantPrice } from '@huoqiao/contract/products/products.schema'
import type { ProductDoc, SourceChange, StoreTerms, VariantDoc } from './products.types.ts'

/**
 * The prices of a variant after it: one a claimed store. What a person set stays; what is missing, and with `again`
 * what a rule set before, is worked out by the store's rule. Prices of stores that it is not claimed to go.
 */
export function priced(variant: VariantDoc, stores: readonly StoreTerms[], again: boolean): VariantPrice[] {
  return stores.flatMap((store) => {
    const kept = variant.prices.find(({ storeId }) => storeId === store.storeId)
    if (kept && (kept.origin === 'manual' || !again)) return [kept]
    const worked = byRule(variant, store)
    if (worked) return [worked]
    return kept ? [kept] : []
  })
}

/** The price that the store's rule makes of the variant's cost; undefined without a cost or a usable rule. */
export function byRule(
  variant: Pick<VariantDoc, 'costMinor' | 'weightGrams'>,
  store: StoreTerms,
): VariantPrice | undefined {
  if (variant.costMinor === null || store.currency === null) return undefined
  const price = store.price({ costMinor: variant.costMinor, weightGrams: variant.weightGrams ?? 0 })
  return price && { storeId: store.storeId, currency: store.currency, ...price, origin: 'rule' }
}

/**
 * What a person's form makes of a variant's prices. The same amount as before leaves the price as it was, origin and
 * all; another amount is a person's (manual, locked against rules); none, or a manual price handed back as `rule`,
 * returns to the rule.
 */
export function editedPrices(
  before: readonly VariantPrice[],
  sent: readonly VariantPrice[],
  variant: Pick<VariantDoc, 'costMinor' | 'weightGrams'>,
  stores: readonly StoreTerms[],
): VariantPrice[] {
  const kept: VariantPrice[] = []
  for (const price of sent) {
    const was = before.find(({ storeId }) => storeId === price.storeId)
    const same = was && was.minor === price.minor && was.compareAtMinor === price.compareAtMinor
    if (same && was.origin === 'manual' && price.origin === 'rule') {
      const store = stores.find(({ storeId }) => storeId === price.storeId)
      kept.push((store && byRule(variant, store)) ?? was)
    } else if (same && was.currency === price.currency) kept.push(was)
    else kept.push({ ...price, origin: 'manual' })
  }
  return kept
}

/** Percent on an amount, half away from zero: 10 → +10 %. */
export const percentOn = (minor: number, percent: number): number =>
  Math.max(0, Number((BigInt(minor) * BigInt(Math.round((100 + percent) * 100)) + 5_000n) / 10_000n))

/**
 * The product after a merge with its source: prices of rules worked out again where the cost or the weight followed the
 * source, and every followed field the source's own from now on.
 */
export function afterMerge(
  before: ProductDoc,
  { after, changes }: { after: ProductDoc; changes: readonly SourceChange[] },
  terms: ReadonlyMap<string, StoreTerms>,
  at: number,
): ProductDoc {
  const stores = before.storeIds.flatMap((id) => terms.get(id) ?? [])
  const applied = new Set(changes.filter((change) => change.applied).map(({ field }) => field))
  const recosted = (id: string): boolean =>
    applied.has(`variants.${id}.costMinor`) || applied.has(`variants.${id}.weightGrams`)
  const fieldSources = { ...before.fieldSources }
  for (const field of applied)
    if (field in fieldSources) fieldSources[field] = { origin: '1688', by: null, at, locked: false }
  const variants = after.variants.map((variant) => ({
    ...variant,
    prices: priced(variant, stores, recosted(variant.id)),
  }))
  return { ...after, variants, fieldSources }
}
