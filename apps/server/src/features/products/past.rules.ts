import { PLAIN_FIELDS, VARIANT_LABELS } from './edit.rules.ts'
import type { Change, ProductDoc, VariantDoc } from './products.types.ts'

/**
 * The product before these edits, which are all edits since then, newest first (beyond, item 3). Only for display: nothing is written, so
 * it needs no checks, unlike an undo.
 */
export const rewound = (doc: ProductDoc, edits: readonly (readonly Change[])[]): ProductDoc =>
  edits.reduce((then, changes) => returnedLast(changes).reduce(before, then), doc)

/** Removed variants are restored last, lowest position first, after added ones were removed and the rest is in order. */
const returnedLast = (changes: readonly Change[]): readonly Change[] =>
  changes.toSorted((a, b) => Number(isGone(a)) - Number(isGone(b)))
const isGone = ({ field, after }: Change): boolean => after === null && field.split('.').length === 2

function before(doc: ProductDoc, { field, before: was, at }: Change): ProductDoc {
  if ((PLAIN_FIELDS as readonly string[]).includes(field) || field === 'storeIds') return { ...doc, [field]: was }
  if (field === 'variantOrder') return { ...doc, variants: inOrder(doc.variants, was as readonly string[]) }
  const [head, id, key] = field.split('.')
  // Locks and the recycle bin are not part of the product's content.
  if (head !== 'variants' || id === undefined) return doc
  if (key !== undefined)
    return key in VARIANT_LABELS
      ? { ...doc, variants: doc.variants.map((one) => (one.id === id ? { ...one, [key]: was } : one)) }
      : doc
  const others = doc.variants.filter((one) => one.id !== id)
  return { ...doc, variants: was === null ? others : others.toSpliced(at ?? others.length, 0, was as VariantDoc) }
}

function inOrder(variants: readonly VariantDoc[], ids: readonly string[]): VariantDoc[] {
  const place = new Map(ids.map((id, index) => [id, index]))
  return variants.toSorted((a, b) => (place.get(a.id) ?? ids.length) - (place.get(b.id) ?? ids.length))
}
