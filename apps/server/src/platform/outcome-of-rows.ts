import type { BulkOutcome, RowOutcome } from '@huoqiao/contract/wire'

/** What a call over many rows answers: how many were done, and what became of each. */
export const outcomeOf = (rows: readonly RowOutcome[]): BulkOutcome => {
  const succeeded = rows.filter(({ ok }) => ok).length
  return { succeeded, failed: rows.length - succeeded, rows: [...rows] }
}
