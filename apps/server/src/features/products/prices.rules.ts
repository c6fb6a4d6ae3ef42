import type { VariantPrice } from '@huoqiao/contract/products/products.schema'
import { same } from './same.rules.ts'
import type { ProductDoc, SourceChange, StoreTerms, VariantDoc } from './products.types.ts'

/** Why rule prices are recalculated: a person asked for it, or their basis changed. */
export type Again = 'asked' | 'recosted' | false

/**
 * The variant's prices, one for each claimed store. Prices set by a person stay. Missing prices are calculated by the store's rule; with
 * `again` also those that a rule set before. Prices taken over from the sandbox are recalculated only if a person asks. Prices of other
 * stores are removed.
 */
export function priced(variant: VariantDoc, stores: readonly StoreTerms[], again: Again): VariantPrice[] {
  return stores.flatMap((store) => {
    const kept = variant.prices.find(({ storeId }) => storeId === store.storeId)
    const stays = kept?.origin === 'manual' || again === false || (again === 'recosted' && kept?.rule?.tried === true)
    if (kept && stays) return [kept]
    const worked = byRule(variant, store)
    if (worked) return [worked]
    return kept ? [kept] : []
  })
}

/** The price by the store's rule; undefined without a cost or a usable rule. */
export function byRule(
  variant: Pick<VariantDoc, 'costMinor' | 'weightGrams'>,
  store: StoreTerms,
): VariantPrice | undefined {
  if (variant.costMinor === null || store.currency === null) return undefined
  const price = store.price({ costMinor: variant.costMinor, weightGrams: variant.weightGrams ?? 0 })
  return (
    price && {
      storeId: store.storeId,
      currency: store.currency,
      ...price,
      origin: 'rule',
      ...(store.rule ? { rule: store.rule } : {}),
    }
  )
}

/**
 * Who wrote each price and when (beyond, item 4): an unchanged price keeps its author, a changed one gets `by`. `by` undefined: the app
 * itself.
 */
export function signed(
  before: readonly VariantDoc[],
  after: readonly VariantDoc[],
  { by, at }: { by: string | undefined; at: number },
): VariantDoc[] {
  const known = new Map(before.map((variant) => [variant.id, variant.prices]))
  return after.map((variant) => {
    const former = known.get(variant.id)
    if (former === variant.prices) return variant
    return {
      ...variant,
      prices: variant.prices.map((price) => {
        const was = former?.find(({ storeId }) => storeId === price.storeId)
        return was && same(bare(was), bare(price)) ? was : { ...bare(price), ...(by === undefined ? {} : { by }), at }
      }),
    }
  })
}

const bare = ({ by: _by, at: _at, ...price }: VariantPrice): VariantPrice => price

/**
 * Applies a person's form to a variant's prices. An unchanged amount keeps the price with its origin. A changed amount becomes a manual
 * price, locked against rules. If it is missing, or a locked price is returned as `rule` (or a sandbox price without `tried`), the store's
 * rule applies again.
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
    const isSameAmount = was && was.minor === price.minor && was.compareAtMinor === price.compareAtMinor
    const isHeld = was?.origin === 'manual' || (was?.rule?.tried === true && price.rule?.tried === false)
    if (isSameAmount && isHeld && price.origin === 'rule') {
      const store = stores.find(({ storeId }) => storeId === price.storeId)
      kept.push((store && byRule(variant, store)) ?? was)
    } else if (isSameAmount && was.currency === price.currency) kept.push(was)
    else {
      const { storeId, currency, minor, compareAtMinor } = price
      kept.push({ storeId, currency, minor, compareAtMinor, origin: 'manual' })
    }
  }
  return kept
}

/** Adds per cent to an amount, rounded half away from zero: 10 → +10 %. */
export const percentOn = (minor: number, percent: number): number =>
  Math.max(0, Number((BigInt(minor) * BigInt(Math.round((100 + percent) * 100)) + 5_000n) / 10_000n))

/**
 * The product after a merge with its source: rule prices are recalculated if cost or weight followed the source, and all followed fields
 * belong to the source.
 */
export function afterMerge(
  before: ProductDoc,
  { after, changes }: { after: ProductDoc; changes: readonly SourceChange[] },
  terms: ReadonlyMap<string, StoreTerms>,
  { by, at }: { by: string | undefined; at: number },
): ProductDoc {
  const stores = before.storeIds.flatMap((id) => terms.get(id) ?? [])
  const applied = new Set(changes.filter((change) => change.applied).map(({ field }) => field))
  const recosted = (id: string): boolean =>
    applied.has(`variants.${id}.costMinor`) || applied.has(`variants.${id}.weightGrams`)
  const fieldSources = { ...before.fieldSources }
  const known = new Set(before.variants.map(({ id }) => id))
  const fresh = after.variants.flatMap(({ id }) => (known.has(id) ? [] : [`variants.${id}`]))
  for (const field of [...applied, ...fresh])
    if (field in fieldSources || field.startsWith('variants.'))
      fieldSources[field] = { origin: '1688', by: by ?? null, at, locked: false }
  const variants = after.variants.map((variant) => ({
    ...variant,
    prices: priced(variant, stores, recosted(variant.id) ? 'recosted' : false),
  }))
  return { ...after, variants: signed(before.variants, variants, { by, at }), fieldSources }
}
