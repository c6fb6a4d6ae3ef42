import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import type { CallOutput } from '../../../lib/contract.ts'
import { formatTime } from '../../../lib/format.ts'
import { useRead } from '../../../lib/use-call.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { Pager, TABLE_PAGE_SIZES } from '../../../ui/pager.tsx'
import { RowSkeletons } from '../../../ui/skeletons.tsx'
import styles from './editor.module.css'
import { historyText } from './history-text.rules.ts'

type Revision = CallOutput<'getProductHistory'>['list'][number]

const SHOWN = 8

/** What the product was and who changed it, newest first (beyond, item 3). */
export default function HistoryPanel({ productId }: { productId: string }): ReactNode {
  const [page, setPage] = useState({ page: 1, pageSize: 10 })
  const read = useRead('getProductHistory', { productId, ...page }, { silent: true })
  if (read.error) return <FailureNote failure={read.error} onRetry={() => void read.refetch()} />
  if (!read.data) return <RowSkeletons count={6} />
  if (read.data.total === 0) return <EmptyState text="还没有改动过。" />
  return (
    <div className={styles.history} style={{ opacity: read.isPlaceholderData ? 0.55 : 1 }}>
      {read.data.list.map((revision) => (
        <RevisionEntry key={revision.id} revision={revision} />
      ))}
      <Pager
        {...page}
        total={read.data.total}
        sizes={TABLE_PAGE_SIZES}
        onChange={(to, pageSize) => setPage({ page: to, pageSize })}
      />
    </div>
  )
}

function RevisionEntry({ revision }: { revision: Revision }): ReactNode {
  const [isWhole, showWhole] = useState(false)
  const shown = isWhole ? revision.changes : revision.changes.slice(0, SHOWN)
  return (
    <section className={styles.revision}>
      <header>
        <b>{revision.reason}</b>
        <small>
          {revision.by ?? '系统'} · {formatTime(revision.at)}
          {revision.changes.length > 0 ? ` · ${revision.changes.length} 处` : ''}
        </small>
      </header>
      {shown.length > 0 ? (
        <ul className={styles.changes}>
          {shown.map((change) => (
            <li key={change.field}>
              <span>{change.label}</span>
              <del>{historyText(change.before)}</del>
              <ins>{historyText(change.after)}</ins>
            </li>
          ))}
        </ul>
      ) : null}
      {revision.changes.length > SHOWN ? (
        <Button type="text" onClick={() => showWhole(!isWhole)}>
          {isWhole ? '收起' : `还有 ${revision.changes.length - SHOWN} 处`}
        </Button>
      ) : null}
    </section>
  )
}
