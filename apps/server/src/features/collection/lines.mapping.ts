import { canonicalOfferUrl, parseOfferLines } from '@huoqiao/connector-1688'
import type { OfferLink } from '@huoqiao/connector-1688'
import type { LineOutcome } from '@huoqiao/contract/collection/collection.schema'

/** A parsed line, before anything is done with it. */
export type ReadLine = {
  line: string
  offerId: string | null
  /** set for lines that cannot continue: their outcome and message */
  stopped?: { outcome: LineOutcome['outcome']; message: string }
}

const SHORT_LINK = '这是1688分享短链接，里面没有商品编号；请打开它，再粘贴商品页的链接'

/** Parses pasted lines; a line with several links counts as several. */
export const readLines = (pasted: readonly string[]): { line: string; link: OfferLink }[] =>
  pasted.flatMap((text) => parseOfferLines(text).map((one) => ({ line: one.text, link: one.link })))

export function lineOf(line: string, link: OfferLink): ReadLine {
  switch (link.kind) {
    case 'offer':
      return { line, offerId: link.offerId }
    case 'short-link':
      return { line, offerId: null, stopped: { outcome: 'short-link', message: SHORT_LINK } }
    case 'not-1688':
      return { line, offerId: null, stopped: { outcome: 'not-1688', message: `不是1688的链接（${link.host}）` } }
    default:
      return { line, offerId: null, stopped: { outcome: 'unreadable', message: '没有认出1688商品编号' } }
  }
}

/** What the box shows as the source of a line. */
export const linkOf = (line: ReadLine): string | null =>
  line.offerId === null
    ? null
    : /^https?:\/\//i.test(line.line)
      ? line.line.slice(0, 2000)
      : canonicalOfferUrl(line.offerId)

/** Maximum of short links resolved in one request, because each may take seconds; the rest is answered with a message. */
export const MAX_SHORT_LINKS = 20
