import { Button } from 'antd'
import type { ReactNode } from 'react'
import { copyText } from '../lib/clipboard.ts'
import styles from './chooser.module.css'

/** The ids that a chooser page has selected, ready to be copied. */
export function ChosenIds({ ids }: { ids: readonly string[] }): ReactNode {
  return (
    <p className={styles.chosen}>
      {ids.length === 0 ? '还没有选择' : `已选 ${ids.length} 个`}
      {ids.length === 0 ? null : (
        <Button type="link" onClick={() => void copyText(ids.join(','))}>
          复制编号
        </Button>
      )}
    </p>
  )
}
