import type { LiveProduct } from '@huoqiao/connector-shopify'
import sanitizeHtml from 'sanitize-html'
import { boundedDepth } from '../../platform/html-depth.ts'
import type { Desired } from './desired.mapping.ts'

/** The simple fields of a product in the shop, read or returned by a push. */
export type ShopTexts = Pick<LiveProduct, 'title' | 'descriptionHtml' | 'vendor' | 'productType' | 'tags'>

/** A field of the product that a push writes, with the same name on both sides. */
export type ProductField = {
  readonly key: keyof ShopTexts
  readonly label: string
  /** the value as it is compared and shown */
  readonly text: (side: Pick<Desired, keyof ShopTexts> | ShopTexts) => string
  /** whether two different texts count as equal; default: never */
  readonly same?: (one: string, other: string) => boolean
}

/** A short text as every shop stores it: trimmed, with single spaces. */
export const plainText = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

export const listText = (values: readonly string[]): string => [...values].sort().join(', ')

/** All fields of the product, in one table for the dry run, the push and the stored answer. */
export const PRODUCT_FIELDS: readonly ProductField[] = [
  { key: 'title', label: '标题', text: ({ title }) => title.trim() },
  {
    key: 'descriptionHtml',
    label: '描述',
    text: ({ descriptionHtml }) => descriptionHtml.replaceAll(/>\s+</g, '><').replaceAll(/\s+/g, ' ').trim(),
    same: (one, other) => parsedHtml(one) === parsedHtml(other),
  },
  { key: 'vendor', label: '供应商（Vendor）', text: ({ vendor }) => vendor.trim() },
  { key: 'productType', label: '类型', text: ({ productType }) => productType.trim() },
  { key: 'tags', label: '标签', text: ({ tags }) => listText(tags) },
]

/**
 * Normalises HTML, so that different spellings compare as equal: entities, quotes, self-closing and unclosed tags. White space is collapsed
 * first, including white space written as entities; searching for it next to a tag would cost quadratic time.
 */
const parsedHtml = (html: string): string =>
  sanitizeHtml(boundedDepth(html), {
    allowedTags: false,
    allowedAttributes: false,
    allowVulnerableTags: true,
    parseStyleAttributes: false,
  })
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?(<[^<>]*>) ?/g, '$1')
