import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, comparedWith, daysIn, eachDay, piecesOf } from './spans.rules.ts'

const START = '2024-01-01'
const day = fc.nat(800).map((days) => addDays(START, days))

describe('the pieces of a time', () => {
  it('count each day of it once and no other day on which anything was sold', () => {
    fc.assert(
      fc.property(day, fc.nat(500), day, (from, length, last) => {
        const to = addDays(from, length)
        const times = new Map<string, number>()
        for (const piece of piecesOf(from, to, last)) {
          // The months `from` to `to` are named by their first days.
          const until = piece.grain === 'day' ? piece.to : addDays(`${addDays(piece.to, 31).slice(0, 7)}-01`, -1)
          for (const one of eachDay(piece.from, until)) times.set(one, (times.get(one) ?? 0) + piece.sign)
        }
        for (const one of eachDay(addDays(from, -40), addDays(to, 40)))
          if (one <= last) expect([one, times.get(one) ?? 0]).toEqual([one, one >= from && one <= to ? 1 : 0])
      }),
    )
  })

  it('of two months or more read at most 16 days at either end', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: 62, max: 500 }), (from, length) => {
        const days = piecesOf(from, addDays(from, length), '9999-12-31').filter(({ grain }) => grain === 'day')
        for (const { from: first, to } of days) expect(daysIn(first, to)).toBeLessThanOrEqual(16)
      }),
    )
  })
})

describe('the time that is compared with', () => {
  it('is as long, and ends the day before', () => {
    expect(comparedWith('2026-03-01', '2026-03-30', 'previous')).toEqual({ from: '2026-01-30', to: '2026-02-28' })
  })

  it('has the same weekdays where those are asked for', () => {
    fc.assert(
      fc.property(day, fc.nat(400), (from, length) => {
        const before = comparedWith(from, addDays(from, length), 'weekdays')
        expect(daysIn(before.from, from) % 7).toBe(1)
        expect(before.to < from).toBe(true)
      }),
    )
  })
})
