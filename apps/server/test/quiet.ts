import type { TestHouse } from './harness.ts'

/**
 * Waits until no job waits or runs and no message of the inbox is open: then only the test acts, in a house without a clock
 * (`scheduled: false`). One statement, so that a message that just became a job is seen as the one or the other.
 */
export async function untilQuiet({ db }: Pick<TestHouse, 'db'>): Promise<void> {
  for (;;) {
    const { rows } = await db.pool.query(
      `select 1 from inbox_message where state = 'waiting'
       union all select 1 from jobs.job where state in ('created', 'retry', 'active') and name not like '\\_\\_%' limit 1`,
    )
    if (rows.length === 0) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
