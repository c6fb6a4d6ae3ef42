import { observed, sendHttp } from '@huoqiao/connector-kit'
import type { RemoteObserver } from '@huoqiao/connector-kit'
import type { SourceOffer } from './offer.ts'

export type DescriptionPageDeps = {
  /** the gateway's address; pages on its own origin may be read too, because a simulator keeps them there */
  readonly gateway: string
  readonly fetch?: typeof fetch
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
  readonly observer?: RemoteObserver
}

const CALL = 'description-page'
const MAX_REDIRECTS = 3
const TIMEOUT_MS = 8_000
/** Descriptions have tens of kilobytes; a longer answer is not one. */
const MAX_CHARS = 2 * 1024 * 1024

/** Hosts where 1688 stores descriptions: its own pages and its file servers. */
const HOSTS = ['1688.com', 'alicdn.com', 'tmall.com', 'taobao.com']

/**
 * Reads the descriptions for which 1688 returned only an address. If a page cannot be read, the description stays null next to its address,
 * because prices and stock are useful without it. Throws only on abort.
 */
export async function withDescriptions(offer: SourceOffer, deps: DescriptionPageDeps): Promise<SourceOffer> {
  const read = (url: string | null): Promise<string | null> =>
    url === null ? Promise.resolve(null) : readDescriptionPage(url, deps).catch(() => null)
  const [own, translated] = await Promise.all([read(offer.descriptionUrl), read(offer.descriptionTransUrl)])
  deps.signal?.throwIfAborted()
  return {
    ...offer,
    descriptionHtml: own ?? offer.descriptionHtml,
    descriptionHtmlTrans: translated ?? offer.descriptionHtmlTrans,
  }
}

/**
 * Reads a description page: HTML, or a script that assigns it to a variable (`var offer_details={"content":"…"};`, `var desc='…';`). Null
 * for anything else, and for an address that must not be requested. Throws RemoteFailure (`unavailable`) if the network fails.
 */
export async function readDescriptionPage(address: string, deps: DescriptionPageDeps): Promise<string | null> {
  let next: string | undefined = address
  for (let hop = 0; hop <= MAX_REDIRECTS && next !== undefined; hop++) {
    const url: URL | undefined = askable(next, deps.gateway)
    if (!url) return null
    const answer = await observed(deps.observer, { vendor: '1688', call: CALL }, async (answered) =>
      answered(
        await sendHttp({
          vendor: '1688',
          call: CALL,
          url: url.href,
          method: 'GET',
          headers: { accept: 'text/html,*/*' },
          timeoutMs: deps.timeoutMs ?? TIMEOUT_MS,
          safe: true,
          maskedRequest: `GET ${url.href}`,
          ...(deps.fetch ? { fetch: deps.fetch } : {}),
          ...(deps.signal ? { signal: deps.signal } : {}),
        }),
      ),
    )
    if (answer.status === 200) return htmlOf(answer.text)
    const location = answer.headers.get('location')
    if (answer.status < 300 || answer.status > 399 || location === null) return null
    next = URL.canParse(location, url) ? new URL(location, url).href : undefined
  }
  return null
}

/** Checked for every hop: neither an address in an offer nor a redirect may lead our server to another host, port or protocol. */
function askable(address: string, gateway: string): URL | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || url.username !== '' || url.password !== '') return undefined
  if (URL.canParse(gateway) && url.origin === new URL(gateway).origin) return url
  if (url.port !== '' || (url.protocol !== 'https:' && url.protocol !== 'http:')) return undefined
  const host = url.hostname.toLowerCase()
  if (!HOSTS.some((known) => host === known || host.endsWith(`.${known}`))) return undefined
  url.protocol = 'https:'
  return url
}

function htmlOf(page: string): string | null {
  const source = page.trim()
  if (source === '' || source.length > MAX_CHARS) return null
  // Bounded: after the equals sign any text matches to the end, so nothing is matched twice (hostile-growth.test).
  const assigned = /^(?:var\s+)?[\w$.]+\s*=\s*([\s\S]+?);?$/.exec(source)?.[1]?.trim()
  if (assigned === undefined || source.startsWith('<')) return source.startsWith('{') ? contentOf(source) : source
  if (assigned.startsWith('{')) return contentOf(assigned)
  if (assigned.startsWith("'") && assigned.endsWith("'")) return unquoted(assigned)
  return assigned.startsWith('"') ? stringOf(assigned) : null
}

const contentOf = (json: string): string | null => {
  const value = parsed(json)
  const content = typeof value === 'object' && value !== null && 'content' in value ? value.content : undefined
  return typeof content === 'string' && content.trim() !== '' ? content : null
}

const stringOf = (json: string): string | null => {
  const value = parsed(json)
  return typeof value === 'string' && value.trim() !== '' ? value : null
}

/** Converts a script's text in single quotes, which JSON does not allow. */
const unquoted = (literal: string): string | null =>
  literal
    .slice(1, -1)
    .replaceAll(/\\(['"/\\])/g, '$1')
    .trim() || null

function parsed(json: string): unknown {
  try {
    return JSON.parse(json) as unknown
  } catch {
    return undefined
  }
}
