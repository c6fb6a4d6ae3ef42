import { setTimeout as sleep } from 'node:timers/promises'
import type { PgBoss } from 'pg-boss'
import type { Log } from '../platform/log.ts'

const EVERY_MS = 1_000

/** By name, so that each queue costs one look into the index that pg-boss itself takes jobs by, however many wait in it. */
const DUE = `
  select wanted.name from unnest($1::text[]) as wanted(name)
  where exists (
    select 1 from jobs.job
    where job.name = wanted.name and job.state < 'active' and not job.blocked and job.start_after <= jobs.job_now()
  )`

/**
 * Looks for queues in which a job may be taken, and says their names to `wake`, until `signal`. Jobs that were put off, are tried
 * again or whose notification got lost are found this way by one question for all queues, instead of one question a worker.
 */
export async function watchDueJobs(options: {
  database: Pick<ReturnType<PgBoss['getDb']>, 'executeSql'>
  queues: readonly string[]
  wake: (queue: string) => void
  signal: AbortSignal
  log: Log
}): Promise<void> {
  const { database, queues, wake, signal, log } = options
  while (!signal.aborted) {
    try {
      const { rows } = await database.executeSql(DUE, [queues])
      for (const { name } of rows as { name: string }[]) wake(name)
    } catch (error) {
      // The database is away; the next look may find it again.
      if (!signal.aborted) log.error({ error: String(error) }, 'jobs: looking for due jobs failed')
    }
    await sleep(EVERY_MS, undefined, { signal }).catch(() => 'woken to stop')
  }
}
