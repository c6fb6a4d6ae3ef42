import { z } from 'zod'
import { defineJob } from '../../jobs/define.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { ShopChanges } from './shop-changes.service.ts'
import type { TakeoverReadService } from './takeover-read.service.ts'
import type { TaskRunner } from './task-runner.ts'

/** Runs one task of pushes. Retried whenever the process dies; the items record which of them are done. */
export const runSyncTask = defineJob({
  name: 'run-sync-task',
  payload: z.object({ taskId: z.uuid() }),
  exclusive: true,
  retryLimit: 10_000,
  retryDelay: 1,
  retryDelayMax: 30,
  expireInSeconds: 23 * 3600,
  concurrency: 4,
})

/** After a product was claimed into a store: creates its listing, not yet pushed. */
export const makeListings = defineJob({
  name: 'make-listings',
  payload: z.object({ productId: z.uuid(), storeIds: z.array(z.uuid()).min(1) }),
})

/**
 * Reads listings that the shops reported as changed. Only a wake-up: the marked rows are the work, so a lost job delays them by a minute.
 */
export const lookInShops = defineJob({
  name: 'look-in-shops',
  payload: z.object({}),
  cron: '* * * * *',
  retryLimit: 2,
  concurrency: 1,
})

/** Safety net for lost messages: asks the shops what changed since the last time. */
const pollShopProducts = defineJob({
  name: 'poll-shop-products',
  payload: z.object({}),
  cron: '*/5 * * * *',
  exclusive: true,
  retryLimit: 2,
  concurrency: 1,
})

/** Reads the products of a shop that are to be taken over. Continues where it stopped; its row says how far it is. */
export const readShopTakeover = defineJob({
  name: 'read-shop-takeover',
  payload: z.object({ storeId: z.uuid() }),
  exclusive: true,
  retryLimit: 20,
  concurrency: 2,
})

export function listingsJobs(
  jobs: Jobs,
  deps: {
    runner: TaskRunner
    shopChanges: Pick<ShopChanges, 'look' | 'poll'>
    takeoverReads: Pick<TakeoverReadService, 'read'>
    claimed: (payload: { productId: string; storeIds: string[] }) => Promise<void>
  },
): void {
  jobs.handle(makeListings, (payload) => deps.claimed(payload))
  jobs.handle(runSyncTask, ({ taskId }, run) => deps.runner.run(taskId, run.signal))
  jobs.handle(lookInShops, (_payload, run) => deps.shopChanges.look(run.signal))
  jobs.handle(readShopTakeover, ({ storeId }, run) => deps.takeoverReads.read(storeId, run.signal))
  jobs.handle(pollShopProducts, (_payload, run) => deps.shopChanges.poll(run.signal))
}
