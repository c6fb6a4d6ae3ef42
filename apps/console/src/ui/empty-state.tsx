import type { ReactNode } from 'react'
import styles from './empty-state.module.css'

/** One sentence, and the action that would create the first row. */
export function EmptyState({ text, action }: { text: ReactNode; action?: ReactNode }): ReactNode {
  return (
    <div className={styles.empty}>
      <svg viewBox="0 0 120 44" width="120" height="44" fill="none" strokeWidth="3" strokeLinecap="round" aria-hidden>
        <path d="M6 36C22 14 40 6 60 6s38 8 54 30" stroke="var(--hq-border-strong)" strokeDasharray="1 8" />
        <path d="M6 36h18M96 36h18" stroke="var(--hq-border-strong)" />
        <circle cx="6" cy="36" r="4" fill="var(--hq-source)" />
        <circle cx="114" cy="36" r="4" fill="var(--hq-store)" />
      </svg>
      <p>{text}</p>
      {action}
    </div>
  )
}
