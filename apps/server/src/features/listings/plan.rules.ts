import { createHash } from 'node:crypto'
import type { DryRunField } from '@huoqiao/contract/listings/listings.schema'
import type { LiveProduct, LiveVariant } from '@huoqiao/connector-shopify'
import { canonicalJson } from '@huoqiao/kit'
import type { Desired, DesiredVariant } from './desired.mapping.ts'
import type { RemoteRefs } from './listings.tables.ts'
import { VARIANT_FIELDS, liveWeightGrams, shownVariant } from './variant-fields.rules.ts'

/**
 * The comparison behind the dry run and behind every push, the same one for both: ours against the shop's, with what we
 * last pushed as the base. A field that somebody changed in the shop since then is a conflict: it is overwritten only
 * after a person saw it and said so.
 */
export type PlanField = DryRunField & { readonly variantId?: string }
export type Plan = {
  readonly action: 'create' | 'update' | 'none'
  readonly fields: PlanField[]
  /** of what was compared; sent back with the approval */
  readonly contentHash: string
}

const PRODUCT_FIELDS = [
  { field: 'title', label: '标题' },
  { field: 'descriptionHtml', label: '描述' },
  { field: 'vendor', label: '供应商（Vendor）' },
  { field: 'productType', label: '类型' },
] as const

export function planOf(ours: Desired, live: LiveProduct | undefined, pushed: Desired | null, refs: RemoteRefs): Plan {
  const contentHash = hashOf(ours, live)
  if (!live) return { action: 'create', fields: creationFields(ours), contentHash }
  const fields = [
    ...PRODUCT_FIELDS.map(({ field, label }) =>
      compared(
        field,
        label,
        fieldText(field, ours[field]),
        fieldText(field, live[field]),
        pushed && fieldText(field, pushed[field]),
      ),
    ),
    compared('tags', '标签', listText(ours.tags), listText([...live.tags].sort()), pushed && listText(pushed.tags)),
    imagesField(ours, live, pushed, refs),
    ...variantPlan(ours, live, pushed, refs),
  ]
  return { action: fields.some((one) => one.change !== 'none') ? 'update' : 'none', fields, contentHash }
}

/** Ours and what the shop showed, so that an approval stands for exactly what was seen. */
function hashOf(ours: Desired, live: LiveProduct | undefined): string {
  const seen = live && {
    id: live.id,
    title: live.title,
    descriptionHtml: live.descriptionHtml,
    vendor: live.vendor,
    productType: live.productType,
    tags: live.tags,
    media: live.media.map((medium) => medium.id),
    variants: live.variants.map(({ inventoryQuantity: _stock, taxable: _taxable, ...variant }) => variant),
  }
  return createHash('sha256')
    .update(canonicalJson({ ours, seen: seen ?? null }))
    .digest('hex')
}

function creationFields(ours: Desired): PlanField[] {
  const make = (field: string, label: string, text: string): PlanField => ({
    field,
    label,
    storeNow: null,
    ours: text,
    willBecome: text,
    why: '新商品',
    change: 'create',
    conflict: false,
  })
  return [
    make('title', '标题', ours.title),
    make('descriptionHtml', '描述', ours.descriptionHtml),
    make('vendor', '供应商（Vendor）', ours.vendor),
    make('productType', '类型', ours.productType),
    make('tags', '标签', listText(ours.tags)),
    make('images', '图片', `${ours.images.length} 张`),
    ...ours.variants.map((variant) => ({
      ...make(`variants.${variant.id}`, `变体 ${nameOf(variant)}`, shownVariant(variant)),
      variantId: variant.id,
    })),
  ]
}

/** The three-way rule, once. `base` null: never pushed by us, or not known. */
function compared(field: string, label: string, ours: string, store: string, base: string | null): PlanField {
  if (ours === store)
    return { field, label, storeNow: store, ours, willBecome: store, why: '', change: 'none', conflict: false }
  const storeMoved = base !== null && base !== store
  const weMoved = base === null || base !== ours
  const why = storeMoved ? (weMoved ? '两边都改过' : '店铺里被改过') : '在这里修改过'
  return { field, label, storeNow: store, ours, willBecome: ours, why, change: 'update', conflict: storeMoved }
}

