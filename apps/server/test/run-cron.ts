import type { TestApp } from './harness.ts'

type App = Pick<TestApp, 'db'>

/** Enqueues a scheduled job now and wakes its worker, as pg-boss does for a sent job. Does not wait for the job. */
export async function runCron(app: App, job: string): Promise<void> {
  await app.db.pool.query(`insert into jobs.job (name, data) values ($1, '{}')`, [job])
  await wake(app, job)
}

/** Lets the worker of the job look for it now and not at its next poll. */
export async function wake({ db }: App, job: string): Promise<void> {
  await db.pool.query(`select pg_notify('pgboss_' || left(encode(sha224('jobs'::bytea), 'hex'), 24), $1)`, [job])
}

/**
 * Jobs of nodes that are gone or frozen count as lost at the next check, without waiting for the heartbeat timeout of pg-boss. No other
 * node may be working.
 */
export async function loseJobs({ db }: App): Promise<void> {
  await db.pool.query(`update jobs.job set heartbeat_on = heartbeat_on - interval '1 minute' where state = 'active'`)
}
