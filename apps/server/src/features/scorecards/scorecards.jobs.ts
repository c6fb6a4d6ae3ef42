import { z } from 'zod'
import { defineJob } from '../../jobs/define.ts'
import type { Jobs } from '../../jobs/jobs.ts'

/**
 * Calculates the figures that the list of suppliers is sorted by. They also change as days pass without an event, so all suppliers are counted each
 * time.
 */
const keepScores = defineJob({
  name: 'keep-scores',
  payload: z.object({}),
  cron: '17 * * * *',
  exclusive: true,
  retryLimit: 3,
  concurrency: 1,
})

export function handleScorecardsJobs(jobs: Jobs, keep: (signal: AbortSignal) => Promise<void>): void {
  jobs.handle(keepScores, (_payload, run) => keep(run.signal))
}
