import { parseChinaTime } from '@huoqiao/kit/time'
import { describe, expect, test } from 'vitest'
import { quickRange, QUICK_RANGES, spanText } from './date-range.ts'
import {
  formatCountdown,
  formatMoney,
  formatMoneyRange,
  formatRelative,
  formatShortTime,
  formatTime,
} from './format.ts'
import { decimalOnly, isBlockedPriceKey } from './number-text.ts'

const at = (text: string): number => parseChinaTime(text)!
const cny = (minor: number) => ({ minor, currency: 'CNY' })

describe('money and times', () => {
  test('money has its sign, grouping, and exactly the decimals of its currency; a missing amount is blank', () => {
    expect(
      [cny(123456789), cny(-5), { minor: 1200, currency: 'JPY' }, { minor: 10, currency: 'XYZ' }, null].map(
        formatMoney,
      ),
    ).toEqual(['¥1,234,567.89', '-¥0.05', 'JP¥1,200', 'XYZ 0.10', ''])
  })
  test('a range of equal prices is one amount', () => {
    expect(formatMoneyRange(cny(100), cny(100))).toBe('¥1.00')
    expect(formatMoneyRange(cny(100), cny(250))).toBe('¥1.00 – ¥2.50')
  })
  test('times are shown in China’s time zone wherever the browser is', () => {
    expect(formatTime(Date.UTC(2026, 0, 31, 16, 5, 9))).toBe('2026-02-01 00:05:09')
    expect(formatShortTime(Date.UTC(2026, 0, 31, 16, 5, 9))).toBe('02/01 00:05:09')
  })
  test.each([
    ['2026-11-21 12:00:30', '刚刚'],
    ['2026-11-21 11:12:00', '48分钟前'],
    ['2026-11-21 00:30:00', '11小时前'],
    ['2026-11-20 23:30:00', '昨天'],
    ['2026-11-15 08:00:00', '6天前'],
    ['2026-10-01 08:00:00', '2026-10-01'],
    ['2026-11-21 12:31:00', '30分钟后'],
  ])('%s is read as %s at noon of 2026-11-21', (text, words) => {
    expect(formatRelative(at(text), at('2026-11-21 12:00:59'))).toBe(words)
  })
  test('a countdown is never negative', () => {
    expect([75_000, 400, -9].map(formatCountdown)).toEqual(['1:15', '0:01', '0:00'])
  })
})

describe('quick ranges', () => {
  // A Sunday: its week began on the Monday before. Still Saturday in UTC.
  const sunday = at('2026-03-01 02:00:00')
  test('follow the calendar of China, with weeks that begin on Monday', () => {
    expect(Object.fromEntries(QUICK_RANGES.map((range) => [range, spanText(quickRange(range, sunday))]))).toEqual({
      今天: ['2026-03-01 00:00:00', '2026-03-01 23:59:59'],
      昨天: ['2026-02-28 00:00:00', '2026-02-28 23:59:59'],
      本周: ['2026-02-23 00:00:00', '2026-03-01 23:59:59'],
      上周: ['2026-02-16 00:00:00', '2026-02-22 23:59:59'],
      本月: ['2026-03-01 00:00:00', '2026-03-31 23:59:59'],
      上月: ['2026-02-01 00:00:00', '2026-02-28 23:59:59'],
    })
  })
  test('last month of January is December of the year before', () => {
    expect(spanText(quickRange('上月', at('2026-01-31 12:00:00')))[0]).toBe('2025-12-01 00:00:00')
  })
})

describe('number fields', () => {
  test('keep digits, one point, the given decimals, and no leading zeros', () => {
    expect(['1.2.345', '.5', '00.50', '12.', '1e5', '-3'].map((text) => decimalOnly(text, 2))).toEqual([
      '1.23',
      '0.5',
      '0.50',
      '12.',
      '15',
      '3',
    ])
    expect(decimalOnly('1.5', 0)).toBe('1')
  })
  test('a price field blocks e, E, plus and minus', () => {
    expect(['e', 'E', '+', '-', '1', '.'].map(isBlockedPriceKey)).toEqual([true, true, true, true, false, false])
  })
})
