import type { Tx } from '../../db/db.ts'
import { defineHook } from '../../define-feature.ts'
import type { Actor } from '../../platform/call.ts'

/** Money that a person is about to spend at 1688, in fen. `part`: 1688 order and stage of a payment; empty for a placement. */
export type Commitment = {
  readonly kind: 'place' | 'pay'
  readonly purchaseId: string
  readonly number: string
  readonly part: string
  readonly amountMinor: number
}

/** Called in the transaction that commits the money, before anything is sent. An answer that refuses throws `over-limit`. */
export const moneyIsCommitted = defineHook<[tx: Tx, actor: Actor, commitment: Commitment], void>(
  'placement: money-is-committed',
)
