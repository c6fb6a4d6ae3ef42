import { labelsOf } from '@huoqiao/contract/fields'
import { PRODUCT_FIELDS, VARIANT_FIELDS } from '@huoqiao/contract/products/products.fields'
import { gramsOfTyped } from '@huoqiao/kit'
import type { ProductEdit, ProductVariant } from '@huoqiao/contract/products/products.schema'
import { editedPrices, priced } from './prices.rules.ts'
import { variantName } from './products.rules.ts'
import { same } from './same.rules.ts'
import type { Change, FieldSource, ProductDoc, StoreTerms, VariantDoc } from './products.types.ts'

export const PLAIN_FIELDS = [
  'title',
  'titleZh',
  'descriptionHtml',
  'vendor',
  'productType',
  'tags',
  'images',
  'options',
  'note',
] as const satisfies readonly Exclude<keyof ProductEdit, 'variants'>[]
export type PlainField = (typeof PLAIN_FIELDS)[number]
export const FIELD_LABELS = labelsOf(PRODUCT_FIELDS, PLAIN_FIELDS)

/** All fields of a variant except its id. */
const { id: _id, ...OF_VARIANTS } = VARIANT_FIELDS
export type VariantField = keyof typeof OF_VARIANTS
const VARIANT_KEYS = Object.keys(OF_VARIANTS) as VariantField[]
export const VARIANT_LABELS = labelsOf(OF_VARIANTS, VARIANT_KEYS)

/** Fields that are never sent to a shop: changing them does not make a listing outdated. */
const UNPUSHED = /^note$|\.sourceSkuId$|\.sourceSpecId$/

/** Fields whose texts are translated. */
const TRANSLATED = new Set(['title', 'titleZh', 'descriptionHtml', 'productType', 'tags', 'images', 'options'])
export const isTranslated = (changes: readonly Change[]): boolean => changes.some(({ field }) => TRANSLATED.has(field))

type Context = { newId: () => string; stores: readonly StoreTerms[] }

/**
 * Applies a person's form; absent fields stay. Variants are matched by id: an unknown id is a new variant and gets a new id, so that a form
 * cannot reach into another product. The source SKU of a variant is not a field of the form.
 */
export function applyEdit(before: ProductDoc, edit: ProductEdit, { newId, stores }: Context): ProductDoc {
  const after: ProductDoc = { ...before }
  if (edit.title !== undefined) after.title = edit.title
  if (edit.titleZh !== undefined) after.titleZh = edit.titleZh
  if (edit.descriptionHtml !== undefined) after.descriptionHtml = edit.descriptionHtml
  if (edit.vendor !== undefined) after.vendor = edit.vendor
  if (edit.productType !== undefined) after.productType = edit.productType
  if (edit.tags !== undefined) after.tags = [...new Set(edit.tags)]
  if (edit.images !== undefined) after.images = edit.images
  if (edit.options !== undefined) after.options = edit.options
  if (edit.note !== undefined) after.note = edit.note
  if (edit.variants !== undefined) {
    const known = new Map(before.variants.map((variant) => [variant.id, variant]))
    after.variants = edit.variants.map((sent) => editedVariant(known.get(sent.id), sent, newId, stores))
  }
  return after
}

function editedVariant(
  was: VariantDoc | undefined,
  sent: ProductVariant,
  newId: () => string,
  stores: readonly StoreTerms[],
): VariantDoc {
  const variant: VariantDoc = {
    id: was?.id ?? newId(),
    sourceSkuId: was?.sourceSkuId ?? null,
    sourceSpecId: was?.sourceSpecId ?? null,
    sourceSkuAliases: was?.sourceSkuAliases ?? [],
    skuCode: sent.skuCode,
    barcode: sent.barcode,
    optionValues: sent.optionValues,
    costMinor: sent.costMinor,
    ...editedWeight(was, sent),
    stock: sent.stock,
    stockPolicy: sent.stockPolicy,
    imageId: sent.imageId,
    dropped: sent.dropped,
    prices: editedPrices(was?.prices ?? [], sent.prices, { ...sent, ...editedWeight(was, sent) }, stores),
  }
  const recosted = was !== undefined && (was.costMinor !== sent.costMinor || was.weightGrams !== variant.weightGrams)
  return { ...variant, prices: priced(variant, stores, recosted ? 'recosted' : false) }
}

