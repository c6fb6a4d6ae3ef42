import type { ProductDoc } from '../products/index.ts'
import type { SourceField } from './translations.types.ts'

/**
 * The marketplace's own translations of an offer, which it gives in English: the title, and the names and values of attributes. Only texts
 * that were not written by a person are among them, because the offer's are Chinese.
 */
export function marketplaceTexts(
  { source, options }: Pick<ProductDoc, 'source' | 'options'>,
  wanted: readonly SourceField[],
  locale: string,
): Map<string, string> {
  const found = new Map<string, string>()
  if (source === null || locale !== 'en') return found
  const names = new Map<string, string>()
  const values = new Map<string, string>()
  for (const { attributes } of source.skus)
    for (const { name, nameTrans, value, valueTrans } of attributes) {
      if (nameTrans !== null) names.set(name, nameTrans)
      if (valueTrans !== null) values.set(value, valueTrans)
    }
  for (const { field, text } of wanted) {
    const [, option, value] = /^option\.(\d{1,2})(?:\.(\d{1,5}))?$/.exec(field) ?? []
    const given =
      field === 'title'
        ? text === source.titleZh
          ? (source.title ?? undefined)
          : undefined
        : option === undefined || options[Number(option)] === undefined
          ? undefined
          : value === undefined
            ? names.get(text)
            : values.get(text)
    if (given !== undefined && given.trim() !== '' && given !== text) found.set(field, given.trim())
  }
  return found
}
