import type { LiveProduct } from '@huoqiao/connector-shopify'
import type { Desired } from './desired.mapping.ts'
import type { RemoteRefs } from './listings.tables.ts'
import { matchVariants } from './plan.rules.ts'
import type { Plan, PlanField } from './plan.rules.ts'

type Sides = { ours: Desired; live: LiveProduct | undefined; refs: RemoteRefs; plan: Plan }

/**
 * The fields that a push leaves unchanged in the shop: those that a person excluded, conflicts that nobody approved, and fields that depend
 * on one of these. `kept` counts the unapproved conflicts, for the message about them.
 */
export function heldBack(
  sides: Sides,
  approval: { skipFields: readonly string[]; whole: boolean } | undefined,
): { skip: Set<string>; kept: number } {
  const changed = sides.plan.fields.filter((field) => field.change !== 'none')
  const asked = new Set(approval?.skipFields)
  const kept = changed.filter((field) => field.conflict && approval?.whole !== true && !asked.has(field.field))
  const skip = new Set([...asked, ...kept.map((field) => field.field)])
  if (sides.live) {
    if (shapeCannotChange(sides, sides.live, changed, skip))
      for (const field of changed) if (isShape(field)) skip.add(field.field)
    for (const field of changed)
      if (field.field.endsWith('.image') && !pictureIsThere(sides, sides.live, field, skip)) skip.add(field.field)
  }
  return { skip, kept: kept.length }
}

const isShape = (field: PlanField): boolean =>
  field.field === 'options' ||
  field.field.endsWith('.optionValues') ||
  (field.change === 'create' && field.field.startsWith('variants.'))

/** The number of options can only change for all variants at once, because each variant needs one value for each option. */
function shapeCannotChange(
  { ours, refs }: Sides,
  live: LiveProduct,
  changed: readonly PlanField[],
  skip: ReadonlySet<string>,
): boolean {
  if (ours.options.length === live.options.length) return false
  if (changed.some((field) => isShape(field) && skip.has(field.field))) return true
  const matched = new Set([...matchVariants(ours, live, refs).values()].map((variant) => variant.id))
  return live.variants.some((variant) => !matched.has(variant.id) && skip.has(`variants.${variant.id}`))
}

/** A variant's picture must be one of the product's pictures: already in the shop, or sent in the same push. */
function pictureIsThere(
  { ours, refs }: Sides,
  live: LiveProduct,
  field: PlanField,
  skip: ReadonlySet<string>,
): boolean {
  const imageId = ours.variants.find((variant) => variant.id === field.variantId)?.imageId ?? null
  if (imageId === null || live.media.some((medium) => medium.id === refs.media[imageId])) return true
  return !skip.has('images')
}
