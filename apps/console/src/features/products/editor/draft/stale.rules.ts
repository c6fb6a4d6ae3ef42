import type { ProductImage, ProductOption, ProductVariant } from '@huoqiao/contract/products/products.schema'
import { moneyText, yuanText } from '@huoqiao/kit/money-text'
import type { EditForm, FormField } from '../edit-form.rules.ts'
import { changedFields, FIELD_LABELS, isSame } from '../edit-form.rules.ts'

/** A field that both sides changed since the product was opened. `key` is a field, or variants.{id}. */
export type Clash = { key: string; label: string; base: string; theirs: string; mine: string }

const idsOf = (variants: readonly ProductVariant[]): string[] => variants.map(({ id }) => id)
export const variantName = (variant: Pick<ProductVariant, 'optionValues' | 'skuCode'>): string =>
  variant.optionValues.join(' / ') || variant.skuCode || '默认变体'

/** Variants are compared one by one when all three sides have the same ones; otherwise as a whole. */
const isSameSet = (base: EditForm, mine: EditForm, theirs: EditForm): boolean =>
  isSame(idsOf(base.variants), idsOf(mine.variants)) && isSame(idsOf(base.variants), idsOf(theirs.variants))

/** The conflicts between a stale save and what somebody else saved, with the three values of each field. */
export function clashesOf(base: EditForm, mine: EditForm, theirs: EditForm): Clash[] {
  return changedFields(base, mine).flatMap((field) => {
    if (field === 'variants' && isSameSet(base, mine, theirs)) return variantClashes(base, mine, theirs)
    if (isSame(base[field], theirs[field]) || isSame(mine[field], theirs[field])) return []
    const text = (form: EditForm): string => fieldText(field, form[field])
    return [{ key: field, label: FIELD_LABELS[field], base: text(base), theirs: text(theirs), mine: text(mine) }]
  })
}

function variantClashes(base: EditForm, mine: EditForm, theirs: EditForm): Clash[] {
  return base.variants.flatMap((was, at) => {
    const [ours, others] = [mine.variants[at]!, theirs.variants[at]!]
    if (isSame(was, ours) || isSame(was, others) || isSame(ours, others)) return []
    return [
      {
        key: `variants.${was.id}`,
        label: `变体 ${variantName(was)}`,
        base: variantText(was),
        theirs: variantText(others),
        mine: variantText(ours),
      },
    ]
  })
}

/** Their form with the fields that only we changed, and of the conflicting fields those in `ours` with our value. */
export function mergedForm(base: EditForm, mine: EditForm, theirs: EditForm, ours: ReadonlySet<string>): EditForm {
  const merged: EditForm = { ...theirs }
  const isOurs = (key: string, was: unknown, is: unknown): boolean => isSame(was, is) || ours.has(key)
  const take = <F extends FormField>(field: F): void => {
    if (isOurs(field, base[field], theirs[field])) merged[field] = mine[field]
  }
  for (const field of changedFields(base, mine)) {
    if (field !== 'variants' || !isSameSet(base, mine, theirs)) take(field)
    else
      merged.variants = theirs.variants.map((variant, at) => {
        const [was, own] = [base.variants[at]!, mine.variants[at]!]
        return !isSame(was, own) && isOurs(`variants.${was.id}`, was, variant) ? own : variant
      })
  }
  return merged
}

/** A field in words, short enough for a table. */
export function fieldText(field: FormField, value: EditForm[FormField]): string {
  if (typeof value === 'string') return value
  if (field === 'tags') return (value as string[]).join('，')
  if (field === 'images') return imagesText(value as ProductImage[])
  if (field === 'options') return (value as ProductOption[]).map(optionText).join('；')
  return `${(value as ProductVariant[]).length} 个变体`
}

const imagesText = (images: readonly ProductImage[]): string => {
  const dropped = images.filter((image) => image.dropped).length
  return `${images.length} 张${dropped > 0 ? `，其中 ${dropped} 张不推送` : ''}：${images.map(({ id }) => id.slice(-4)).join(' ')}`
}
const optionText = (option: ProductOption): string =>
  `${option.name}：${option.values.map(({ value }) => value).join('、')}`

const variantText = (variant: ProductVariant): string =>
  [
    variant.skuCode || '无编码',
    variant.costMinor === null ? '无成本' : `成本 ${yuanText(variant.costMinor)}`,
    variant.weightGrams === null
      ? '无重量'
      : variant.weight
        ? `${variant.weight.value} ${variant.weight.unit}`
        : `${variant.weightGrams} g`,
    `库存 ${variant.stock}`,
    ...variant.prices.map((price) => moneyText(price)),
    variant.dropped ? '不上架' : '',
  ]
    .filter((part) => part !== '')
    .join(' · ')
