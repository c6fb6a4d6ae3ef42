import type { SyncTask } from '@huoqiao/contract/listings/listings.schema'
import type { SyncTaskState } from '@huoqiao/contract/listings/listings.status'
import { SYNC_TASK_STATES } from '@huoqiao/contract/listings/listings.status'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { CallOutput } from '../../../lib/contract.ts'
import { some, useListQuery } from '../../../lib/list-query.ts'
import { usePreference } from '../../../lib/preferences.ts'
import { refresh, useRead } from '../../../lib/use-call.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { countedTabs, listAnswer } from '../../../ui/list-answer.tsx'
import { ListPage } from '../../../ui/list-page.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { isOpenTask, newest, useIsLive, useLiveTasks } from './live-tasks.store.ts'
import styles from './sync-tasks.module.css'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { TaskRows } from '../../../ui/task-rows.tsx'
import { TaskProgress, TaskState, taskCounts } from './task-progress.tsx'

const TaskDrawer = lazy(() => import('./task.drawer.tsx'))
const SkuPanel = lazy(() => import('./sku-panel.tsx'))

const DEFAULTS = { state: '', keyword: '' }
const POLL_MS = 3000
const STATES = (Object.keys(SYNC_TASK_STATES) as SyncTaskState[]).map((key) => ({ key, ...SYNC_TASK_STATES[key] }))

/** /shop/product/tasks: the pushes of the app, and how many SKUs they wrote to the shops per day. */
export default function SyncTasksPage(): ReactNode {
  const list = useListQuery<typeof DEFAULTS>('sync-tasks', DEFAULTS)
  const { state } = list.filters
  const keyword = some(list.filters.keyword)
  const [params, setParams] = useSearchParams()
  const [isChart, showChart] = usePreference('sync-tasks:chart', true)
  const isLive = useIsLive()
  const live = useLiveTasks()
  const counts = useCounts(keyword)
  const read = useRead(
    'querySyncTasks',
    { state: some(state) as SyncTaskState | undefined, keyword, page: list.page, pageSize: list.pageSize },
    { refetchInterval: isLive ? false : POLL_MS },
  )
  const openTask = (taskId: string | null): void =>
    setParams((now) => {
      const next = new URLSearchParams(now)
      if (taskId === null) next.delete('taskId')
      else next.set('taskId', taskId)
      return next
    })
  const taskId = params.get('taskId')
  const tasks = read.data && withNew(read.data.list, live, list.changed > 0, list.page)
  return (
    <ListPage
      name="sync-tasks"
      views={list.view}
      title="同步任务"
      subtitle="推送到店铺的每一批，进行到哪里、成败如何"
      action={<Button onClick={() => showChart(!isChart)}>{isChart ? '收起每日统计' : '每日统计'}</Button>}
      tabs={countedTabs(counts, STATES)}
      tab={state}
      onTab={(next) => list.setFilters({ state: next })}
      filters={
        <SearchField
          value={list.filters.keyword}
          placeholder="任务、发起人、商品标题或SKU"
          width={260}
          onSearch={(next) => list.setFilters({ keyword: next })}
        />
      }
      changedFilters={keyword === undefined ? 0 : 1}
      onResetFilters={() => list.setFilters({ keyword: '' })}
      {...listAnswer(list, read, {
        // What was searched for is not pushed down by the chart.
        note:
          isChart && keyword === undefined ? (
            <Suspense fallback={<div className={styles.chartPlace} />}>
              <SkuPanel />
            </Suspense>
          ) : null,
      })}
    >
      <TaskRows
        answer={read}
        tasks={tasks}
        renderFacts={(task) => <TaskFacts task={task} />}
        renderProgress={(task) =>
          isOpenTask(task) ? <TaskProgress task={task} label={taskCounts(task)} /> : taskCounts(task)
        }
        renderState={(task) => <TaskState task={task} />}
        onOpen={openTask}
        isFiltered={list.changed > 0}
        onReset={list.reset}
        none={<NoTasks />}
      />
      {taskId === null ? null : (
        <Suspense fallback={null}>
          <TaskDrawer taskId={taskId} onClose={() => openTask(null)} />
        </Suspense>
      )}
    </ListPage>
  )
}

/** The number of tasks in each state: read again when the stream reports a change of state. */
function useCounts(keyword: string | undefined): CallOutput<'getSyncTaskCountByState'> | undefined {
  const isLive = useIsLive()
  const states = [...useLiveTasks().values()].map(({ id, state }) => `${id} ${state}`).join()
  const { data } = useRead('getSyncTaskCountByState', { keyword }, { refetchInterval: isLive ? false : POLL_MS })
  const asked = useRef(states)
  useEffect(() => {
    if (asked.current === states) return
    asked.current = states
    refresh('getSyncTaskCountByState')
  }, [states])
  return data
}

/** The list's answer, updated by the stream; tasks that began since then are put first on the first page. */
function withNew(
  answered: readonly SyncTask[],
  live: ReadonlyMap<string, SyncTask>,
  isFiltered: boolean,
  page: number,
): SyncTask[] {
  const known = new Set(answered.map((task) => task.id))
  const newestAt = answered[0]?.createdAt ?? 0
  const begun =
    page === 1 && !isFiltered
      ? [...live.values()].filter((task) => !known.has(task.id) && task.createdAt > newestAt)
      : []
  return [
    ...begun.sort((a, b) => b.createdAt - a.createdAt),
    ...answered.map((task) => newest(task, live.get(task.id))),
  ]
}

function TaskFacts({ task: { createdBy, createdAt, startedAt, finishedAt } }: { task: SyncTask }): ReactNode {
  return (
    <>
      {createdBy} · <RelativeTime at={createdAt} ago />
      {finishedAt !== null && startedAt !== null
        ? ` · 用时 ${Math.max(1, Math.round((finishedAt - startedAt) / 1000))} 秒`
        : ''}
    </>
  )
}

function NoTasks(): ReactNode {
  const navigate = useNavigate()
  return (
    <EmptyState
      text="还没有同步过。在商品列表里选中商品，预演后同步到店铺。"
      action={
        <Button type="primary" onClick={() => void navigate('/shop/product/list')}>
          去商品列表
        </Button>
      }
    />
  )
}
