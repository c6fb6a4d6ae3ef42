import { MOST_BEHIND } from '@huoqiao/contract/analytics/analytics.figures'
import type { ReactNode } from 'react'
import { formatCount } from '../../lib/format.ts'
import styles from './analytics.module.css'

/** How many changes of orders are not yet included in the figures. */
export function BehindNote({ behind }: { behind: number }): ReactNode {
  if (behind === 0) return null
  return (
    <p className={styles.note}>
      还有 {formatCount(behind, behind >= MOST_BEHIND)} 处订单变化正在统计，稍后刷新就是最新的。
    </p>
  )
}
