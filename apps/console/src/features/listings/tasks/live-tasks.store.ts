import type { SyncTask } from '@huoqiao/contract/listings/listings.schema'
import { useSyncExternalStore } from 'react'

/** Tasks as the stream last reported them. Only the tray follows the stream; other components read them here. */
let tasks: ReadonlyMap<string, SyncTask> = new Map()
let isLive = false
const listeners = new Set<() => void>()

function publish(): void {
  for (const listener of listeners) listener()
}
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const OPEN_STATES: readonly SyncTask['state'][] = ['queued', 'running', 'throttled']
export const isOpenTask = (task: Pick<SyncTask, 'state'>): boolean => OPEN_STATES.includes(task.state)

/** Applies tasks from the stream; returns those that have just ended. */
export function hearTasks(reported: readonly SyncTask[]): SyncTask[] {
  const finished = reported.filter((task) => {
    const before = tasks.get(task.id)
    return before !== undefined && isOpenTask(before) && !isOpenTask(task)
  })
  tasks = new Map([...tasks, ...reported.map((task) => [task.id, task] as const)])
  publish()
  return finished
}

/** Whether the stream is open. */
export function setLive(now: boolean): void {
  if (isLive === now) return
  isLive = now
  publish()
}

export const useLiveTasks = (): ReadonlyMap<string, SyncTask> => useSyncExternalStore(subscribe, () => tasks)
export const useIsLive = (): boolean => useSyncExternalStore(subscribe, () => isLive)

/** The newer of the list's answer and the stream's report. */
export const newest = (task: SyncTask, live: SyncTask | undefined): SyncTask =>
  live !== undefined && (live.done >= task.done || !isOpenTask(live)) ? live : task
