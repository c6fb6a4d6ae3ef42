import sanitizeHtml from 'sanitize-html'
import { boundedDepth } from '../../platform/html-depth.ts'

const TAGS =
  'p br div span hr h1 h2 h3 h4 h5 h6 blockquote pre code strong b em i u s sub sup small mark ul ol li dl dt dd ' +
  'a img figure figcaption video source table caption thead tbody tfoot tr th td colgroup col'
const DIMENSIONS = ['width', 'height']
const LENGTH = /^\d{1,4}(\.\d+)?(px|%|em|rem)?$|^auto$/
const COLOUR = /^#[0-9a-f]{3,8}$|^rgba?\([\d\s.,%]+\)$|^[a-z]{3,20}$/i

/**
 * The HTML that a shop's product page allows (reference shopify-admin, section 3), without anything that runs scripts, embeds frames or
 * submits forms.
 */
const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: TAGS.split(' '),
  allowedAttributes: {
    '*': ['style', 'title', 'dir', 'lang'],
    a: ['href', 'target', 'rel'],
    img: ['src', 'alt', 'loading', ...DIMENSIONS],
    video: ['src', 'poster', 'controls', ...DIMENSIONS],
    source: ['src', 'type'],
    td: ['colspan', 'rowspan', 'align'],
    th: ['colspan', 'rowspan', 'align', 'scope'],
    col: ['span'],
  },
  allowedStyles: {
    '*': {
      'text-align': [/^(left|right|center|justify)$/],
      color: [COLOUR],
      'background-color': [COLOUR],
      'font-size': [LENGTH],
      'font-weight': [/^(normal|bold|[1-9]00)$/],
      'font-style': [/^(normal|italic)$/],
      'text-decoration': [/^(none|underline|line-through)$/],
      width: [LENGTH],
      height: [LENGTH],
      'max-width': [LENGTH],
      'line-height': [/^[\d.]{1,5}(px|%|em)?$/],
    },
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['http', 'https'], video: ['http', 'https'], source: ['http', 'https'] },
  allowProtocolRelative: true,
  disallowedTagsMode: 'discard',
  transformTags: {
    '*': (tagName, attribs) => ({ tagName, attribs: withBoundedStyle(attribs) }),
    // A window opened from a link must not get access to the page that contains it.
    a: (tagName, attribs) => ({
      tagName,
      attribs: attribs['target'] === undefined ? attribs : { ...attribs, rel: 'noopener noreferrer' },
    }),
    img: (tagName, attribs) => ({ tagName, attribs: withScheme(attribs) }),
  },
}

/** Longer than any style that a person writes; parsing costs the square of its length. */
const STYLE_MAX = 2_000
const withBoundedStyle = ({ style, ...attribs }: sanitizeHtml.Attributes): sanitizeHtml.Attributes =>
  style === undefined || style.length > STYLE_MAX ? attribs : { ...attribs, style }

/** Marketplaces write picture addresses without a scheme, which a shop's importer does not accept. */
const withScheme = (attribs: sanitizeHtml.Attributes): sanitizeHtml.Attributes =>
  attribs['src']?.startsWith('//') ? { ...attribs, src: `https:${attribs['src']}` } : attribs

/** Removes everything active from a description: scripts, handlers, frames, forms, unusual addresses. */
export const safeDescription = (html: string): string => sanitizeHtml(boundedDepth(html), OPTIONS).trim()

/**
 * The description from a supplier's page. Its pictures have fixed widths for a column of 790 pixels; in a shop's narrower column these
 * would override the theme and overflow, so they are removed.
 */
export const suppliersDescription = (html: string): string =>
  sanitizeHtml(boundedDepth(html), {
    ...OPTIONS,
    transformTags: {
      ...OPTIONS.transformTags,
      img: (tagName, { style: _style, width: _width, height: _height, ...attribs }) => ({
        tagName,
        attribs: withScheme(attribs),
      }),
    },
  }).trim()
