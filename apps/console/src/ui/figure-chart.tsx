import type { ReactNode } from 'react'
import { lazy, Suspense } from 'react'
import styles from './figure-chart.module.css'

export type ChartSeries = {
  name: string
  /** null: unknown */
  values: readonly (number | null)[]
  /** which of the colours: ours, a shop's, a source's, or the earlier period that is compared with */
  role: 'ours' | 'store' | 'source' | 'before'
}
export type FigureChartProps = {
  /** lines over time, bars over time, or horizontal bars with names, the first on top */
  kind: 'line' | 'bar' | 'rank'
  labels: readonly string[]
  series: readonly ChartSeries[]
  /** what the axis counts, in words */
  axis: string
  /** formats a value as text */
  write: (value: number) => string
  /** for screen readers; the same figures are in a table */
  title: string
}

const Engine = lazy(() => import('./figure-chart.engine.tsx'))

/** Figures as lines or bars. Its library is as large as three pages, so it is loaded after the page. Props must keep their identity. */
export function FigureChart(props: FigureChartProps): ReactNode {
  return (
    <div className={styles.box}>
      <Suspense fallback={null}>
        <Engine {...props} />
      </Suspense>
    </div>
  )
}
