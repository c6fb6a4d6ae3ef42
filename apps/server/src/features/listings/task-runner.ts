import type { Db } from '../../db/db.ts'
import type { Clock } from '../../platform/clock.ts'
import { groupBy } from '@huoqiao/kit'
import type { StoresDoor } from '../stores/index.ts'
import { finishedState, progressOf, pushConcurrency } from './listings.rules.ts'
import type { PushService } from './push.service.ts'
import { countItems, findOpenItems, findTask, updateItems, updateTask } from './sync-tasks.store.ts'

const TICK_MS = 500
/** A wait shorter than this is the bucket's ordinary rhythm and is not shown as 限流等待. */
const THROTTLE_SHOWN_MS = 3_000

export type TaskRunner = { run(taskId: string, signal: AbortSignal): Promise<void> }

/**
 * Carries a task out: its open items, store by store side by side, each store as wide as its bucket allows. Begun again
 * after a crash it finds what is still open; items are safe to push twice.
 */
export function taskRunner(deps: { db: Db; clock: Clock; stores: StoresDoor; pusher: PushService }): TaskRunner {
  const { db } = deps
  const now = (): Date => new Date(deps.clock.now())

  return {
    async run(taskId, signal) {
      const task = await findTask(db.handle, taskId)
      if (!task) return
      if (task.startedAt === null || task.finishedAt !== null) {
        await updateTask(db.handle, taskId, {
          state: 'running',
          startedAt: task.startedAt ?? now(),
          finishedAt: null,
          updatedAt: now(),
        })
      }
      const stop = new AbortController()
      const cancelled = { yes: task.cancelledAt !== null }
      const both = AbortSignal.any([signal, stop.signal])
      const ticker = tickEvery(TICK_MS, () => tick(taskId, cancelled))
      try {
        const open = await findOpenItems(db.handle, taskId)
        const byStore = groupBy(open, (item) => item.storeId)
        await Promise.all(
          [...byStore].map(([storeId, items]) =>
            runStore(
              storeId,
              items.map((item) => item.id),
              both,
              cancelled,
            ),
          ),
        )
      } finally {
        stop.abort()
        await ticker.stop()
      }
      signal.throwIfAborted()
      await finish(taskId)
    },
  }

  async function runStore(
    storeId: string,
    itemIds: string[],
    signal: AbortSignal,
    cancelled: { yes: boolean },
  ): Promise<void> {
    let next = 0
    const width = async (): Promise<number> => {
      const connector = await deps.stores.connectorOf(storeId).catch(() => undefined)
      return pushConcurrency(connector?.status().restoreRate ?? 0)
    }
    const worker = async (): Promise<void> => {
      while (next < itemIds.length && !signal.aborted && !cancelled.yes) {
        const id = itemIds[next++]!
        await deps.pusher.push(id, signal)
      }
    }
    // The first push tells the plan's restore rate; only then is it known how wide to go.
    const first = itemIds[next++]
    if (first !== undefined && !cancelled.yes) await deps.pusher.push(first, signal)
    await Promise.all(Array.from({ length: await width() }, worker))
  }

  async function tick(taskId: string, cancelled: { yes: boolean }): Promise<void> {
    const task = await findTask(db.handle, taskId)
    if (!task || task.finishedAt !== null) return
    if (task.cancelledAt !== null) cancelled.yes = true
    const counts = await countItems(db.handle, taskId)
    const progress = progressOf(counts)
    const waitingMs = await longestWait(taskId)
    const throttled = waitingMs >= THROTTLE_SHOWN_MS
    await updateTask(db.handle, taskId, {
      state: throttled ? 'throttled' : 'running',
      waitingUntil: throttled ? new Date(deps.clock.now() + waitingMs) : null,
      done: progress.done,
      succeeded: progress.succeeded,
      failed: progress.failed,
      unknown: progress.unknown,
      updatedAt: now(),
    })
  }

  async function longestWait(taskId: string): Promise<number> {
    const open = await findOpenItems(db.handle, taskId)
    let longest = 0
    for (const storeId of new Set(open.map((item) => item.storeId))) {
      const connector = await deps.stores.connectorOf(storeId).catch(() => undefined)
      longest = Math.max(longest, connector?.status().waitingMs ?? 0)
    }
    return longest
  }

  async function finish(taskId: string): Promise<void> {
    await db.transaction(async (tx) => {
      const task = await findTask(tx, taskId)
      if (!task) return
      if (task.cancelledAt !== null) {
        await updateItems(
          tx,
          { taskId, states: ['queued'] },
          { state: 'cancelled', message: '任务已取消', finishedAt: now(), updatedAt: now() },
        )
      }
      const counts = await countItems(tx, taskId)
      const { done, succeeded, failed, unknown } = progressOf(counts)
      await updateTask(tx, taskId, {
        state: finishedState(counts, task.cancelledAt !== null),
        done,
        succeeded,
        failed,
        unknown,
        waitingUntil: null,
        finishedAt: now(),
        updatedAt: now(),
      })
    })
  }
}

/** Runs `work` again and again with a pause between, never two at once; `stop` waits for the one that runs. */
function tickEvery(ms: number, work: () => Promise<void>): { stop(): Promise<void> } {
  let stopped = false
  let wake = (): void => undefined
  const loop = (async () => {
    while (!stopped) {
      await work()
      if (stopped) break
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
  })()
  return {
    async stop() {
      stopped = true
      wake()
      await loop
    },
  }
}
