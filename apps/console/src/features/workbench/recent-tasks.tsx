import type { SyncTask } from '@huoqiao/contract/listings/listings.schema'
import { SYNC_TASK_STATES } from '@huoqiao/contract/listings/listings.status'
import type { ReactNode } from 'react'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { ProgressLine } from '../../ui/progress-line.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { TextSkeleton } from '../../ui/skeletons.tsx'
import { TableStateTag } from '../../ui/state-tag.tsx'
import styles from './home.module.css'

type RecentTasksProps = { tasks: readonly SyncTask[] | undefined; failure: unknown; onRetry: () => void }

/** The latest sync tasks: what was left running is found again here. */
export function RecentTasks({ tasks, failure, onRetry }: RecentTasksProps): ReactNode {
  return (
    <section className={styles.panel}>
      <h2>最近的同步任务</h2>
      {failure && !tasks ? <FailureNote failure={failure} onRetry={onRetry} /> : null}
      {!tasks && !failure ? <TextSkeleton /> : null}
      {tasks?.length === 0 ? <EmptyState text="还没有同步任务。在商品列表里选中商品，先预演再同步。" /> : null}
      {tasks && tasks.length > 0 ? (
        <ul className={styles.tasks}>
          {tasks.map((task) => (
            <li key={task.id}>
              <TableStateTag table={SYNC_TASK_STATES} code={task.state} />
              <span className={styles.taskTitle} title={task.title}>
                {task.title}
              </span>
              <ProgressLine done={task.done} total={task.total} failed={task.failed + task.unknown} />
              <span className={styles.by}>{task.createdBy}</span>
              <RelativeTime at={task.createdAt} />
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  )
}
