import type { ReactNode } from 'react'
import { lazy, Suspense, useState } from 'react'
import { formatTime } from '../../../lib/format.ts'
import { CARD_PAGING } from '../../../lib/list-query.ts'
import { useRead } from '../../../lib/use-call.ts'
import type { CallOutput } from '../../../lib/contract.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { OutcomeWindow } from '../../../ui/outcome-window.tsx'
import { Pager } from '../../../ui/pager.tsx'
import { RowSkeletons } from '../../../ui/skeletons.tsx'
import { tellOutcome } from '../../../ui/tell-outcome.ts'
import { HistoryEntry } from './entry.tsx'
import styles from './history.module.css'

const PastPicker = lazy(() => import('../../../ui/past-picker.tsx'))

type HistoryProps = {
  purchaseId: string
  /** the version on the screen; absent: the purchase order was deleted */
  version?: number
}

/** No names are needed: the keys of the outcome's rows are purchase numbers. */
const BY_KEY: ReadonlyMap<string, string> = new Map()

/** The changes of a purchase order with who made them, newest first (beyond, item 3), each with a button to undo it. */
export function History({ purchaseId, version }: HistoryProps): ReactNode {
  const [page, setPage] = useState({ page: 1, pageSize: CARD_PAGING.first })
  const [until, setUntil] = useState<number>()
  const [reported, tell] = useState<CallOutput<'undoPurchaseBatch'>>()
  const read = useRead('getPurchaseHistory', { purchaseId, until, ...page })
  const { data, error } = read
  if (error && !data) return <FailureNote failure={error} onRetry={() => void read.refetch()} />
  if (!data) return <RowSkeletons count={4} />
  return (
    <div className={styles.history} style={{ opacity: read.isPlaceholderData ? 0.55 : 1 }}>
      {error ? <FailureNote failure={error} onRetry={() => void read.refetch()} /> : null}
      <div className={styles.past}>
        <Suspense fallback={null}>
          <PastPicker
            value={until}
            onChange={(at) => {
              setUntil(at)
              setPage((now) => ({ ...now, page: 1 }))
            }}
          />
        </Suspense>
        {until === undefined ? null : (
          <span>{data.total > 0 ? `${formatTime(until)} 时的样子，展开在第一条` : '那时还没有这张采购单'}</span>
        )}
      </div>
      {data.list.length === 0 && until === undefined ? <EmptyState text="还没有历史。" /> : null}
      {data.list.map((entry, index) => (
        <HistoryEntry
          key={`${entry.id} ${until ?? ''}`}
          entry={entry}
          purchase={version === undefined ? undefined : { purchaseId, version }}
          isOpen={until !== undefined && page.page === 1 && index === 0}
          onBatch={(outcome) => tellOutcome({ title: '撤销批量修改', outcome, names: BY_KEY }, () => tell(outcome))}
        />
      ))}
      {data.total > CARD_PAGING.first || page.page > 1 ? (
        <Pager
          isStale={read.isPlaceholderData}
          {...page}
          total={data.total}
          isCapped={data.totalCapped}
          sizes={CARD_PAGING.sizes}
          onChange={(to, pageSize) => setPage({ page: to, pageSize })}
        />
      ) : null}
      {reported ? (
        <OutcomeWindow
          title="撤销批量修改"
          outcome={reported}
          labelOf={(number) => number}
          onClose={() => tell(undefined)}
        />
      ) : null}
    </div>
  )
}
