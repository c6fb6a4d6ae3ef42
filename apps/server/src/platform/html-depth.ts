/** Tags that stand open at once: far more than any page has, sloppy ones with paragraphs that are never closed included. */
const OPEN_MAX = 5_000
const TAG = /<(\/?)([a-z][a-z0-9]*)/gi
const NEVER_OPEN = new Set('area base br col embed hr img input link meta source track wbr'.split(' '))

/**
 * HTML that a parser reads in time that grows as its length does: what each tag costs grows with how many stand open around it. Of a text
 * with more than that only the words are kept.
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
