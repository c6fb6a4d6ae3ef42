import type { TestApp } from './harness.ts'
import { until } from './until.ts'

/**
 * Waits until no job is waiting or running and no message of the inbox is open: then only the test acts, in an installation without
 * scheduled jobs. One statement, so that a message that is just becoming a job is counted. Jobs that were postponed on purpose don't count;
 * retries of failed jobs do.
 */
export async function untilQuiet({ db }: Pick<TestApp, 'db'>): Promise<void> {
  await until(
    async () =>
      (
        await db.pool.query<{ what: string }>(
          `select topic as what from inbox_message where state = 'waiting'
           union all select name || ' ' || state from jobs.job
           where name not like '\\_\\_%' and (state in ('retry', 'active') or (state = 'created' and start_after <= now()))`,
        )
      ).rows,
    (rows) => rows.length === 0,
  )
}
