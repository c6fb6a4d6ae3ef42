import type { TestApp } from './harness.ts'
import { until } from './until.ts'

/**
 * Waits until no job waits or runs and no message of the inbox is open: then only the test acts, in an installation without a clock. One
 * statement, so that a message that just became a job is seen as the one or the other. What was put off on purpose is not under
 * way; what failed and will be tried again is.
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
