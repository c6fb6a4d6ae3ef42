import { z } from 'zod'
import { defineJob } from '../../jobs/define.ts'
import type { Jobs } from '../../jobs/jobs.ts'

/** Recounts products whose texts changed, because translations may be outdated now. */
export const recountTranslations = defineJob({
  name: 'recount-translations',
  payload: z.object({ productIds: z.array(z.uuid()).min(1) }),
})

/** After a language was added: counts all products in it. */
export const countLanguage = defineJob({
  name: 'count-translation-language',
  payload: z.object({ locale: z.string() }),
  exclusive: true,
  concurrency: 1,
})

const RUN = {
  payload: z.object({ taskId: z.uuid(), runId: z.uuid() }),
  exclusive: true,
  retryLimit: 10_000,
  retryDelay: 1,
  retryDelayMax: 30,
  expireInSeconds: 23 * 3600,
  concurrency: 2,
}

/** Runs one batch of translations. Retried whenever the process dies; its rows record which of them are done. */
export const runTranslationTask = defineJob({ ...RUN, name: 'run-translation-task' })

/** Runs one batch over the pictures of products. */
export const runPictureTask = defineJob({ ...RUN, name: 'run-picture-task' })

export function translationsJobs(
  jobs: Jobs,
  work: {
    recount(productIds: readonly string[]): Promise<void>
    countLanguage(locale: string, signal: AbortSignal): Promise<void>
    runTask(run: { taskId: string; runId: string }, signal: AbortSignal): Promise<void>
  },
): void {
  jobs.handle(recountTranslations, ({ productIds }) => work.recount(productIds))
  jobs.handle(runTranslationTask, (payload, run) => work.runTask(payload, run.signal))
  jobs.handle(runPictureTask, (payload, run) => work.runTask(payload, run.signal))
  jobs.handle(countLanguage, ({ locale }, run) => work.countLanguage(locale, run.signal))
}
