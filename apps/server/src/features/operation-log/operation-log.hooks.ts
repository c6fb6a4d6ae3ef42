import type { Tx } from '../../db/db.ts'
import { defineHook } from '../../define-feature.ts'

/** Which of these act subjects are still being worked on: their data is kept beyond the log's retention. */
export const unfinishedSubjects = defineHook<[tx: Tx, subjects: readonly string[]], ReadonlySet<string>>(
  'operation-log: unfinished-subjects',
)
