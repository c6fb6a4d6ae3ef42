import { CHINA_OFFSET_MS, formatChinaDate, startOfChinaDay } from '@huoqiao/kit/time'

export const RANGES = {
  today: '今天',
  yesterday: '昨天',
  last7: '最近7天',
  last30: '最近30天',
  last90: '最近90天',
  month: '本月',
  'last-month': '上月',
  year: '今年',
  custom: '自定义',
} as const
export type Range = keyof typeof RANGES
export const RANGE_NAMES = Object.keys(RANGES) as Range[]

const DAY_MS = 86_400_000

/** First and last day of a range by China's calendar, YYYY-MM-DD. `custom` has none of its own. */
export function daysOf(range: Exclude<Range, 'custom'>, now: number): { from: string; to: string } {
  const today = startOfChinaDay(now)
  const civil = new Date(today + CHINA_OFFSET_MS)
  const first = (months: number): number =>
    Date.UTC(civil.getUTCFullYear(), civil.getUTCMonth() + months, 1) - CHINA_OFFSET_MS
  const back = (days: number): number => today - days * DAY_MS
  const spans: Readonly<Record<Exclude<Range, 'custom'>, readonly [from: number, to: number]>> = {
    today: [today, today],
    yesterday: [back(1), back(1)],
    last7: [back(6), today],
    last30: [back(29), today],
    last90: [back(89), today],
    month: [first(0), today],
    'last-month': [first(-1), first(0) - DAY_MS],
    year: [Date.UTC(civil.getUTCFullYear(), 0, 1) - CHINA_OFFSET_MS, today],
  }
  const [from, to] = spans[range]
  return { from: formatChinaDate(from), to: formatChinaDate(to) }
}
