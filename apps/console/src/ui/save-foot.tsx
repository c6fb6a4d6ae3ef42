import { Button } from 'antd'
import type { ReactNode } from 'react'
import { formatClock } from '../lib/format.ts'
import styles from './save-foot.module.css'

type SaveFootProps = {
  onSave: () => void
  onCancel?: () => void
  isSaving?: boolean
  /** something typed is not saved yet */
  isDirty?: boolean
  /** when it was last saved, or its draft was */
  savedAt?: number | null
  saveText?: string
  /** further buttons */
  children?: ReactNode
}

/** The foot of a form, with the state of saving: 已保存 14:03 · 有未保存的修改 · 正在保存. */
export function SaveFoot({
  onSave,
  onCancel,
  isSaving,
  isDirty,
  savedAt,
  saveText = '保存',
  children,
}: SaveFootProps): ReactNode {
  const state = isSaving ? '正在保存…' : isDirty ? '有未保存的修改' : savedAt ? `已保存 ${formatClock(savedAt)}` : ''
  return (
    <footer className={styles.foot}>
      <span className={styles.state} aria-live="polite">
        {state}
      </span>
      {children}
      {onCancel ? <Button onClick={onCancel}>取消</Button> : null}
      <Button type="primary" loading={isSaving ?? false} onClick={onSave}>
        {saveText}
      </Button>
    </footer>
  )
}
