import { labelsOf } from '@huoqiao/contract/fields'
import { PRODUCT_FIELDS } from '@huoqiao/contract/products/products.fields'

const SHOWN_FIELDS = [
  'title',
  'titleZh',
  'descriptionHtml',
  'vendor',
  'productType',
  'tags',
  'options',
  'images',
] as const satisfies readonly (keyof typeof PRODUCT_FIELDS)[]
type ShownField = (typeof SHOWN_FIELDS)[number]
/** A text of a product that shoppers may see. */
export type ShownText = { readonly field: ShownField; readonly text: string; readonly format: 'plain' | 'html' }
export type ForbiddenWord = {
  readonly field: ShownField
  readonly word: string
  /** why it is forbidden, as a person wrote it; may be empty */
  readonly note: string
}

/** The texts of a field that are not empty. */
export const shownText = (field: ShownField, ...those: readonly string[]): ShownText[] =>
  those.flatMap((text) =>
    text === '' ? [] : { field, text, format: field === 'descriptionHtml' ? ('html' as const) : ('plain' as const) },
  )

const FORBIDDEN_LABELS = labelsOf(PRODUCT_FIELDS, SHOWN_FIELDS)

export const sayForbidden = ({ word, note }: Pick<ForbiddenWord, 'word' | 'note'>): string =>
  `有违禁词“${word}”${note ? `：${note}` : ''}`

/** The message for a forbidden word, with the field that contains it. */
export const sayWord = (one: ForbiddenWord): string => `${FORBIDDEN_LABELS[one.field]}${sayForbidden(one)}`

/** What is wrong with the first field that has forbidden words, with all of its words. */
export function wordsFault(
  found: readonly ForbiddenWord[],
): { field: ForbiddenWord['field']; message: string } | undefined {
  const [first] = found
  if (!first) return undefined
  const { field } = first
  const messages = new Set(found.filter((one) => one.field === field).map(sayForbidden))
  return { field, message: [...messages].join('；') }
}
