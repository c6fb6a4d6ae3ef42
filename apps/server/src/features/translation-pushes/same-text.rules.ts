import sanitizeHtml from 'sanitize-html'
import { boundedDepth } from '../../platform/html-depth.ts'

/** The key of descriptions, whose HTML a shop parses and serializes again. */
const HTML_KEY = 'body_html'

/**
 * Whether a shop's text is the text that was sent: equal, or for a description the same elements and words with different entities, slashes and
 * line endings. Needed when the shop's answer, which has the stored form, was lost.
 */
export const isSameText = (key: string, there: string, sent: string): boolean =>
  there === sent || (key === HTML_KEY && writtenOut(there) === writtenOut(sent))

/** Block tags, next to which white space is not displayed. */
const BESIDE_BLOCKS =
  / ?(<\/?(?:p|div|br|hr|h[1-6]|ul|ol|li|dl|dt|dd|table|thead|tbody|tfoot|tr|td|th|blockquote|figure|figcaption)(?: [^<>]*)?>) ?/g

/** Keeps every element and attribute, so that additions by the shop's staff count as a different text. */
const writtenOut = (html: string): string =>
  sanitizeHtml(boundedDepth(html), {
    allowedTags: false,
    allowedAttributes: false,
    allowVulnerableTags: true,
    parseStyleAttributes: false,
  })
    .replaceAll(/\s+/g, ' ')
    .replaceAll(BESIDE_BLOCKS, '$1')
    .trim()
