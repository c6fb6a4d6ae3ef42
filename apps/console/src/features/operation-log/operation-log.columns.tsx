import { kindLabel } from '@huoqiao/contract/operation-log/entry-fields'
import type { OperationLogEntry } from '@huoqiao/contract/operation-log/operation-log.schema'
import type { TableColumnsType } from 'antd'
import { Link } from 'react-router'
import { formatTime } from '../../lib/format.ts'
import { changeSummary } from '../../pickers/change-list.tsx'
import { OUTCOMES } from '../../pickers/object-history.tsx'
import { StateTag } from '../../ui/state-tag.tsx'
import styles from './operation-log.module.css'

export function operationLogColumns(): TableColumnsType<OperationLogEntry> {
  return [
    {
      title: '时间',
      dataIndex: 'at',
      width: 140,
      render: (at: number) => <span className={styles.time}>{formatTime(at)}</span>,
    },
    { title: '操作人', dataIndex: 'accountName', width: 120, ellipsis: true },
    { title: '操作', dataIndex: 'title', width: 120, ellipsis: true },
    {
      title: '对象',
      dataIndex: 'objects',
      width: 170,
      ellipsis: true,
      render: (_objects, { objects }) => <Objects objects={objects} />,
    },
    {
      title: '改了什么',
      dataIndex: 'changes',
      ellipsis: true,
      render: (_changes, entry) => <span className={styles.summary}>{changeSummary(entry)}</span>,
    },
    {
      title: '结果',
      dataIndex: 'outcome',
      width: 80,
      render: (_outcome, { outcome, message }) => (
        <StateTag hue={OUTCOMES[outcome].hue} label={OUTCOMES[outcome].label} title={message} bare />
      ),
    },
    { title: '来源', dataIndex: 'ip', width: 105, render: (ip: string) => <span className="hq-mono">{ip}</span> },
    {
      title: '用时',
      dataIndex: 'durationMs',
      width: 70,
      align: 'right',
      render: (ms: number) => <span className="hq-num">{ms < 1000 ? `${ms}毫秒` : `${(ms / 1000).toFixed(1)}秒`}</span>,
    },
  ]
}

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
