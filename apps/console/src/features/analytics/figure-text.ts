import { FIGURES, figureOf } from '@huoqiao/contract/analytics/analytics.figures'
import type { FigureName, FigureUnit, Sums } from '@huoqiao/contract/analytics/analytics.figures'
import { formatCount, formatMoney, formatPercent } from '../../lib/format.ts'

const WRITERS: Readonly<Record<FigureUnit, (value: number) => string>> = {
  money: (minor) => formatMoney({ minor, currency: 'CNY' }),
  count: (count) => formatCount(count),
  percent: formatPercent,
  days: (days) => `${Math.round(days * 10) / 10}天`,
}

/** The text of a figure; blank if it has no value, like a missing amount (specification, section 5). */
export function figureText(name: FigureName, sums: Sums): string {
  const figure = figureOf(name, sums)
  return figure === null ? '' : WRITERS[FIGURES[name].unit](figure)
}

/** The value of a figure in a chart; money is in yuan. */
export const plotted = (name: FigureName, sums: Sums): number | null => {
  const figure = figureOf(name, sums)
  return figure !== null && FIGURES[name].unit === 'money' ? figure / 100 : figure
}
const CHART_WRITERS: typeof WRITERS = { ...WRITERS, money: (yuan) => WRITERS.money(Math.round(yuan * 100)) }
export const chartWriter = (name: FigureName): ((value: number) => string) => CHART_WRITERS[FIGURES[name].unit]

const AXES: Readonly<Record<FigureUnit, string>> = { money: '元', count: '个', percent: '%', days: '天' }
export const axisOf = (name: FigureName): string => `${FIGURES[name].label}（${AXES[FIGURES[name].unit]}）`

export const SAME = '持平'
export type Change = { text: string; tone: 'better' | 'worse' | 'same' }

/** The change of a figure: percentages and days as a difference, others in percent of the earlier value. Undefined: not comparable. */
export function changeOf(name: FigureName, now: Sums, before: Sums | null): Change | undefined {
  const [a, b] = [figureOf(name, now), before && figureOf(name, before)]
  if (a === null || b === null) return undefined
  const { unit, better } = FIGURES[name]
  const isDifference = unit === 'percent' || unit === 'days'
  if (!isDifference && b === 0) return a === 0 ? { text: SAME, tone: 'same' } : undefined
  const moved = isDifference ? a - b : ((a - b) / Math.abs(b)) * 100
  const rounded = Math.round(moved * 10) / 10
  if (rounded === 0) return { text: SAME, tone: 'same' }
  const ending = unit === 'percent' ? '个点' : unit === 'days' ? '天' : '%'
  return {
    text: `${rounded > 0 ? '+' : '−'}${Math.abs(rounded)}${ending}`,
    tone: better === undefined ? 'same' : rounded > 0 === (better === 'more') ? 'better' : 'worse',
  }
}
