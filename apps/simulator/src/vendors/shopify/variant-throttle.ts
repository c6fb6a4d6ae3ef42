import type { Call } from './call.ts'
import { PLANS } from './demo-shops.ts'
import { refusal } from './refusals.ts'

/**
 * On plans below Plus, a shop with 50,000 variants may create 1,000 new ones per day (reference 2, "Variant creation throttle"). That this
 * limits productSet and the bulk mutations too is UNCERTAIN and assumed. Throws the top-level refusal.
 */
export function checkVariantThrottle(call: Call, created: number): void {
  const { shop, quirks } = call
  if (created <= 0) return
  const day = shop.now().slice(0, 10)
  const kept = shop.counters.get('variants-created')
  const today = kept?.day === day ? kept.value : 0
  const held = !PLANS[shop.facts.plan].plus && shop.products.variantCount >= quirks.variantThrottleFrom()
  if (held && today + created > quirks.variantThrottlePerDay())
    throw refusal(
      'Daily variant creation limit reached. Please try again later. See https://help.shopify.com/manual/products/variants for more information.',
      'VARIANT_THROTTLE_EXCEEDED',
    )
}

/** Counts created variants for the daily throttle. */
export function countCreatedVariants(call: Call, created: number): void {
  if (created <= 0) return
  const { shop } = call
  const day = shop.now().slice(0, 10)
  const kept = shop.counters.get('variants-created')
  shop.counters.put('variants-created', { value: (kept?.day === day ? kept.value : 0) + created, day })
}
