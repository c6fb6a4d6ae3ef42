import type { ReactNode } from 'react'
import { lazy, Suspense } from 'react'
import styles from './figure-chart.module.css'

export type ChartSeries = {
  name: string
  /** null: nothing is known there */
  values: readonly (number | null)[]
  /** which of the colours: ours, a shop's, a source's, or the earlier time that is compared with */
  role: 'ours' | 'store' | 'source' | 'before'
}
export type FigureChartProps = {
  /** lines over time, bars over time, or bars under each other by names, the first on top */
  kind: 'line' | 'bar' | 'rank'
  labels: readonly string[]
  series: readonly ChartSeries[]
  /** what the axis counts, in words */
  axis: string
  /** a value as it is read */
  write: (value: number) => string
  /** for who does not see it; the same figures stand in a table */
  title: string
}

const Engine = lazy(() => import('./figure-chart.engine.tsx'))

/** Figures as lines or bars. Its library is as heavy as three pages, so it comes after what stands around it. Props keep their identity. */
export function FigureChart(props: FigureChartProps): ReactNode {
  return (
    <div className={styles.box}>
      <Suspense fallback={null}>
        <Engine {...props} />
      </Suspense>
    </div>
  )
}
