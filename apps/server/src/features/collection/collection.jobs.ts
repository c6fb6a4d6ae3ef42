import { z } from 'zod'
import { defineJob } from '../../jobs/define.ts'
import type { JobRun, Jobs } from '../../jobs/jobs.ts'

/** Retries for internal errors. If 1688 asks to wait, the job is enqueued again and no retry is used up. */
const FAULT_RETRIES = 5

/** Fetches one offer of the box, and claims it if requested. `round` identifies the newest job, so that an outdated one does nothing. */
export const collectOffer = defineJob({
  name: 'collect-offer',
  payload: z.object({ collectId: z.uuid(), round: z.number().int() }),
  exclusive: true,
  // The setting 采集 · 同时采集的货源数 overrides this.
  concurrency: 2,
  retryLimit: FAULT_RETRIES,
  retryDelay: 5,
  expireInSeconds: 600,
})

/**
 * Reports to 1688 that we list the claimed offers, and follows them, which enables its product messages (reference 2.6). Best effort,
 * twenty offers a call. It waits a little, so that one run covers many claims. The scheduled run also covers claims whose transaction
 * committed late.
 */
export const tellListed = defineJob({
  name: 'tell-listed',
  payload: z.object({}),
  exclusive: true,
  cron: '*/10 * * * *',
  concurrency: 1,
  retryLimit: 8,
  retryDelay: 30,
  retryDelayMax: 3600,
  expireInSeconds: 1800,
})

/** 货源雷达: reads the sources of our products, as often as the setting says. */
export const watchSources = defineJob({
  name: 'watch-sources',
  payload: z.object({}),
  exclusive: true,
  cron: '*/10 * * * *',
  concurrency: 1,
  retryLimit: 1,
  expireInSeconds: 1800,
})

/**
 * Reads sources that 1688 reported as changed. Only a wake-up: the rows are the work, and the scheduled run covers lost wake-ups and times
 * when 1688 was unreachable.
 */
export const readHintedSources = defineJob({
  name: 'read-hinted-sources',
  payload: z.object({}),
  exclusive: true,
  cron: '* * * * *',
  concurrency: 1,
  retryLimit: 2,
  expireInSeconds: 1800,
})

export type CollectRun = Pick<JobRun, 'signal' | 'log'> & { lastAttempt: boolean }

type Work = {
  collect(payload: { collectId: string; round: number }, run: CollectRun): Promise<void>
  tellListed(run: CollectRun): Promise<void>
  watch(signal: AbortSignal): Promise<void>
  readHinted(run: Pick<JobRun, 'signal' | 'log'>): Promise<void>
}

export function collectionJobs(jobs: Jobs, work: Work, concurrency: () => Promise<number>): void {
  const runOf = (run: JobRun, limit: number): CollectRun => ({
    signal: run.signal,
    log: run.log,
    lastAttempt: run.attempt >= limit,
  })
  jobs.handle(collectOffer, (payload, run) => work.collect(payload, runOf(run, collectOffer.retryLimit)), {
    concurrency,
  })
  jobs.handle(watchSources, (_payload, run) => work.watch(run.signal))
  jobs.handle(readHintedSources, (_payload, run) => work.readHinted(run))
  jobs.handle(tellListed, (_payload, run) => work.tellListed(runOf(run, tellListed.retryLimit)))
}
