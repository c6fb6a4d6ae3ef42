import { shownText } from '../stores/index.ts'
import type { ShownText } from '../stores/index.ts'
import type { ProductDoc } from './products.types.ts'

type Texts = Pick<ProductDoc, 'title' | 'descriptionHtml' | 'vendor' | 'productType' | 'tags'> & {
  readonly titleZh?: string
  /** names and values */
  readonly options: readonly string[]
  readonly alts: readonly string[]
}

/** All texts that are searched for forbidden words. */
export function shownTexts(texts: Texts): ShownText[] {
  return [
    ...shownText('title', texts.title),
    ...shownText('titleZh', texts.titleZh ?? ''),
    ...shownText('descriptionHtml', texts.descriptionHtml),
    ...shownText('vendor', texts.vendor),
    ...shownText('productType', texts.productType),
    ...shownText('tags', ...texts.tags),
    ...shownText('options', ...texts.options),
    ...shownText('images', ...texts.alts),
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
