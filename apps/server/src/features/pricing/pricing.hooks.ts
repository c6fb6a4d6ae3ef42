import type { Tx } from '../../db/db.ts'
import { defineHook } from '../../define-feature.ts'

/** Why these pricing rules must stay, by rule. */
export const rulesInUse = defineHook<[tx: Tx, ruleIds: readonly string[]], ReadonlyMap<string, string>>(
  'pricing: pricing-rules-in-use',
)
