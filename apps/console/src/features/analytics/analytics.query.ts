import { COMPARISONS, DIMENSION_NAMES, FIGURE_NAMES } from '@huoqiao/contract/analytics/analytics.figures'
import type { Comparison, DimensionName, FigureName } from '@huoqiao/contract/analytics/analytics.figures'
import type { CallInput } from '../../lib/contract.ts'
import type { ListQuery } from '../../lib/list-query.ts'
import { some, TABLE_PAGING, useListQuery } from '../../lib/list-query.ts'
import { daysOf, RANGE_NAMES } from './ranges.rules.ts'
import type { Range } from './ranges.rules.ts'

/** Filters in the address; '' means "not set". `from` and `to` are the days of a custom range. */
const DEFAULTS = {
  range: 'last30',
  from: '',
  to: '',
  group: 'day',
  compare: 'previous',
  figure: 'sale',
  storeId: '',
  supplier: '',
  country: '',
  category: '',
  product: '',
  keyword: '',
}
type Values = { [K in keyof typeof DEFAULTS]: string }
export type AnalyticsQuery = ListQuery<Values>

const OPTIONS = {
  paging: TABLE_PAGING,
  words: {
    range: RANGE_NAMES,
    group: DIMENSION_NAMES,
    compare: Object.keys(COMPARISONS),
    figure: FIGURE_NAMES,
  },
} as const

export const useAnalyticsQuery = (): AnalyticsQuery => useListQuery<Values>('analytics', DEFAULTS, OPTIONS)

export const rangeOf = ({ filters }: AnalyticsQuery): Range =>
  RANGE_NAMES.find((name) => name === filters.range) ?? 'last30'
export const groupOf = ({ filters }: AnalyticsQuery): DimensionName =>
  DIMENSION_NAMES.find((name) => name === filters.group) ?? 'day'
export const figureNameOf = ({ filters }: AnalyticsQuery): FigureName =>
  FIGURE_NAMES.find((name) => name === filters.figure) ?? 'sale'

/** The input of the call; undefined while a custom range lacks a day. */
export function askedOf(query: AnalyticsQuery, now: number): CallInput<'getAnalytics'> | undefined {
  const { filters } = query
  const range = rangeOf(query)
  const days = range === 'custom' ? { from: filters.from, to: filters.to } : daysOf(range, now)
  if (days.from === '' || days.to === '') return undefined
  return {
    ...days,
    group: groupOf(query),
    compare: (filters.compare in COMPARISONS ? filters.compare : 'none') as Comparison,
    storeId: some(filters.storeId),
    supplier: some(filters.supplier),
    country: some(filters.country),
    category: some(filters.category),
    product: some(filters.product),
    keyword: some(filters.keyword),
  }
}
