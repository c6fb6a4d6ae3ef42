import { sql } from 'drizzle-orm'
import { PgBoss, fromDrizzle } from 'pg-boss'
import type { JobWithMetadata } from 'pg-boss'
import { SERVING_LIMITS } from '../db/db.ts'
import type { Tx } from '../db/db.ts'
import type { Log } from '../platform/log.ts'
import type { Meters } from '../platform/meters.ts'
import { currentContext, within } from '../platform/request-context.ts'
import type { EventDefinition, JobDefinition } from './define.ts'
import { watchDueJobs } from './due.ts'

export type JobRun = {
  readonly id: string
  readonly attempt: number
  readonly log: Log
  /** aborted when the process is asked to stop: a long handler finishes its current step and throws, so that it is retried */
  readonly signal: AbortSignal
}
export type EnqueueOptions = {
  key?: string
  startAfter?: Date
  priority?: number
  /** throws JobStands if an exclusive job with this key already waits or runs; left out: the second job is silently dropped */
  isNew?: boolean
}

/** A running job may have read its object before it changed, so it would miss the change. */
export class JobStands extends Error {}

export type Jobs = {
  /** Enqueued with `tx`: the job exists exactly if the transaction commits. */
  enqueue<P extends object>(tx: Tx, job: JobDefinition<P>, payload: P, options?: EnqueueOptions): Promise<void>
  /** Enqueues every job that follows the event. */
  emit<P extends object>(tx: Tx, event: EventDefinition<P>, payload: P): Promise<void>
  /** `concurrency` is called once when the workers start and overrides the definition's value. */
  handle<P extends object>(
    job: JobDefinition<P>,
    handler: (payload: P, run: JobRun) => Promise<void>,
    options?: { concurrency?: () => Promise<number> },
  ): void
  /** Makes a job follow an event; several jobs may follow one event. */
  bind<P extends object, E extends P>(event: EventDefinition<E>, job: JobDefinition<P>): void
  /** `scheduled`: whether jobs with a cron are also started on schedule. */
  start(options: { work: boolean; scheduled: boolean }): Promise<void>
  stop(): Promise<void>
  /** The names of all jobs, for the metrics. */
  names(): readonly string[]
}

type Registration = {
  job: JobDefinition
  handler: (payload: object, run: JobRun) => Promise<void>
  concurrency: () => Promise<number>
}

type TakenJob = Pick<JobWithMetadata<unknown>, 'id' | 'data' | 'retryCount' | 'signal'>

/** A field next to the payload: the id of the request in which the job was enqueued. */
const ASKED_IN = '_requestId'

/**
 * pg-boss behind a small interface of our own. `listen`/`notify` wakes workers at once. One query a second over all queues (due.ts) is the
 * safety net, and finds delayed jobs. The workers' own polling would be eighty queries instead of one, so it runs rarely. A lost job is
 * detected after heartbeat + supervise interval, about 15 s (design/stack.md).
 */
