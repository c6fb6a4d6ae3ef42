import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { longOf, parseBigJson, writeBigJson } from './big-json.ts'

/** Any character, including lone surrogates and what JSON escapes. Building fast-check's own table of characters takes most of a second. */
const stringUnit = fc.oneof(fc.nat(0xffff), fc.nat(0x10ffff)).map((code) => String.fromCodePoint(code))
const bigId = fc.bigInt({ min: 10n ** 15n, max: 10n ** 19n - 1n })

describe('JSON with big integers', () => {
  it('keeps every digit of ids with 16 and more digits, as text', () => {
    fc.assert(
      fc.property(bigId, (id) => {
        expect(parseBigJson(`{"id": ${id}, "list": [${id}]}`)).toEqual({ id: String(id), list: [String(id)] })
      }),
    )
  })

  it('reads everything else as JSON.parse does', () => {
    fc.assert(
      fc.property(fc.json({ stringUnit }), (text) => {
        fc.pre(!/\d{16,}/.test(text))
        expect(parseBigJson(text)).toEqual(JSON.parse(text))
      }),
    )
  })

  it('writes an id as the bare number that was read', () => {
    fc.assert(
      fc.property(bigId, (id) => {
        expect(writeBigJson([longOf(String(id))])).toBe(`[${id}]`)
      }),
    )
  })

  it('uses the last of two equal keys, and changes no other objects', () => {
    expect(parseBigJson('{"a":1,"a":2}')).toEqual({ a: 2 })
    parseBigJson('{"__proto__":{"polluted":true}}')
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  })

  it.each(['', '12a', '-1', '1.5', '1e9', ' 1', '12345678901234567890'])('does not send %j as an id', (text) => {
    expect(() => longOf(text)).toThrow(RangeError)
  })
})
