import type { ShopChange } from '@huoqiao/contract/shop-change'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useCallback, useState } from 'react'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { StateTabs } from '../../../ui/state-tabs.tsx'
import { ProgressLine } from '../../../ui/progress-line.tsx'
import { RowSkeletons } from '../../../ui/skeletons.tsx'
import { DryRunEntry } from './dry-run-item.tsx'
import type { Choices, Shelf } from './dry-run.rules.ts'
import { afterPick, afterTake, isOnShelf, pairKey } from './dry-run.rules.ts'
import styles from './sync-preview.module.css'
import type { DryRun } from './use-preview-sync-to-shopify.ts'

const SHELVES: readonly { key: Shelf; label: string; hue?: 'attention' | 'failed' }[] = [
  { key: 'all', label: '全部' },
  { key: 'create', label: '新建' },
  { key: 'update', label: '更新' },
  { key: 'conflict', label: '店铺里被改过', hue: 'attention' },
  { key: 'none', label: '无变化' },
  { key: 'blocked', label: '不能写入', hue: 'failed' },
]
/** How many comparisons are rendered before a button for more. */
const SHOWN = 60
/** Up to this many are unfolded at once; more would be too much to read. */
const FEW = 3

type DryRunBodyProps = {
  run: DryRun
  total: number
  choices: Choices
  onChoose: (change: (now: Choices) => Choices) => void
}

/** The comparisons as they arrive, in groups with their counts. */
export function DryRunBody({ run, total, choices, onChoose }: DryRunBodyProps): ReactNode {
  const [shelf, setShelf] = useState<Shelf>('all')
  const [limit, setLimit] = useState(SHOWN)
  const onTake = useCallback(
    (item: ShopChange, isTaken: boolean) => onChoose((now) => afterTake(now, item, isTaken)),
    [onChoose],
  )
  const onPick = useCallback(
    (item: ShopChange, fields: readonly string[], isPicked: boolean) =>
      onChoose((now) => afterPick(now, item, fields, isPicked)),
    [onChoose],
  )
  const countOf = (key: Shelf): number => run.items.filter((item) => isOnShelf(item, key)).length
  const shown = run.items.filter((item) => isOnShelf(item, shelf))
  return (
    <div className={styles.body}>
      {run.isRunning ? (
        <ProgressLine label="正在和店铺里的商品对比，什么都不会写入" done={run.done} total={total} />
      ) : null}
      <StateTabs
        tabs={SHELVES.map(({ hue, ...one }) => {
          const count = countOf(one.key)
          return { ...one, count, ...(hue !== undefined && count > 0 ? { hue } : {}) }
        })}
        tab={shelf}
        onTab={(key) => setShelf(key as Shelf)}
      />
      {run.failures.map((failure) => (
        <FailureNote
          key={pairKey(failure.pairs[0]!)}
          failure={{
            refusal: 'dry-run',
            affects: `${failure.pairs.length} 处没有对比成`,
            ...(failure.error.explanation ?? { what: failure.error.message }),
          }}
          onRetry={run.retry}
        />
      ))}
      {run.items.length === 0 && run.isRunning ? <RowSkeletons count={Math.min(6, total)} /> : null}
      {!run.isRunning && shown.length === 0 && run.failures.length === 0 ? (
        <EmptyState text={total === 0 ? '请在右上角勾选要同步的店铺。' : '这一类里没有商品。'} />
      ) : null}
      <ul className={styles.entries}>
        {shown.slice(0, limit).map((item) => (
          <DryRunEntry
            key={pairKey(item)}
            item={item}
            choice={choices.get(pairKey(item))}
            isOpenAtFirst={total <= FEW}
            onTake={onTake}
            onPick={onPick}
          />
        ))}
      </ul>
      {shown.length > limit ? (
        <Button onClick={() => setLimit(limit + SHOWN)}>再看 {Math.min(SHOWN, shown.length - limit)} 处</Button>
      ) : null}
    </div>
  )
}
