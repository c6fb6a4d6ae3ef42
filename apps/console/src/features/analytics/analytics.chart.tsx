import { DIMENSIONS, FIGURES, figureOf } from '@huoqiao/contract/analytics/analytics.figures'
import type { DimensionName, FigureName } from '@huoqiao/contract/analytics/analytics.figures'
import type { AnalyticsAnswer } from '@huoqiao/contract/analytics/analytics.schema'
import type { ReactNode } from 'react'
import { useMemo } from 'react'
import { FigureChart } from '../../ui/figure-chart.tsx'
import type { ChartSeries } from '../../ui/figure-chart.tsx'
import styles from './analytics.module.css'
import { axisOf, chartWriter, plotted } from './figure-text.ts'

/** Maximum number of bars in a chart; the table has all rows. */
const MOST_BARS = 8

type AnalyticsChartProps = { answer: AnalyticsAnswer; figure: FigureName; group: DimensionName }

/** One figure per day, beside the earlier period; grouped by another dimension, also the rows with the largest values as bars. */
export function AnalyticsChart({ answer, figure, group }: AnalyticsChartProps): ReactNode {
  const days = useMemo(() => {
    const series: ChartSeries[] = [
      { name: FIGURES[figure].label, role: 'ours', values: answer.days.map(({ sums }) => plotted(figure, sums)) },
    ]
    if (answer.before)
      series.push({
        name: `${answer.before.from} 至 ${answer.before.to}`,
        role: 'before',
        values: answer.days.map(({ before }) => before && plotted(figure, before)),
      })
    return { labels: answer.days.map(({ day }) => day.slice(5)), series }
  }, [answer, figure])
  const largest = useMemo(() => {
    const rows = answer.rows
      .filter(({ key }) => key !== 'others')
      .toSorted((a, b) => (figureOf(figure, b.sums) ?? -Infinity) - (figureOf(figure, a.sums) ?? -Infinity))
      .slice(0, MOST_BARS)
    const series: ChartSeries[] = [
      { name: FIGURES[figure].label, role: 'ours', values: rows.map(({ sums }) => plotted(figure, sums)) },
    ]
    if (answer.before)
      series.push({ name: '之前', role: 'before', values: rows.map(({ before }) => before && plotted(figure, before)) })
    return { labels: rows.map(({ name }) => name), series }
  }, [answer, figure])
  const shared = { axis: axisOf(figure), write: chartWriter(figure) }
  const { label } = FIGURES[figure]
  return (
    <div className={styles.charts} data-two={group !== 'day'}>
      <section className={styles.chart}>
        <FigureChart kind={days.labels.length === 1 ? 'bar' : 'line'} {...days} {...shared} title={`每日${label}`} />
      </section>
      {group === 'day' ? null : (
        <section className={styles.chart}>
          <FigureChart kind="rank" {...largest} {...shared} title={`${label}最高的${DIMENSIONS[group].label}`} />
        </section>
      )}
    </div>
  )
}
