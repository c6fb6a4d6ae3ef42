import { mayMove } from '@huoqiao/contract'
import type { Can } from '@huoqiao/contract'
import { PURCHASE_STATES } from '@huoqiao/contract/purchases/purchases.status'
import { groupBy } from '@huoqiao/kit'
import type { Tx } from '../../db/db.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { Clock } from '../../platform/clock.ts'
import type { NewId } from '../../platform/ids.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { OrdersApi } from '../orders/index.ts'
import { changesBetween, headChanges } from './change.rules.ts'
import type { Change } from './change.rules.ts'
import { insertRevision } from './history.store.ts'
import { findCoversTakenWith, findDemand, findLines, patchDemand, patchLine } from './lines.store.ts'
import type { DemandOfLine, LineRow } from './lines.store.ts'
import { sourcePiecesOf } from './need.rules.ts'
import { goodsOf } from './plan.rules.ts'
import { coversUnwanted, demandReleased, purchaseStateChanged } from './purchases.jobs.ts'
import { heldNeed, spareOf } from './spare.rules.ts'
import { findPurchase, lockPurchase, patchPurchase, raiseVersion, shiftState } from './purchases.store.ts'
import type { PurchasePatch, PurchaseRow } from './purchases.store.ts'
import type { PurchaseState } from './purchases.types.ts'
import { snapshotOf } from './purchases.view.ts'
import type { By } from '../../platform/call.ts'

export type PurchaseWriting = ReturnType<typeof purchaseWriting>

/** How many lines and orders the list shows for each purchase. */
const HEADS = 3
const SEARCHED = 400

/** A purchase order as its tables hold it. The demand of a merged one is attached to its lines through the members' lines. */
export type Whole = { row: PurchaseRow; lines: LineRow[]; demand: DemandOfLine[] }

