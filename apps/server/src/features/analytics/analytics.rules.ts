import {
  addSums,
  DIMENSIONS,
  FIGURES,
  FIGURE_NAMES,
  NO_KEY,
  NO_SUMS,
} from '@huoqiao/contract/analytics/analytics.figures'
import type { DimensionName, Sums } from '@huoqiao/contract/analytics/analytics.figures'
import type { AnalyticsFilter, AnalyticsRow } from '@huoqiao/contract/analytics/analytics.schema'
import { daysIn } from './spans.rules.ts'

/** Longer than this nobody compares days by. */
export const MOST_DAYS = 3 * 366
/** Rows that are told by themselves; the rest is one row more, so that all of them are the total. */
export const MOST_ROWS = 500

/** Why there are no such days: field and words. Undefined: there are. */
export function spanFault({
  from,
  to,
}: Pick<AnalyticsFilter, 'from' | 'to'>): { field: 'from' | 'to'; why: string } | undefined {
  if (to < from) return { field: 'to', why: '结束日期不能早于开始日期' }
  const days = daysIn(from, to)
  return days > MOST_DAYS ? { field: 'from', why: `一次最多看 3 年，这里有 ${days} 天` } : undefined
}

const regions = new Intl.DisplayNames('zh-CN', { type: 'region', fallback: 'code' })
const NONE: Readonly<Partial<Record<DimensionName, string>>> = {
  country: '未知国家',
  supplier: '没有供应商',
  category: '没有类目',
}

/** What a row is called; `known`: what its dimension's own table says. */
export function nameOf(group: DimensionName, key: string, known: string): string {
  if (key === NO_KEY) return NONE[group] ?? '未知'
  if (group === 'country') return /^[A-Z]{2}$/.test(key) ? (regions.of(key) ?? key) : key
  return known === '' ? key : known
}

export const totalOf = (rows: readonly { sums: Sums }[]): Sums =>
  rows.reduce((sum, { sums }) => addSums(sum, sums), NO_SUMS)

/** Sums of goods without those that are of whole orders: an order of two products would be counted for one of them. */
export const withoutWholeOrders = (sums: Sums): Sums => {
  const whole = FIGURE_NAMES.flatMap((name) => {
    const { of, wholeOrders } = FIGURES[name]
    return wholeOrders && 'sum' in of ? [of.sum] : []
  })
  return { ...sums, ...Object.fromEntries(whole.map((name) => [name, 0])) }
}

type Named = Omit<AnalyticsRow, 'before'>

/** The rows of two times side by side, in the order in which they are shown; what is past MOST_ROWS is one row. */
export function rowsBeside(group: DimensionName, now: readonly Named[], then: readonly Named[] | null): AnalyticsRow[] {
  const before = then && new Map(then.map((row) => [row.key, row]))
  const keys = new Set(now.map(({ key }) => key))
  const onlyBefore = (then ?? []).filter(({ key }) => !keys.has(key)).map((row) => ({ ...row, sums: NO_SUMS }))
  const all = [...now, ...onlyBefore].map((row) => ({
    ...row,
    before: before && (before.get(row.key)?.sums ?? NO_SUMS),
  }))
  const sorted =
    group === 'day'
      ? all.toSorted((a, b) => (a.key < b.key ? -1 : 1))
      : all.toSorted(
          (a, b) =>
            b.sums.saleMinor - a.sums.saleMinor ||
            (b.before?.saleMinor ?? 0) - (a.before?.saleMinor ?? 0) ||
            (a.key < b.key ? -1 : 1),
        )
  if (group === 'day' || sorted.length <= MOST_ROWS) return sorted
  const [shown, rest] = [sorted.slice(0, MOST_ROWS), sorted.slice(MOST_ROWS)]
  const sumOf = (of: (row: AnalyticsRow) => Sums | null): Sums =>
    rest.reduce((sum, row) => addSums(sum, of(row) ?? NO_SUMS), NO_SUMS)
  return [
    ...shown,
    {
      key: 'others',
      name: `其余 ${rest.length} 个${DIMENSIONS[group].label}`,
      note: '',
      image: null,
      sums: sumOf(({ sums }) => sums),
      before: before && sumOf((row) => row.before),
    },
  ]
}
