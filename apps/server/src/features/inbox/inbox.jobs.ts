import { z } from 'zod'
import { defineJob } from '../../jobs/define.ts'
import type { Jobs } from '../../jobs/jobs.ts'

/**
 * Handles what waits. Only a wake-up: the rows are the work, so that a burst of ten thousand messages needs no ten
 * thousand jobs, and a wake-up that got lost costs a minute at most.
 */
export const drainInbox = defineJob({
  name: 'drain-inbox',
  payload: z.object({}),
  cron: '* * * * *',
  retryLimit: 2,
  concurrency: 1,
})

/** Nightly: what was dealt with long ago. */
const purgeInbox = defineJob({
  name: 'purge-inbox',
  payload: z.object({}),
  cron: '20 3 * * *',
  concurrency: 1,
})

export function handleInboxJobs(
  jobs: Jobs,
  inbox: { drain(signal: AbortSignal): Promise<number>; purge(): Promise<void> },
): void {
  jobs.handle(drainInbox, async (_payload, run) => void (await inbox.drain(run.signal)))
  jobs.handle(purgeInbox, () => inbox.purge())
}
