import type { ReactNode } from 'react'
import styles from './origin-dot.module.css'

export type Origin = '1688' | 'manual' | 'rule' | 'store'
const WORDS: Readonly<Record<Origin, string>> = { '1688': '1688', manual: '人工', rule: '规则', store: '店铺' }

/** Where a value comes from: orange 1688, green a shop, ink blue ours (a person, or our rule, which has a hollow dot). */
export function OriginDot({ origin, label, title }: { origin: Origin; label?: ReactNode; title?: string }): ReactNode {
  return (
    <span className={styles.origin} data-origin={origin} title={title}>
      <span className={styles.dot} aria-hidden />
      <span className={styles.label}>{label === undefined ? WORDS[origin] : label}</span>
    </span>
  )
}
