import { ORDER_TASK_STATES } from '@huoqiao/contract/orders/orders.status'
import { Button, Drawer, Segmented } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { CARD_PAGING } from '../../../lib/list-query.ts'
import { useRead } from '../../../lib/use-call.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { Pager } from '../../../ui/pager.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { RowSkeletons } from '../../../ui/skeletons.tsx'
import { TableStateTag } from '../../../ui/state-tag.tsx'
import { OrderTaskView } from './order-task.view.tsx'
import styles from './order-task.module.css'

const ALL = 'all'

type TasksDrawerProps = { taskId: string; onTask: (taskId: string) => void; onClose: () => void }

/** The list of 补单 and 导出, and one of them in detail. */
export default function TasksDrawer({ taskId, onTask, onClose }: TasksDrawerProps): ReactNode {
  return (
    <Drawer
      open
      size="min(760px, 92vw)"
      title={taskId === ALL ? '补单与导出记录' : '任务'}
      onClose={onClose}
      extra={
        taskId === ALL ? null : (
          <Button type="link" onClick={() => onTask(ALL)}>
            全部记录
          </Button>
        )
      }
    >
      {taskId === ALL ? <TaskList onTask={onTask} /> : <OrderTaskView key={taskId} taskId={taskId} />}
    </Drawer>
  )
}

type Kind = 'all' | 'recover' | 'export'

function TaskList({ onTask }: { onTask: (taskId: string) => void }): ReactNode {
  const [kind, setKind] = useState<Kind>('all')
  const [at, setAt] = useState({ page: 1, pageSize: CARD_PAGING.first })
  const { data, error, isPlaceholderData, refetch } = useRead('queryOrderTasks', {
    ...(kind === 'all' ? {} : { kind }),
    ...at,
  })
  return (
    <div className={styles.tasks}>
      <Segmented<Kind>
        value={kind}
        options={[
          { value: 'all', label: '全部' },
          { value: 'recover', label: '补单' },
          { value: 'export', label: '导出' },
        ]}
        onChange={(next) => {
          setKind(next)
          setAt({ ...at, page: 1 })
        }}
      />
      {error ? <FailureNote failure={error} onRetry={() => void refetch()} /> : null}
      {data ? null : error ? null : <RowSkeletons count={4} />}
      {data?.list.length === 0 ? <EmptyState text="还没有补单或导出。" /> : null}
      {data?.list.map((task) => (
        <button key={task.id} type="button" className={styles.row} onClick={() => onTask(task.id)}>
          <b>{task.title}</b>
          <TableStateTag table={ORDER_TASK_STATES} code={task.state} />
          <small>
            {task.createdBy} · <RelativeTime at={task.createdAt} ago />
            {task.message === '' ? '' : ` · ${task.message}`}
          </small>
        </button>
      ))}
      {data && (data.total > CARD_PAGING.first || at.page > 1) ? (
        <Pager
          isStale={isPlaceholderData}
          {...at}
          sizes={CARD_PAGING.sizes}
          total={data.total}
          isCapped={data.totalCapped}
          onChange={(page, pageSize) => setAt({ page, pageSize })}
        />
      ) : null}
    </div>
  )
}
