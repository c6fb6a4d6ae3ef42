import type { Difference } from '@huoqiao/contract/reconciliation/reconciliation.schema'
import { DIFFERENCE_KINDS, SEVERITIES } from '@huoqiao/contract/reconciliation/reconciliation.status'
import { Button, Checkbox } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { isCallError } from '../../lib/call-error.ts'
import { formatCount } from '../../lib/format.ts'
import { CanButton } from '../../ui/can-button.tsx'
import { FactList } from '../../ui/fact-list.tsx'
import { StateTag } from '../../ui/state-tag.tsx'
import type { Selection } from '../../ui/selection.ts'
import { DifferenceRow, sharedFacts } from './difference-row.tsx'
import type { SharedFact } from './difference-row.tsx'
import styles from './reconciliation.module.css'
import type { DifferenceActs } from './use-difference-acts.ts'

/** From this number of rows on one page, differences with the same cause are shown as a group. */
const GROUPED_FROM = 3

/** Groups the page's differences by cause, in the order of first appearance. With too few rows, each row is a group of its own. */
export function byCause(rows: readonly Difference[]): readonly Difference[][] {
  const groups = new Map<string, Difference[]>()
  for (const one of rows) groups.set(one.cause, [...(groups.get(one.cause) ?? []), one])
  return [...groups.values()].flatMap((group) => (group.length >= GROUPED_FROM ? [group] : group.map((one) => [one])))
}

type CauseGroupProps = {
  rows: readonly Difference[]
  /** number of differences with this cause under the filters, on all pages */
  count: number
  selection: Selection<Difference>
  acts: DifferenceActs
  /** reads all of them, also those on other pages */
  readAll: () => Promise<readonly Difference[]>
}

/** Differences with one cause: what they share is shown once, and one button repairs all of them. */
export function CauseGroup({ rows, count, selection, acts, readAll }: CauseGroupProps): ReactNode {
  const [isOpen, open] = useState(false)
  const [isReading, setReading] = useState(false)
  const first = rows[0]!
  const shared = sharedFacts(first).filter(([key]) => rows.every((one) => one[key] === first[key]))
  const shownAbove: readonly SharedFact[] = shared.map(([key]) => key)
  const isBusy = isReading || rows.some(({ id }) => acts.busy.has(id))
  const picked = rows.filter(({ id }) => selection.has(id)).length
  async function actOnAll(act: (all: readonly Difference[]) => Promise<void>): Promise<void> {
    setReading(true)
    try {
      await act(await readAll())
    } catch (error) {
      // The client has shown it in a toast.
      if (!isCallError(error)) throw error
    } finally {
      setReading(false)
    }
  }
  return (
    <li className={styles.cause} data-severity={first.severity} data-cause={first.cause}>
      <div className={styles.difference}>
        <Checkbox
          checked={picked === rows.length}
          indeterminate={picked > 0 && picked < rows.length}
          aria-label={`选中本页的 ${rows.length} 个：${DIFFERENCE_KINDS[first.kind].label}`}
          onChange={({ target }) => {
            const ids = rows.map(({ id }) => id)
            if (target.checked) selection.choose([...selection.keys, ...ids])
            else selection.release(ids)
          }}
        />
        <div className={styles.words}>
          <h2>
            <StateTag hue={SEVERITIES[first.severity].hue} label={DIFFERENCE_KINDS[first.kind].label} />
            <span>{formatCount(count)} 个差异，同一个原因</span>
          </h2>
          <FactList layout="rows" facts={shared.map(([, label, text]) => [label, text])} />
        </div>
        <div className={styles.figures}>
          <Button type="text" aria-expanded={isOpen} onClick={() => open(!isOpen)}>
            {isOpen ? '收起' : count > rows.length ? `展开本页的 ${rows.length} 个` : `展开 ${rows.length} 个`}
          </Button>
        </div>
        {first.state === 'open' ? (
          <div className={styles.steps}>
            {first.repair === null ? null : (
              <CanButton
                type="primary"
                size="small"
                loading={isBusy}
                allowed={first.can['mendDifferences']}
                onClick={() => void actOnAll((all) => acts.repair(all))}
              >
                {first.repair.label}（{formatCount(count)}）
              </CanButton>
            )}
            <CanButton
              size="small"
              loading={isBusy}
              allowed={first.can['recheckDifferences']}
              onClick={() => void actOnAll((all) => acts.recheck(all))}
            >
              全部重新核对
            </CanButton>
            <CanButton
              size="small"
              loading={isBusy}
              allowed={first.can['ignoreDifferences']}
              onClick={() => void actOnAll((all) => acts.ignore(all))}
            >
              全部忽略
            </CanButton>
          </div>
        ) : null}
      </div>
      {isOpen ? (
        <ul>
          {rows.map((one) => (
            <DifferenceRow
              key={one.id}
              one={one}
              isPicked={selection.has(one.id)}
              onPick={(isRange) => selection.toggle(one.id, isRange)}
              acts={acts}
              shownAbove={shownAbove}
            />
          ))}
        </ul>
      ) : null}
    </li>
  )
}
