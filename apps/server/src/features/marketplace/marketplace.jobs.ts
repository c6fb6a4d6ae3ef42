import { z } from 'zod'
import { defineJob } from '../../jobs/define.ts'
import type { Jobs } from '../../jobs/jobs.ts'

/** Each morning: extends consents of 1688 accounts if 1688 allows it, and reports those that expire soon or have expired. */
const reportEndingTokens = defineJob({
  name: 'report-ending-tokens',
  payload: z.object({}),
  cron: '10 8 * * *',
  retryLimit: 3,
  concurrency: 1,
})

export function handleMarketplaceJobs(jobs: Jobs, service: { reportEndingTokens(): Promise<void> }): void {
  jobs.handle(reportEndingTokens, () => service.reportEndingTokens())
}
