import { z } from 'zod'
import { defineJob } from '../../jobs/define.ts'
import type { Jobs } from '../../jobs/jobs.ts'

/** Stores the home page's current figures, for comparison on the same weekday next week. */
const keepHomeFigures = defineJob({
  name: 'keep-home-figures',
  payload: z.object({}),
  cron: '*/10 * * * *',
  exclusive: true,
  retryLimit: 1,
  concurrency: 1,
})

export function handleWorkbenchJobs(jobs: Jobs, work: { keepFigures(): Promise<void> }): void {
  jobs.handle(keepHomeFigures, () => work.keepFigures())
}
