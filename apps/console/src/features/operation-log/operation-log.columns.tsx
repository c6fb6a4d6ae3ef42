import { kindLabel } from '@huoqiao/contract/operation-log/entry-fields'
import { OPERATION_LOG_FIELDS } from '@huoqiao/contract/operation-log/operation-log.fields'
import type { OperationLogEntry } from '@huoqiao/contract/operation-log/operation-log.schema'
import { LOGGED_OUTCOMES } from '@huoqiao/contract/operation-log/operation-log.status'
import { Link } from 'react-router'
import { formatTime } from '../../lib/format.ts'
import { changeSummary } from '../../pickers/change-list.tsx'
import { fieldColumns } from '../../ui/field-columns.tsx'
import { StateTag } from '../../ui/state-tag.tsx'
import styles from './operation-log.module.css'

export const OPERATION_LOG_COLUMNS = fieldColumns<OperationLogEntry, typeof OPERATION_LOG_FIELDS>(
  OPERATION_LOG_FIELDS,
  {
    at: { width: 140, render: (_, { at }) => <span className={styles.time}>{formatTime(at)}</span> },
    accountId: null,
    accountName: { width: 120, ellipsis: true },
    title: { width: 120, ellipsis: true },
    objects: { width: 170, ellipsis: true, render: (_, { objects }) => <Objects objects={objects} /> },
    changes: { ellipsis: true, render: (_, entry) => <span className={styles.summary}>{changeSummary(entry)}</span> },
    outcome: {
      width: 80,
      render: (_, { outcome, message }) => <StateTag {...LOGGED_OUTCOMES[outcome]} title={message} bare />,
    },
    ip: { width: 105, className: 'hq-mono' },
    durationMs: { width: 70 },
    // Shown below the row when it is expanded.
    call: null,
    message: null,
    requestId: null,
  },
)

/** The first object that the call touched, with a link to its history, and the number of further ones. */
function Objects({ objects }: { objects: OperationLogEntry['objects'] }) {
  const [first] = objects
  if (!first) return <span className={styles.summary}>–</span>
  return (
    <>
      <Link
        to={`/components/log?kind=${encodeURIComponent(first.kind)}&id=${encodeURIComponent(first.id)}`}
        title={`${kindLabel(first.kind)}的操作历史`}
        onClick={(event) => event.stopPropagation()}
      >
        {first.label ?? first.id}
      </Link>
      <span className={styles.summary}>
        {' '}
        {kindLabel(first.kind)}
        {objects.length > 1 ? ` 等 ${objects.length} 个` : ''}
      </span>
    </>
  )
}
