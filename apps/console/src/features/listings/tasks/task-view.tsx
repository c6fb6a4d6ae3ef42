import type { SyncTask } from '@huoqiao/contract/listings/listings.schema'
import type { SyncItemState } from '@huoqiao/contract/listings/listings.status'
import { SYNC_ITEM_STATES } from '@huoqiao/contract/listings/listings.status'
import type { ReactNode } from 'react'
import { useEffect, useState } from 'react'
import { toast } from '../../../lib/client.ts'
import { useMay, NO_RIGHT } from '../../../lib/permission.tsx'
import { formatTime } from '../../../lib/format.ts'
import { CARD_PAGING } from '../../../lib/list-query.ts'
import { refresh, useAct, useRead } from '../../../lib/use-call.ts'
import { CanButton } from '../../../ui/can-button.tsx'
import { askConfirm } from '../../../ui/dialogs.store.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import type { StateTab } from '../../../ui/state-tabs.tsx'
import { StateTabs } from '../../../ui/state-tabs.tsx'
import { Pager } from '../../../ui/pager.tsx'
import { RowSkeletons } from '../../../ui/skeletons.tsx'
import { isOpenTask, newest, useIsLive, useLiveTasks } from './live-tasks.store.ts'
import { TaskCauses } from './task-causes.tsx'
import { TaskItem } from './task-item.tsx'
import { TaskProgress, TaskState, taskCounts } from './task-progress.tsx'
import styles from './task-view.module.css'

/** When the stream is not available, an open task is read this often. */
const POLL_MS = 3000
/** Up to this many items are listed without groups. */
const FEW = 10
const SHELVES: readonly SyncItemState[] = [
  'failed',
  'unknown',
  'running',
  'queued',
  'succeeded',
  'unchanged',
  'merged',
  'cancelled',
]

/** One task: its progress, its actions, and every product × store of it. */
export function TaskView({ taskId }: { taskId: string }): ReactNode {
  const [state, setState] = useState<SyncItemState | ''>('')
  const [cause, setCause] = useState<string>()
  const [page, setPage] = useState({ page: 1, pageSize: CARD_PAGING.first })
  const live = useLiveTasks().get(taskId)
  const isLive = useIsLive()
  const isOpen = live === undefined || isOpenTask(live)
  const read = useRead(
    'queryProductsSyncStates',
    { taskId, state: state === '' ? undefined : state, cause, ...page },
    { refetchInterval: isOpen && !isLive ? POLL_MS : false },
  )
  // A late success of an item that a person gave up does not change the total, so every count is compared.
  const moved = live === undefined ? '' : [live.state, live.done, live.succeeded, live.failed, live.unknown].join(' ')
  useEffect(() => {
    if (moved !== '') refresh('queryProductsSyncStates')
  }, [moved])
  if (read.error && !read.data) return <FailureNote failure={read.error} onRetry={() => void read.refetch()} />
  const answered = read.data?.task
  if (!answered) return <RowSkeletons count={6} />
  const task = newest(answered, live)
  const { items, causes } = read.data!
  const first = { page: 1, pageSize: page.pageSize }
  return (
    <section className={styles.view}>
      <TaskHead task={task} />
      {task.total > FEW ? (
        <StateTabs
          tabs={[{ key: '', label: '全部', count: task.total }, ...SHELVES.map((code) => shelfOf(code, task))]}
          tab={state}
          onTab={(key) => {
            setState(key as SyncItemState | '')
            setCause(undefined)
            setPage(first)
          }}
        />
      ) : null}
      {causes.some(({ count }) => count > 1) || cause !== undefined ? (
        <TaskCauses
          task={task}
          causes={causes}
          shown={cause}
          onShow={(next) => {
            setState('')
            setCause(next)
            setPage(first)
          }}
        />
      ) : null}
      {items.list.length === 0 ? <EmptyState text="这一类里没有商品。" /> : null}
      <ul className={styles.items} data-stale={read.isPlaceholderData}>
        {items.list.map((item) => (
          <TaskItem key={item.id} item={item} task={task} />
        ))}
      </ul>
      {items.total > CARD_PAGING.first || page.page > 1 ? (
        <Pager
          isStale={read.isPlaceholderData}
          {...page}
          sizes={CARD_PAGING.sizes}
          total={items.total}
          isCapped={items.totalCapped}
          onChange={(to, pageSize) => setPage({ page: to, pageSize })}
        />
      ) : null}
    </section>
  )
}

function shelfOf(code: SyncItemState, task: SyncTask): StateTab {
  const { label, hue } = SYNC_ITEM_STATES[code]
  const count = code === 'failed' ? task.failed : code === 'unknown' ? task.unknown : undefined
  return { key: code, label, count, ...(count ? { hue } : {}) }
}

function TaskHead({ task }: { task: SyncTask }): ReactNode {
  const cancel = useAct('cancelSyncTask')
  const retry = useAct('retrySyncTask')
  const mayCancel = useMay('cancelSyncTask')
  const mayRetry = useMay('retrySyncTask')
  async function stop(): Promise<void> {
    const isSure = await askConfirm({
      title: '取消这个同步任务？',
      content: `还没开始的 ${task.total - task.done} 处不再同步；已经写进店铺的保留。`,
      okText: '取消任务',
      cancelText: '继续同步',
      danger: true,
    })
    if (isSure && (await cancel.run({ taskId: task.id })).ok) toast.success('任务已取消')
  }
  async function again(): Promise<void> {
    if ((await retry.run({ taskId: task.id })).ok) toast.success('失败的已重新排队')
  }
  return (
    <header className={styles.head}>
      <div className={styles.titleLine}>
        <h2>{task.title}</h2>
        <TaskState task={task} />
        <span className={styles.acts}>
          {isOpenTask(task) ? (
            <CanButton
              allowed={mayCancel ? task.can['cancelSyncTask'] : NO_RIGHT}
              loading={cancel.isPending}
              onClick={() => void stop()}
            >
              取消任务
            </CanButton>
          ) : task.failed + task.unknown === 0 ? null : (
            <CanButton
              type="primary"
              allowed={mayRetry ? task.can['retrySyncTask'] : NO_RIGHT}
              loading={retry.isPending}
              title="失败的再送一次；结果未知的先读回店铺核对"
              onClick={() => void again()}
            >
              重试失败的
            </CanButton>
          )}
        </span>
      </div>
      <TaskProgress task={task} label={taskCounts(task)} />
      <p className={styles.facts}>
        {task.createdBy} 于 {formatTime(task.createdAt)} 发起
        {task.finishedAt === null ? '' : `，${formatTime(task.finishedAt)} 结束`}
      </p>
    </header>
  )
}
