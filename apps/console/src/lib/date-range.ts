import { CHINA_OFFSET_MS, formatChinaTime, startOfChinaDay } from '@huoqiao/kit/time'

export type QuickRange = '今天' | '昨天' | '本周' | '上周' | '本月' | '上月'
export const QUICK_RANGES: readonly QuickRange[] = ['今天', '昨天', '本周', '上周', '本月', '上月']

const DAY = 86_400_000

/** First and last instant of a span. `to` is the last millisecond, so that both ends are inside. */
export type Span = { from: number; to: number }

/** The quick ranges of specification section 9, by China's calendar; weeks begin on Monday. */
export function quickRange(range: QuickRange, now: number): Span {
  const today = startOfChinaDay(now)
  const civil = new Date(today + CHINA_OFFSET_MS)
  const monday = today - ((civil.getUTCDay() + 6) % 7) * DAY
  const month = (offset: number): number =>
    Date.UTC(civil.getUTCFullYear(), civil.getUTCMonth() + offset, 1) - CHINA_OFFSET_MS
  const spans: Readonly<Record<QuickRange, readonly [from: number, until: number]>> = {
    今天: [today, today + DAY],
    昨天: [today - DAY, today],
    本周: [monday, monday + 7 * DAY],
    上周: [monday - 7 * DAY, monday],
    本月: [month(0), month(1)],
    上月: [month(-1), month(0)],
  }
  const [from, until] = spans[range]
  return { from, to: until - 1 }
}

/** Both ends as YYYY-MM-DD HH:mm:ss. */
export const spanText = (span: Span): [string, string] => [formatChinaTime(span.from), formatChinaTime(span.to)]
