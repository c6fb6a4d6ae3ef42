import { setTimeout as sleep } from 'node:timers/promises'
import type { PgBoss } from 'pg-boss'
import type { Log } from '../platform/log.ts'

const EVERY_MS = 1_000

/** One subquery for each queue, so that it costs one lookup in the index that pg-boss takes jobs by, however many jobs wait. */
const DUE = `
  select wanted.name from unnest($1::text[]) as wanted(name)
  where exists (
    select 1 from jobs.job
    where job.name = wanted.name and job.state < 'active' and not job.blocked and job.start_after <= jobs.job_now()
  )`

/**
 * Finds queues with due jobs and passes their names to `wake`, until `signal` aborts. This finds delayed jobs, retries and jobs whose
 * notification got lost, with one query for all queues instead of one for each worker.
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
      // The database may be unreachable; the next round tries again.
      if (!signal.aborted) log.error({ error: String(error) }, 'jobs: looking for due jobs failed')
    }
    await sleep(EVERY_MS, undefined, { signal }).catch(() => 'woken to stop')
  }
}
