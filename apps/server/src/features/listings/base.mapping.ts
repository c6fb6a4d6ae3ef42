import type { LiveProduct, LiveVariant } from '@huoqiao/connector-shopify'
import type { Desired, DesiredVariant } from './desired.mapping.ts'
import type { RemoteRefs } from './listings.tables.ts'
import type { Plan } from './plan.rules.ts'
import { VARIANT_FIELDS, liveWeight, liveWeightGrams } from './variant-fields.rules.ts'

/**
 * The base for the next comparison: which of our values the shop shows after a push. A field that was left out was not pushed, so it keeps
 * its old base (or, without one, the shop's value). Otherwise the next comparison would take our own unpushed edit for an edit in the shop.
 */
export function baseAfter(push: {
  ours: Desired
  live: LiveProduct | undefined
  base: Desired | null
  refs: RemoteRefs
  plan: Plan
  skip: ReadonlySet<string>
}): Desired {
  const { ours, live, base, refs, plan, skip } = push
  const left = plan.fields.filter((field) => field.change !== 'none' && skip.has(field.field))
  if (!live || left.length === 0) return ours
  const after: Desired = { ...ours, variants: ours.variants.map((variant) => ({ ...variant })) }
  for (const { field, change, variantId } of left) {
    if (field === 'title' || field === 'descriptionHtml' || field === 'vendor' || field === 'productType')
      after[field] = base ? base[field] : live[field]
    else if (field === 'tags') after.tags = base ? base.tags : [...live.tags].sort()
    else if (field === 'options')
      after.options = base
        ? base.options
        : live.options.map(({ name, values }) => ({ name, values: values.map((value) => value.name) }))
    else if (field === 'images')
      after.images = base
        ? base.images
        : ours.images.filter((image) => live.media.some((medium) => medium.id === refs.media[image.id]))
    else if (field === 'variantOrder') leaveOrder(after, { base, live, refs })
    else if (change === 'delete') keepDropped(after, base, refs, field.slice('variants.'.length))
    else if (change === 'create') dropUnmade(after, base, variantId!)
    else leaveVariantField(after, { base, live, refs }, variantId!, field.split('.').at(-1)!)
  }
  return after
}

function leaveOrder(
  after: Desired,
  { base, live, refs }: { base: Desired | null; live: LiveProduct; refs: RemoteRefs },
): void {
  const ids = base
    ? base.variants.map(({ id }) => id)
    : live.variants.flatMap(({ id }) => Object.entries(refs.variants).find(([, ref]) => ref.id === id)?.[0] ?? [])
  const place = new Map(ids.map((id, index) => [id, index]))
  after.variants.sort((a, b) => (place.get(a.id) ?? ids.length) - (place.get(b.id) ?? ids.length))
}

/** A variant that we dropped but left in the shop is still one of ours there. */
function keepDropped(after: Desired, base: Desired | null, refs: RemoteRefs, liveId: string): void {
  const was = base?.variants.find((variant) => refs.variants[variant.id]?.id === liveId)
  if (was) after.variants.push(was)
}

function dropUnmade(after: Desired, base: Desired | null, variantId: string): void {
  const was = base?.variants.find((variant) => variant.id === variantId)
  after.variants = after.variants.flatMap((variant) => (variant.id !== variantId ? [variant] : was ? [was] : []))
}

function leaveVariantField(
  after: Desired,
  { base, live, refs }: { base: Desired | null; live: LiveProduct; refs: RemoteRefs },
  variantId: string,
  key: string,
): void {
  const index = after.variants.findIndex((variant) => variant.id === variantId)
  const was = base?.variants.find((variant) => variant.id === variantId)
  const there = live.variants.find((variant) => variant.id === refs.variants[variantId]?.id)
  const property =
    key === 'image' ? 'imageId' : key === 'stock' ? key : VARIANT_FIELDS.find((field) => field.key === key)?.property
  if (index === -1 || !property) return
  const from = was ?? (there && shownByShop(after.variants[index]!, there))
  if (!from) return
  after.variants[index] = {
    ...after.variants[index]!,
    [property]: from[property],
    ...(property === 'weightGrams' ? { weight: from.weight } : {}),
  }
}

export const shownByShop = (variant: DesiredVariant, live: LiveVariant): DesiredVariant => ({
  ...variant,
  optionValues: live.selectedOptions.map((one) => one.value),
  sku: live.sku,
  barcode: live.barcode,
  price: live.price,
  compareAtPrice: live.compareAtPrice ?? null,
  cost: live.cost ?? null,
  weightGrams: liveWeightGrams(live) ?? null,
  weight: liveWeight(live),
  policy: live.inventoryPolicy,
  stock: live.inventoryQuantity,
})
