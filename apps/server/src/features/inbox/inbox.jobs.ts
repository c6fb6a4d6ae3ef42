import { z } from 'zod'
import { defineJob } from '../../jobs/define.ts'
import type { Jobs } from '../../jobs/jobs.ts'

/**
 * Handles waiting messages. The job is only a wake-up: the rows are the work, so ten thousand messages need no ten thousand jobs, and a
 * lost wake-up costs a minute at most.
 */
export const drainInbox = defineJob({
  name: 'drain-inbox',
  payload: z.object({}),
  cron: '* * * * *',
  retryLimit: 2,
  concurrency: 1,
})

/** Nightly: deletes messages that were handled long ago. */
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
