import { z } from 'zod'
import { defineJob } from '../../jobs/define.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { SlicesService } from './slices.service.ts'

/** Nightly, when few people upload. */
const sweepUploads = defineJob({
  name: 'sweep-uploads',
  payload: z.object({}),
  cron: '40 3 * * *',
  concurrency: 1,
})

/** Nightly: deletes sheets older than the retention. */
const sweepExports = defineJob({
  name: 'sweep-exports',
  payload: z.object({}),
  cron: '50 3 * * *',
  concurrency: 1,
})

export const handleFileJobs = (
  jobs: Jobs,
  work: { slices: Pick<SlicesService, 'sweep'>; exports: { sweep(): Promise<void> } },
): void => {
  jobs.handle(sweepUploads, () => work.slices.sweep())
  jobs.handle(sweepExports, () => work.exports.sweep())
}
