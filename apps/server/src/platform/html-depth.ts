/** Maximum of open tags: far more than any page has, even with paragraphs that are never closed. */
const OPEN_MAX = 5_000
const TAG = /<(\/?)([a-z][a-z0-9]*)/gi
const NEVER_OPEN = new Set('area base br col embed hr img input link meta source track wbr'.split(' '))

/**
 * HTML that can be parsed in linear time: the cost of a tag grows with the number of open tags around it. From deeper HTML only the text is
 * kept.
 */
export function boundedDepth(html: string): string {
  let open = 0
  for (const [, slash, name] of html.matchAll(TAG)) {
    if (NEVER_OPEN.has(name!.toLowerCase())) continue
    open = slash === '/' ? Math.max(0, open - 1) : open + 1
    if (open > OPEN_MAX) return html.replaceAll(/<[^<>]*>?/g, ' ')
  }
  return html
}
