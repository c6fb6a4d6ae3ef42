import type { Tx } from '../../db/db.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { NewId } from '../../platform/ids.ts'
import type { OrdersApi } from '../orders/index.ts'
import { groupBy } from '@huoqiao/kit'
import { nameOf } from './change.rules.ts'
import type { Cover } from './covers.rules.ts'
import { findDemand, findLines, insertDemand, patchLine } from './lines.store.ts'
import { summed } from './purchase-writing.service.ts'
import type { PurchaseWriting } from './purchase-writing.service.ts'
import { sparesTaken } from './purchases.jobs.ts'
import { findPurchase } from './purchases.store.ts'
import { keptBack } from './spare.rules.ts'
import type { By } from '../../platform/call.ts'

export type CoveringService = ReturnType<typeof coveringService>

/**
 * Covers order lines with spare pieces of placed purchases: each cover is one more demand of a purchase line that is already ordered at
 * 1688.
 */
export function coveringService(deps: { newId: NewId; jobs: Jobs; orders: OrdersApi; writing: PurchaseWriting }) {
  const { orders, writing } = deps

  const takeOf = async (
    tx: Tx,
    purchaseId: string,
    covers: readonly Cover[],
    { by, beside }: { by: By; beside: ReadonlyMap<string, string> },
  ): Promise<void> => {
    await insertDemand(
      tx,
      covers.map(({ lineId, part: { storeName: _storeName, ...part } }) => ({
        ...part,
        id: deps.newId(),
        lineId,
        placedQuantity: part.saleQuantity,
        isCover: true,
        takenWith: beside.get(part.orderLineId) ?? null,
        createdAt: writing.now(),
      })),
    )
    const lineIds = new Set(covers.map(({ lineId }) => lineId))
    const lines = (await findLines(tx, [purchaseId])).filter((line) => lineIds.has(line.id))
    for (const line of lines) await patchLine(tx, line.id, keptBack(line, await findDemand(tx, [line.id])))
    const row = (await findPurchase(tx, purchaseId))!
    await writing.rework(tx, purchaseId, 'keep')
    await writing.record(tx, await writing.wholeOf(tx, row), {
      by,
      reason: `余货给 ${[...new Set(covers.map(({ part }) => part.orderName))].join('、')}`,
      changes: covers.map(({ lineId, part, pieces }) => ({
        field: `covers.${part.orderLineId}`,
        label: `余货给 ${part.orderName} · ${nameOf(lines.find((line) => line.id === lineId)!)}`,
        before: 0,
        after: pieces,
      })),
    })
    for (const [orderId, own] of groupBy(covers, ({ part }) => part.orderId)) {
      const pieces = own.reduce((sum, cover) => sum + cover.pieces, 0)
      await orders.addEvent(tx, { orderId, kind: 'purchase', text: `用采购单 ${row.number} 的余货 ${pieces} 件`, by })
    }
  }

  return {
    /** Runs in the transaction that calculated the covers and holds the locks on the purchases. */
    async take(tx: Tx, covers: readonly Cover[], how: { by: By; beside: ReadonlyMap<string, string> }): Promise<void> {
      if (covers.length === 0) return
      const moves = summed(covers.map(({ part }) => ({ lineId: part.orderLineId, quantity: part.saleQuantity })))
      await orders.movePurchased(tx, moves)
      await orders.movePlaced(tx, moves)
      const ofPurchase = groupBy(covers, ({ purchaseId }) => purchaseId)
      for (const [purchaseId, own] of ofPurchase) await takeOf(tx, purchaseId, own, how)
      await deps.jobs.emit(tx, sparesTaken, { purchaseIds: [...ofPurchase.keys()] })
    },
  }
}
