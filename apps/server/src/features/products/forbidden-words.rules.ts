import { labelsOf } from '@huoqiao/contract/fields'
import { PRODUCT_FIELDS } from '@huoqiao/contract/products/products.fields'
import type { ProductDoc } from './products.types.ts'

type ShownField = Extract<
  keyof typeof PRODUCT_FIELDS,
  'title' | 'titleZh' | 'descriptionHtml' | 'vendor' | 'productType' | 'tags' | 'options' | 'images'
>
/** A text of a product that shoppers may see. */
export type ShownText = { readonly field: ShownField; readonly text: string; readonly format: 'plain' | 'html' }
export type ForbiddenWord = {
  readonly field: ShownField
  readonly word: string
  /** why it is forbidden, as a person wrote it; may be empty */
  readonly note: string
}

type Texts = Pick<ProductDoc, 'title' | 'descriptionHtml' | 'vendor' | 'productType' | 'tags'> & {
  readonly titleZh?: string
  /** names and values */
  readonly options: readonly string[]
  readonly alts: readonly string[]
}

/** All texts that are searched for forbidden words. */
export function shownTexts(texts: Texts): ShownText[] {
  const shown = (field: ShownField, ...those: readonly string[]): ShownText[] =>
    those.flatMap((text) =>
      text === '' ? [] : { field, text, format: field === 'descriptionHtml' ? ('html' as const) : ('plain' as const) },
    )
  return [
    ...shown('title', texts.title),
    ...shown('titleZh', texts.titleZh ?? ''),
    ...shown('descriptionHtml', texts.descriptionHtml),
    ...shown('vendor', texts.vendor),
    ...shown('productType', texts.productType),
    ...shown('tags', ...texts.tags),
    ...shown('options', ...texts.options),
    ...shown('images', ...texts.alts),
  ]
}

export const textsOfProduct = (doc: ProductDoc): ShownText[] =>
  shownTexts({
    ...doc,
    options: doc.options.flatMap(({ name, values }) => [name, ...values.map(({ value }) => value)]),
    alts: doc.images.flatMap(({ alt, dropped }) => (dropped ? [] : alt)),
  })

/** The texts of `after` that `before` does not have in the same field. */
export function changedTexts(before: readonly ShownText[], after: readonly ShownText[]): ShownText[] {
  const known = new Set(before.map(({ field, text }) => `${field} ${text}`))
  return after.filter(({ field, text }) => !known.has(`${field} ${text}`))
}

const FORBIDDEN_LABELS: Readonly<Record<ShownField, string>> = labelsOf(PRODUCT_FIELDS, [
  'title',
  'titleZh',
  'descriptionHtml',
  'vendor',
  'productType',
  'tags',
  'options',
  'images',
])

export const sayForbidden = ({ word, note }: Pick<ForbiddenWord, 'word' | 'note'>): string =>
  `有违禁词“${word}”${note ? `：${note}` : ''}`

/** With the field that it is in. */
export const sayWord = (one: ForbiddenWord): string => `${FORBIDDEN_LABELS[one.field]}${sayForbidden(one)}`
