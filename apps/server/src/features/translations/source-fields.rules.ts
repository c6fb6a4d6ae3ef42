import { createHash } from 'node:crypto'
import { cut } from '../../platform/storable.ts'
import type { ProductDoc } from '../products/index.ts'
import type { SourceField } from './translations.types.ts'

/** The part of a product whose texts are translated. */
export type Translated = Pick<
  ProductDoc,
  'title' | 'titleZh' | 'descriptionHtml' | 'productType' | 'tags' | 'images' | 'options'
>

/** Shopify's limits for titles and for the SEO title and description. */
const TITLE_MOST = 255
const SEO_TITLE_MOST = 70
const SEO_DESCRIPTION_MOST = 320
const SHORT_MOST = 255
const ALT_MOST = 512

export const digestOf = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex')

const HAN = /\p{Script=Han}/u
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u
const LETTER = /\p{L}/u

/**
 * The language of a source text: the supplier's Chinese (Han characters without kana), otherwise English, in which persons write. No other code
 * decides this.
 */
export const sourceLocaleOf = (text: string): 'en' | 'zh-CN' => (HAN.test(text) && !KANA.test(text) ? 'zh-CN' : 'en')

/** The text of HTML, for descriptions that search engines show. Not safe as HTML. */
export const plainText = (html: string): string =>
  html
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** At most `most` characters, cut between words where there are any. */
export function cutAt(text: string, most: number): string {
  if (text.length <= most) return text
  const kept = cut(text, most)
  const space = kept.lastIndexOf(' ')
  return (space > most / 2 ? kept.slice(0, space) : kept).trimEnd()
}

/**
 * All texts of a product that can be translated, in reading order. SKU names consist of option values, and size tables are part of the
 * description, so neither is a separate text. Texts without a letter (`42`, `10 × 20`) are the same in every language.
 */
export function sourceFieldsOf(product: Translated): SourceField[] {
  const title = product.title || product.titleZh
  const plain = plainText(product.descriptionHtml)
  const fields: SourceField[] = []
  const add = (
    field: string,
    label: string,
    text: string,
    most: number | null,
    format: SourceField['format'] = 'plain',
  ) => {
    if (!LETTER.test(format === 'html' ? plain : text)) return
    fields.push({ field, label, format, most, text, digest: digestOf(text), locale: sourceLocaleOf(text) })
  }
  add('title', '标题', title, TITLE_MOST)
  add('description', '描述', product.descriptionHtml, null, 'html')
  product.options.forEach((option, at) => {
    add(`option.${at}`, `规格 ${at + 1}`, option.name || option.nameZh, SHORT_MOST)
    option.values.forEach(({ value, valueZh }, index) => {
      add(`option.${at}.${index}`, `${option.nameZh || option.name}：${valueZh || value}`, value || valueZh, SHORT_MOST)
    })
  })
  add('type', '类型', product.productType, SHORT_MOST)
  add('tags', '标签', product.tags.join(', '), null)
  add('seoTitle', 'SEO 标题', cutAt(title, SEO_TITLE_MOST), SEO_TITLE_MOST)
  add('seoDescription', 'SEO 描述', cutAt(plain, SEO_DESCRIPTION_MOST), SEO_DESCRIPTION_MOST)
  product.images
    .filter(({ dropped }) => !dropped)
    .forEach(({ id, alt }, index) => add(`picture.${id}`, `图片说明 ${index + 1}`, alt, ALT_MOST))
  return fields
}

const languageOf = (locale: string): string => locale.split('-')[0]!

/** Traditional and simplified Chinese differ; regional variants of English don't. */
export const isSameLanguage = (one: string, other: string): boolean =>
  one === other || (languageOf(one) === 'en' && languageOf(other) === 'en')

/** The fields that need a text in this language: those whose source is not in it already. */
export const fieldsFor = (fields: readonly SourceField[], locale: string): SourceField[] =>
  fields.filter((one) => !isSameLanguage(one.locale, locale))
