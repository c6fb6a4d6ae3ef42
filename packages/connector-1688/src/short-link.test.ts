import { describe, expect, it } from 'vitest'
import { resolveShortLink } from './short-link.ts'

type Answer = { status?: number; location?: string; text?: string }

/** A stand-in for the web: a table of addresses that records the requests and their headers. */
function web(table: Record<string, Answer>) {
  const asked: { url: string; headers: Headers }[] = []
  const fetch: typeof globalThis.fetch = (input, init) => {
    const url = input instanceof Request ? input.url : String(input)
    asked.push({ url, headers: new Headers(init?.headers) })
    const answer = table[url]
    if (!answer) return Promise.reject(new Error(`nobody may ask ${url}`))
    const headers = new Headers(answer.location === undefined ? [] : [['location', answer.location]])
    return Promise.resolve(new Response(answer.text ?? '', { status: answer.status ?? 200, headers }))
  }
  return { fetch, asked }
}

const SHARE = 'https://qr.1688.com/s/7OnLCakq'
const DETAIL = 'https://detail.m.1688.com/page/index.html?offerId=857391907810'

describe('a short link', () => {
  it('leads to its offer by a redirect, requested once and without cookies', async () => {
    const { fetch, asked } = web({ [SHARE]: { status: 302, location: DETAIL } })
    expect(await resolveShortLink(SHARE, { fetch })).toMatchObject({ kind: 'offer', offerId: '857391907810' })
    expect(asked.map(({ url }) => url)).toEqual([SHARE])
    expect(asked[0]?.headers.has('cookie')).toBe(false)
  })

  it.each([
    ['a plain address', `<a href="${DETAIL}&amp;x=1">`],
    [
      'an address in a script',
      String.raw`location.href = "https:\/\/detail.m.1688.com\/page\/index.html?offerId=857391907810"`,
    ],
    ['an offer after other links', `<img src="https://cbu01.alicdn.com/a.png"><script>go("${DETAIL}")</script>`],
  ])('leads to its offer by a page with %s', async (_form, text) => {
    const { fetch } = web({ [SHARE]: { text } })
    expect(await resolveShortLink(SHARE, { fetch })).toMatchObject({ kind: 'offer', offerId: '857391907810' })
  })

  it('follows relative redirects, three at the most', async () => {
    const hop = (n: number) => `https://qr.1688.com/hop${n}`
    const table = {
      [SHARE]: { status: 301, location: '/hop1' },
      [hop(1)]: { status: 302, location: '/hop2' },
      [hop(2)]: { status: 302, location: '/hop3' },
    }
    const near = web({ ...table, [hop(3)]: { text: DETAIL } })
    expect((await resolveShortLink(SHARE, { fetch: near.fetch })).kind).toBe('offer')
    const far = web({ ...table, [hop(3)]: { status: 302, location: '/hop4' } })
    expect(await resolveShortLink(SHARE, { fetch: far.fetch })).toEqual({ kind: 'unreadable' })
    expect(far.asked).toHaveLength(4)
  })

  it.each([
    'https://evil.com/s/1',
    'http://169.254.169.254/latest/meta-data',
    'https://qr.1688.com.evil.com/',
    'https://qr.1688.com@evil.com/',
    'http://qr.1688.com/plain',
    'https://qr.1688.com:8443/',
    'file:///etc/passwd',
    'https://',
  ])('never makes our server call %s', async (location) => {
    const { fetch, asked } = web({ [SHARE]: { status: 302, location } })
    expect(await resolveShortLink(SHARE, { fetch })).toEqual({ kind: 'unreadable' })
    expect(asked.map(({ url }) => url)).toEqual([SHARE])
  })

  it('leads to nothing when the code is wrong', async () => {
    const { fetch } = web({ [SHARE]: { status: 404, text: 'gone' } })
    expect(await resolveShortLink(SHARE, { fetch })).toEqual({ kind: 'unreadable' })
  })

  it('is unavailable when the network is', async () => {
    const fetch = () => Promise.reject(new TypeError('fetch failed'))
    await expect(resolveShortLink(SHARE, { fetch })).rejects.toMatchObject({ word: 'unavailable' })
  })
})
