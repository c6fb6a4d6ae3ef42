import type { LiveProduct, UpsertedProduct } from '@huoqiao/connector-shopify'
import { shownByShop } from './base.mapping.ts'
import type { Desired, DesiredVariant } from './desired.mapping.ts'
import type { RemoteRefs, ShownForm } from './listings.tables.ts'
import { matchVariants } from './plan.rules.ts'
import type { Plan } from './plan.rules.ts'
import { PRODUCT_FIELDS } from './product-fields.rules.ts'
import { VARIANT_FIELDS, liveWeight, liveWeightGrams } from './variant-fields.rules.ts'
import type { VariantField } from './variant-fields.rules.ts'

/** What was pushed, as the shop shows it. */
export const inShownForm = (base: Desired, { variants = {}, ...texts }: ShownForm): Desired => ({
  ...base,
  ...texts,
  variants: base.variants.map((variant) => ({ ...variant, ...variants[variant.id] })),
})

type Pushed = {
  readonly ours: Desired
  readonly live: LiveProduct | undefined
  readonly refs: RemoteRefs
  readonly plan: Plan
  readonly skip: ReadonlySet<string>
  /** what is kept as pushed (base.mapping) */
  readonly base: Desired
  /** the form that was known before */
  readonly known: ShownForm
  /** what the shop answered; undefined where nothing had to be sent */
  readonly answered: UpsertedProduct | undefined
}

/**
 * The shop's own form of what stands in it after a push. A field that was sent: as the shop answered it. One that was not:
 * as it was read just before. One that was left as somebody changed it: as it was known before. Only what differs is kept.
 */
export function shownAfter(pushed: Pushed): ShownForm {
  const { base, live, known, plan, skip, answered } = pushed
  const sent = new Set(plan.fields.filter((field) => field.change !== 'none').map(({ field }) => field))
  const after: ShownForm = {}
  for (const { key, text } of PRODUCT_FIELDS) {
    const isSent = sent.has(key) || live === undefined
    const value = skip.has(key) && sent.has(key) ? known[key] : isSent ? answered?.[key] : live[key]
    if (value === undefined) continue
    const shown = { ...base, [key]: value }
    if (text(shown) !== text(base)) Object.assign(after, { [key]: value })
  }
  const variants = variantForms(pushed, sent)
  return Object.keys(variants).length > 0 ? { ...after, variants } : after
}

function variantForms(pushed: Pushed, sent: ReadonlySet<string>): Record<string, Partial<DesiredVariant>> {
  const { ours, base, live, refs, skip, known, answered } = pushed
  const before = live ? matchVariants(ours, live, refs) : undefined
  const answers = new Map(answered?.variants.map((variant) => [variant.id, variant]))
  const forms: Record<string, Partial<DesiredVariant>> = {}
  for (const variant of base.variants) {
    const there = before?.get(variant.id)
    const read = there && shownByShop(variant, there)
    const answer = answers.get(refs.variants[variant.id]?.id ?? '')
    const heard = answer && answeredForm(variant, answer)
    for (const field of VARIANT_FIELDS) {
      const name = `variants.${variant.id}.${field.key}`
      const form = sent.has(name) ? (skip.has(name) ? known.variants?.[variant.id] : heard) : there ? read : heard
      if (form) keepDifference(forms, variant, field, form)
    }
  }
  return forms
}

function keepDifference(
  forms: Record<string, Partial<DesiredVariant>>,
  variant: DesiredVariant,
  { key, property, ours }: VariantField,
  form: Partial<DesiredVariant>,
): void {
  if (!(property in form)) return
  const own = { [property]: form[property], ...(key === 'weight' ? { weight: form.weight } : {}) }
  // Where we have no opinion the shop's value stands, whatever it is.
  if (variant[property] === null && (key === 'cost' || key === 'weight')) return
  if (ours({ ...variant, ...own }, variant) !== ours(variant, variant))
    forms[variant.id] = { ...forms[variant.id], ...own }
}

/** What the answer to a push tells of one variant. */
function answeredForm(variant: DesiredVariant, answer: UpsertedProduct['variants'][number]): Partial<DesiredVariant> {
  const values = answer.title.split(' / ')
  const weighed = answer.item?.weight ? { weight: answer.item.weight } : undefined
  return {
    sku: answer.sku,
    barcode: answer.barcode,
    price: answer.price,
    compareAtPrice: answer.compareAtPrice,
    // A value may hold the separator itself: then nothing can be said of it.
    ...(values.length === variant.optionValues.length ? { optionValues: values } : {}),
    ...(answer.item ? { cost: answer.item.cost } : {}),
    ...(weighed ? { weightGrams: liveWeightGrams(weighed) ?? null, weight: liveWeight(weighed) } : {}),
  }
}
