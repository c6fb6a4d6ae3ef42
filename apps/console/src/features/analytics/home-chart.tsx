import { FIGURES } from '@huoqiao/contract/analytics/analytics.figures'
import type { FigureName } from '@huoqiao/contract/analytics/analytics.figures'
import type { AnalyticsAnswer } from '@huoqiao/contract/analytics/analytics.schema'
import { startOfChinaDay } from '@huoqiao/kit/time'
import type { ReactNode } from 'react'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { useMay } from '../../lib/permission.tsx'
import { useRead } from '../../lib/use-call.ts'
import { useNow } from '../../lib/use-now.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import { FigureChart } from '../../ui/figure-chart.tsx'
import type { ChartSeries } from '../../ui/figure-chart.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import styles from './analytics.module.css'
import { BehindNote } from './behind-note.tsx'
import { axisOf, chartWriter, figureText, plotted } from './figure-text.ts'
import { daysOf } from './ranges.rules.ts'

/** On the home page: sales, profit and the number of orders per day in the last thirty days. */
export default function HomeChart(): ReactNode {
  const today = startOfChinaDay(useNow(60_000))
  const may = useMay('getAnalytics')
  const input = useMemo(() => ({ ...daysOf('last30', today), group: 'day' as const }), [today])
  const read = useRead('getAnalytics', input, { enabled: may })
  if (!may) return null
  const { data } = read
  return (
    <section className={styles.panel} aria-label="最近30天">
      <header>
        <h2>最近30天</h2>
        {data ? (
          <span>
            {SUMMARY.map((name) => [FIGURES[name].label, figureText(name, data.total)])
              .filter(([, text]) => text !== '')
              .map((words) => words.join(' '))
              .join(' · ')}
          </span>
        ) : null}
        <Link to="/analytics">生意分析 →</Link>
      </header>
      {read.error && !data ? <FailureNote failure={read.error} onRetry={() => void read.refetch()} /> : null}
      {data ? <BehindNote behind={data.behind} /> : null}
      {data && data.total.orders === 0 ? <EmptyState text="最近30天没有订单。" /> : null}
      {data && data.total.orders > 0 ? (
        <div className={styles.charts} data-two="true">
          <Chart answer={data} figures={MONEY} title="每日销售额和利润" />
          <Chart answer={data} figures={ORDERS} title="每日订单" />
        </div>
      ) : null}
    </section>
  )
}

const SUMMARY: readonly FigureName[] = ['sale', 'profit', 'orders']
const MONEY: readonly FigureName[] = ['sale', 'profit']
const ORDERS: readonly FigureName[] = ['orders']

type ChartProps = { answer: AnalyticsAnswer; figures: readonly FigureName[]; title: string }

function Chart({ answer, figures, title }: ChartProps): ReactNode {
  const { labels, series } = useMemo(
    () => ({
      labels: answer.days.map(({ day }) => day.slice(5)),
      series: figures.map((name, at): ChartSeries => ({
        name: FIGURES[name].label,
        role: at === 0 ? 'ours' : 'store',
        values: answer.days.map(({ sums }) => plotted(name, sums)),
      })),
    }),
    [answer, figures],
  )
  const [first = 'sale'] = figures
  return (
    <FigureChart
      kind={figures.length > 1 ? 'line' : 'bar'}
      labels={labels}
      series={series}
      axis={figures.length > 1 ? '元' : axisOf(first)}
      write={chartWriter(first)}
      title={title}
    />
  )
}
