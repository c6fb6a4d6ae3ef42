import type { InputOf, OutputOf } from '@huoqiao/contract'
import type { sparesEndpoints } from '@huoqiao/contract/purchases/spares.endpoints'
import type { SpareLine } from '@huoqiao/contract/purchases/spares.schema'
import { SPARE_ADJUSTMENTS } from '@huoqiao/contract/purchases/spares.status'
import type { Db, Tx } from '../../db/db.ts'
import { byOf } from '../../platform/call.ts'
import type { Call } from '../../platform/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import { changesBetween, nameOf } from './change.rules.ts'
import { findDemand, patchLine } from './lines.store.ts'
import type { PurchaseWriting } from './purchase-writing.service.ts'
import { lockPurchase } from './purchases.store.ts'
import { countSpares, findSpareLine, findSparePage } from './spares.store.ts'
import { spareView } from './spares.view.ts'

type Endpoints = typeof sparesEndpoints

/** 余货: lists spare pieces and lets a person write them off. */
export function sparesService(deps: { db: Db; writing: PurchaseWriting }) {
  const { writing } = deps

  const adjust = async (tx: Tx, call: Call, input: InputOf<Endpoints['adjustSpare']>): Promise<SpareLine> => {
    const { lineId, kind, quantity, seen, reason } = input
    const known = await findSpareLine(tx, lineId)
    const row = known && (await lockPurchase(tx, known.purchaseId))
    if (!row) throw new Refusal('not-found')
    // Recalculated under the lock, because an order may have taken pieces since the row was written.
    const before = await writing.rework(tx, row.id, 'keep')
    const line = before.lines.find(({ id }) => id === lineId)!
    if (line.spare !== seen)
      throw new Refusal('stale', { why: `现在余 ${line.spare} 件，不是 ${seen} 件，请刷新后再调整` })
    const isFound = kind === 'found'
    const most = isFound ? line.spareGone : line.spare
    if (quantity > most)
      throw new Refusal('state-not-allowed', {
        why: isFound ? `只记过少了 ${most} 件，不能找回 ${quantity} 件` : `只余 ${most} 件，不能减少 ${quantity} 件`,
        affects: row.number,
      })
    await patchLine(tx, lineId, { spareGone: line.spareGone + (isFound ? -quantity : quantity) })
    const after = await writing.rework(tx, row.id, 'keep')
    const word = SPARE_ADJUSTMENTS[kind]
    await writing.record(tx, after, {
      by: byOf(call),
      reason: `余货${word} ${quantity} 件：${reason}`,
      changes: changesBetween(before, after),
    })
    const now = after.lines.find(({ id }) => id === lineId)!
    call.notes.object('purchase', row.id, row.number)
    call.notes.change(`余货 · ${nameOf(line)}`, line.spare, now.spare)
    call.notes.change('原因', '', `${word}：${reason}`)
    return spareView({ line: now, purchase: after.row }, after.demand)
  }

  return {
    async querySpares(
      tx: Tx,
      { page, pageSize, ...filter }: InputOf<Endpoints['querySpares']>,
    ): Promise<OutputOf<Endpoints['querySpares']>> {
      const { rows, total } = await findSparePage(tx, filter, { page, pageSize })
      const demand = await findDemand(
        tx,
        rows.map(({ line }) => line.id),
      )
      return { list: rows.map((row) => spareView(row, demand)), total, page, pageSize }
    },

    async getSpareCounts(
      tx: Tx,
      filter: InputOf<Endpoints['getSpareCounts']>,
    ): Promise<OutputOf<Endpoints['getSpareCounts']>> {
      const { all, pieces, ...counts } = await countSpares(tx, filter)
      return { counts, all, pieces }
    },

    adjustSpare: (call: Call, input: InputOf<Endpoints['adjustSpare']>): Promise<SpareLine> =>
      deps.db.transaction((tx) => adjust(tx, call, input)),
  }
}
