import type { VariantPrice } from '@huoqiao/contract/products/products.schema'
import { same } from './same.rules.ts'
import type { ProductDoc, SourceChange, StoreTerms, VariantDoc } from './products.types.ts'

/** Why prices of rules are worked out again: a person asked for it, or what they rest on moved. */
export type Again = 'asked' | 'recosted' | false

/**
 * The prices of a variant after it: one a claimed store. What a person set stays; what is missing, and with `again`
 * what a rule set before, is worked out by the store's rule; what was taken over in the sandbox only when a person asks for it.
 * Prices of stores that it is not claimed to go.
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

/** The price that the store's rule makes of the variant's cost; undefined without a cost or a usable rule. */
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
 * Who wrote each price and when (beyond, item 4): of one that is what it was, as it was kept; of another, whoever writes now. `by`
 * undefined: the app itself.
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
 * What a person's form makes of a variant's prices. The same amount as before leaves the price as it was, origin and
 * all; another amount is a person's (manual, locked against rules); none, or a held price handed back as `rule` (of one that was
 * taken over in the sandbox: no longer `tried`), returns to the store's rule.
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
