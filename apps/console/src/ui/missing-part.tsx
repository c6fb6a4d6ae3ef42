import type { ReactNode } from 'react'
import { FailureNote } from './failure-note.tsx'
import styles from './missing-part.module.css'

const WHAT = '这一块没有载入，可能系统刚刚更新过，或网络断开了'

/**
 * In place of a part of a page whose code could not be loaded. Trying again would not help: the browser keeps the failure until the page is
 * loaded again, which is left to the person. `onClose`: the part would have been a dialog or a drawer.
 */
export function MissingPart({ onClose }: { onClose?: () => void }): ReactNode {
  const reload = (): void => window.location.reload()
  if (!onClose)
    return (
      <button type="button" className={styles.part} title={WHAT} onClick={reload}>
        这一块没有载入，重新加载页面
      </button>
    )
  return (
    <div className={styles.window}>
      <FailureNote
        failure={{
          refusal: 'page-load',
          what: WHAT,
          affects: '什么也没有提交。页面上没有保存的内容请先保存或复制，再重新加载。',
        }}
        actions={[
          { label: '重新加载页面', run: reload },
          { label: '先不加载', run: () => onClose() },
        ]}
      />
    </div>
  )
}
