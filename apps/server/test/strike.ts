import type { TestHouse } from './harness.ts'

/**
 * What the clock does at its time, now: the job is there, and whoever works on it is woken, as pg-boss does for a job that is
 * sent. Nothing is waited for.
 */
export async function strike({ db }: Pick<TestHouse, 'db'>, job: string): Promise<void> {
  await db.pool.query(
    `with made as (insert into jobs.job (name, data) values ($1, '{}') returning name)
     select pg_notify('pgboss_' || left(encode(sha224('jobs'::bytea), 'hex'), 24), name) from made`,
    [job],
  )
}
