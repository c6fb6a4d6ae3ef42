import { CopyOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { copyText } from '../../../lib/clipboard.ts'
import styles from './connect.module.css'

/** A text that a person copies into the vendor's console. */
export function CopyLine({ label, value }: { label: string; value: string }): ReactNode {
  return (
    <div className={styles.copyLine}>
      <span className={styles.copyLabel}>{label}</span>
      <code>{value}</code>
      <Button size="small" icon={<CopyOutlined />} aria-label={`复制${label}`} onClick={() => void copyText(value)}>
        复制
      </Button>
    </div>
  )
}
