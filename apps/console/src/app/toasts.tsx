import type { ReactNode } from 'react'
import { useSyncExternalStore } from 'react'
import { toast } from '../lib/desk.ts'
import styles from './toasts.module.css'

const MARKS = { success: '✓', error: '!', info: 'i' } as const

/** Draws the toasts and notifications that lib/toast keeps; failures are read out at once. */
export function Toasts(): ReactNode {
  const shown = useSyncExternalStore(toast.subscribe, toast.get)
  return (
    <ul className={styles.stack}>
      {shown.map((one) => (
        <li key={one.id} className={styles.toast} data-kind={one.kind} role={one.kind === 'error' ? 'alert' : 'status'}>
          <span className={styles.mark} aria-hidden>
            {MARKS[one.kind]}
          </span>
          <div>
            <div className={styles.text}>{one.text}</div>
            {one.detail === undefined ? null : <div className={styles.detail}>{one.detail}</div>}
          </div>
          <button type="button" className={styles.close} aria-label="关闭提示" onClick={() => toast.close(one.id)}>
            ×
          </button>
        </li>
      ))}
    </ul>
  )
}
