import { setMaxListeners } from 'node:events'
import { groupBy } from '@huoqiao/kit'
import type { Db } from '../../db/db.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import type { StoresApi } from '../stores/index.ts'
import { pushConcurrency } from './listings.rules.ts'
import type { PushItems } from './push-items.service.ts'
import type { SyncTasksService } from './sync-tasks.service.ts'
import { countItems, findOpenItems, findStoresWithOpenItems, findTask, updateOpenTask } from './sync-tasks.store.ts'
import { progressOf } from './listings.rules.ts'
import { pause } from './sync-watch.service.ts'

const TICK_MS = 500
/** A listing that another task is pushing is asked for again after this. */
const BUSY_MS = 1_000
/** A wait shorter than this is the bucket's ordinary rhythm and is not shown as 限流等待. */
const THROTTLE_SHOWN_MS = 3_000

export type TaskRunner = { run(taskId: string, signal: AbortSignal): Promise<void> }
type OpenItem = { id: string; storeId: string; listingId: string }

/**
 * Carries a task out: its open items, store by store side by side, each store as wide as its bucket allows. Begun again
 * after a crash it finds what is still open; items are safe to push twice. It ends when no item is open any more, so
 * that items which come back into the queue meanwhile are taken along.
 */
export function taskRunner(deps: {
  db: Db
  clock: Clock
  log: Log
  stores: StoresApi
  items: PushItems
  tasks: SyncTasksService
}): TaskRunner {
  const { db } = deps
  const now = (): Date => new Date(deps.clock.now())

  return {
    async run(taskId, signal) {
      const task = await findTask(db.handle, taskId)
      if (!task) return
      await updateOpenTask(db.handle, taskId, {
        state: 'running',
        startedAt: task.startedAt ?? now(),
        updatedAt: now(),
      })
      const ticker = tickEvery(TICK_MS, () => tick(taskId))
      try {
        for (;;) {
          signal.throwIfAborted()
          const open = await findOpenItems(db.handle, taskId)
          if (open.length === 0 && (await db.transaction((tx) => deps.tasks.recount(tx, taskId)))) return
          const moved = await round(open, signal)
          if (!moved) await pause(BUSY_MS, signal)
        }
      } finally {
        await ticker.stop()
      }
    },
  }

  /** Every open item once. Answers whether any of them moved. */
  async function round(open: readonly OpenItem[], signal: AbortSignal): Promise<boolean> {
    const stop = new AbortController()
    const both = AbortSignal.any([signal, stop.signal])
    // Every push of the round listens to it.
    setMaxListeners(0, both)
    const stores = [...groupBy(open, (item) => item.storeId)].map(([storeId, items]) =>
      runStore(storeId, items, both).catch((error: unknown) => {
        stop.abort()
        throw error
      }),
    )
    // All of them have to be at their end before the job may be: the next try must not meet them.
    const ended = await Promise.allSettled(stores)
    const broken = ended.find((one) => one.status === 'rejected')
    if (broken) throw broken.reason
    return ended.some((one) => one.status === 'fulfilled' && one.value)
  }

  async function runStore(storeId: string, items: readonly OpenItem[], signal: AbortSignal): Promise<boolean> {
    let next = 0
    let moved = false
    const one = async (): Promise<void> => {
      const item = items[next++]!
      if ((await deps.items.push(item.id, item.listingId, signal)) === 'done') moved = true
    }
    const worker = async (): Promise<void> => {
      while (next < items.length && !signal.aborted) await one()
    }
    // The first push tells the plan's restore rate; only then is it known how wide to go.
    if (items.length > 0) await one()
    const connector = await deps.stores.connectorOf(storeId).catch(() => undefined)
    const width = Math.min(pushConcurrency(connector?.status().restoreRate ?? 0), items.length)
    const ended = await Promise.allSettled(Array.from({ length: width }, worker))
    const broken = ended.find((each) => each.status === 'rejected')
    if (broken) throw broken.reason
    return moved
  }

  /** A tick that cannot be written is one picture of the progress less, nothing more. */
  async function tick(taskId: string): Promise<void> {
    try {
      const progress = progressOf(await countItems(db.handle, taskId))
      const waitingMs = await longestWait(taskId)
      const throttled = waitingMs >= THROTTLE_SHOWN_MS
      await updateOpenTask(db.handle, taskId, {
        state: throttled ? 'throttled' : 'running',
        waitingUntil: throttled ? new Date(deps.clock.now() + waitingMs) : null,
        done: progress.done,
        succeeded: progress.succeeded,
        failed: progress.failed,
        unknown: progress.unknown,
        updatedAt: now(),
      })
    } catch (error) {
      deps.log.warn(
        { task: taskId, error: error instanceof Error ? error.message : String(error) },
        'progress not kept',
      )
    }
  }

  async function longestWait(taskId: string): Promise<number> {
    let longest = 0
    for (const storeId of await findStoresWithOpenItems(db.handle, taskId)) {
      const connector = await deps.stores.connectorOf(storeId).catch(() => undefined)
      longest = Math.max(longest, connector?.status().waitingMs ?? 0)
    }
    return longest
  }
}

/** Runs `work` again and again with a pause between, never two at once; `stop` waits for the one that runs. */
function tickEvery(ms: number, work: () => Promise<void>): { stop(): Promise<void> } {
  const stop = new AbortController()
  const loop = (async () => {
    while (!stop.signal.aborted) {
      await work()
      await pause(ms, stop.signal)
    }
  })()
  return {
    async stop() {
      stop.abort()
      await loop
    },
  }
}
