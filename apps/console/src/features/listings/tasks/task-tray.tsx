import { SyncOutlined } from '@ant-design/icons'
import type { SyncTask } from '@huoqiao/contract/listings/listings.schema'
import { Popover } from 'antd'
import type { ReactNode } from 'react'
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { toast } from '../../../lib/client.ts'
import { useMay } from '../../../lib/permission.tsx'
import { invalidateLists } from '../../../lib/query-client.ts'
import { useStream } from '../../../lib/use-stream.ts'
import type { KeptOutcome } from '../../../ui/kept-outcomes.ts'
import { useKeptOutcomes } from '../../../ui/kept-outcomes.ts'
import { outcomeWord } from '../../../ui/outcome-list.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { hearTasks, isOpenTask, setLive, useLiveTasks } from './live-tasks.store.ts'
import { TaskProgress, TaskState, taskCounts } from './task-progress.tsx'
import styles from './task-tray.module.css'

/** The address of one sync task: the page of tasks with its drawer open. */
export const taskAddress = (taskId: string): string => `/shop/product/tasks?taskId=${taskId}`

/** Dialogs are loaded later: no page should wait for them. */
const OutcomeWindow = lazy(() =>
  import('../../../ui/outcome-window.tsx').then((file) => ({ default: file.OutcomeWindow })),
)

const EVERYTHING = {}
/** Finished tasks stay in the tray this long, so that a person sees their end. */
const LINGER_MS = 10 * 60_000
const LISTED = 6

function tellOf(task: SyncTask): void {
  const kind = task.state === 'succeeded' ? 'success' : task.state === 'cancelled' ? 'info' : 'error'
  const word = task.state === 'succeeded' ? '同步完成' : task.state === 'cancelled' ? '同步已取消' : '同步有没成功的'
  toast.notify(kind, word, `${task.title}：${taskCounts(task)}`)
}

/** In the head of the console: running tasks, live; a click shows the progress of each with a link to it. */
export default function TaskTray(): ReactNode {
  const may = useMay('streamSyncTasks')
  const onData = useCallback(({ tasks }: { tasks: SyncTask[] }) => {
    const finished = hearTasks(tasks)
    if (finished.length === 0) return
    finished.forEach(tellOf)
    void invalidateLists(['products', 'sync-tasks'])
  }, [])
  const { state } = useStream('streamSyncTasks', EVERYTHING, { enabled: may, onData })
  useEffect(() => {
    setLive(state === 'open')
    return () => setLive(false)
  }, [state])
  const tasks = [...useLiveTasks().values()].sort((a, b) => b.createdAt - a.createdAt)
  const open = tasks.filter(isOpenTask)
  const [isShown, show] = useState(false)
  const outcomes = useKeptOutcomes()
  const [opened, openOutcome] = useState<KeptOutcome>()
  if (!may && outcomes.length === 0) return null
  return (
    <>
      <Popover
        trigger="click"
        placement="bottomRight"
        open={isShown}
        onOpenChange={show}
        content={
          <>
            {may ? <TrayList tasks={tasks} onLeave={() => show(false)} /> : null}
            <Outcomes
              outcomes={outcomes}
              onOpen={(one) => {
                show(false)
                openOutcome(one)
              }}
            />
          </>
        }
      >
        <button
          type="button"
          className={styles.sign}
          data-busy={open.length > 0}
          aria-label={open.length > 0 ? `${open.length} 个同步任务进行中` : '同步任务'}
        >
          <SyncOutlined spin={open.length > 0} />
          {open.length > 0 ? <Sum tasks={open} /> : null}
        </button>
      </Popover>
      {opened ? (
        <Suspense fallback={null}>
          <OutcomeWindow
            title={opened.title}
            outcome={opened.outcome}
            labelOf={(key) => opened.names.get(key) ?? key}
            onClose={() => openOutcome(undefined)}
          />
        </Suspense>
      ) : null}
    </>
  )
}

/** The outcomes of the last bulk actions, for people who did not click the toast in time. */
function Outcomes({
  outcomes,
  onOpen,
}: {
  outcomes: readonly KeptOutcome[]
  onOpen: (one: KeptOutcome) => void
}): ReactNode {
  if (outcomes.length === 0) return null
  return (
    <div className={styles.outcomes}>
      <h4>刚才的批量操作</h4>
      <ul>
        {outcomes.map((one) => (
          <li key={one.id}>
            <button type="button" onClick={() => onOpen(one)}>
              <span className={styles.title}>
                {one.title}：{outcomeWord(one.outcome)}
              </span>
              <RelativeTime at={one.at} />
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Sum({ tasks }: { tasks: readonly SyncTask[] }): ReactNode {
  const sum = (key: 'done' | 'total'): number => tasks.reduce((all, task) => all + task[key], 0)
  return (
    <span>
      同步中 {sum('done')} / {sum('total')}
    </span>
  )
}

function TrayList({ tasks, onLeave }: { tasks: readonly SyncTask[]; onLeave: () => void }): ReactNode {
  const [since] = useState(() => Date.now() - LINGER_MS)
  const shown = tasks.filter((task) => isOpenTask(task) || (task.finishedAt ?? 0) > since).slice(0, LISTED)
  return (
    <div className={styles.list}>
      {shown.length === 0 ? <p className={styles.nothing}>现在没有进行中的同步任务。</p> : null}
      <ul>
        {shown.map((task) => (
          <li key={task.id}>
            <Link to={taskAddress(task.id)} onClick={onLeave}>
              <span className={styles.title}>{task.title}</span>
              <TaskState task={task} />
            </Link>
            <TaskProgress task={task} label={taskCounts(task)} />
          </li>
        ))}
      </ul>
      <Link className={styles.all} to="/shop/product/tasks" onClick={onLeave}>
        全部同步任务
      </Link>
    </div>
  )
}
