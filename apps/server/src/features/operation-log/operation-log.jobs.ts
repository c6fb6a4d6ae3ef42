import { z } from 'zod'
import { defineJob } from '../../jobs/define.ts'
import type { Jobs } from '../../jobs/jobs.ts'

/** Nightly: whole months of the log that are past the retention, where one is set, and what else is kept for as long. */
const dropOldLog = defineJob({
  name: 'drop-old-log',
  payload: z.object({}),
  cron: '40 3 * * *',
  concurrency: 1,
})

/** What was written since the last time: whoever changes a log behind the app has a few minutes for it. */
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
