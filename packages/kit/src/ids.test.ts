import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { uuidV7 } from './ids.ts'

const instant = fc.integer({ min: 0, max: 2 ** 48 - 1 })
const random = fc.uint8Array({ minLength: 10, maxLength: 10 })

describe('uuidV7', () => {
  it('is a UUID of version 7 and variant 2 that contains its time', () => {
    fc.assert(
      fc.property(instant, random, (now, bytes) => {
        const id = uuidV7(now, bytes)
        expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/)
        expect(id[14]).toBe('7')
        expect('89ab').toContain(id[19])
        expect(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)).toBe(now)
      }),
    )
  })

  it('sorts by time as text', () => {
    fc.assert(
      fc.property(instant, instant, random, random, (a, b, bytesA, bytesB) => {
        fc.pre(a < b)
        expect(uuidV7(a, bytesA) < uuidV7(b, bytesB)).toBe(true)
      }),
    )
  })

  it('keeps 74 of the 80 random bits', () => {
    fc.assert(
      fc.property(random, fc.nat({ max: 79 }), (bytes, bit) => {
        const flipped = Uint8Array.from(bytes)
        flipped[bit >> 3]! ^= 0x80 >> (bit & 7)
        const fixed = bit < 4 || bit === 16 || bit === 17
        expect(uuidV7(0, flipped) === uuidV7(0, bytes)).toBe(fixed)
      }),
    )
  })

  it('refuses too little randomness and times out of range', () => {
    expect(() => uuidV7(0, new Uint8Array(9))).toThrow('10 random bytes')
    for (const now of [-1, 2 ** 48, Number.NaN]) expect(() => uuidV7(now, new Uint8Array(10))).toThrow('48 bits')
  })
})
