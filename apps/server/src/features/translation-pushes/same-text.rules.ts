import sanitizeHtml from 'sanitize-html'
import { boundedDepth } from '../../platform/html-depth.ts'

/** The key of descriptions, which a shop parses and writes out again. */
const HTML_KEY = 'body_html'

/**
 * Whether a shop's text is a text that was sent to it, in the shop's form: the same, or for a description the same elements and words with other
 * entities, slashes and line ends. Needed where the shop's answer, which has its form, was lost.
 */
export const isSameText = (key: string, there: string, sent: string): boolean =>
  there === sent || (key === HTML_KEY && writtenOut(there) === writtenOut(sent))

/** Beside these tags space is not shown. */
const BESIDE_BLOCKS =
  / ?(<\/?(?:p|div|br|hr|h[1-6]|ul|ol|li|dl|dt|dd|table|thead|tbody|tfoot|tr|td|th|blockquote|figure|figcaption)(?: [^<>]*)?>) ?/g

/** Every element and attribute stays, whatever it is: an addition of the shop's staff makes it another text. */
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
