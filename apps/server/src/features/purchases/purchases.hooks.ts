import type { Tx } from '../../db/db.ts'
import { defineHook } from '../../define-feature.ts'

/** Why the purchase must not go back to 待审核: an open intent, an order at 1688. Undefined: nothing keeps it. */
export const purchaseIsPlaced = defineHook<[tx: Tx, purchaseId: string], string | undefined>(
  'purchases: purchase-is-placed',
)
