import { labelsOf } from '@huoqiao/contract/fields'
import { PRODUCT_FIELDS } from '@huoqiao/contract/products/products.fields'
import type { Product, ProductEdit, ProductVariant } from '@huoqiao/contract/products/products.schema'

/** All fields that a person may edit. Only those that differ from the product are sent and stored. */
export type EditForm = Required<ProductEdit>
export type FormField = keyof EditForm

const FORM_FIELDS = [
  'title',
  'titleZh',
  'descriptionHtml',
  'vendor',
  'productType',
  'tags',
  'images',
  'options',
  'variants',
  'note',
] as const satisfies readonly FormField[]
export const FIELD_LABELS: Readonly<Record<FormField, string>> = labelsOf(PRODUCT_FIELDS, FORM_FIELDS)

export const formOf = (product: Product): EditForm => ({
  title: product.title,
  titleZh: product.titleZh,
  descriptionHtml: product.descriptionHtml,
  vendor: product.vendor,
  productType: product.productType,
  tags: product.tags,
  images: product.images,
  options: product.options,
  variants: product.variants,
  note: product.note,
})

/** Equality of plain values; the same object is equal at once, which avoids comparing thousands of untouched variants. */
export function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((one, at) => isSame(one, b[at]))
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  const [first, second] = [a as Record<string, unknown>, b as Record<string, unknown>]
  const keys = Object.keys(first)
  return keys.length === Object.keys(second).length && keys.every((key) => isSame(first[key], second[key]))
}

export const changedFields = (base: EditForm, form: EditForm): FormField[] =>
  FORM_FIELDS.filter((field) => !isSame(base[field], form[field]))

/** The input of the save: the changed fields, each as a whole. */
export const editOf = (base: EditForm, form: EditForm): ProductEdit =>
  Object.fromEntries(changedFields(base, form).map((field) => [field, form[field]]))

/**
 * What is stored while typing. Of the variants only the touched ones, and their order if it changed: a product may have 2,048, and a draft
 * is written twice a second.
 */
export type Draft = Partial<Omit<EditForm, 'variants'>> & { variants?: { touched: ProductVariant[]; order?: string[] } }

export function draftOf(base: EditForm, form: EditForm): Draft {
  const { variants: _whole, ...edit } = editOf(base, form)
  if (isSame(base.variants, form.variants)) return edit
  const known = new Map(base.variants.map((variant) => [variant.id, variant]))
  const touched = form.variants.filter((variant) => !isSame(known.get(variant.id), variant))
  const order = form.variants.map(({ id }) => id)
  const isMoved = !isSame(
    order,
    base.variants.map(({ id }) => id),
  )
  return { ...edit, variants: { touched, ...(isMoved ? { order } : {}) } }
}

/** The form with the draft applied to a product that may have changed since. */
export function withDraft(base: EditForm, draft: Draft): EditForm {
  const { variants, ...rest } = draft
  if (!variants) return { ...base, ...rest }
  const touched = new Map(variants.touched.map((variant) => [variant.id, variant]))
  const merged = new Map(
    [...base.variants, ...variants.touched].map((variant) => [variant.id, touched.get(variant.id) ?? variant]),
  )
  // Without an order nothing was added or removed: a touched variant that no longer exists is not added again.
  const order = variants.order ?? base.variants.map(({ id }) => id)
  return { ...base, ...rest, variants: order.flatMap((id) => merged.get(id) ?? []) }
}

/** The field errors of code 422 without the input's name: "edit.variants.3.skuCode" → "variants.3.skuCode". */
export const formErrors = (fields: Readonly<Record<string, string>> | undefined): Record<string, string> =>
  Object.fromEntries(Object.entries(fields ?? {}).map(([path, wrong]) => [path.replace(/^edit\./, ''), wrong]))

/** The number of errors below these fields. */
export const errorsUnder = (errors: Readonly<Record<string, string>>, ...fields: readonly FormField[]): number =>
  Object.keys(errors).filter((path) => fields.some((field) => path === field || path.startsWith(`${field}.`))).length
