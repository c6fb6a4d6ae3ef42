import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aopSignature } from './signature.ts'

const SECRET = 'test123'

describe('the signature', () => {
  it.each<{ vector: number | string; path: string; params: Record<string, string>; expected: string }>([
    {
      vector: 1,
      path: 'param2/1/system/currentTime/1000000',
      params: { b: '2', a: '1' },
      expected: '33E54F4F7B989E3E0E912D3FBD2F1A03CA7CCE88',
    },
    {
      vector: 2,
      path: 'param2/1/com.alibaba.fenxiao.crossborder/product.search.keywordQuery/1000000',
      params: {
        access_token: 'tok-0001',
        _aop_timestamp: '1700000000000',
        offerQueryParam: '{"keyword":"饼干","beginPage":1,"pageSize":20,"country":"en"}',
      },
      expected: 'AE5276D52B32EAFC2E1E1CFF7D71E6E5EEB3FF00',
    },
    {
      vector: 3,
      path: 'param2/1/com.alibaba.trade/alibaba.trade.get.buyerView/1000000',
      params: { access_token: 'tok-0001', webSite: '1688', orderId: '58218860983545941' },
      expected: '4CC86510410CBD1544E10CD0F21485F41B3EAD85',
    },
    {
      vector: '4, which tells the joined-string order from the name order',
      path: 'param2/1/system/currentTime/1000000',
      params: { a: 'z', ab: 'c' },
      expected: 'A129579A1CBD40FDAF3604B279E1D852365204FC',
    },
    {
      vector: 'of push messages, which have no path',
      path: '',
      params: {
        message:
          '{"msgId":1,"type":"ORDER_BUYER_VIEW_ORDER_PAY","userInfo":"b2b-1","gmtBorn":1700000000000,"data":{"orderId":167539019420540000,"currentStatus":"waitsellersend","msgSendTime":"2023-11-15 06:13:20","buyerMemberId":"b2b-1","sellerMemberId":"b2b-2"}}',
      },
      expected: '3B5A7C3E5143B07770A07ECEC91C8FFFC0CA1911',
    },
  ])('equals the published example $vector', ({ path, params, expected }) => {
    expect(aopSignature(path, params, SECRET)).toBe(expected)
  })

  it('does not depend on the order in which parameters were given', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.string()), (params) => {
        const backwards = Object.fromEntries(Object.entries(params).toReversed())
        expect(aopSignature('p', backwards, SECRET)).toBe(aopSignature('p', params, SECRET))
      }),
    )
  })

  it('sorts by bytes where the order of UTF-16 code units differs', () => {
    // Sorted by UTF-16 units, U+FF5E comes after the surrogate pair of U+1F600; sorted by UTF-8 bytes, before it.
    const signed = aopSignature('', { '\u{1F600}': '', '\uFF5E': '' }, SECRET)
    expect(signed).toBe(aopSignature('', { '\uFF5E': '\u{1F600}' }, SECRET))
  })
})
