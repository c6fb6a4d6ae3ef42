import type { BulkOutcome, InputOf, OutputOf } from '@huoqiao/contract'
import type { sparesEndpoints } from '@huoqiao/contract/purchases/spares.endpoints'
import type { SpareEntry, SpareLine } from '@huoqiao/contract/purchases/spares.schema'
import { SPARE_ENTRY_KINDS, SPARE_HISTORY, WRITE_OFF_CAUSES } from '@huoqiao/contract/purchases/spares.status'
import type { Db, Tx } from '../../db/db.ts'
import { byOf } from '../../platform/call.ts'
import type { By, Call } from '../../platform/call.ts'
import type { Hooks } from '../../define-feature.ts'
import { eachRow } from '../../platform/each-row.ts'
import type { NewId } from '../../platform/ids.ts'
import { invalidField, Refusal } from '../../platform/refusal.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { FilesService } from '../files/index.ts'
import { changesBetween, nameOf } from './change.rules.ts'
import { findDemand, findDemandByIds, patchDemand, patchLine } from './lines.store.ts'
import type { DemandOfLine, LineRow } from './lines.store.ts'
import { demandReleased, sparesTaken } from './purchases.jobs.ts'
import type { PurchaseWriting, Whole } from './purchase-writing.service.ts'
import { goodsAreAllocated } from './purchases.hooks.ts'
import { findPurchase, lockPurchase } from './purchases.store.ts'
import type { PurchaseRow } from './purchases.store.ts'
import { findSpareEntries, findSpareEntry, insertSpareEntry, sumOfCounts } from './spare-entries.store.ts'
import type { NewSpareEntry, SeenEntry } from './spare-entries.store.ts'
import { heldNeed, hereOf, mostCounted, usableOf } from './spare.rules.ts'
import { findSpareLine } from './spares.store.ts'
import { spareEntryView, spareTakes, spareView } from './spares.view.ts'

type Endpoints = typeof sparesEndpoints
export type SpareBooking = ReturnType<typeof spareBooking>
/** A recalculated line whose purchase is locked. */
type Held = { before: Whole; line: LineRow }
/** The fields of an entry that the caller sets; `book` adds the others. */
type Booked = Omit<NewSpareEntry, 'id' | 'lineId' | 'byId' | 'byName' | 'at'>

