import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatChinaDate, formatChinaTime, parseChinaTime, startOfChinaDay } from './time.ts'

const seconds = fc.integer({ min: Date.UTC(1970, 0, 2) / 1000, max: Date.UTC(9999, 11, 30) / 1000 })

describe('China time', () => {
  it('is read from its text to the second', () => {
    fc.assert(
      fc.property(seconds, (second) => {
        expect(parseChinaTime(formatChinaTime(second * 1000))).toBe(second * 1000)
      }),
    )
  })

  it('has days that start at midnight and contain their times', () => {
    fc.assert(
      fc.property(seconds, (second) => {
        const start = startOfChinaDay(second * 1000)
        expect(formatChinaTime(start)).toBe(`${formatChinaDate(second * 1000)} 00:00:00`)
        expect(second * 1000 - start).toBeLessThan(86_400_000)
        expect(parseChinaTime(formatChinaDate(second * 1000))).toBe(start)
      }),
    )
  })

  it('is eight hours ahead of UTC', () => {
    expect(formatChinaTime(Date.UTC(2026, 0, 31, 16, 0, 5))).toBe('2026-02-01 00:00:05')
  })

  it.each([
    '',
    '2026-02-30',
    '2026-13-01',
    '2026-00-10',
    '2026-04-31 10:00:00',
    '2026-01-01 24:00:00',
    '2026-01-01 10:75:00',
  ])('refuses %j as a time', (text) => {
    expect(parseChinaTime(text)).toBeUndefined()
  })

  it.each(['2026-01-01 10:00', '26-01-01', '2026-1-1', '2026-01-01T10:00:00Z', 'today'])(
    'refuses the format %j',
    (text) => {
      expect(parseChinaTime(text)).toBeUndefined()
    },
  )

  it('does not mistake early years for the twentieth century', () => {
    expect(formatChinaTime(parseChinaTime('0026-01-01')!)).toBe('0026-01-01 00:00:00')
  })
})
