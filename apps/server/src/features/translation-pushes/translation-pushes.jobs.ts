import { z } from 'zod'
import { defineJob } from '../../jobs/define.ts'
import type { Jobs } from '../../jobs/jobs.ts'

/** Runs one task. Retried whenever the process dies; the items record which of them are done. */
export const runTranslationPush = defineJob({
  name: 'run-translation-push',
  payload: z.object({ pushId: z.uuid() }),
  exclusive: true,
  retryLimit: 10_000,
  retryDelay: 1,
  retryDelayMax: 30,
  expireInSeconds: 23 * 3600,
  concurrency: 4,
})

export function handleTranslationPushJobs(
  jobs: Jobs,
  runner: { run(pushId: string, signal: AbortSignal): Promise<void> },
): void {
  jobs.handle(runTranslationPush, ({ pushId }, run) => runner.run(pushId, run.signal))
}
