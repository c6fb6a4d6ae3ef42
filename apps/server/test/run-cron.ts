import type { TestApp } from './harness.ts'

type App = Pick<TestApp, 'db'>

/**
 * What the clock does at its time, now: the job is there, and whoever works on it is woken, as pg-boss does for a job that is
 * sent. Nothing is waited for.
 */
export async function runCron(app: App, job: string): Promise<void> {
  await app.db.pool.query(`insert into jobs.job (name, data) values ($1, '{}')`, [job])
  await wake(app, job)
}

/** Whoever works on the job looks for it now, and not when it would look by itself. */
export async function wake({ db }: App, job: string): Promise<void> {
  await db.pool.query(`select pg_notify('pgboss_' || left(encode(sha224('jobs'::bytea), 'hex'), 24), $1)`, [job])
}

/**
 * What nodes that are gone, or stand still, had in hand is seen lost at the next look, and not only after the seconds that pg-boss waits for
 * a word of them. No other node may be at work.
 */
export async function loseJobs({ db }: App): Promise<void> {
  await db.pool.query(`update jobs.job set heartbeat_on = heartbeat_on - interval '1 minute' where state = 'active'`)
}
