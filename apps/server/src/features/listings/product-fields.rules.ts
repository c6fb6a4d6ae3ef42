import type { LiveProduct } from '@huoqiao/connector-shopify'
import sanitizeHtml from 'sanitize-html'
import { boundedDepth } from '../../platform/html-depth.ts'
import type { Desired } from './desired.mapping.ts'

/** What the shop shows of a product without its lists, read back or as the answer to a push. */
export type ShopTexts = Pick<LiveProduct, 'title' | 'descriptionHtml' | 'vendor' | 'productType' | 'tags'>

/** A field of the product itself that a push writes, of the same name on both sides. */
export type ProductField = {
  readonly key: keyof ShopTexts
  readonly label: string
  /** as it is compared and shown */
  readonly text: (side: Pick<Desired, keyof ShopTexts> | ShopTexts) => string
  /** Whether two different texts say the same; by default they never do. */
  readonly same?: (one: string, other: string) => boolean
}

/** A short text as every shop keeps it: without white space around it, and with single spaces in it. */
export const plainText = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

export const listText = (values: readonly string[]): string => [...values].sort().join(', ')

/** The fields of the product itself, once: the dry run, the push and what is kept of the shop's answer walk this table. */
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
 * The same text for every way of writing the same HTML: entities, quotes, self-closing tags, unclosed tags. White space is made single
 * first, also what stood as entities: looked for beside a tag it would cost the square of its length.
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