function imagesField(ours: Desired, live: LiveProduct, pushed: Desired | null, refs: RemoteRefs): PlanField {
  const idOf = (image: { id: string; url: string }): string => refs.media[image.id] ?? `new:${image.url}`
  const wanted = ours.images.map(idOf).join(' ')
  const now = live.media.map((medium) => medium.id).join(' ')
  const base = pushed && pushed.images.map(idOf).join(' ')
  const result = compared('images', '图片', wanted, now, base)
  const added = ours.images.filter((image) => !refs.media[image.id]).length
  const foreign = live.media.filter((medium) => !Object.values(refs.media).includes(medium.id)).length
  const notes = [added > 0 ? `新增 ${added} 张` : '', foreign > 0 ? `店铺自加的 ${foreign} 张会被移除` : ''].filter(
    (note) => note !== '',
  )
  const text = `${ours.images.length} 张${notes.length > 0 ? `（${notes.join('，')}）` : ''}`
  return {
    ...result,
    storeNow: `${live.media.length} 张`,
    ours: `${ours.images.length} 张`,
    willBecome: result.change === 'none' ? result.storeNow : text,
  }
}

function variantPlan(ours: Desired, live: LiveProduct, pushed: Desired | null, refs: RemoteRefs): PlanField[] {
  const matched = matchVariants(ours, live, refs)
  const fields: PlanField[] = []
  for (const variant of ours.variants) {
    const there = matched.get(variant.id)
    const base = pushed?.variants.find((one) => one.id === variant.id)
    if (there) fields.push(...variantFields(variant, there, base))
    else fields.push(addedVariant(variant, base !== undefined))
  }
  const known = new Set([...matched.values()].map((one) => one.id))
  const foreign = live.variants.filter((variant) => !known.has(variant.id))
  const oursOnce = new Set(Object.values(refs.variants).map((ref) => ref.id))
  fields.push(...foreign.map((variant) => removedVariant(variant, !oursOnce.has(variant.id))))
  return fields
}

/** By the ids that the last push gave, else by option values: a variant keeps its orders and its stock (reference, section 3). */
export function matchVariants(ours: Desired, live: LiveProduct, refs: RemoteRefs): Map<string, LiveVariant> {
  const byId = new Map(live.variants.map((variant) => [variant.id, variant]))
  const byValues = new Map(
    live.variants.map((variant) => [valuesKey(variant.selectedOptions.map((one) => one.value)), variant]),
  )
  const taken = new Set<string>()
  const matched = new Map<string, LiveVariant>()
  for (const variant of ours.variants) {
    const found = byId.get(refs.variants[variant.id]?.id ?? '')
    if (found) {
      matched.set(variant.id, found)
      taken.add(found.id)
    }
  }
  for (const variant of ours.variants) {
    const found = matched.has(variant.id) ? undefined : byValues.get(valuesKey(variant.optionValues))
    if (found && !taken.has(found.id)) {
      matched.set(variant.id, found)
      taken.add(found.id)
    }
  }
  return matched
}

function variantFields(ours: DesiredVariant, live: LiveVariant, base: DesiredVariant | undefined): PlanField[] {
  const name = nameOf(ours)
  return VARIANT_FIELDS.map(({ key, label, ours: ourText, live: liveText }) => ({
    ...compared(
      `variants.${ours.id}.${key}`,
      `${name} · ${label}`,
      ourText(ours),
      liveText(live, ours),
      base ? ourText(base) : null,
    ),
    variantId: ours.id,
  })).filter((field) => field.change !== 'none' || field.field.endsWith('.price'))
}

const addedVariant = (variant: DesiredVariant, wasThere: boolean): PlanField => ({
  field: `variants.${variant.id}`,
  label: `变体 ${nameOf(variant)}`,
  storeNow: null,
  ours: shownVariant(variant),
  willBecome: shownVariant(variant),
  why: wasThere ? '店铺里被删除，将重新创建' : '新增变体',
  change: 'create',
  conflict: wasThere,
  variantId: variant.id,
})

const removedVariant = (variant: LiveVariant, foreign: boolean): PlanField => ({
  field: `variants.${variant.id}`,
  label: `变体 ${variant.title}`,
  storeNow: `${variant.sku || '无编码'} · ${variant.price}`,
  ours: null,
  willBecome: null,
  why: foreign ? '店铺自加的变体，同步会删除它' : '这里已停用该变体',
  change: 'delete',
  conflict: foreign,
})

const nameOf = (variant: DesiredVariant): string => variant.optionValues.join(' / ') || variant.sku
export const valuesKey = (values: readonly string[]): string =>
  values.map((value) => value.trim().toLowerCase()).join('\u0001')
const listText = (values: readonly string[]): string => values.join(', ')
/** The shop rewrites white space in HTML; that alone is no difference. */
const fieldText = (field: string, value: string): string =>
  field === 'descriptionHtml' ? value.replaceAll(/>\s+</g, '><').replaceAll(/\s+/g, ' ').trim() : value.trim()

export { liveWeightGrams }
