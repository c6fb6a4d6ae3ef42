import type { OperationLogEntry } from '@huoqiao/contract/operation-log/operation-log.schema'
import { LOGGED_OUTCOMES } from '@huoqiao/contract/operation-log/operation-log.status'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { formatTime } from '../lib/format.ts'
import { useRead } from '../lib/use-call.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { FailureNote } from '../ui/failure-note.tsx'
import { TextSkeleton } from '../ui/skeletons.tsx'
import { StateTag } from '../ui/state-tag.tsx'
import { ChangeList } from './change-list.tsx'
import styles from './log.module.css'

const STEP = 20

type ObjectHistoryProps = { kind: string; id: string }

/** The history of one object, newest first: who did what with it, and what changed. Embedded in pages, and alone at /components/log. */
export function ObjectHistory({ kind, id }: ObjectHistoryProps): ReactNode {
  const [shown, show] = useState(STEP)
  const log = useRead('findOperationLog', { kind, objectId: id, page: 1, pageSize: Math.min(shown, 200) })
  if (log.isError && !log.data) return <FailureNote failure={log.error} onRetry={() => void log.refetch()} />
  if (!log.data) return <TextSkeleton lines={4} />
  if (log.data.list.length === 0) return <EmptyState text="还没有操作记录" />
  return (
    <>
      <ol className={styles.timeline}>
        {log.data.list.map((entry) => (
          <HistoryEntry key={entry.id} entry={entry} />
        ))}
      </ol>
      {log.data.total > log.data.list.length && shown < 200 ? (
        <Button block type="dashed" loading={log.isFetching} onClick={() => show(shown + STEP * 2)}>
          更早的 {log.data.total - log.data.list.length} 条
        </Button>
      ) : null}
    </>
  )
}

function HistoryEntry({ entry }: { entry: OperationLogEntry }): ReactNode {
  const outcome = LOGGED_OUTCOMES[entry.outcome]
  return (
    <li data-outcome={entry.outcome}>
      <header>
        <b>{entry.title}</b>
        <span>{entry.accountName}</span>
        <span className={styles.when}>{formatTime(entry.at)}</span>
        {entry.outcome === 'ok' ? null : <StateTag hue={outcome.hue} label={entry.message || outcome.label} bare />}
      </header>
      <ChangeList entry={entry} />
    </li>
  )
}