/** The only place that writes purchases, so that sums, list columns, history and events stay consistent. */
export function purchaseWriting(deps: { clock: Clock; newId: NewId; jobs: Jobs; orders: OrdersApi }) {
  const now = (): Date => new Date(deps.clock.now())

  const wholeOf = async (tx: Tx, row: PurchaseRow): Promise<Whole> => {
    const lines = await findLines(tx, [row.id])
    return {
      row,
      lines,
      demand: await findDemand(
        tx,
        lines.map(({ id }) => id),
      ),
    }
  }

  /**
   * Recalculates the columns that depend on lines and demand. `goods`: recalculates the expected amount too. `keep`: leaves it, because the
   * lines did not change and an accepted preview may contain discounts that no line shows.
   */
  const rework = async (tx: Tx, purchaseId: string, goods: 'goods' | 'keep'): Promise<Whole> => {
    const row = await findPurchase(tx, purchaseId)
    if (!row) throw new Error(`purchase ${purchaseId} is not there`)
    const read = await wholeOf(tx, row)
    const whole = { ...read, lines: await reworkSpares(tx, read) }
    return { ...whole, row: await patchPurchase(tx, purchaseId, { ...sumsOf(whole, goods), updatedAt: now() }) }
  }

  const reworkSpares = async (tx: Tx, { row, lines, demand }: Whole): Promise<LineRow[]> => {
    const reworked: LineRow[] = []
    for (const line of lines) {
      const asking = demand.filter((one) => one.asLineId === line.id)
      const spare = spareOf(line, row, asking)
      const spareUsed = heldNeed(asking.filter((one) => one.isCover))
      if (spare !== line.spare || spareUsed !== line.spareUsed) await patchLine(tx, line.id, { spare, spareUsed })
      reworked.push({ ...line, spare, spareUsed })
    }
    return reworked
  }

  const record = async (
    tx: Tx,
    whole: Whole,
    what: { by: By | null; reason: string; changes?: Change[]; batchId?: string },
  ): Promise<void> => {
    const { row } = whole
    const { by, reason, changes = [], batchId = null } = what
    await insertRevision(tx, {
      id: deps.newId(),
      purchaseId: row.id,
      number: row.number,
      at: now(),
      byId: by?.accountId ?? null,
      byName: by?.name ?? null,
      reason,
      state: row.state,
      version: row.version,
      changes,
      snapshot: snapshotOf(whole),
      batchId,
    })
  }

  /**
   * To be called after lines, demand or columns of a locked row were changed: writes a new version with its history, compared with the
   * state before.
   */
  const finish = async (
    tx: Tx,
    before: Whole,
    what: { by: By | null; reason: string; goods: 'goods' | 'keep'; batchId?: string },
  ): Promise<Whole & { changes: Change[] }> => {
    const purchaseId = before.row.id
    await raiseVersion(tx, purchaseId)
    const whole = await rework(tx, purchaseId, what.goods)
    const changes = changesBetween(before, whole)
    await record(tx, whole, { ...what, changes })
    return { ...whole, changes }
  }

  /** Gives sale pieces back to their order lines, except pieces whose goods have arrived. */
  const release = async (
    tx: Tx,
    parts: readonly { demand: DemandOfLine; saleQuantity: number }[],
    why: string,
  ): Promise<void> => {
    const given = parts.filter(({ saleQuantity }) => saleQuantity > 0)
    for (const { demand, saleQuantity } of given) {
      if (saleQuantity > demand.saleQuantity)
        throw new RangeError(`demand ${demand.id} holds ${demand.saleQuantity}, not ${saleQuantity}`)
      const kept = demand.saleQuantity - saleQuantity
      await patchDemand(tx, demand.id, {
        saleQuantity: kept,
        placedQuantity: Math.min(demand.placedQuantity, kept),
        releasedQuantity: demand.releasedQuantity + saleQuantity,
        alarmSaleQuantity: Math.min(demand.alarmSaleQuantity, kept),
        releasedAt: now(),
        releasedWhy: why,
      })
    }
    const unplaced = given.map(({ demand, saleQuantity }) => ({
      lineId: demand.orderLineId,
      quantity: -Math.max(0, demand.placedQuantity - (demand.saleQuantity - saleQuantity)),
    }))
    await deps.orders.movePlaced(tx, summed(unplaced))
    await deps.orders.movePurchased(
      tx,
      summed(given.map(({ demand, saleQuantity }) => ({ lineId: demand.orderLineId, quantity: -saleQuantity }))),
    )
    const orderIds = [...new Set(given.map(({ demand }) => demand.orderId))]
    if (orderIds.length > 0) await deps.jobs.emit(tx, demandReleased, { orderIds })
    await dropCoversOf(tx, given, why)
  }

  /** Keeps the need of a line whose orders no longer want some pieces: those pieces become stock of the app. */
  const keepAsStock = async (tx: Tx, line: LineRow): Promise<void> => {
    const gone = Math.max(0, line.need - heldNeed(await findDemand(tx, [line.id]), line.extraNeed))
    if (gone > 0)
      await patchLine(tx, line.id, {
        extraNeed: line.extraNeed + gone,
        stockQuantity: line.stockQuantity + gone,
        updatedAt: now(),
      })
  }

  /**
   * An order line can be covered by spare pieces in part, and bought for the rest. If the bought part is given back as a whole, the spare
   * pieces are given back too, so that the order line is bought as a whole again.
   */
  const dropCoversOf = async (
    tx: Tx,
    given: readonly { demand: DemandOfLine; saleQuantity: number }[],
    why: string,
  ): Promise<void> => {
    const gone = given.filter(({ demand, saleQuantity }) => saleQuantity === demand.saleQuantity && !demand.isCover)
    const lineIds = new Set(gone.map(({ demand }) => demand.orderLineId))
    const covers = await findCoversTakenWith(tx, [...new Set(gone.map(({ demand }) => demand.purchaseId))])
    const demandIds = covers.filter((one) => lineIds.has(one.orderLineId)).map(({ id }) => id)
    if (demandIds.length > 0) await deps.jobs.emit(tx, coversUnwanted, { demandIds, why })
  }

  /** Gives back all demand that is still held, except what has arrived. */
  const releaseAll = async (tx: Tx, purchaseId: string, why: string): Promise<void> => {
    const lines = await findLines(tx, [purchaseId])
    const demand = await findDemand(
      tx,
      lines.map(({ id }) => id),
    )
    const counters = await deps.orders.linesForPurchase(tx, [...new Set(demand.map((one) => one.orderLineId))])
    const free = new Map(counters.map((line) => [line.lineId, line.purchased - line.received]))
    const parts = demand.map((one) => {
      const saleQuantity = Math.min(one.saleQuantity, free.get(one.orderLineId) ?? 0)
      free.set(one.orderLineId, (free.get(one.orderLineId) ?? 0) - saleQuantity)
      return { demand: one, saleQuantity }
    })
    await release(tx, parts, why)
  }

  /** Reports to the orders which demand is ordered at 1688. */
  const markPlaced = async (tx: Tx, purchaseId: string): Promise<void> => {
    const lines = await findLines(tx, [purchaseId])
    const demand = await findDemand(
      tx,
      lines.map(({ id }) => id),
    )
    const open = demand.filter((one) => one.saleQuantity > one.placedQuantity)
    for (const one of open) await patchDemand(tx, one.id, { placedQuantity: one.saleQuantity })
    await deps.orders.movePlaced(
      tx,
      summed(open.map((one) => ({ lineId: one.orderLineId, quantity: one.saleQuantity - one.placedQuantity }))),
    )
  }

  const move = async (
    tx: Tx,
    purchaseId: string,
    from: readonly PurchaseState[],
    to: PurchaseState,
    why: { reason: string; by?: By | null; patch?: PurchasePatch; changes?: readonly Change[] },
  ): Promise<Whole> => {
    const before = await lockPurchase(tx, purchaseId)
    const allowed = from.filter((state) => mayMove(PURCHASE_STATES, state, to))
    const row = await shiftState(tx, purchaseId, allowed, {
      ...why.patch,
      state: to,
      reason: why.reason,
      updatedAt: now(),
    })
    if (!row || !before) throw stateRefusal(await findPurchase(tx, purchaseId), to)
    if (to === 'cancelled') await releaseAll(tx, purchaseId, why.reason)
    if (PLACED.includes(to)) await markPlaced(tx, purchaseId)
    const whole = await rework(tx, purchaseId, 'keep')
    const [was, is] = [PURCHASE_STATES[before.state].label, PURCHASE_STATES[to].label]
    await record(tx, whole, {
      by: why.by ?? null,
      reason: why.reason || is,
      changes: [
        { field: 'state', label: '状态', before: was, after: is },
        ...(why.changes ?? []),
        ...headChanges(before, whole.row),
      ],
    })
    await deps.jobs.emit(tx, purchaseStateChanged, { purchaseId, number: row.number, from: before.state, to })
    return whole
  }

  return { now, wholeOf, rework, record, finish, release, releaseAll, keepAsStock, move }
}

