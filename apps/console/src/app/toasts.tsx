import type { ReactNode } from 'react'
import { useSyncExternalStore } from 'react'
import { copyText } from '../lib/clipboard.ts'
import { toast } from '../lib/client.ts'
import styles from './toasts.module.css'

const MARKS = { success: '✓', error: '!', info: 'i' } as const

/** A toast with a button does not disappear under the pointer, or while it has the focus. */
const holding = (id: number) => ({
  onMouseEnter: () => toast.hold(id),
  onMouseLeave: () => toast.release(id),
  onFocus: () => toast.hold(id),
  onBlur: () => toast.release(id),
})

/** Renders the toasts and notifications of lib/toast; a screen reader reads failures at once. */
export function Toasts(): ReactNode {
  const shown = useSyncExternalStore(toast.subscribe, toast.get)
  return (
    <div className={styles.stack}>
      {shown.map((one) => (
        <div
          key={one.id}
          className={styles.toast}
          data-kind={one.kind}
          role={one.kind === 'error' ? 'alert' : 'status'}
          {...(one.action || one.requestId ? holding(one.id) : {})}
        >
          <span className={styles.mark} aria-hidden>
            {MARKS[one.kind]}
          </span>
          <div>
            <div className={styles.text}>{one.text}</div>
            {one.detail === undefined ? null : <div className={styles.detail}>{one.detail}</div>}
          </div>
          {one.requestId === undefined ? null : <RequestNumber id={one.requestId} />}
          {one.action ? (
            <button
              type="button"
              className={styles.action}
              onClick={() => {
                toast.close(one.id)
                one.action?.run()
              }}
            >
              {one.action.label}
            </button>
          ) : null}
          <button type="button" className={styles.close} aria-label="关闭提示" onClick={() => toast.close(one.id)}>
            ×
          </button>
        </div>
      ))}
    </div>
  )
}

/** Shown after the sentence; a click copies the number. */
function RequestNumber({ id }: { id: string }): ReactNode {
  return (
    <button type="button" className={styles.number} title="请求编号，点击复制" onClick={() => void copyText(id)}>
      {id}
    </button>
  )
}
