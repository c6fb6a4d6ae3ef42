import { z } from 'zod'
import { defineJob } from '../../jobs/define.ts'
import type { Jobs } from '../../jobs/jobs.ts'

/** One run; after a crash it continues where it stopped. */
export const runReconciliation = defineJob({
  name: 'run-reconciliation',
  payload: z.object({ runId: z.uuid() }),
  exclusive: true,
  retryLimit: 200,
  retryDelay: 1,
  retryDelayMax: 60,
  concurrency: 1,
})

/** At night, when few people use the database. */
const reconcileNightly = defineJob({
  name: 'reconcile-nightly',
  payload: z.object({}),
  cron: '30 2 * * *',
  exclusive: true,
  retryLimit: 3,
  concurrency: 1,
})

/** Checks a difference again some time after its repair was handed to a job. */
export const lookAfterRepair = defineJob({
  name: 'look-after-mend',
  payload: z.object({ differenceId: z.uuid(), look: z.number().int() }),
  retryLimit: 3,
  concurrency: 1,
})

export function handleReconciliationJobs(
  jobs: Jobs,
  work: {
    run(runId: string, attempt: number, signal: AbortSignal): Promise<void>
    startNightly(): Promise<unknown>
    lookAgain(differenceId: string, look: number, signal: AbortSignal): Promise<void>
  },
): void {
  jobs.handle(runReconciliation, ({ runId }, run) => work.run(runId, run.attempt, run.signal))
  jobs.handle(lookAfterRepair, ({ differenceId, look }, run) => work.lookAgain(differenceId, look, run.signal))
  jobs.handle(reconcileNightly, async () => void (await work.startNightly()))
}
