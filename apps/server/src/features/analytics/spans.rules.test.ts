import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, comparedWith, daysIn, eachDay, piecesOf, spanOf } from './spans.rules.ts'
import type { Grain, Piece } from './spans.rules.ts'

const START = '2024-01-01'
const day = fc.nat(800).map((days) => addDays(START, days))

/** The days of the span that begins on `first`. */
const daysOf = (grain: Grain, first: string): string[] =>
  grain === 'day'
    ? [first]
    : eachDay(addDays(first, -3), addDays(first, 368)).filter((one) => spanOf(grain, one) === first)
/** Number of days and of longer spans that are read, each with the rows of all goods. */
const readBy = (pieces: readonly Piece[]): Record<'days' | 'spans', number> => {
  const count = (isDay: boolean): number =>
    pieces
      .filter(({ grain }) => (grain === 'day') === isDay)
      .flatMap(({ grain, from, to }) =>
        eachDay(from, to).filter((one) => grain === 'day' || spanOf(grain, one) === one),
      ).length
  return { days: count(true), spans: count(false) }
}

describe('the pieces of a period', () => {
  it('count each day of it once and no other day with sales', () => {
    fc.assert(
      fc.property(day, fc.nat(500), day, (from, length, last) => {
        const to = addDays(from, length)
        const times = new Map<string, number>()
        for (const { grain, sign, ...piece } of piecesOf(from, to, last))
          for (const first of eachDay(piece.from, piece.to))
            if (grain === 'day' || spanOf(grain, first) === first)
              for (const one of daysOf(grain, first)) times.set(one, (times.get(one) ?? 0) + sign)
        for (const one of eachDay(addDays(from, -400), addDays(to, 400)))
          if (one <= last) expect([one, times.get(one) ?? 0]).toEqual([one, one >= from && one <= to ? 1 : 0])
      }),
    )
  })

  it.each([
    ['a year until today', '2025-11-21', '2026-11-20', '2026-11-20', { days: 3, spans: 3 }],
    ['a year that ended earlier', '2025-06-15', '2026-06-14', '2026-11-20', { days: 2, spans: 9 }],
    ['this month until today', '2026-11-01', '2026-11-20', '2026-11-20', { days: 0, spans: 1 }],
    ['a week', '2026-11-02', '2026-11-08', '2026-11-20', { days: 0, spans: 1 }],
    ['a calendar year', '2025-01-01', '2025-12-31', '2026-11-20', { days: 0, spans: 1 }],
  ])('of %s are few', (_name, from, to, last, most) => {
    expect(readBy(piecesOf(from, to, last))).toEqual(most)
  })

  it('of any period up to two years cost no more than fifteen spans, two days counted as one', () => {
    fc.assert(
      fc.property(day, fc.nat(730), (from, length) => {
        const { days, spans } = readBy(piecesOf(from, addDays(from, length), '9999-12-31'))
        expect(days / 2 + spans).toBeLessThanOrEqual(15)
      }),
      { numRuns: 500 },
    )
  })
})

describe('the period of comparison', () => {
  it('is as long, and ends the day before', () => {
    expect(comparedWith('2026-03-01', '2026-03-30', 'previous')).toEqual({ from: '2026-01-30', to: '2026-02-28' })
  })

  it('begins on the same weekday if that is requested', () => {
    fc.assert(
      fc.property(day, fc.nat(400), (from, length) => {
        const before = comparedWith(from, addDays(from, length), 'weekdays')
        expect(daysIn(before.from, from) % 7).toBe(1)
        expect(before.to < from).toBe(true)
      }),
    )
  })
})
