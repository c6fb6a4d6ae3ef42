import type { ReactNode } from 'react'
import styles from './progress-line.module.css'

type ProgressLineProps = {
  done: number
  total: number
  /** the part of `done` that failed, shown in red */
  failed?: number
  /** the name of the work */
  label?: ReactNode
}

/** The progress of a task: its name, how much of the total is done, and how much failed. */
export function ProgressLine({ done, total, failed = 0, label }: ProgressLineProps): ReactNode {
  const percent = (count: number): string => `${total === 0 ? 0 : Math.min(100, (count / total) * 100)}%`
  return (
    <div className={styles.progress}>
      <div className={styles.words}>
        <span>{label}</span>
        <span className={styles.count}>
          {done} / {total}
          {failed > 0 ? <span className={styles.failedCount}> · {failed} 失败</span> : null}
        </span>
      </div>
      <div
        className={styles.track}
        role="progressbar"
        aria-label="完成了多少"
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={done}
      >
        <span className={styles.well} style={{ width: percent(done - failed) }} />
        <span className={styles.ill} style={{ width: percent(failed) }} />
      </div>
    </div>
  )
}
