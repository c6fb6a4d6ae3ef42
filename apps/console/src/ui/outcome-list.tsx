import type { BulkOutcome, RowOutcome } from '@huoqiao/contract/wire'
import type { ReactNode } from 'react'
import styles from './outcome-list.module.css'

type OutcomeListProps = {
  outcome: BulkOutcome
  /** what a person knows a row by */
  labelOf: (key: string) => ReactNode
  /** how many lines are listed before the rest is counted */
  limit?: number
}

/** 成功 / 部分成功 / 失败: a partial success is never called a success (beyond, item 10). */
export const outcomeWord = ({ succeeded, failed }: Pick<BulkOutcome, 'succeeded' | 'failed'>): string => {
  if (failed === 0) return `全部成功（${succeeded}）`
  return succeeded === 0 ? `全部失败（${failed}）` : `部分成功：${succeeded} 成功，${failed} 失败`
}

/** Failures by their sentence, the most frequent first, so that one cause is read once. */
export function groupFailures(rows: readonly RowOutcome[]): { message: string; rows: RowOutcome[] }[] {
  const groups = new Map<string, RowOutcome[]>()
  for (const row of rows) {
    if (!row.ok) groups.set(row.message, [...(groups.get(row.message) ?? []), row])
  }
  return [...groups].map(([message, of]) => ({ message, rows: of })).sort((a, b) => b.rows.length - a.rows.length)
}

/** What became of each row of a bulk action: failures grouped by cause first, then what succeeded. */
export function OutcomeList({ outcome, labelOf, limit = 20 }: OutcomeListProps): ReactNode {
  const hue = outcome.failed === 0 ? 'done' : outcome.succeeded === 0 ? 'failed' : 'attention'
  const succeeded = outcome.rows.filter((row) => row.ok)
  return (
    <section className={styles.outcome} data-hue={hue}>
      <h3>{outcomeWord(outcome)}</h3>
      {groupFailures(outcome.rows).map((group) => (
        <details key={group.message} open={group.rows.length <= 5}>
          <summary>
            <span className={styles.cause}>{group.message}</span>
            <span className={styles.count}>{group.rows.length} 条</span>
          </summary>
          <Labels rows={group.rows} labelOf={labelOf} limit={limit} />
        </details>
      ))}
      {succeeded.length > 0 ? (
        <details open={outcome.failed === 0 && succeeded.length <= 5}>
          <summary>
            成功<span className={styles.count}>{succeeded.length} 条</span>
          </summary>
          <Labels rows={succeeded} labelOf={labelOf} limit={limit} />
        </details>
      ) : null}
    </section>
  )
}

function Labels({
  rows,
  labelOf,
  limit,
}: {
  rows: readonly RowOutcome[]
  labelOf: OutcomeListProps['labelOf']
  limit: number
}): ReactNode {
  return (
    <ul className={styles.labels}>
      {rows.slice(0, limit).map((row) => (
        <li key={row.key}>{labelOf(row.key)}</li>
      ))}
      {rows.length > limit ? <li className={styles.count}>还有 {rows.length - limit} 条</li> : null}
    </ul>
  )
}
