import { NOTHING } from '@huoqiao/contract/field-text'
import { pathLabel, pathText } from '@huoqiao/contract/operation-log/entry-fields'
import type { OperationLogEntry } from '@huoqiao/contract/operation-log/operation-log.schema'
import type { ReactNode } from 'react'
import styles from './log.module.css'
import { entryFields } from './log.words.ts'

/** What a call changed, in words: 字段 · 原值 → 新值. For a call that recorded no earlier value only what was sent is shown. */
export function ChangeList({ entry }: { entry: OperationLogEntry }): ReactNode {
  const { changes } = entry
  const find = entryFields(entry)
  if (changes.length === 0) return <p className={styles.none}>没有记录到字段的变化</p>
  return (
    <dl className={styles.changes}>
      {changes.map(({ field, before, after }) => (
        <div key={field}>
          <dt title={field}>{pathLabel(find, field)}</dt>
          <dd>
            {before === null ? null : (
              <>
                <Before text={pathText(find, field, before)} />
                <span className={styles.arrow} aria-label="改为">
                  →
                </span>
              </>
            )}
            <ins>{after === null && before !== null ? '（删除）' : pathText(find, field, after)}</ins>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** An empty value is not struck through: there was nothing to remove. */
const Before = ({ text }: { text: string }): ReactNode =>
  text === NOTHING ? <span className={styles.none}>{text}</span> : <del>{text}</del>

/** One line for a compact row: 名称、备注 等 5 项. */
export function changeSummary(entry: OperationLogEntry): string {
  const { changes } = entry
  const find = entryFields(entry)
  const words = changes.slice(0, 3).map(({ field }) => pathLabel(find, field))
  return changes.length > 3 ? `${words.join('、')} 等 ${changes.length} 项` : words.join('、')
}
