import type { BulkOutcome } from '@huoqiao/contract'
import type { Db, Tx } from '../../db/db.ts'
import type { Call } from '../../platform/call.ts'
import { eachRow } from '../../platform/each-row.ts'
import { Refusal } from '../../platform/refusal.ts'
import { lockPurchase } from './purchases.store.ts'
import type { PurchaseRow } from './purchases.store.ts'

export type Step = (tx: Tx, row: PurchaseRow) => Promise<{ message: string; id?: string }>

/** Runs a step on each purchase order in its own transaction and returns one outcome for each requested id. */
export function eachPurchase({ db }: { db: Db }, call: Call, ids: readonly string[], step: Step): Promise<BulkOutcome> {
  return eachRow([...new Set(ids)], String, (key) =>
    db.transaction(async (tx) => {
      const row = await lockPurchase(tx, key)
      if (!row) throw new Refusal('not-found', { why: '采购单不存在或已被删除' })
      const outcome = await step(tx, row)
      call.notes.object('purchase', key, row.number)
      return { ok: true, id: key, ...outcome }
    }),
  )
}
