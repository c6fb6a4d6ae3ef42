import { z } from 'zod'
import { defineJob } from '../../jobs/define.ts'
import type { JobRun, Jobs } from '../../jobs/jobs.ts'

/** Attempts that a fault of ours may burn; waits that 1688 causes are ordered anew and burn none. */
const FAULT_RETRIES = 5

/** Fetches one offer of the box, and claims it when that is wanted. `round` tells a job that was overtaken from the newest. */
export const collectOffer = defineJob({
  name: 'collect-offer',
  payload: z.object({ collectId: z.uuid(), round: z.number().int() }),
  exclusive: true,
  // What the setting 采集 · 同时采集的货源数 says goes before this.
  concurrency: 2,
  retryLimit: FAULT_RETRIES,
  retryDelay: 5,
  expireInSeconds: 600,
})

/**
 * Tells 1688 that we list the claimed offers, and follows them, which is what turns on its product messages (reference 2.6).
 * Best effort, and twenty offers a call: it waits a little, so that one run takes what many claims left. By the clock it also takes
 * what a claim of a slow transaction left behind.
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

/** 货源雷达: the sources of our products, each as often as the setting says. */
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
 * Sources of which 1688 told a change. Only a wake-up: the rows are the work, and by the clock it takes what a wake-up that got
 * lost, or 1688 out of reach, left behind.
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
