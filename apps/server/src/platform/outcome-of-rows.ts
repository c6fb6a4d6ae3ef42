import type { BulkOutcome, RowOutcome } from '@huoqiao/contract/wire'

/** The answer of a bulk call: how many rows succeeded, and each row's outcome. */
export const outcomeOf = (rows: readonly RowOutcome[]): BulkOutcome => {
  const succeeded = rows.filter(({ ok }) => ok).length
  return { succeeded, failed: rows.length - succeeded, rows: [...rows] }
}
