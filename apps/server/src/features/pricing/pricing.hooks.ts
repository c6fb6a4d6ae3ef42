import type { Tx } from '../../db/db.ts'
import { defineHook } from '../../define-feature.ts'

/** Reasons against deleting these pricing rules, by rule. */
export const rulesInUse = defineHook<[tx: Tx, ruleIds: readonly string[]], ReadonlyMap<string, string>>(
  'pricing: pricing-rules-in-use',
)
