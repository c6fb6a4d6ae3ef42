import { z } from 'zod'
import { defineJob } from '../../jobs/define.ts'
import type { Jobs } from '../../jobs/jobs.ts'

/** Counts orders that changed since the last run. A request that reads analytics in between counts the newest changes itself. */
const keepAnalytics = defineJob({
  name: 'keep-analytics',
  payload: z.object({}),
  cron: '* * * * *',
  exclusive: true,
  retryLimit: 3,
  concurrency: 1,
})

/** Sends at 08:05; the later runs of a day send what was missed. */
const sendWeeklyAnalytics = defineJob({
  name: 'send-weekly-analytics',
  payload: z.object({}),
  cron: '5 8-23 * * *',
  exclusive: true,
  retryLimit: 3,
  concurrency: 1,
})

export function handleAnalyticsJobs(
  jobs: Jobs,
  work: { keep(signal: AbortSignal): Promise<void>; send(): Promise<void> },
): void {
  jobs.handle(keepAnalytics, (_payload, run) => work.keep(run.signal))
  jobs.handle(sendWeeklyAnalytics, () => work.send())
}
