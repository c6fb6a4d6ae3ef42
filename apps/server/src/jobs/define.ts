import type { z } from 'zod'

/**
 * A durable job without its handler: name, payload, retries. At-least-once: a handler may run twice for one job (if a worker died after the
 * work but before recording it), so every handler must be repeatable.
 */
export type JobDefinition<P extends object = object> = {
  readonly name: string
  readonly payload: z.ZodType<P>
  /** number of retries after a failure */
  readonly retryLimit: number
  /** seconds before the first retry; doubles each time, up to `retryDelayMax` */
  readonly retryDelay: number
  readonly retryDelayMax: number
  /** a job of a killed worker is detected after this many seconds (at least 10) */
  readonly heartbeatSeconds: number
  /** maximum run time of a handler */
  readonly expireInSeconds: number
  /** number of handlers that one process runs in parallel */
  readonly concurrency: number
  /** at most one job with the same key waits or runs */
  readonly exclusive: boolean
  /** five-field cron in UTC+8, for scheduled jobs */
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

/** An event: how an earlier feature notifies later ones. It is enqueued in the transaction of the change. */
export type EventDefinition<P extends object = object> = { readonly event: string; readonly payload: z.ZodType<P> }
export const defineEvent = <P extends object>(event: string, payload: z.ZodType<P>): EventDefinition<P> => ({
  event,
  payload,
})
