import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatAopDate, parseAopDate } from './aop-date.ts'
import { paramTexts } from './param-text.ts'

describe('parameters on the wire', () => {
  it('include false and zero, and omit only undefined and null', () => {
    expect(paramTexts({ no: false, yes: true, zero: 0, empty: '', gone: undefined, nil: null })).toEqual({
      no: 'false',
      yes: 'true',
      zero: '0',
      empty: '',
    })
  })

  it('are JSON text for lists and objects, with Longs as bare numbers', () => {
    const texts = paramTexts({ orderIdList: [74321349391498520n], query: { keyword: '饼干', filter: undefined } })
    expect(texts).toEqual({ orderIdList: '[74321349391498520]', query: '{"keyword":"饼干"}' })
  })

  it('are base64 for bytes and the platform’s format for times', () => {
    const texts = paramTexts({ image: Uint8Array.of(1, 2, 255), since: new Date(Date.UTC(2018, 7, 1, 2, 43, 33)) })
    expect(texts).toEqual({ image: 'AQL/', since: '20180801104333000+0800' })
  })

  it('refuse a value that is not a number', () => {
    expect(() => paramTexts({ page: Number.NaN })).toThrow('page is not a finite number')
  })
})

describe('the platform date', () => {
  it('is read from its text to the millisecond', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: Date.UTC(2999, 0) }), (instant) => {
        expect(parseAopDate(formatAopDate(instant))).toBe(instant)
      }),
    )
  })

  it.each([
    ['20180801104333000+0800', Date.UTC(2018, 7, 1, 2, 43, 33)],
    ['20180801104333000-0700', Date.UTC(2018, 7, 1, 17, 43, 33)],
    ['20181301104333000+0800', undefined],
    ['2018-08-01 10:43:33', undefined],
    ['', undefined],
  ])('reads %j', (text, expected) => {
    expect(parseAopDate(text)).toBe(expected)
  })
})
