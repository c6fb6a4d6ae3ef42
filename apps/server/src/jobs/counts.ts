import type { Db } from '../db/db.ts'

/** The number of jobs of one name in the database, in all processes. */
export type JobCounts = {
  name: string
  /** may be taken now */
  due: number
  /** delayed, or waiting for a retry */
  later: number
  active: number
  failed: number
  /** how long the oldest due job has been waiting; null: none waits */
  oldestDueSeconds: number | null
}

/**
 * Counts waiting jobs with the index that pg-boss takes jobs by, so that finished jobs cost nothing. Running and failed jobs are pg-boss's
 * own counts, updated every five seconds.
 */
export async function jobCounts(db: Pick<Db, 'pool'>, names: readonly string[]): Promise<JobCounts[]> {
  const { rows } = await db.pool.query<JobCounts>(
    `select q.name, w.due, w.later, q.active_count as active, q.failed_count as failed, w.oldest as "oldestDueSeconds"
       from jobs.queue q, lateral (
         select (count(*) filter (where j.start_after <= jobs.job_now()))::int as due,
                (count(*) filter (where j.start_after > jobs.job_now()))::int as later,
                extract(epoch from jobs.job_now() - min(greatest(j.created_on, j.start_after))
                  filter (where j.start_after <= jobs.job_now()))::float8 as oldest
           from jobs.job j where j.name = q.name and j.state < 'active' and not j.blocked) w
      where q.name = any($1::text[]) order by q.name`,
    [names],
  )
  return rows
}
