import { setTimeout as pause } from 'node:timers/promises'
import { setMaxListeners } from 'node:events'
import type { Db } from '../../db/db.ts'
import type { Clock } from '../../platform/clock.ts'
import type { StoresApi } from '../stores/index.ts'
import { pushWidth } from './progress.rules.ts'
import type { PushItems } from './push-items.service.ts'
import type { PushRecord } from './push-record.service.ts'
import { findOpenPushItems, findPush, updateOpenPush } from './translation-pushes.store.ts'

/** Pause before the next round if every listing's last try is still running. */
const BUSY_MS = 1_000
/** The counts of the task are updated after this many products. */
const COUNTED_EVERY = 10

type OpenItem = { id: string; listingId: string }

/**
 * Runs a task: its open items, as many in parallel as the shop's rate limit allows. After a crash it finds the open items again. It ends when no
 * item is open, so items that are queued again are included.
 */
export function pushRunner(deps: { db: Db; clock: Clock; stores: StoresApi; items: PushItems; record: PushRecord }) {
  const { db, record } = deps
  const now = (): Date => new Date(deps.clock.now())

  return {
    async run(pushId: string, signal: AbortSignal): Promise<void> {
      const push = await findPush(db.handle, pushId)
      if (!push) return
      const running = { state: 'running' as const, startedAt: push.startedAt ?? now(), updatedAt: now() }
      await updateOpenPush(db.handle, pushId, running)
      for (;;) {
        signal.throwIfAborted()
        const open = await findOpenPushItems(db.handle, pushId)
        if (open.length === 0 && (await db.transaction((tx) => record.recount(tx, pushId)))) return
        const moved = await round(pushId, push.storeId, open, signal)
        if (!moved) await pause(BUSY_MS, undefined, { signal })
      }
    },
  }

  /** Tries every open item once. Returns whether any of them ended. */
  async function round(
    pushId: string,
    storeId: string,
    items: readonly OpenItem[],
    signal: AbortSignal,
  ): Promise<boolean> {
    let next = 0
    let ended = 0
    // No limit, because each item of the round adds listeners to the signal.
    setMaxListeners(0, signal)
    const one = async (): Promise<void> => {
      const item = items[next++]!
      if ((await deps.items.push(item.id, item.listingId, signal)) !== 'done') return
      ended += 1
      if (ended % COUNTED_EVERY === 0) await db.transaction((tx) => record.recount(tx, pushId))
    }
    const worker = async (): Promise<void> => {
      while (next < items.length && !signal.aborted) await one()
    }
    // The parallelism depends on the shop's restore rate, which is known only after the first response.
    if (items.length > 0) await one()
    const connector = await deps.stores.connectorOf(storeId).catch(() => undefined)
    const width = Math.min(pushWidth(connector?.status().restoreRate ?? 0), items.length)
    const workers = await Promise.allSettled(Array.from({ length: width }, worker))
    const broken = workers.find((each) => each.status === 'rejected')
    if (broken) throw broken.reason
    return ended > 0
  }
}
