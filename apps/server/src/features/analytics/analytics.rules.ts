import { DIMENSIONS, FIGURES, FIGURE_NAMES, NO_KEY, NO_SUMS, SUMS } from '@huoqiao/contract/analytics/analytics.figures'
import type { DimensionName, SumName, Sums } from '@huoqiao/contract/analytics/analytics.figures'
import type { AnalyticsFilter, AnalyticsRow } from '@huoqiao/contract/analytics/analytics.schema'
import { daysIn } from './spans.rules.ts'

/** Longest period that one request may cover. */
export const MOST_DAYS = 3 * 366
/**
 * Limits of a requested period: the period it is compared with, which is earlier, must also consist of dates that both JavaScript and PostgreSQL
 * write as YYYY-MM-DD, without a sign or a fifth digit in the year.
 */
const [FIRST_DAY, LAST_DAY] = ['2000-01-01', '2999-12-31']
/** Most rows of one answer. The rest is added up in one more row, so that the rows always add up to the total. */
export const MOST_ROWS = 500

/** Why a period is refused: the field and the message. Undefined: it is valid. */
export function spanFault({
  from,
  to,
}: Pick<AnalyticsFilter, 'from' | 'to'>): { field: 'from' | 'to'; why: string } | undefined {
  if (from < FIRST_DAY) return { field: 'from', why: '不能早于2000年' }
  if (to > LAST_DAY) return { field: 'to', why: '不能晚于2999年' }
  if (to < from) return { field: 'to', why: '结束日期不能早于开始日期' }
  const days = daysIn(from, to)
  return days > MOST_DAYS ? { field: 'from', why: `一次最多看 3 年，这里有 ${days} 天` } : undefined
}

/** Created on first use: it loads some megabytes of Unicode data (decision 0063). */
let regions: Intl.DisplayNames | undefined
function regionName(code: string): string {
  regions ??= new Intl.DisplayNames('zh-CN', { type: 'region', fallback: 'code' })
  return regions.of(code) ?? code
}
const NONE: Readonly<Partial<Record<DimensionName, string>>> = {
  country: '未知国家',
  supplier: '没有供应商',
  category: '没有类目',
}

/** Label of a row. `known`: the name stored for its key; empty: none is stored. */
export function nameOf(group: DimensionName, key: string, known: string): string {
  if (key === NO_KEY) return NONE[group] ?? '未知'
  if (group === 'country') return /^[A-Z]{2}$/.test(key) ? regionName(key) : key
  return known === '' ? key : known
}

export function totalOf(rows: readonly { sums: Sums }[]): Sums {
  const total: Record<SumName, number> = { ...NO_SUMS }
  for (const { sums } of rows) for (const name of SUMS) total[name] += sums[name]
  return total
}

/** Sums that only exist per order and are left out when grouped by goods: an order of two products would be counted for only one of them. */
export const SUMS_OF_WHOLE_ORDERS: readonly SumName[] = FIGURE_NAMES.flatMap((name) => {
  const { of, wholeOrders } = FIGURES[name]
  return wholeOrders && 'sum' in of ? [of.sum] : []
})
const NO_WHOLE_ORDERS: Partial<Sums> = Object.fromEntries(SUMS_OF_WHOLE_ORDERS.map((name) => [name, 0]))
export const withoutWholeOrders = (sums: Sums): Sums => ({ ...sums, ...NO_WHOLE_ORDERS })

export const minusSums = (a: Sums, b: Sums): Sums =>
  Object.fromEntries(SUMS.map((name) => [name, a[name] - b[name]])) as Record<SumName, number>

type Grouped = { key: string; sums: Sums }
export type RowBeside = Grouped & { before: Sums | null }

/** Joins the rows of two periods, sorted by sales, largest first. At most MOST_ROWS; `isCut`: there are more. */
export function rowsBeside(
  now: readonly Grouped[],
  then: readonly Grouped[] | null,
): { rows: RowBeside[]; isCut: boolean } {
  const before = then && new Map(then.map(({ key, sums }) => [key, sums]))
  const keys = new Set(now.map(({ key }) => key))
  const onlyBefore = (then ?? []).filter(({ key }) => !keys.has(key)).map(({ key }) => ({ key, sums: NO_SUMS }))
  const rows = [...now, ...onlyBefore]
    .map((row) => ({ ...row, before: before && (before.get(row.key) ?? NO_SUMS) }))
    .toSorted(
      (a, b) =>
        b.sums.saleMinor - a.sums.saleMinor ||
        (b.before?.saleMinor ?? 0) - (a.before?.saleMinor ?? 0) ||
        (a.key < b.key ? -1 : 1),
    )
  return { rows: rows.slice(0, MOST_ROWS), isCut: rows.length > MOST_ROWS }
}

/** One row with the difference between the total and `rows`, for the rows that were cut. Undefined: the difference is zero. */
export function othersOf(
  group: DimensionName,
  rows: readonly RowBeside[],
  total: { sums: Sums; before: Sums | null },
): AnalyticsRow | undefined {
  const sums = minusSums(total.sums, totalOf(rows))
  const before = total.before && minusSums(total.before, totalOf(rows.map((row) => ({ sums: row.before ?? NO_SUMS }))))
  const isNothing = [sums, before ?? NO_SUMS].every((one) => SUMS.every((name) => one[name] === 0))
  if (isNothing) return undefined
  return { key: 'others', name: `其余${DIMENSIONS[group].label}`, note: '', image: null, sums, before }
}
