import type { ENDPOINTS, InputOf, OutputOf } from '@huoqiao/contract'
import type { Db } from '../../db/db.ts'
import { byOf } from '../../platform/call.ts'
import type { Call } from '../../platform/call.ts'
import type { NewId } from '../../platform/ids.ts'
import { invalidField } from '../../platform/refusal.ts'
import { eachPurchase } from './each-purchase.ts'
import { noteChanges } from './editing.service.ts'
import type { EditingService } from './editing.service.ts'
import type { PlanningService } from './planning.service.ts'
import { obey } from './purchase-writing.service.ts'
import type { PurchaseWriting } from './purchase-writing.service.ts'
import { canOf } from './purchases.rules.ts'

type Endpoints = typeof ENDPOINTS
const NO_LINES = { lines: [], addLines: [], removeLineIds: [], clear: [] }

/** Sets the same address, account or message on many purchase orders; the whole bulk edit can be undone at once. */
export function bulkEditService(deps: {
  db: Db
  newId: NewId
  planning: PlanningService
  writing: PurchaseWriting
  editing: EditingService
}) {
  const { db, writing, editing } = deps
  return {
    async modifyPurchaseOrders(
      call: Call,
      { purchaseIds, change }: InputOf<Endpoints['modifyPurchaseOrders']>,
    ): Promise<OutputOf<Endpoints['modifyPurchaseOrders']>> {
      if (Object.values(change).every((value) => value === undefined)) throw invalidField('change', '没有要修改的内容')
      // Checks that the address and account exist before anything is changed.
      await deps.planning.termsOf(db.handle, change)
      const [by, batchId] = [byOf(call), deps.newId()]
      const outcome = await eachPurchase(deps, call, purchaseIds, async (tx, row) => {
        obey(canOf(row), 'editPurchaseOrder', row)
        const whole = await writing.wholeOf(tx, row)
        const what = { by, reason: '批量修改', batchId, sources: new Map() }
        const after = await editing.write(tx, whole, { ...NO_LINES, ...change }, what)
        if (after) noteChanges(call, after)
        return { message: after ? '已修改' : '本来就是这样，没有变化' }
      })
      return { ...outcome, batchId }
    },
  }
}
