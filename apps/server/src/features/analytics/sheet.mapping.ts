import { DIMENSIONS, FIGURES, FIGURE_NAMES, figureOf, isShown } from '@huoqiao/contract/analytics/analytics.figures'
import type { FigureName, FigureUnit, Sums } from '@huoqiao/contract/analytics/analytics.figures'
import type { AnalyticsAnswer } from '@huoqiao/contract/analytics/analytics.schema'
import type { AnalyticsFilter } from '@huoqiao/contract/analytics/analytics.schema'
import type { Cell } from '../../platform/sheet-writer.ts'

const UNITS: Readonly<Record<FigureUnit, string>> = { money: '（元）', count: '', percent: '（%）', days: '（天）' }

const shownOf = (ofGoods: boolean): FigureName[] => FIGURE_NAMES.filter((name) => isShown(name, { ofGoods }))

/** The columns of the page, repeated for the compared period. */
export function sheetColumns({ group, compare }: Pick<AnalyticsFilter, 'group' | 'compare'>, ofGoods: boolean) {
  const titles = shownOf(ofGoods).map((name) => `${FIGURES[name].label}${UNITS[FIGURES[name].unit]}`)
  return [
    { title: DIMENSIONS[group].label, width: 36 },
    { title: group === 'variant' ? 'SKU' : '备注', width: 18 },
    ...titles.map((title) => ({ title, width: 14 })),
    ...(compare === 'none' ? [] : titles.map((title) => ({ title: `之前：${title}`, width: 16 }))),
  ]
}

/** The rows of the page, followed by the total. */
export function sheetRows(answer: AnalyticsAnswer, ofGoods: boolean): Cell[][] {
  const cells = (sums: Sums): Cell[] => shownOf(ofGoods).map((name) => cellOf(name, sums))
  const line = (name: string, note: string, sums: Sums, before: Sums | null): Cell[] => [
    name,
    note,
    ...cells(sums),
    ...(before ? cells(before) : []),
  ]
  return [
    ...answer.rows.map(({ name, note, sums, before }) => line(name, note, sums, before)),
    line('合计', '', answer.total, answer.before?.total ?? null),
  ]
}

function cellOf(name: FigureName, sums: Sums): Cell {
  const figure = figureOf(name, sums)
  if (figure === null) return null
  const { unit } = FIGURES[name]
  if (unit === 'money') return figure / 100
  return unit === 'count' ? figure : Math.round(figure * 100) / 100
}
