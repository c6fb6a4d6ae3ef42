import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { longOf, parseBigJson, writeBigJson } from './big-json.ts'

/** Any character, halves of one and what JSON escapes too. fast-check's own table of them takes it most of a second. */
const stringUnit = fc.oneof(fc.nat(0xffff), fc.nat(0x10ffff)).map((code) => String.fromCodePoint(code))
const bigId = fc.bigInt({ min: 10n ** 15n, max: 10n ** 19n - 1n })

describe('JSON with big integers', () => {
  it('keeps every digit of ids of 16 digits and more, as text', () => {
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

  it('brings an id of ours back as the bare number that came in', () => {
    fc.assert(
      fc.property(bigId, (id) => {
        expect(writeBigJson([longOf(String(id))])).toBe(`[${id}]`)
      }),
    )
  })

  it('takes the last of two equal keys, and leaves no mark on other objects', () => {
    expect(parseBigJson('{"a":1,"a":2}')).toEqual({ a: 2 })
    parseBigJson('{"__proto__":{"polluted":true}}')
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  })

  it.each(['', '12a', '-1', '1.5', '1e9', ' 1', '12345678901234567890'])('does not send %j as an id', (text) => {
    expect(() => longOf(text)).toThrow(RangeError)
  })
})
