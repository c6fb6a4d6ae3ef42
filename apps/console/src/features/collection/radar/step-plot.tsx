import type { ReactNode } from 'react'
import { formatTime } from '../../../lib/index.ts'
import styles from './radar.module.css'

export type PlotPoint = { at: number; value: number }
type StepPlotProps = {
  label: string
  color: string
  points: readonly PlotPoint[]
  until: number
  text: (value: number) => string
}

const WIDTH = 600
const HEIGHT = 120
const PAD = 14
const ROOM = 0.08

/** A step chart for a value that stays until it changes, from the first point until now. */
export function StepPlot({ label, color, points, until, text }: StepPlotProps): ReactNode {
  const first = points[0]
  const last = points.at(-1)
  if (!first || !last) return <p className={styles.says}>没有{label}的记录。</p>
  const values = points.map(({ value }) => value)
  const [low, high] = [Math.min(...values), Math.max(...values)]
  // Some room after the last step, so that a change of the last moments is visible.
  const end = until + Math.max(1, until - first.at) * ROOM
  const span = end - first.at
  const x = (at: number): number => ((at - first.at) / span) * WIDTH
  const y = (value: number): number =>
    high === low ? HEIGHT / 2 : HEIGHT - PAD - ((value - low) / (high - low)) * (HEIGHT - 2 * PAD)
  const path = points.reduce(
    (drawn, point) => (drawn === '' ? `M0 ${y(point.value)}` : `${drawn} H${x(point.at)} V${y(point.value)}`),
    '',
  )
  return (
    <figure className={styles.figure} aria-label={label}>
      <div className={styles.ends}>
        <span>
          {label}：{text(last.value)}
        </span>
        <span>
          最低 {text(low)} · 最高 {text(high)}
        </span>
      </div>
      <svg className={styles.plot} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
        <path d={`${path} H${WIDTH}`} fill="none" stroke={color} strokeWidth="2" vectorEffect="non-scaling-stroke" />
      </svg>
      <div className={styles.ends}>
        <time>{formatTime(first.at)}</time>
        <time>{formatTime(until)}</time>
      </div>
    </figure>
  )
}
