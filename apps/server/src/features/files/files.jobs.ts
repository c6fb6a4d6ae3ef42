import { z } from 'zod'
import { defineJob } from '../../jobs/define.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { SlicesService } from './slices.service.ts'

/** Nightly, when nobody uploads. */
export const sweepUploads = defineJob({
  name: 'sweep-uploads',
  payload: z.object({}),
  cron: '40 3 * * *',
  concurrency: 1,
})

export const handleFileJobs = (jobs: Jobs, slices: SlicesService): void => {
  jobs.handle(sweepUploads, () => slices.sweep())
}
