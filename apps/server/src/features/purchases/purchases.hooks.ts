import type { Tx } from '../../db/db.ts'
import { defineHook } from '../../define-feature.ts'
import type { HeldPart } from './spare.rules.ts'

/** Why the purchase must not go back to 待审核, for example an open intent or an order at 1688. Undefined: it may. */
export const purchaseIsPlaced = defineHook<[tx: Tx, purchaseId: string], string | undefined>(
  'purchases: purchase-is-placed',
)

/**
 * Why returned goods cannot be taken out of stock again: they are allocated to orders. `usable`: source pieces of the line that have
 * arrived; `demand`: what orders hold of the line afterwards. Undefined: they can. Needed because the spare pieces are counted in whole
 * source pieces, which hides a part of one. The purchase is locked.
 */
export const goodsAreAllocated = defineHook<
  [tx: Tx, lineId: string, after: { usable: number; demand: readonly (HeldPart & { readonly id: string })[] }],
  string | undefined
>('purchases: goods-are-allocated')