/** Bookings of people on spare pieces: counts, write-offs, returned goods, places. Each writes an append-only entry. */
export function spareBooking(deps: {
  db: Db
  newId: NewId
  jobs: Jobs
  hooks: Hooks
  files: Pick<FilesService, 'hasPicture'>
  writing: PurchaseWriting
}) {
  const { writing } = deps

  /** Recalculated under the lock, because an order may have taken pieces since the person looked. */
  const hold = async (tx: Tx, lineId: string): Promise<Held> => {
    const known = await findSpareLine(tx, lineId)
    const row = known && (await lockPurchase(tx, known.purchaseId))
    if (!row) throw new Refusal('not-found')
    const before = await writing.rework(tx, row.id, 'keep')
    const line = before.lines.find(({ id }) => id === lineId)
    // The line was removed while this waited for the lock.
    if (!line) throw new Refusal('not-found')
    return { before, line }
  }

  /** Recalculates the line after a change, and writes the entry and the purchase's history. */
  const book = async (
    tx: Tx,
    { before, line }: Held,
    entry: Omit<Booked, 'after'> & { after?: number },
    { by, reason }: { by: By; reason: string },
  ): Promise<{ view: SpareLine; line: LineRow }> => {
    const whole = await writing.rework(tx, before.row.id, 'keep')
    const now = whole.lines.find(({ id }) => id === line.id)!
    await insertSpareEntry(tx, {
      after: now.spare,
      ...entry,
      id: deps.newId(),
      lineId: line.id,
      byId: by.accountId,
      byName: by.name,
      at: writing.now(),
    })
    await writing.record(tx, whole, { by, reason, changes: changesBetween(before, whole) })
    return { view: spareView({ line: now, purchase: whole.row }, whole.demand), line: now }
  }

  const noteOn = (call: Call, { before, line }: Held, spare: number, why: string): void => {
    call.notes.object('purchase', before.row.id, before.row.number)
    call.notes.change(`余货 · ${nameOf(line)}`, line.spare, spare)
    call.notes.change('原因', '', why)
  }

  const count = async (
    tx: Tx,
    call: Call,
    { lineId, counted, seen, note }: InputOf<Endpoints['countSpare']>,
  ): Promise<SpareLine> => {
    const held = await hold(tx, lineId)
    const { line, before } = held
    const { number } = before.row
    if (line.received === 0) throw new Refusal('state-not-allowed', { why: '货还没有到，不能盘点', affects: number })
    const here = hereOf(line, before.row)
    if (here !== seen) throw new Refusal('stale', { why: `现在在库 ${here} 件，不是 ${seen} 件，请按现在的数再核对` })
    const most = mostCounted(here, await sumOfCounts(tx, lineId))
    if (counted > most)
      throw new Refusal('state-not-allowed', {
        why: `现在在库 ${here} 件，最多能数到 ${most} 件；多出来的货请先在收货里登记，报损的请撤销报损`,
        affects: number,
      })
    const pieces = counted - here
    if (pieces !== 0)
      await patchLine(tx, lineId, { spareGone: line.spareGone - pieces, spareGoneHere: line.spareGoneHere - pieces })
    if (pieces > 0) await deps.jobs.emit(tx, sparesTaken, { purchaseIds: [before.row.id] })
    const reason = `余货盘点：${pieces === 0 ? '相符' : pieces < 0 ? `盘亏 ${-pieces} 件` : `盘盈 ${pieces} 件`}（${note}）`
    const entry = { kind: 'count' as const, pieces, piecesHere: pieces, before: here, after: counted, note }
    const { view } = await book(tx, held, entry, { by: byOf(call), reason })
    noteOn(call, held, view.spare, reason)
    return view
  }

  const writeOff = async (
    tx: Tx,
    call: Call,
    { lineId, quantity, seen, cause, note, photos }: InputOf<Endpoints['writeOffSpare']>,
  ): Promise<SpareLine> => {
    if (cause === 'other' && note === '') throw invalidField('note', '请说明报损的原因')
    for (const address of photos)
      if (!(await deps.files.hasPicture(tx, address)))
        throw invalidField('photos', '照片不是上传到这里的，或已不存在，请重新上传')
    const held = await hold(tx, lineId)
    const { line, before } = held
    if (line.spare !== seen)
      throw new Refusal('stale', { why: `现在余 ${line.spare} 件，不是 ${seen} 件，请刷新后再报损` })
    if (quantity > line.spare)
      throw new Refusal('state-not-allowed', {
        why: `只余 ${line.spare} 件，不能报损 ${quantity} 件`,
        affects: before.row.number,
      })
    const fromHere = Math.min(quantity, hereOf(line, before.row))
    await patchLine(tx, lineId, {
      spareGone: line.spareGone + quantity,
      spareGoneHere: line.spareGoneHere + fromHere,
    })
    const reason = `余货报损 ${quantity} 件：${[WRITE_OFF_CAUSES[cause], note].filter(Boolean).join('，')}`
    const entry = {
      kind: 'write-off' as const,
      pieces: -quantity,
      piecesHere: -fromHere,
      before: line.spare,
      cause,
      note,
      photos,
    }
    const { view } = await book(tx, held, entry, { by: byOf(call), reason })
    noteOn(call, held, view.spare, reason)
    return view
  }

  /**
   * How to take returned goods out of stock again, or the reason why not: other orders may have taken them. `pieces`: the source pieces by
   * which the spare ones shrink. At a ratio other than 1:1 this may differ from what the entry added, because the need of a line is rounded
   * up as a whole.
   */
  const takingOut = async (
    tx: Tx,
    { line, row, demand: all }: { line: LineRow; row: PurchaseRow; demand: readonly DemandOfLine[] },
    entry: SeenEntry,
  ): Promise<{ demand: DemandOfLine; returnedQuantity: number; pieces: number } | string> => {
    const asking = all.filter(({ asLineId }) => asLineId === line.id)
    const demand = asking.find(({ id }) => id === entry.demandId)
    if (!demand) return '订单的这一行已经不在采购单里'
    const returnedQuantity = demand.returnedQuantity - (entry.saleQuantity ?? 0)
    const after = asking.map((one) => (one.id === demand.id ? { ...one, returnedQuantity } : one))
    const pieces = heldNeed(after) - heldNeed(asking)
    const here = hereOf(line, row)
    if (pieces > here) return `撤销要取出 ${pieces} 件，在库只余 ${here} 件，其余已被订单用掉或报损，不能撤销`
    const held = await deps.hooks.ask(goodsAreAllocated, tx, line.id, { usable: usableOf(line), demand: after })
    return held.find((one) => one !== undefined) ?? { demand, returnedQuantity, pieces }
  }

  const takeOut = async (tx: Tx, { line, before }: Held, entry: SeenEntry): Promise<number> => {
    const taking = await takingOut(tx, { line, row: before.row, demand: before.demand }, entry)
    if (typeof taking === 'string') throw new Refusal('state-not-allowed', { why: taking, affects: before.row.number })
    const { demand, returnedQuantity, pieces } = taking
    await patchDemand(tx, demand.id, { returnedQuantity })
    await deps.jobs.emit(tx, demandReleased, { orderIds: [demand.orderId] })
    return pieces
  }

  const undo = async (
    tx: Tx,
    call: Call,
    { entryId, note }: InputOf<Endpoints['undoSpareEntry']>,
  ): Promise<SpareLine> => {
    const known = await findSpareEntry(tx, entryId)
    if (!known) throw new Refusal('not-found')
    const held = await hold(tx, known.lineId)
    // Read again under the lock: another clerk may have undone it.
    const entry = (await findSpareEntry(tx, entryId))!
    const allowed = spareEntryView(entry).can['undoSpareEntry']
    if (allowed !== true)
      throw new Refusal('state-not-allowed', { why: String(allowed), affects: held.before.row.number })
    let pieces = -entry.pieces
    if (entry.kind === 'return') pieces = -(await takeOut(tx, held, entry))
    else {
      const { spareGone, spareGoneHere } = held.line
      await patchLine(tx, held.line.id, {
        spareGone: spareGone + entry.pieces,
        spareGoneHere: spareGoneHere + entry.piecesHere,
      })
      await deps.jobs.emit(tx, sparesTaken, { purchaseIds: [held.before.row.id] })
    }
    const reason = `撤销${SPARE_ENTRY_KINDS[entry.kind]} ${Math.abs(pieces)} 件：${note}`
    const { demandId, saleQuantity, orderId, orderName } = entry
    const undoing = {
      kind: 'undo' as const,
      pieces,
      piecesHere: -entry.piecesHere,
      before: held.line.spare,
      note,
      undoes: entry.id,
      demandId,
      saleQuantity,
      orderId,
      orderName,
    }
    const { view } = await book(tx, held, undoing, { by: byOf(call), reason })
    noteOn(call, held, view.spare, reason)
    return view
  }

  return {
    countSpare: (call: Call, input: InputOf<Endpoints['countSpare']>): Promise<SpareLine> =>
      deps.db.transaction((tx) => count(tx, call, input)),

    writeOffSpare: (call: Call, input: InputOf<Endpoints['writeOffSpare']>): Promise<SpareLine> =>
      deps.db.transaction((tx) => writeOff(tx, call, input)),

    undoSpareEntry: (call: Call, input: InputOf<Endpoints['undoSpareEntry']>): Promise<SpareLine> =>
      deps.db.transaction((tx) => undo(tx, call, input)),

    setSparePlaces: (call: Call, { lineIds, place }: InputOf<Endpoints['setSparePlaces']>): Promise<BulkOutcome> =>
      eachRow([...new Set(lineIds)], String, (lineId) =>
        deps.db.transaction(async (tx) => {
          const held = await hold(tx, lineId)
          const { line, before } = held
          if (line.spare + line.spareUsed + line.spareGone === 0)
            throw new Refusal('state-not-allowed', { why: '这一行没有余货', affects: before.row.number })
          if (line.place === place) return { ok: true, id: lineId, message: '本来就在这里' }
          await patchLine(tx, lineId, { place })
          const note = `${line.place || '没有库位'} → ${place || '没有库位'}`
          const entry = { kind: 'place' as const, pieces: 0, before: line.spare, note }
          await book(tx, held, entry, { by: byOf(call), reason: `库位：${note}` })
          call.notes.object('purchase', before.row.id, before.row.number)
          call.notes.change(`库位 · ${nameOf(line)}`, line.place, place)
          return { ok: true, id: lineId, message: place === '' ? '已清除库位' : `已放在 ${place}` }
        }),
      ),

    async getSpareHistory(
      tx: Tx,
      { lineId }: InputOf<Endpoints['getSpareHistory']>,
    ): Promise<OutputOf<Endpoints['getSpareHistory']>> {
      const line = await findSpareLine(tx, lineId)
      const row = line && (await findPurchase(tx, line.purchaseId))
      if (!row) throw new Refusal('not-found')
      const demand = await findDemand(tx, [lineId])
      const entries: SpareEntry[] = []
      for (const entry of await findSpareEntries(tx, lineId, SPARE_HISTORY)) {
        const view = spareEntryView(entry)
        const isReturn = entry.kind === 'return' && view.can['undoSpareEntry'] === true
        const taking = isReturn ? await takingOut(tx, { line, row, demand }, entry) : undefined
        entries.push(typeof taking === 'string' ? { ...view, can: { undoSpareEntry: taking } } : view)
      }
      return { entries, takes: spareTakes(demand).slice(0, SPARE_HISTORY) }
    },

    /**
     * Puts returned goods of an order back to the spare pieces. The caller knows that they were sent, and holds the lock on their purchase.
     * Returns the source pieces by which the spare ones grew, and the line.
     */
    async putBack(
      tx: Tx,
      back: { demandId: string; saleQuantity: number; note: string },
      by: By,
    ): Promise<{ pieces: number; view: SpareLine }> {
      const [row] = await findDemandByIds(tx, [back.demandId])
      if (!row) throw new Refusal('not-found')
      const own = (await findSpareLine(tx, row.lineId))!
      const held = await hold(tx, own.targetLineId ?? own.id)
      const { line } = held
      await patchDemand(tx, row.id, { returnedQuantity: row.returnedQuantity + back.saleQuantity })
      const after = (await writing.rework(tx, held.before.row.id, 'keep')).lines.find(({ id }) => id === line.id)!
      const pieces = after.spare - line.spare
      const entry = {
        kind: 'return' as const,
        pieces,
        before: line.spare,
        note: back.note,
        demandId: row.id,
        saleQuantity: back.saleQuantity,
        orderId: row.orderId,
        orderName: row.orderName,
      }
      const reason = `退货入库 ${pieces} 件：${row.orderName} 退回销售 ${back.saleQuantity} 件（${back.note}）`
      const { view } = await book(tx, held, entry, { by, reason })
      // The order no longer bears the cost of the returned pieces.
      await deps.jobs.emit(tx, demandReleased, { orderIds: [row.orderId] })
      return { pieces, view }
    },
  }
}
