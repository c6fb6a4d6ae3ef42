import { Button } from 'antd'
import type { ReactNode } from 'react'
import { EmptyState } from './empty-state.tsx'
import type { ListAnswer } from './list-answer.tsx'
import { RowSkeletons } from './skeletons.tsx'
import styles from './task-rows.module.css'

/** Shown if the keyword finds too many products to look at the tasks of all of them. */
export const TOO_MANY_PRODUCTS = '这个词找到的商品太多，只看了最近改过的 500 件的任务。请多输入几个字。'

type Task = { id: string; title: string }
type TaskRowsProps<T extends Task> = {
  answer: Pick<ListAnswer<T>, 'data' | 'isError'>
  /** other rows than those of the answer */
  tasks?: readonly T[] | undefined
  /** below the title */
  renderFacts: (task: T) => ReactNode
  renderProgress: (task: T) => ReactNode
  renderState: (task: T) => ReactNode
  onOpen: (id: string) => void
  isFiltered: boolean
  onReset: () => void
  /** shown if there is no task at all */
  none: ReactNode
}

/** The list of background tasks of a page, its skeletons and its empty state. */
export function TaskRows<T extends Task>(props: TaskRowsProps<T>): ReactNode {
  const { answer, renderFacts, renderProgress, renderState, onOpen, isFiltered, onReset, none } = props
  const tasks = props.tasks ?? answer.data?.list
  if (!tasks) return answer.isError ? null : <RowSkeletons />
  if (tasks.length === 0)
    return isFiltered ? (
      <EmptyState
        text={answer.data?.totalCapped ? TOO_MANY_PRODUCTS : '没有这样的任务。'}
        action={<Button onClick={onReset}>看全部任务</Button>}
      />
    ) : (
      none
    )
  return (
    <ul className={styles.rows}>
      {tasks.map((task) => (
        <li key={task.id}>
          <button type="button" className={styles.row} onClick={() => onOpen(task.id)}>
            <span className={styles.title}>
              <b>{task.title}</b>
              <small>{renderFacts(task)}</small>
            </span>
            <span className={styles.progress}>{renderProgress(task)}</span>
            {renderState(task)}
          </button>
        </li>
      ))}
    </ul>
  )
}