export function createJobs(deps: {
  url: string
  log: Log
  poolMax?: number
  /** called with the errors of failed jobs */
  failed?: (error: unknown) => void
  meters?: Pick<Meters, 'jobBegan'>
}): Jobs {
  const boss = new PgBoss({
    connectionString: deps.url,
    schema: 'jobs',
    application_name: 'huoqiao-jobs',
    max: deps.poolMax ?? 4,
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
    maintenanceIntervalSeconds: 60,
    useListenNotify: true,
    ...SERVING_LIMITS,
  })
  boss.on('error', (error) => deps.log.error({ error: error.message }, 'jobs: queue error'))
  const registrations = new Map<string, Registration>()
  const events = new Map<string, readonly JobDefinition[]>()
  const stopping = new AbortController()
  const workersOf = new Map<string, string[]>()
  let watching: Promise<void> | undefined

  /**
   * One worker. After a job it looks for the next one at once: by default pg-boss waits a polling interval after every job, so a queue of
   * five hundred would take half an hour.
   */
  const workOn = async (queue: PgBoss, job: JobDefinition, handler: Registration['handler']): Promise<void> => {
    let workerId: string | undefined
    workerId = await queue.work(
      job.name,
      { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 60, includeMetadata: true },
      async (batch) => {
        // Notified before the work, so that it also happens if the handler throws.
        if (workerId !== undefined) queue.notifyWorker(workerId)
        for (const one of batch) await runOne(job, handler, one)
      },
    )
    workersOf.set(job.name, [...(workersOf.get(job.name) ?? []), workerId])
  }

  /** Runs a job in the request context in which it was enqueued, including everything that it enqueues. */
  const runOne = (job: JobDefinition, handler: Registration['handler'], one: TakenJob): Promise<void> => {
    const { [ASKED_IN]: requestId, ...payload } = (one.data ?? {}) as Record<string, unknown>
    const context = { job: job.name, jobId: one.id, ...(typeof requestId === 'string' ? { requestId } : {}) }
    return within(context, () => carryOut(job, handler, one, payload))
  }

  const carryOut = async (
    job: JobDefinition,
    handler: Registration['handler'],
    one: TakenJob,
    payload: object,
  ): Promise<void> => {
    const ended = deps.meters?.jobBegan(job.name)
    try {
      const signal = AbortSignal.any([stopping.signal, one.signal])
      await handler(job.payload.parse(payload), { id: one.id, attempt: one.retryCount, log: deps.log, signal })
      ended?.('ok')
    } catch (error) {
      ended?.(stopping.signal.aborted ? 'stopped' : 'failed')
      deps.failed?.(error)
      if (!stopping.signal.aborted) {
        const reported =
          error instanceof Error ? { error: error.message, stack: error.stack } : { error: String(error) }
        deps.log.error({ attempt: one.retryCount, ...reported }, 'job failed')
      }
      throw error
    }
  }

  const jobs: Jobs = {
    async enqueue(tx, job, payload, options = {}) {
      if (!registrations.has(job.name)) throw new Error(`job ${job.name} has no handler`)
      const { requestId } = currentContext()
      const asked = requestId === undefined ? {} : { [ASKED_IN]: requestId }
      const id = await boss.send(
        job.name,
        { ...job.payload.parse(payload), ...asked },
        {
          db: fromDrizzle(tx, sql),
          ...(options.key === undefined ? {} : { singletonKey: options.key }),
          ...(options.startAfter === undefined ? {} : { startAfter: options.startAfter }),
          ...(options.priority === undefined ? {} : { priority: options.priority }),
        },
      )
      if (id === null && options.isNew) throw new JobStands(`a job ${job.name} ${options.key ?? ''} stands already`)
    },
    async emit(tx, event, payload) {
      const bound = events.get(event.event)
      if (!bound) throw new Error(`event ${event.event} is bound to nothing`)
      for (const job of bound) await jobs.enqueue(tx, job, payload)
    },
    handle(job, handler, options) {
      if (registrations.has(job.name)) throw new Error(`job ${job.name} has two handlers`)
      registrations.set(job.name, {
        job,
        handler: handler as Registration['handler'],
        concurrency: options?.concurrency ?? (() => Promise.resolve(job.concurrency)),
      })
    },
    bind(event, job) {
      const bound = events.get(event.event) ?? []
      if (bound.some(({ name }) => name === job.name)) throw new Error(`${job.name} follows ${event.event} twice`)
      events.set(event.event, [...bound, job])
    },
    async start({ work, scheduled }) {
      await boss.start()
      await ensureQueues(
        boss,
        [...registrations.values()].map(({ job }) => job),
      )
      if (!work) return
      for (const { job, handler, concurrency } of registrations.values()) {
        const workers = await concurrency()
        for (let worker = 0; worker < workers; worker++) await workOn(boss, job, handler)
        if (job.cron && scheduled) await boss.schedule(job.name, job.cron, {}, { tz: 'Asia/Shanghai' })
      }
      watching = watchDueJobs({
        database: boss.getDb(),
        queues: [...workersOf.keys()],
        wake: (queue) => workersOf.get(queue)?.forEach((worker) => boss.notifyWorker(worker)),
        signal: stopping.signal,
        log: deps.log,
      })
    },
    async stop() {
      stopping.abort()
      await boss.stop({ graceful: true, timeout: 8_000 })
      await watching
    },
    names: () => [...registrations.keys()],
  }
  return jobs
}

/** One query for all queues, and one more for each new or changed queue; an existing installation needs only the first. */
async function ensureQueues(boss: PgBoss, jobs: readonly JobDefinition[]): Promise<void> {
  const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  for (const job of jobs) {
    const wanted = settingsOf(job)
    const settings = Object.keys(wanted) as (keyof typeof wanted)[]
    const queue = known.get(job.name)
    if (!queue) await boss.createQueue(job.name, { ...wanted, policy: job.exclusive ? 'exclusive' : 'standard' })
    else if (settings.some((name) => queue[name] !== wanted[name])) await boss.updateQueue(job.name, wanted)
  }
}

const settingsOf = (job: JobDefinition) => ({
  retryLimit: job.retryLimit,
  retryDelay: job.retryDelay,
  retryBackoff: true,
  retryDelayMax: job.retryDelayMax,
  heartbeatSeconds: job.heartbeatSeconds,
  expireInSeconds: job.expireInSeconds,
  deleteAfterSeconds: 3 * 86_400,
  notify: true,
})
