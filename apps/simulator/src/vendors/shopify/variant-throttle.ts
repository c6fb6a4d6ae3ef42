import type { Call } from './call.ts'
import { PLANS } from './demo-shops.ts'
import { refusal } from './refusals.ts'

/**
 * Outside Plus, a shop with 50,000 variants may make 1,000 new ones a day (reference 2, "Variant creation throttle").
 * That productSet and the bulk mutations are held to it is UNCERTAIN and assumed. Throws the top-level refusal.
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

/** Counts variants that were really created, for the throttle of the day. */
export function countCreatedVariants(call: Call, created: number): void {
  if (created <= 0) return
  const { shop } = call
  const day = shop.now().slice(0, 10)
  const kept = shop.counters.get('variants-created')
  shop.counters.put('variants-created', { value: (kept?.day === day ? kept.value : 0) + created, day })
}
