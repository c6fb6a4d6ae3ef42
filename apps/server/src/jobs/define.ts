import type { z } from 'zod'

/**
 * A durable job, apart from its handler: name, payload, how it is tried again. At-least-once: a handler may be run
 * twice for one job (a worker that died after the work and before the note of it), so every handler must bear that.
 */
export type JobDefinition<P extends object = object> = {
  readonly name: string
  readonly payload: z.ZodType<P>
  /** how often it is tried again after a failure */
  readonly retryLimit: number
  /** seconds before the first retry; doubles each time, at most `retryDelayMax` */
  readonly retryDelay: number
  readonly retryDelayMax: number
  /** a job of a killed worker is seen after this many seconds (at least 10) */
  readonly heartbeatSeconds: number
  /** a handler may run this long at most */
  readonly expireInSeconds: number
  /** handlers that one process runs at a time */
  readonly concurrency: number
  /** at most one job with the same key waits or runs */
  readonly exclusive: boolean
  /** five-field cron in UTC+8, for jobs that come by the clock */
  readonly cron?: string
}

export const defineJob = <P extends object>(
  job: Pick<JobDefinition<P>, 'name' | 'payload'> & Partial<JobDefinition<P>>,
): JobDefinition<P> => ({
  retryLimit: 20,
  retryDelay: 2,
  retryDelayMax: 300,
  heartbeatSeconds: 10,
  expireInSeconds: 6 * 3600,
  concurrency: 2,
  exclusive: false,
  ...job,
})

/** What travels backwards through the ranks: an event is enqueued in the transaction that made it true. */
export type EventDefinition<P extends object = object> = { readonly event: string; readonly payload: z.ZodType<P> }
export const defineEvent = <P extends object>(event: string, payload: z.ZodType<P>): EventDefinition<P> => ({
  event,
  payload,
})
