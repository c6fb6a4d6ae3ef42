import type { LiveProduct, UpsertedProduct } from '@huoqiao/connector-shopify'
import { shownByShop } from './base.mapping.ts'
import type { Desired, DesiredVariant } from './desired.mapping.ts'
import type { RemoteRefs, ShownForm } from './listings.tables.ts'
import { matchVariants } from './plan.rules.ts'
import type { Plan } from './plan.rules.ts'
import { PRODUCT_FIELDS } from './product-fields.rules.ts'
import { VARIANT_FIELDS, liveWeight, liveWeightGrams } from './variant-fields.rules.ts'
import type { VariantField } from './variant-fields.rules.ts'

/** The last push, in the form in which the shop shows it. */
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
  /** what is stored as pushed (base.mapping) */
  readonly base: Desired
  /** the form known before */
  readonly known: ShownForm
  /** the shop's answer; undefined if nothing had to be sent */
  readonly answered: UpsertedProduct | undefined
}

/**
 * The shop's form of its values after a push. A sent field: as the shop answered. A field that was not sent: as it was read before the
 * push. A field left as somebody changed it: as it was known before. Only differences are stored.
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
  // If we have no value of our own, the shop's value counts, whatever it is.
  if (variant[property] === null && (key === 'cost' || key === 'weight')) return
  if (ours({ ...variant, ...own }, variant) !== ours(variant, variant))
    forms[variant.id] = { ...forms[variant.id], ...own }
}

/** The shop's form of one variant, from the answer to a push. */
function answeredForm(variant: DesiredVariant, answer: UpsertedProduct['variants'][number]): Partial<DesiredVariant> {
  const values = answer.title.split(' / ')
  const weighed = answer.item?.weight ? { weight: answer.item.weight } : undefined
  return {
    sku: answer.sku,
    barcode: answer.barcode,
    price: answer.price,
    compareAtPrice: answer.compareAtPrice,
    // A value may contain the separator; then the answer cannot be split.
    ...(values.length === variant.optionValues.length ? { optionValues: values } : {}),
    ...(answer.item ? { cost: answer.item.cost } : {}),
    ...(weighed ? { weightGrams: liveWeightGrams(weighed) ?? null, weight: liveWeight(weighed) } : {}),
  }
}
