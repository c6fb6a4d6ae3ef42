import { z } from 'zod'
import { defineJob } from '../../jobs/define.ts'
import type { Jobs } from '../../jobs/jobs.ts'

/** Each morning: makes authorizations of 1688 accounts last longer if 1688 allows it, and reports those that end soon, or have ended. */
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
