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
/** Pause before asking again for a listing that another task is pushing. */
const BUSY_MS = 1_000
/** A shorter wait is normal rate limiting and is not shown as 限流等待. */
const THROTTLE_SHOWN_MS = 3_000

export type TaskRunner = { run(taskId: string, signal: AbortSignal): Promise<void> }
type OpenItem = { id: string; storeId: string; listingId: string }

/**
 * Runs a task: its open items, all stores in parallel, each with the parallelism that its rate limit allows. After a crash it finds the
 * open items again; pushing an item twice is safe. It ends when no item is open, so items that return to the queue are included.
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

  /** Tries every open item once. Returns whether any of them changed. */
  async function round(open: readonly OpenItem[], signal: AbortSignal): Promise<boolean> {
    const stop = new AbortController()
    const both = AbortSignal.any([signal, stop.signal])
    // Every push of the round adds a listener.
    setMaxListeners(0, both)
    const stores = [...groupBy(open, (item) => item.storeId)].map(([storeId, items]) =>
      runStore(storeId, items, both).catch((error: unknown) => {
        stop.abort()
        throw error
      }),
    )
    // The job must not end before all of them have ended: the next try must not overlap with them.
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
    // Only the first answer shows the shop's restore rate, which decides the parallelism.
    if (items.length > 0) await one()
    const connector = await deps.stores.connectorOf(storeId).catch(() => undefined)
    const width = Math.min(pushConcurrency(connector?.status().restoreRate ?? 0), items.length)
    const ended = await Promise.allSettled(Array.from({ length: width }, worker))
    const broken = ended.find((each) => each.status === 'rejected')
    if (broken) throw broken.reason
    return moved
  }

  /** A failed update of the progress is ignored; the next one follows. */
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

/** Runs `work` repeatedly with a pause in between, never twice at the same time; `stop` waits for a running one. */
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