/** States in which there is an order at 1688. */
const PLACED: readonly PurchaseState[] = ['to-pay', 'to-send', 'to-receive', 'part-received', 'done']

function stateRefusal(row: PurchaseRow | undefined, to: PurchaseState): Refusal {
  if (!row) return new Refusal('not-found')
  return new Refusal('state-not-allowed', {
    why: `采购单 ${row.number} 当前是${PURCHASE_STATES[row.state].label}，不能变为${PURCHASE_STATES[to].label}`,
    affects: row.number,
  })
}

/** Throws the reason if the row does not allow the action. */
export function obey(can: Can, call: string, row: { number: string }): void {
  const why = can[call]
  if (typeof why === 'string') throw new Refusal('state-not-allowed', { why, affects: row.number })
}

/** One move for each line; moves of zero are dropped. */
export function summed(moves: readonly { lineId: string; quantity: number }[]): { lineId: string; quantity: number }[] {
  return [...groupBy(moves, ({ lineId }) => lineId)]
    .map(([lineId, of]) => ({ lineId, quantity: of.reduce((sum, { quantity }) => sum + quantity, 0) }))
    .filter(({ quantity }) => quantity !== 0)
}

function sumsOf({ row, lines, demand }: Whole, goods: 'goods' | 'keep'): PurchasePatch {
  const goodsMinor = goods === 'goods' ? goodsOf(lines) : row.goodsMinor
  const held = demand.filter((one) => one.saleQuantity > 0 || one.releasedQuantity > 0)
  const names = new Set(held.map((one) => one.orderName))
  return {
    lineCount: lines.length,
    quantity: lines.reduce((sum, line) => sum + line.quantity, 0),
    received: lines.reduce((sum, line) => sum + line.received, 0),
    goodsMinor,
    totalMinor: row.actualTotalMinor ?? goodsMinor + (row.freightMinor ?? 0),
    heads: lines
      .slice(0, HEADS)
      .map(({ title, specText, image, quantity }) => ({ title: title.slice(0, 80), specText, image, quantity })),
    orderCount: new Set(held.map((one) => one.orderId)).size,
    alarmQuantity: demand.reduce((sum, one) => sum + sourcePiecesOf(one.alarmSaleQuantity, one), 0),
    searchText: [row.number, row.supplierName, ...names, ...lines.map((line) => `${line.title} ${line.specText}`)]
      .join(' ')
      .toLowerCase()
      .slice(0, SEARCHED),
  }
}
