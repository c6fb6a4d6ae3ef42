/** The result of parsing a pasted text. */
export type OfferLink =
  | { readonly kind: 'offer'; readonly offerId: string; readonly canonicalUrl: string }
  /** a share link of the app, which does not contain the id; see `resolveShortLink` */
  | { readonly kind: 'short-link'; readonly url: string }
  | { readonly kind: 'not-1688'; readonly host: string }
  | { readonly kind: 'unreadable' }

export type OfferLine = {
  /** from 1, as shown in the text field */
  readonly lineNumber: number
  /** the part of the line that was parsed */
  readonly text: string
  readonly link: OfferLink
}

/** The only form that is stored (reference 6, rule 5). */
export const canonicalOfferUrl = (offerId: string): string => `https://detail.1688.com/offer/${offerId}.html`

/** Whether a host is 1688.com or below it. The parsed host is compared, never a substring: `1688.com.evil.com` is not. */
export const isAlibabaHost = (host: string): boolean => {
  const name = host.toLowerCase()
  return name === '1688.com' || name.endsWith('.1688.com')
}

/**
 * Finds an offer in a pasted text: an id, a link of any form of reference 6, or a share text that contains a link. Only the first link
 * counts. Never throws.
 */
export function parseOfferLink(pasted: string): OfferLink {
  const trimmed = clean(pasted)
  if (/^[1-9]\d{7,13}$/.test(trimmed)) return offer(trimmed)
  const address = firstAddress(trimmed)
  return address === undefined ? UNREADABLE : readAddress(address)
}

/**
 * Splits text with many offers: one entry for each line, and several if a line contains several ids or links. Empty lines are left out; a
 * line without an offer is kept as `unreadable`, so that it can be shown.
 */
export function parseOfferLines(pasted: string): OfferLine[] {
  return pasted
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .flatMap((line, index) =>
      partsOf(clean(line)).map((text) => ({ lineNumber: index + 1, text, link: parseOfferLink(text) })),
    )
}

const UNREADABLE: OfferLink = { kind: 'unreadable' }

const offer = (offerId: string): OfferLink => ({ kind: 'offer', offerId, canonicalUrl: canonicalOfferUrl(offerId) })

/** Removes invisible characters that chat programs add. */
const clean = (text: string): string => text.replaceAll(/[\u200B-\u200F\u202A-\u202E\u2060-\u2064\uFEFF]/g, '').trim()

/** An address ends at white space, quotes, brackets and CJK punctuation (reference 6, rule 2). */
const ADDRESS_END = String.raw`\s"'<>\\^\`{|}\u3000-\u303F\uFF01-\uFF0F\uFF1A-\uFF20\uFF3B-\uFF40\uFF5B-\uFF65‘’“”…—·`
// Bounded: nothing has to match after the address, so there is no backtracking.
const WITH_SCHEME = new RegExp(`https?://[^${ADDRESS_END}]+`, 'i')
// Bounded: at most eight labels of 63 characters, no start inside a name, and nothing has to match after it (hostile-growth.test).
const WITHOUT_SCHEME = new RegExp(`(?<![\\w.@/-])(?:[a-z0-9-]{1,63}\\.){1,8}com/[^${ADDRESS_END}]+`, 'i')

function firstAddress(text: string): string | undefined {
  const full = WITH_SCHEME.exec(text)?.[0]
  if (full !== undefined) return full
  const short = WITHOUT_SCHEME.exec(text)?.[0]
  return short === undefined ? undefined : `https://${short}`
}

function partsOf(line: string): string[] {
  if (line === '') return []
  // Bounded: the expression above.
  const addresses = line.match(new RegExp(WITH_SCHEME, 'gi')) ?? []
  if (addresses.length > 1) return addresses
  const words = line.split(/[\s,;，；、]+/).filter((word) => word !== '')
  return words.length > 1 && words.every((word) => /^\d{8,14}$/.test(word)) ? words : [line]
}

function readAddress(address: string): OfferLink {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url) return UNREADABLE
  const host = url.hostname
  if (!isAlibabaHost(host)) return { kind: 'not-1688', host }
  const offerId = /^\/offer\/(\d+)\.html/i.exec(url.pathname)?.[1] ?? idInQuery(url.searchParams)
  if (offerId !== undefined) return /^[1-9]\d{0,13}$/.test(offerId) ? offer(offerId) : UNREADABLE
  return host === 'qr.1688.com' ? readShareAddress(url) : UNREADABLE
}

function idInQuery(query: URLSearchParams): string | undefined {
  const named = (wanted: string): string | undefined =>
    [...query].find(([name, value]) => name.toLowerCase() === wanted && value !== '')?.[1]
  const value = named('offerid') ?? named('offerids')?.split(',')[0]
  return value === undefined ? undefined : /^\s*(\d+)(?!\d)/.exec(value)?.[1]
}

/** The link is rebuilt from its code only, because in share texts Chinese words follow it without a space. */
function readShareAddress(url: URL): OfferLink {
  const code = /^\/s\/([A-Za-z0-9_-]+)/.exec(url.pathname)?.[1]
  if (code !== undefined) return { kind: 'short-link', url: `https://qr.1688.com/s/${code}` }
  const secret = /^[A-Za-z0-9_-]+/.exec(url.searchParams.get('secret') ?? '')?.[0]
  if (url.pathname !== '/share.html' || secret === undefined) return UNREADABLE
  return { kind: 'short-link', url: `https://qr.1688.com/share.html?secret=${secret}` }
}
