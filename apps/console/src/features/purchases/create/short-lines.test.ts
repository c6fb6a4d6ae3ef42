import { describe, expect, it } from 'vitest'
import { isShort, leftOut, withAll, withoutShort } from './short-lines.ts'

const line = (stock: number | null, pieces: Record<string, number>, batchNumber = 1, byHand = 0) => {
  const parts = Object.entries(pieces).map(([orderLineId, one]) => ({ orderLineId, pieces: one }))
  const need = byHand + parts.reduce((sum, part) => sum + part.pieces, 0)
  return { stock, need, batchNumber, quantity: Math.ceil(need / batchNumber) * batchNumber, parts }
}

describe('a source with insufficient stock', () => {
  it('is known by its stock, and a source without a known stock is not', () => {
    expect([line(4, { a: 5 }), line(5, { a: 5 }), line(null, { a: 5 }), line(5, { a: 5 }, 4)].map(isShort)).toEqual([
      true,
      false,
      false,
      true,
    ])
  })

  it('covers whole order lines as far as its stock reaches, the others wait', () => {
    const lines = [line(5, { a: 3, b: 4, c: 2 }), line(0, { d: 1 }), line(9, { e: 9 })]
    expect(withoutShort(new Map([['e', 4]]), lines)).toEqual(
      new Map([
        ['e', 4],
        ['b', 0],
        ['d', 0],
      ]),
    )
  })

  it('is bought in packs, and for manual purchases first', () => {
    expect(withoutShort(new Map(), [line(11, { a: 8, b: 1 }, 4)])).toEqual(new Map([['b', 0]]))
    expect(withoutShort(new Map(), [line(6, { a: 4 }, 1, 3)])).toEqual(new Map([['a', 0]]))
  })

  it('restores what was left out, and nothing else', () => {
    const amounts = new Map([
      ['a', 0],
      ['b', 2],
    ])
    expect(leftOut(amounts)).toBe(1)
    expect(withAll(amounts)).toEqual(new Map([['b', 2]]))
  })
})
