import type { Call } from '../vendors/shopify/call.ts'
import type { FileRow, ProductRow } from '../vendors/shopify/rows.ts'
import { escapeHtml } from './page.frame.ts'

/** The language of a page, from the first part of its path; undefined when the shop does not publish it. */
export const pageLanguage = (call: Call, locale: string | undefined): string | undefined => {
  if (locale === undefined) return call.shop.locales.primary()
  const row = call.shop.locales.get(locale)
  return row?.published === true && !row.primary ? locale : undefined
}

/** Who reads a page: shoppers of a language, in one market; without `marketId` they get the text of all markets. */
export type Reader = { locale: string; marketId?: string | undefined }

const textIn = (call: Call, id: string, key: string, { locale, marketId }: Reader, source: string): string =>
  call.shop.translations.find(id, key, locale, marketId)?.value ?? source

/** The product as shoppers of a language read it; what is not translated is shown in the shop's own language. */
export function inLanguage(call: Call, product: ProductRow, reader: Reader): ProductRow {
  const text = (id: string, key: string, source: string): string => textIn(call, id, key, reader, source)
  return {
    ...product,
    title: text(product.id, 'title', product.title),
    descriptionHtml: text(product.id, 'body_html', product.descriptionHtml),
    options: product.options.map((option) => ({
      ...option,
      name: text(option.id, 'name', option.name),
      values: option.values.map((value) => ({ ...value, name: text(value.id, 'name', value.name) })),
    })),
  }
}

export const altIn = (call: Call, file: FileRow, reader: Reader): string | null =>
  file.alt === null ? null : textIn(call, file.id, 'alt', reader, file.alt)

/** Links to the product's page in the shop's published languages; none when there is only one. */
export function languageLinks(call: Call, handle: string, current: string): string {
  const published = call.shop.locales.all().filter((row) => row.published)
  if (published.length < 2) return ''
  const links = published.map(({ locale, name, primary }) => {
    const path = `/shops/${call.shop.facts.slug}${primary ? '' : `/${locale}`}/products/${encodeURIComponent(handle)}`
    return `<a class="chip${locale === current ? ' on' : ''}" lang="${locale}" hreflang="${locale}" href="${path}">${escapeHtml(name)}</a>`
  })
  return `<nav class="chips" aria-label="Languages">${links.join('')}</nav>`
}
