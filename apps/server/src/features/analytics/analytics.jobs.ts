import { z } from 'zod'
import { defineJob } from '../../jobs/define.ts'
import type { Jobs } from '../../jobs/jobs.ts'

/** Counts what changed of orders since. Whoever looks meanwhile counts the latest changes himself. */
const keepAnalytics = defineJob({
  name: 'keep-analytics',
  payload: z.object({}),
  cron: '* * * * *',
  exclusive: true,
  retryLimit: 3,
  concurrency: 1,
})

/** In the morning; later in the day what was missed. */
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
