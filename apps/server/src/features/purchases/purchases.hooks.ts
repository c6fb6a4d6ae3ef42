import type { Tx } from '../../db/db.ts'
import { defineHook } from '../../define-feature.ts'

/** Why the purchase must not go back to 待审核, for example an open intent or an order at 1688. Undefined: it may. */
export const purchaseIsPlaced = defineHook<[tx: Tx, purchaseId: string], string | undefined>(
  'purchases: purchase-is-placed',
)
