import type { BulkOutcome, RowOutcome } from '@huoqiao/contract/wire'
import type { ReactNode } from 'react'
import styles from './outcome-list.module.css'

type OutcomeListProps = {
  outcome: BulkOutcome
  /** the name of a row */
  labelOf: LabelOf
  /** how many lines are listed before the rest is only counted */
  limit?: number
  /** when nothing was done yet: the title in place of an outcome */
  title?: string
}

type Reported = Pick<BulkOutcome, 'succeeded' | 'failed'> & { rows?: BulkOutcome['rows'] }
const isPartly = (row: RowOutcome): boolean => row.ok && row.partly === true

/** 成功 / 部分成功 / 失败: a partial success is never called a success (beyond, item 10). */
export const outcomeWord = ({ succeeded, failed, rows = [] }: Reported): string => {
  const partly = rows.filter(isPartly).length
  if (partly > 0) {
    const words = [[succeeded - partly, '成功'] as const, [partly, '只做了一部分'] as const, [failed, '失败'] as const]
    return `部分成功：${words.flatMap(([n, word]) => (n > 0 ? [`${n} ${word}`] : [])).join('，')}`
  }
  if (succeeded + failed === 0) return '什么都没有做'
  if (failed === 0) return `全部成功（${succeeded}）`
  return succeeded === 0 ? `全部失败（${failed}）` : `部分成功：${succeeded} 成功，${failed} 失败`
}

type Group = { message: string; rows: RowOutcome[] }
type LabelOf = (key: string) => ReactNode

/** A sentence that begins with the row's own name is about one row only; beside the name, the name is removed from it. */
function sentenceOf({ key, message }: RowOutcome, labelOf: LabelOf | undefined): string {
  const label = labelOf?.(key)
  return typeof label === 'string' && message.startsWith(`${label}：`) ? message.slice(label.length + 1) : message
}

function groupRows(rows: readonly RowOutcome[], labelOf: LabelOf | undefined): Group[] {
  const groups = new Map<string, RowOutcome[]>()
  for (const row of rows) {
    const sentence = sentenceOf(row, labelOf)
    groups.set(sentence, [...(groups.get(sentence) ?? []), row])
  }
  return [...groups].map(([message, of]) => ({ message, rows: of })).sort((a, b) => b.rows.length - a.rows.length)
}

/** Failures grouped by their sentence, the most frequent first, so that one cause is shown once. */
export const groupFailures = (rows: readonly RowOutcome[], labelOf?: LabelOf): Group[] =>
  groupRows(
    rows.filter((row) => !row.ok),
    labelOf,
  )

/** Rows that failed: they stay selected, because somebody has to act on them. */
export const failedKeys = (outcome: Pick<BulkOutcome, 'rows'>): string[] =>
  outcome.rows.flatMap(({ key, ok }) => (ok ? [] : [key]))

/** The rows that succeeded, to deselect them. */
export const doneKeys = (outcome: Pick<BulkOutcome, 'rows'>): string[] =>
  outcome.rows.flatMap(({ key, ok }) => (ok ? [key] : []))

/** Rows that were done in part, grouped by what is missing and why. */
export const groupPartly = (rows: readonly RowOutcome[], labelOf?: LabelOf): Group[] =>
  groupRows(rows.filter(isPartly), labelOf)

/** Up to this many different success sentences are shown; more would be one per row. */
const MOST_SUCCESSES = 4

/** Sentences that say only that a row succeeded. */
const PLAIN_SUCCESS: ReadonlySet<string> = new Set(['成功', '操作成功'])

/** Successes grouped by their sentence, when there are only a few different ones. */
export function groupSuccesses(rows: readonly RowOutcome[], labelOf?: LabelOf): Group[] {
  const done = rows
    .filter((row) => row.ok && !isPartly(row))
    // The heading says so already.
    .map((row) => (PLAIN_SUCCESS.has(row.message ?? '') ? { ...row, message: '' } : row))
  const groups = groupRows(done, labelOf)
  return groups.length > MOST_SUCCESSES ? [{ message: '', rows: done }] : groups
}

/** The outcome of each row of a bulk action: failures grouped by cause first, then the successes. */
export function OutcomeList({ outcome, labelOf, limit = 20, title }: OutcomeListProps): ReactNode {
  const partly = groupPartly(outcome.rows, labelOf)
  const isWhole = outcome.failed === 0 && partly.length === 0
  const isNothing = outcome.rows.length === 0
  const hue = isNothing ? 'attention' : isWhole ? 'done' : outcome.succeeded === 0 ? 'failed' : 'attention'
  return (
    <section className={styles.outcome} data-hue={hue}>
      <h3>{title ?? outcomeWord(outcome)}</h3>
      {groupFailures(outcome.rows, labelOf).map((group) => (
        <details key={group.message} open={group.rows.length <= 5}>
          <summary>
            <span className={styles.cause}>{group.message}</span>
            <span className={styles.count}>{group.rows.length} 条</span>
          </summary>
          <Labels rows={group.rows} labelOf={labelOf} limit={limit} />
        </details>
      ))}
      {partly.map((group) => (
        <details key={group.message} open={group.rows.length <= 5}>
          <summary>
            <span className={styles.partly}>{group.message}</span>
            <span className={styles.count}>{group.rows.length} 条</span>
          </summary>
          <Labels rows={group.rows} labelOf={labelOf} limit={limit} />
        </details>
      ))}
      {groupSuccesses(outcome.rows, labelOf).map((group) => (
        <details key={group.message} open={isWhole && group.rows.length <= 5}>
          <summary>
            {group.message || (isWhole ? '明细' : '成功')}
            <span className={styles.count}>{group.rows.length} 条</span>
          </summary>
          <Labels rows={group.rows} labelOf={labelOf} limit={limit} />
        </details>
      ))}
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
