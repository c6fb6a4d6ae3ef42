import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isAlibabaHost, parseOfferLines, parseOfferLink } from './links.ts'

const offer = (offerId: string) => ({
  kind: 'offer',
  offerId,
  canonicalUrl: `https://detail.1688.com/offer/${offerId}.html`,
})

describe('a link that a person pastes', () => {
  it.each([
    ['desktop detail', 'https://detail.1688.com/offer/624139032536.html?spm=a2615.7691456.0.0', '624139032536'],
    ['desktop detail without encryption', 'http://detail.1688.com/offer/624139032536.html', '624139032536'],
    ['mobile detail', 'https://m.1688.com/offer/559836312862.html', '559836312862'],
    ['mobile page', 'https://detail.m.1688.com/page/index.html?offerId=857391907810&sk=1', '857391907810'],
    ['older mobile page', 'https://detail.m.1688.com/page/index.htm?offerid=857391907810', '857391907810'],
    ['www host', 'https://www.1688.com/offer/1.html', '1'],
    ['bare host', 'https://1688.com/offer/1.html', '1'],
    [
      'similar search',
      'https://s.1688.com/selloffer/similar_search.html?offerIds=1056665846829,55&scene=x',
      '1056665846829',
    ],
    ['chat', 'https://air.1688.com/app/chat/index.html?OFFERID=620201390233', '620201390233'],
    ['API link', 'https://detail.1688.com/offer/620201390233.html?kjSource=pc&traceId=1', '620201390233'],
    ['short bare id', '1247756680', '1247756680'],
    ['bare id', ' 620201390233\n', '620201390233'],
    ['long bare id', '1056665846829', '1056665846829'],
    ['bare id between marks nobody sees', '\u200B620201390233\uFEFF', '620201390233'],
    ['upper case', 'HTTPS://DETAIL.1688.COM/offer/624139032536.HTML', '624139032536'],
    ['without protocol', 'detail.1688.com/offer/624139032536.html', '624139032536'],
    ['in a sentence', '看这个：https://detail.1688.com/offer/624139032536.html，便宜', '624139032536'],
    ['in brackets', '【保温杯】https://detail.1688.com/offer/624139032536.html】', '624139032536'],
    [
      'with Chinese words in the query',
      'https://detail.m.1688.com/page/index.html?k=杯&offerId=857391907810',
      '857391907810',
    ],
    [
      'a 1688 link with another site in its query',
      'https://m.1688.com/offer/559836312862.html?from=https://evil.com',
      '559836312862',
    ],
  ])('is read: %s', (_form, text, id) => {
    expect(parseOfferLink(text)).toEqual(offer(id))
  })

  it.each([
    ['share link', 'https://qr.1688.com/s/7OnLCakq', 'https://qr.1688.com/s/7OnLCakq'],
    [
      'older share link',
      'https://qr.1688.com/share.html?secret=0H9TOj6I',
      'https://qr.1688.com/share.html?secret=0H9TOj6I',
    ],
    [
      'share text',
      '6🔑¥kQ2m3abcd¥ https://qr.1688.com/s/7OnLCakq 「304不锈钢保温杯」复制整段文字，打开1688查看',
      'https://qr.1688.com/s/7OnLCakq',
    ],
    ['share text without a space', '打开https://qr.1688.com/s/7OnLCakq复制这段话', 'https://qr.1688.com/s/7OnLCakq'],
    ['not encrypted', 'http://qr.1688.com/s/7OnLCakq?from=weixin', 'https://qr.1688.com/s/7OnLCakq'],
  ])('is a short link: %s', (_form, text, url) => {
    expect(parseOfferLink(text)).toEqual({ kind: 'short-link', url })
  })

  it.each([
    ['https://1688.com.evil.com/offer/624139032536.html', '1688.com.evil.com'],
    ['https://evil1688.com/offer/624139032536.html', 'evil1688.com'],
    ['evil1688.com/offer/624139032536.html', 'evil1688.com'],
    ['https://detail.1688.com@evil.com/offer/624139032536.html', 'evil.com'],
    ['https://detail.1688.com:pw@evil.com/offer/624139032536.html', 'evil.com'],
    [String.raw`https://evil.com\@detail.1688.com/offer/624139032536.html`, 'evil.com'],
    ['https://evil.com/?u=https://detail.1688.com/offer/624139032536.html', 'evil.com'],
    ['https://evil.com/offer/624139032536.html#.1688.com/', 'evil.com'],
    ['https://detail.1688.com.cn/offer/624139032536.html', 'detail.1688.com.cn'],
    ['https://item.taobao.com/item.htm?id=624139032536', 'item.taobao.com'],
    ['https://detаil.1688.соm/offer/624139032536.html', 'xn--detil-6ve.1688.xn--m-0tbi'],
  ])('is not of 1688: %s', (text, host) => {
    expect(parseOfferLink(text)).toEqual({ kind: 'not-1688', host })
  })

  it.each([
    '',
    '   ',
    '保温杯',
    '1234567',
    '123456789012345',
    '00000000000',
    'https://',
    'https://detail.1688.com/',
    'https://detail.1688.com/offer/.html',
    'https://detail.1688.com/offer/0.html',
    'https://detail.1688.com/offer/123456789012345678901.html',
    'https://detail.1688.com/x/offer/624139032536.html',
    'https://s.1688.com/selloffer/offer_search.htm?keywords=cup',
    'https://detail.m.1688.com/page/index.html?offerId=abc',
    'https://qr.1688.com/',
    'https://qr.1688.com/share.html?secret=',
    'javascript:alert(1)//detail.1688.com/offer/624139032536.html',
  ])('can’t be read: %j', (text) => {
    expect(parseOfferLink(text)).toEqual({ kind: 'unreadable' })
  })

  it('never throws and never mistakes another host for 1688, whatever is pasted', () => {
    const pieces = fc.constantFrom(
      'https://',
      'detail.1688.com',
      '1688.com',
      'evil.com',
      '@',
      '/offer/',
      '12345678',
      '.html',
      '?offerId=',
      '\\',
      '#',
      ':',
      '.',
      '，',
      ' ',
      '%2F',
      '[',
      '\u200B',
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(pieces, { maxLength: 14 }).map((parts) => parts.join('')),
        ),
        (text) => {
          const link = parseOfferLink(text)
          if (link.kind === 'offer') expect(link.offerId).toMatch(/^[1-9]\d{0,13}$/)
          if (link.kind === 'short-link') expect(new URL(link.url).host).toBe('qr.1688.com')
          if (link.kind === 'not-1688') expect(isAlibabaHost(link.host)).toBe(false)
        },
      ),
      { numRuns: 2_000 },
    )
  })

  it('finds every id again in the link that is made for it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 10_000_000, max: 99_999_999_999_999 }), (id) => {
        const link = parseOfferLink(String(id))
        expect(link).toEqual(offer(String(id)))
        if (link.kind === 'offer') expect(parseOfferLink(link.canonicalUrl)).toEqual(link)
      }),
    )
  })
})

describe('an input for many offers', () => {
  it('gives each entry the line number that the person sees, and keeps what can’t be read', () => {
    const box =
      '620201390233\r\n\r\nhttps://detail.1688.com/offer/624139032536.html\n随便写的\nhttps://item.taobao.com/item.htm?id=1'
    expect(parseOfferLines(box).map(({ lineNumber, link }) => [lineNumber, link.kind])).toEqual([
      [1, 'offer'],
      [3, 'offer'],
      [4, 'unreadable'],
      [5, 'not-1688'],
    ])
  })

  it('splits ids and links on one line', () => {
    const ids = (box: string) =>
      parseOfferLines(box).map(({ link }) => (link.kind === 'offer' ? link.offerId : link.kind))
    expect(ids('620201390233, 624139032536；1056665846829')).toEqual(['620201390233', '624139032536', '1056665846829'])
    expect(ids('https://m.1688.com/offer/620201390233.html https://m.1688.com/offer/624139032536.html')).toEqual([
      '620201390233',
      '624139032536',
    ])
  })

  it('is empty when nothing was pasted', () => {
    expect(parseOfferLines(' \n\t\n')).toEqual([])
  })
})
