import { gramsOfTyped } from '@huoqiao/kit'
import { PLAIN_FIELDS, VARIANT_LABELS, sourcesAfterEdit } from './edit.rules.ts'
import { same } from './same.rules.ts'
import type { PlainField } from './edit.rules.ts'
import { whyNotUnclaim } from './bulk.rules.ts'
import type { Change, FieldSource, ProductDoc, VariantDoc } from './products.types.ts'
import type { SourceContent } from './source.mapping.ts'

/**
 * Undoes an edit (beyond, item 3): each field that it changed is set back, if it still has the value that the edit gave it. If somebody
 * changed a field since, nothing is undone, and that field is named.
 */
export function undone(doc: ProductDoc, changes: readonly Change[]): { after: ProductDoc } | { why: string } {
  if (changes.length === 0) return { why: '这一条没有可撤销的改动' }
  const never = changes.find(({ field }) => !isUndoable(field))
  if (never) return { why: `“${never.label}”的改动不能这样撤销` }
  const after: ProductDoc = { ...doc }
  const moved = changes.filter((change) => !takeBack(after, change))
  if (moved.length > 0) {
    const names = moved.slice(0, 3).map(({ label }) => label)
    return { why: `之后又改过：${names.join('、')}${moved.length > 3 ? ` 等 ${moved.length} 处` : ''}` }
  }
  const left = doc.storeIds.filter((id) => !after.storeIds.includes(id))
  const claimed = whyNotUnclaim(doc, left)
  after.variants = after.variants.map(truthful)
  return claimed === undefined ? { after } : { why: claimed }
}

/** If grams were set back without their typed text, the text is dropped, because it would name another weight. */
export const truthful = (variant: VariantDoc): VariantDoc =>
  variant.weight && gramsOfTyped(variant.weight) !== variant.weightGrams ? { ...variant, weight: null } : variant

export const isPlain = (field: string): field is PlainField => (PLAIN_FIELDS as readonly string[]).includes(field)
export const isUndoable = (field: string): boolean =>
  isPlain(field) || field === 'storeIds' || field === 'variantOrder' || field.startsWith('variants.')

/** Changes `after` in place; false: the field no longer has the value that the change gave it. */
export function takeBack(after: ProductDoc, change: Change): boolean {
  const { field, before, after: made } = change
  if (isPlain(field) || field === 'storeIds') {
    if (!same(after[field], made)) return false
    Object.assign(after, { [field]: before })
    return true
  }
  if (field === 'variantOrder') return reorder(after, before, made)
  const [, id = '', key] = field.split('.')
  const known = after.variants.find((variant) => variant.id === id)
  if (key === undefined) return before === null ? removed(after, id, known) : restored(after, change, known)
  if (!known || !(key in VARIANT_LABELS) || !same(known[key as keyof VariantDoc], made)) return false
  after.variants = after.variants.map((variant) => (variant === known ? { ...variant, [key]: before } : variant))
  return true
}

function removed(after: ProductDoc, id: string, known: VariantDoc | undefined): boolean {
  after.variants = after.variants.filter((variant) => variant.id !== id)
  return known !== undefined
}

/** Restored at its former position, or at the end if the history does not contain it. */
function restored(after: ProductDoc, { before, at }: Change, known: VariantDoc | undefined): boolean {
  if (known) return false
  after.variants = after.variants.toSpliced(at ?? after.variants.length, 0, before as VariantDoc)
  return true
}

function reorder(after: ProductDoc, before: unknown, made: unknown): boolean {
  const ids = after.variants.map(({ id }) => id)
  const wanted = before as string[]
  const isStill = same(
    ids.filter((id) => wanted.includes(id)),
    (made as string[]).filter((id) => wanted.includes(id) && ids.includes(id)),
  )
  if (!isStill) return false
  const place = new Map(wanted.map((id, index) => [id, index]))
  after.variants = after.variants.toSorted(
    (a, b) => (place.get(a.id) ?? wanted.length) - (place.get(b.id) ?? wanted.length),
  )
  return true
}

/** Origins after an undo: a field with the source's value follows the source again, the rest belongs to the person. */
export function sourcesAfterUndo(
  doc: ProductDoc,
  changes: readonly Change[],
  theirs: SourceContent | undefined,
  by: { name: string; at: number },
): Record<string, FieldSource> {
  const sources = sourcesAfterEdit(doc, changes, by.name, by.at)
  for (const { field } of changes) {
    if (!(field in sources) || !theirs) continue
    const [head, id, key] = field.split('.')
    const variant = doc.variants.find((one) => one.id === id)
    const sku = theirs.variants.find(({ sourceSkuId }) => sourceSkuId === variant?.sourceSkuId)
    const [ours, source] =
      head === 'variants'
        ? [variant?.[key as keyof VariantDoc], sku?.[key as keyof typeof sku]]
        : [doc[head as PlainField], theirs[head as keyof SourceContent]]
    if (source !== undefined && same(ours, source))
      sources[field] = { origin: '1688', by: null, at: by.at, locked: false }
  }
  return sources
}

/** The changes of a bulk action for one field: "title", or "prices" of every variant. */
export const changesOfField = (changes: readonly Change[], field: string | undefined): readonly Change[] =>
  field === undefined
    ? changes
    : changes.filter((change) => change.field === field || change.field.split('.').at(-1) === field)
