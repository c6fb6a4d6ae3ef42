import { describe, expect, it } from 'vitest'
import { isManyOffers, pastedParts, previewLines } from './offer-lines.rules.ts'

const kinds = (text: string) => previewLines(text).map(({ kind, offerId }) => [kind, offerId])

describe('lines pasted for claiming', () => {
  it('are read as bare ids, product pages of both hosts and ids in the query', () => {
    expect(
      kinds(
        [
          '570405281102',
          'https://detail.1688.com/offer/1065540805971.html?spm=a1',
          'm.1688.com/offer/600000001.html',
          'https://detail.m.1688.com/page/index.html?offerId=600000002&x=1',
        ].join('\n'),
      ),
    ).toEqual([
      ['offer', '570405281102'],
      ['offer', '1065540805971'],
      ['offer', '600000001'],
      ['offer', '600000002'],
    ])
  })

  it('distinguish short links, other hosts and search words', () => {
    expect(
      kinds(
        '【1688】收纳盒 https://qr.1688.com/s/AbC123 复制打开\nhttps://1688.com.evil.com/offer/1.html\n收纳盒 大号',
      ),
    ).toEqual([
      ['short-link', undefined],
      ['not-1688', undefined],
      ['unreadable', undefined],
    ])
  })

  it('are split where one line has several ids or links, without blank lines', () => {
    expect(pastedParts('570405281102, 1065540805971；600000001\r\n\r\n')).toHaveLength(3)
    expect(pastedParts('看 https://a.com/1 和 https://b.com/2')).toEqual(['https://a.com/1', 'https://b.com/2'])
  })

  it('name the line that had the same offer before', () => {
    const [, second] = previewLines('570405281102\nhttps://detail.1688.com/offer/570405281102.html')
    expect(second).toMatchObject({ kind: 'repeated', offerId: '570405281102', note: '与第1条是同一个货源' })
  })

  it('count as a list with two offers, and as a search with one link or plain words', () => {
    expect(isManyOffers('570405281102\n1065540805971')).toBe(true)
    expect(isManyOffers('https://detail.1688.com/offer/570405281102.html')).toBe(false)
    expect(isManyOffers('收纳盒\n挂钩')).toBe(false)
  })
})
