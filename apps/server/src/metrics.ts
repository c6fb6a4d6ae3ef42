import { Gauge, Registry } from 'prom-client'
import type { OpenActs } from './acts/act.store.ts'
import { openDb } from './db/db.ts'
import type { Db, Tx } from './db/db.ts'
import { countNodes } from './db/nodes.ts'
import { outageOf } from './db/outage.ts'
import type { OutageWatch } from './db/outage.ts'
import type { Backlog } from './features/inbox/index.ts'
import { jobCounts } from './jobs/counts.ts'
import type { Log } from './platform/log.ts'
import type { Meters } from './platform/meters.ts'

/**
 * Limits for a scrape: its own database connection, so that it neither waits for calls nor delays them, and two seconds for a query. A
 * figure that takes longer is left out, and the gap is visible.
 */
const LIMITS = {
  statement_timeout: 2_000,
  lock_timeout: 1_000,
  idle_in_transaction_session_timeout: 5_000,
  connectionTimeoutMillis: 5_000,
  idleTimeoutMillis: 60_000,
  application_name: 'huoqiao-metrics',
} as const

export type MetricsDeps = {
  databaseUrl: string
  isDatabaseEmbedded: boolean
  db: Pick<Db, 'pool'>
  meters: Meters
  outages: OutageWatch
  log: Pick<Log, 'warn'>
  jobNames: () => readonly string[]
  openActs: (tx: Tx) => Promise<OpenActs[]>
  inboxBacklog: (tx: Tx) => Promise<Backlog[]>
  streams: { readonly size: number }
  /** of the process, which may contain several installations */
  processRegistry?: Registry
}

/** Everything that /metrics returns, in Prometheus text format: counters, and gauges that are read at the time of the request. */
export function createMetrics(deps: MetricsDeps): { text(): Promise<string>; close(): Promise<void> } {
  const gauges = createGauges(deps.meters.registry)
  const own = openDb(deps.databaseUrl, { max: 1, limits: LIMITS })
  const readings: Record<string, () => Promise<void>> = {
    nodes: async () => {
      const { alive, missing, clockOff } = await countNodes(own)
      for (const [state, count] of Object.entries({ alive, missing, 'clock-off': clockOff }))
        gauges.nodes.set({ state }, count)
    },
    jobs: async () => {
      for (const { name: queue, ...counts } of await jobCounts(own, deps.jobNames())) {
        for (const state of ['due', 'later', 'active', 'failed'] as const)
          gauges.jobs.set({ queue, state }, counts[state])
        gauges.oldestJob.set({ queue }, counts.oldestDueSeconds ?? 0)
      }
    },
    acts: async () => {
      for (const { kind, state, count, oldestSeconds } of await deps.openActs(own.handle)) {
        gauges.acts.set({ kind, state }, count)
        gauges.oldestAct.set({ kind, state }, oldestSeconds)
      }
    },
    inbox: async () => {
      // A zero is reported too, so that a chart shows a line.
      for (const source of ['shopify', '1688']) gauges.inbox.set({ source }, 0)
      for (const { source, waiting, oldestSeconds } of await deps.inboxBacklog(own.handle)) {
        gauges.inbox.set({ source }, waiting)
        gauges.oldestMessage.set({ source }, oldestSeconds)
      }
    },
  }

  function readProcess(): void {
    const { pool } = deps.db
    gauges.pool.set({ state: 'idle' }, pool.idleCount)
    gauges.pool.set({ state: 'busy' }, pool.totalCount - pool.idleCount)
    gauges.poolMost.set(pool.options.max ?? 0)
    gauges.poolWaiting.set(pool.waitingCount)
    gauges.streams.set(deps.streams.size)
    gauges.database.set({ kind: deps.isDatabaseEmbedded ? 'embedded' : 'external' }, 1)
    for (const [queue, seconds] of deps.meters.longestRuns()) gauges.longestRun.set({ queue }, seconds)
  }

  async function read(): Promise<string> {
    // Removes the series of objects that no longer exist.
    for (const gauge of Object.values(gauges)) gauge.reset()
    readProcess()
    gauges.isFull.set((await deps.outages.isFull()) ? 1 : 0)
    const room = await deps.outages.roomBytes()
    if (room === undefined) gauges.room.remove()
    else gauges.room.set(room)
    let isUp = true
    for (const [name, reading] of Object.entries(readings)) {
      const isRead =
        isUp &&
        (await reading().then(
          () => true,
          (error: unknown) => {
            deps.log.warn({ reading: name, error: String(error) }, 'metrics: a figure could not be read')
            if (outageOf(error) === 'database-gone') isUp = false
            return false
          },
        ))
      gauges.isRead.set({ reading: name }, isRead ? 1 : 0)
    }
    gauges.isUp.set(isUp ? 1 : 0)
    const registries = [deps.meters.registry, ...(deps.processRegistry ? [deps.processRegistry] : [])]
    return Registry.merge(registries).metrics()
  }

  let reading: Promise<string> | undefined
  return {
    // Simultaneous requests share one reading.
    text: () => (reading ??= read().finally(() => (reading = undefined))),
    close: () => own.close(),
  }
}

/** The gauges that are read at the time of the request. */
function createGauges(registry: Registry) {
  const gauge = <L extends string>(name: string, help: string, ...labelNames: L[]): Gauge<L> =>
    new Gauge({ name: `huoqiao_${name}`, help, labelNames, registers: [registry] })
  return {
    isUp: gauge('database_up', '1 while the database answers, else 0.'),
    isRead: gauge(
      'metrics_reading_success',
      '1 where these figures of the database could be read within two seconds, else 0.',
      'reading',
    ),
    database: gauge('database_info', 'Which database it is, embedded or external; always 1.', 'kind'),
    pool: gauge('database_pool_connections', 'Connections of this process for calls and jobs, idle or busy.', 'state'),
    poolMost: gauge(
      'database_pool_connections_limit',
      'The most connections that this process opens for calls and jobs.',
    ),
    poolWaiting: gauge('database_pool_waiting', 'Calls and jobs of this process that wait for a connection.'),
    isFull: gauge('storage_full', '1 while there is no room to write, as /healthz says it, else 0.'),
    room: gauge('storage_free_bytes', 'Room on the disk that our own files lie on.'),
    nodes: gauge(
      'nodes',
      'Nodes of the installation: alive, missing (silent for 20 s), or alive with a clock that is off.',
      'state',
    ),
    streams: gauge('streams_open', 'Streams to browsers that this process holds open.'),
    jobs: gauge(
      'jobs',
      'Jobs of the installation by name: due, put off until later, active, or failed for good and kept for three days.',
      'queue',
      'state',
    ),
    oldestJob: gauge(
      'job_oldest_due_age_seconds',
      'For how long the job that waits longest could have been taken; 0 where none waits.',
      'queue',
    ),
    longestRun: gauge(
      'job_longest_run_age_seconds',
      'For how long the run of the job that began first has been going on in this process.',
      'queue',
    ),
    acts: gauge('acts_open', 'Remote acts whose outcome is not known yet, by kind and state.', 'kind', 'state'),
    oldestAct: gauge(
      'act_oldest_open_age_seconds',
      'Age of the oldest remote act whose outcome is not known yet.',
      'kind',
      'state',
    ),
    inbox: gauge(
      'inbox_messages_waiting',
      'Messages of shops and of 1688 that are kept and not handled yet.',
      'source',
    ),
    oldestMessage: gauge(
      'inbox_oldest_waiting_age_seconds',
      'Age of the oldest message that is not handled yet.',
      'source',
    ),
  }
}
