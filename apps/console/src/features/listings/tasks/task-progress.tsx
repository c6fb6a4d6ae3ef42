import type { SyncTask } from '@huoqiao/contract/listings/listings.schema'
import { SYNC_TASK_STATES } from '@huoqiao/contract/listings/listings.status'
import type { ReactNode } from 'react'
import { useEffect, useState } from 'react'
import { formatCountdown } from '../../../lib/format.ts'
import { ProgressLine } from '../../../ui/progress-line.tsx'
import { StateTag, TableStateTag } from '../../../ui/state-tag.tsx'

const SECOND_MS = 1000

/** The time, updated once per second while something counts down. */
export function useNow(isCounting: boolean): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!isCounting) return undefined
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS)
    return () => clearInterval(timer)
  }, [isCounting])
  return now
}

/** The state of a task; while the shop's rate limit is used up, it shows how long to wait. */
export function TaskState({ task }: { task: SyncTask }): ReactNode {
  const isWaiting = task.state === 'throttled' && task.waitingUntil !== null
  const now = useNow(isWaiting)
  if (!isWaiting) return <TableStateTag table={SYNC_TASK_STATES} code={task.state} />
  return (
    <StateTag
      hue="moving"
      label={`限流等待 ${formatCountdown(task.waitingUntil! - now)}`}
      title="店铺限制了调用次数，到时会自己继续"
    />
  )
}

/** The progress; failures are shown apart from the total. */
export function TaskProgress({ task, label }: { task: SyncTask; label?: ReactNode }): ReactNode {
  return <ProgressLine done={task.done} total={task.total} failed={task.failed + task.unknown} label={label} />
}

/** 成功 12 · 失败 3 · 未知 1. */
export const taskCounts = (task: SyncTask): string =>
  [
    `成功 ${task.succeeded}`,
    task.failed > 0 ? `失败 ${task.failed}` : '',
    task.unknown > 0 ? `结果未知 ${task.unknown}` : '',
    task.done < task.total ? `未完成 ${task.total - task.done}` : '',
  ]
    .filter((part) => part !== '')
    .join(' · ')
