import { observed, sendHttp } from '@huoqiao/connector-kit'
import type { RemoteObserver } from '@huoqiao/connector-kit'
import { isAlibabaHost, parseOfferLink } from './links.ts'
import type { OfferLink } from './links.ts'

export type ShortLinkDeps = {
  readonly fetch?: typeof fetch
  readonly timeoutMs?: number
  readonly observer?: RemoteObserver
}

const CALL = 'short-link'
const MAX_REDIRECTS = 3

/** How much of a page is searched for the offer's address, which is near the top, in a script or meta element. */
const PAGE_LIMIT = 256 * 1024

/**
 * Resolves a share link of the app to its offer (reference 6, rule 4). It is unknown whether 1688 answers with a redirect or with a page
 * that redirects by script, so both are handled. Only https and hosts under 1688.com are requested, without cookies, with at most three
 * redirects. Returns `unreadable` if no offer is found: an invalid code resolves to nothing. Throws RemoteFailure (`unavailable`) if the
 * network fails.
 */
export async function resolveShortLink(link: string, deps: ShortLinkDeps = {}): Promise<OfferLink> {
  let next: string | undefined = link
  for (let hop = 0; hop <= MAX_REDIRECTS && next !== undefined; hop++) {
    const url: URL | undefined = askable(next)
    if (!url) return { kind: 'unreadable' }
    const answer = await observed(deps.observer, { vendor: '1688', call: CALL }, async (answered) =>
      answered(
        await sendHttp({
          vendor: '1688',
          call: CALL,
          url: url.href,
          method: 'GET',
          headers: { accept: 'text/html' },
          timeoutMs: deps.timeoutMs ?? 8_000,
          safe: true,
          maskedRequest: `GET ${url.href}`,
          ...(deps.fetch ? { fetch: deps.fetch } : {}),
        }),
      ),
    )
    const location = answer.headers.get('location')
    if (answer.status < 300 || answer.status > 399 || location === null) return offerInPage(answer.text)
    next = URL.canParse(location, url) ? new URL(location, url).href : undefined
    const found = next === undefined ? undefined : parseOfferLink(next)
    if (found?.kind === 'offer') return found
  }
  return { kind: 'unreadable' }
}

/** Checked for every hop: a redirect must not lead our server to another host, port or protocol. */
function askable(link: string): URL | undefined {
  const url = URL.canParse(link) ? new URL(link) : undefined
  const fine = url?.protocol === 'https:' && url.port === '' && url.username === '' && url.password === ''
  return fine && isAlibabaHost(url.hostname) ? url : undefined
}

/** The first offer address in a page; scripts contain it with escaped slashes and entities. */
function offerInPage(page: string): OfferLink {
  const source = page
    .slice(0, PAGE_LIMIT)
    .replaceAll(String.raw`\/`, '/')
    .replaceAll('&amp;', '&')
  for (const [address] of source.matchAll(/https?:\/\/[a-z0-9.-]{1,253}\/[^\s"'<>\\]{1,2000}/gi)) {
    const link = parseOfferLink(address)
    if (link.kind === 'offer') return link
  }
  return { kind: 'unreadable' }
}
