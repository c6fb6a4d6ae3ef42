import type { Db } from '../db/db.ts'

/** The jobs of one name as they stand in the database, whichever process runs them. */
export type JobCounts = {
  name: string
  /** may be taken now */
  due: number
  /** put off, or to be tried again later */
  later: number
  active: number
  failed: number
  /** for how long the one that waits longest could have been taken; null: none waits */
  oldestDueSeconds: number | null
}

/**
 * Waiting jobs by the index that they are taken by, so that the many that are done cost nothing; what runs and what failed as pg-boss
 * itself counts it every five seconds.
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
