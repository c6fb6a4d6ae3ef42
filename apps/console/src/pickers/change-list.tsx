import { NOTHING } from '@huoqiao/contract/field-text'
import { isForPrograms, pathLabel, pathText } from '@huoqiao/contract/operation-log/entry-fields'
import type { OperationLogEntry } from '@huoqiao/contract/operation-log/operation-log.schema'
import type { ReactNode } from 'react'
import styles from './log.module.css'
import { entryFields } from './log.words.ts'

const REMOVED = '（删除）'

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
            <ins>{after === null && before !== null ? REMOVED : pathText(find, field, after)}</ins>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** An empty value is not struck through: there was nothing to remove. */
const Before = ({ text }: { text: string }): ReactNode =>
  text === NOTHING ? <span className={styles.none}>{text}</span> : <del>{text}</del>

/** Maximum number of fields in a compact row, and of characters in each of their values. */
const SUMMED = 3
const VALUE_CHARS = 24

/** One line for a compact row: 名称：旧 → 新；备注：赶时间 等 5 项. Ids and versions are shown only if there is nothing else. */
export function changeSummary(entry: OperationLogEntry): string {
  const find = entryFields(entry)
  const forPeople = entry.changes.filter((change) => !isForPrograms(find, change) && !isLeftOut(change))
  const changes = forPeople.length > 0 ? forPeople : entry.changes
  const text = (field: string, value: unknown): string =>
    isCutJson(value) ? '（内容较长）' : shortened(pathText(find, field, value))
  const words = changes.slice(0, SUMMED).map(({ field, before, after }) => {
    const now = after === null && before !== null ? REMOVED : text(field, after)
    return `${pathLabel(find, field)}：${before === null ? now : `${text(field, before)} → ${now}`}`
  })
  return `${words.join('；')}${changes.length > SUMMED ? ` 等 ${changes.length} 项` : ''}`
}

const shortened = (text: string): string => (text.length > VALUE_CHARS ? `${text.slice(0, VALUE_CHARS)}…` : text)

/** A list or record that was too long for the log is kept as the beginning of its JSON. */
const isCutJson = (value: unknown): boolean => typeof value === 'string' && /^[[{][^]*…$/.test(value)

/** An input that was sent empty: nothing was chosen or typed there. */
const isLeftOut = ({ before, after }: OperationLogEntry['changes'][number]): boolean =>
  before === null && (after === null || after === '' || (Array.isArray(after) && after.length === 0))
