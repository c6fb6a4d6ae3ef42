import type { Tx } from '../../db/db.ts'
import { defineHook } from '../../define-feature.ts'

/** Of these subjects of acts, those that are still worked on: what is known of them outlives the log's months. */
export const unfinishedSubjects = defineHook<[tx: Tx, subjects: readonly string[]], ReadonlySet<string>>(
  'operation-log: unfinished-subjects',
)
