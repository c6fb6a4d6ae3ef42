/**
 * What a pasted line seems to be, shown while the person is still typing. The server parses the lines again when they are sent
 * (connector-1688, links), and its result counts; the preview only saves a request for obvious errors.
 */
export type PreviewKind = 'offer' | 'short-link' | 'not-1688' | 'unreadable' | 'repeated'
export type LinePreview = { key: string; text: string; kind: PreviewKind; offerId?: string; note: string }

/** Maximum number of lines in one request (contract, claimProducts). */
export const MAX_LINES = 500

const ID = /^[1-9]\d{7,13}$/
const ADDRESS = /(?:https?:\/\/|(?<![\w.@/-])(?:[a-z0-9-]+\.)+com\/)[^\s"'<>，。；、）】」]+/gi

/**
 * Splits text into entries: usually one per line; several addresses or bare ids on one line become an entry each; blank lines are dropped.
 */
export const pastedParts = (text: string): string[] =>
  text.split(/\r\n|[\r\n\u2028\u2029]/).flatMap((line) => {
    const trimmed = line.trim()
    if (trimmed === '') return []
    const addresses = trimmed.match(ADDRESS) ?? []
    if (addresses.length > 1) return addresses
    const words = trimmed.split(/[\s,;，；、]+/).filter((word) => word !== '')
    return words.length > 1 && words.every((word) => ID.test(word)) ? words : [trimmed]
  })

/** One preview per entry, in order; an offer that occurred before is marked as repeated. */
export function previewLines(text: string): LinePreview[] {
  const seen = new Map<string, number>()
  return pastedParts(text).map((part, at) => {
    const found = readPart(part)
    const first = found.offerId === undefined ? undefined : seen.get(found.offerId)
    if (found.offerId !== undefined && first === undefined) seen.set(found.offerId, at + 1)
    return {
      key: String(at),
      text: part,
      ...found,
      ...(first === undefined ? {} : { kind: 'repeated' as const, note: `与第${first}条是同一个货源` }),
    }
  })
}

/** Whether text pasted into the search box belongs in the panel for many links: two offers or more. */
export const isManyOffers = (text: string): boolean =>
  previewLines(text).filter(({ kind }) => kind === 'offer' || kind === 'short-link' || kind === 'repeated').length > 1

type Found = Pick<LinePreview, 'kind' | 'note' | 'offerId'>
const UNREADABLE: Found = { kind: 'unreadable', note: '没有认出1688商品编号' }

function readPart(part: string): Found {
  if (ID.test(part)) return { kind: 'offer', offerId: part, note: '商品编号' }
  const address = part.match(ADDRESS)?.[0]
  const url = address === undefined ? undefined : parseUrl(/^https?:/i.test(address) ? address : `https://${address}`)
  if (!url) return UNREADABLE
  if (!/(^|\.)1688\.com$/i.test(url.hostname)) return { kind: 'not-1688', note: `不是1688的链接（${url.hostname}）` }
  const offerId =
    /^\/offer\/([1-9]\d{0,13})\.html/i.exec(url.pathname)?.[1] ??
    /[?&]offerids?=([1-9]\d{0,13})(?!\d)/i.exec(url.search)?.[1]
  if (offerId !== undefined) return { kind: 'offer', offerId, note: '商品链接' }
  return url.hostname === 'qr.1688.com' ? { kind: 'short-link', note: '分享短链接，提交后由系统打开' } : UNREADABLE
}

const parseUrl = (text: string): URL | undefined => (URL.canParse(text) ? new URL(text) : undefined)
