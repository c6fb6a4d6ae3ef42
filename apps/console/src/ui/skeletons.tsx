import type { ReactNode } from 'react'
import styles from './skeletons.module.css'

/**
 * Grey boxes of the size of the coming content. They are invisible for the first 200 ms, because a short wait needs no sign (design,
 * "waiting").
 */
function Bar({ width, height = 12 }: { width: string; height?: number }): ReactNode {
  return <span className={styles.bar} style={{ width, height }} />
}

const times = (count: number): number[] => Array.from({ length: count }, (_, at) => at)

export function CardSkeletons({ count = 12 }: { count?: number }): ReactNode {
  return (
    <div className={styles.cards} role="group" aria-busy="true" aria-label="加载中">
      {times(count).map((at) => (
        <div key={at} className={styles.card}>
          <span className={styles.picture} />
          <Bar width="92%" />
          <Bar width="60%" />
          <Bar width="40%" height={16} />
        </div>
      ))}
    </div>
  )
}

export function RowSkeletons({ count = 10 }: { count?: number }): ReactNode {
  return (
    <div className={styles.rows} role="group" aria-busy="true" aria-label="加载中">
      {times(count).map((at) => (
        <div key={at} className={styles.row}>
          <Bar width="22%" />
          <Bar width={`${30 + ((at * 7) % 20)}%`} />
          <Bar width="12%" />
          <Bar width="10%" />
        </div>
      ))}
    </div>
  )
}

/** A title, a row of filters and rows: the top of most pages. */
export function PageSkeleton(): ReactNode {
  return (
    <div className={styles.page} role="group" aria-busy="true" aria-label="加载中">
      <Bar width="160px" height={22} />
      <Bar width="100%" height={32} />
      <RowSkeletons count={8} />
    </div>
  )
}

export function TextSkeleton({ lines = 3 }: { lines?: number }): ReactNode {
  return (
    <div className={styles.page} role="group" aria-busy="true" aria-label="加载中">
      {times(lines).map((at) => (
        <Bar key={at} width={at === lines - 1 ? '55%' : '100%'} />
      ))}
    </div>
  )
}