/** The typed weight decides. If only the grams changed, a person typed grams, so the former text no longer holds. */
function editedWeight(was: VariantDoc | undefined, sent: ProductVariant): Pick<VariantDoc, 'weightGrams' | 'weight'> {
  const onlyGrams = was !== undefined && was.weightGrams !== sent.weightGrams && same(was.weight, sent.weight)
  if (sent.weight === null || onlyGrams) return { weightGrams: sent.weightGrams, weight: null }
  return { weightGrams: gramsOfTyped(sent.weight), weight: sent.weight }
}

/** All differences between two versions of a product, by field; used by the history, the log and the locks. */
export function changesBetween(before: ProductDoc, after: ProductDoc): Change[] {
  const changes: Change[] = []
  const note = (field: string, label: string, was: unknown, is: unknown): void => {
    if (!same(was, is)) changes.push({ field, label, before: was, after: is })
  }
  for (const field of PLAIN_FIELDS) note(field, FIELD_LABELS[field], before[field], after[field])
  note('storeIds', PRODUCT_FIELDS.storeIds.label, before.storeIds, after.storeIds)
  if (before.variants === after.variants) return changes
  const was = new Map(before.variants.map((variant) => [variant.id, variant]))
  const is = new Set(after.variants.map(({ id }) => id))
  for (const variant of after.variants) {
    const old = was.get(variant.id)
    const path = `variants.${variant.id}`
    const name = `变体“${variantName(variant)}”`
    if (!old) changes.push({ field: path, label: `新增${name}`, before: null, after: variant })
    else
      for (const field of VARIANT_KEYS)
        note(`${path}.${field}`, `${name}的${VARIANT_LABELS[field]}`, old[field], variant[field])
  }
  for (const [at, variant] of before.variants.entries())
    if (!is.has(variant.id))
      changes.push({
        field: `variants.${variant.id}`,
        label: `删除变体“${variantName(variant)}”`,
        before: variant,
        after: null,
        at,
      })
  // Only variants that exist on both sides; added and removed ones are reported above.
  const both = (variants: readonly VariantDoc[]): string[] =>
    variants.map(({ id }) => id).filter((id) => was.has(id) && is.has(id))
  note('variantOrder', PRODUCT_FIELDS.variantOrder.label, both(before.variants), both(after.variants))
  return changes
}

export const touchesShop = (changes: readonly Change[]): boolean => changes.some(({ field }) => !UNPUSHED.test(field))

/**
 * The origins after a person's edit: changed fields belong to the person and are locked (beyond, item 4). Prices have their own origin.
 * Without a source there is nothing to lock against, so variants of such products and new variants are excepted.
 */
export function sourcesAfterEdit(
  doc: ProductDoc,
  changes: readonly Change[],
  by: string,
  at: number,
): Record<string, FieldSource> {
  const ids = new Set(doc.variants.map(({ id }) => id))
  const kept = Object.entries(doc.fieldSources).filter(([key]) => {
    const [head, id] = key.split('.')
    return head !== 'variants' || id === undefined || ids.has(id)
  })
  const sources: Record<string, FieldSource> = Object.fromEntries(kept)
  for (const { field, after } of changes) {
    const ofVariant = field.startsWith('variants.')
    if (field === 'storeIds' || field === 'variantOrder' || field.endsWith('.prices')) continue
    if (ofVariant && after === null) continue
    // A variant that a person added is recorded as a whole; it has no source that could change its fields.
    const isFree = ofVariant && (doc.origin === 'manual' || field.split('.').length < 3)
    sources[field] = { origin: 'manual', by, at, locked: !isFree }
  }
  return sources
}
