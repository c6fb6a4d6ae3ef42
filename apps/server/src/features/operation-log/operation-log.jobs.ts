import { z } from 'zod'
import { defineJob } from '../../jobs/define.ts'
import type { Jobs } from '../../jobs/jobs.ts'

/** Nightly, if a retention is set: drops whole months that are older, and other data with the same retention. */
const dropOldLog = defineJob({
  name: 'drop-old-log',
  payload: z.object({}),
  cron: '40 3 * * *',
  concurrency: 1,
})

/** Seals the rows written since the last run. A direct change in the database goes undetected only if it is made before that, so within minutes. */
const sealLogs = defineJob({
  name: 'seal-logs',
  payload: z.object({}),
  cron: '*/5 * * * *',
  concurrency: 1,
})

export const handleOperationLogJobs = (
  jobs: Jobs,
  log: { dropOld(): Promise<Date | undefined> },
  also: (before: Date) => Promise<unknown>,
  seals: { seal(): Promise<void> },
): void => {
  jobs.handle(sealLogs, () => seals.seal())
  jobs.handle(dropOldLog, async () => {
    const from = await log.dropOld()
    if (from) await also(from)
  })
}
