import { CopyOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { copyText } from '../lib/clipboard.ts'
import styles from './copy-id.module.css'

/** A long id in a monospaced font, shortened in the middle; a click copies it. */
export function CopyId({ value, chars = 13 }: { value: string; chars?: number }): ReactNode {
  const half = Math.floor((chars - 1) / 2)
  const short = value.length > chars ? `${value.slice(0, half)}…${value.slice(-half)}` : value
  return (
    <button type="button" className={styles.id} title={`复制 ${value}`} onClick={() => void copyText(value)}>
      {short}
      <CopyOutlined className={styles.icon} />
    </button>
  )
}
