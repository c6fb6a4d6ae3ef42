import type { BulkOutcome, ENDPOINTS, InputOf, OutputOf } from '@huoqiao/contract'
import type { PurchaseDetail } from '@huoqiao/contract/purchases/purchases.schema'
import { SKUS_PER_PURCHASE } from '@huoqiao/contract/purchases/purchases.schema'
import type { Db, Tx } from '../../db/db.ts'
import { byOf } from '../../platform/call.ts'
import type { By, Call } from '../../platform/call.ts'
import type { NewId } from '../../platform/ids.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { MarketplaceService } from '../marketplace/index.ts'
import type { OrdersApi } from '../orders/index.ts'
import { nameOf } from './change.rules.ts'
import type { KeptLine } from './change.rules.ts'
import type { DetailsService } from './details.service.ts'
import { eachPurchase } from './each-purchase.ts'
import { noteChanges } from './editing.service.ts'
import type { EditingService, Finished } from './editing.service.ts'
import { deletedView, snapshotView, wordedChanges } from './history.mapping.ts'
import { findBatch, findDeleted, findLastByPerson, findRevision, findRevisions } from './history.store.ts'
import type { RevisionRow } from './history.store.ts'
import { findDemand, findLines, insertDemand, insertLines, patchLine } from './lines.store.ts'
import { sourceNeed } from './need.rules.ts'
import type { PlanningService } from './planning.service.ts'
import { obey, summed } from './purchase-writing.service.ts'
import type { PurchaseWriting, Whole } from './purchase-writing.service.ts'
import { canOf, whyNotEdit } from './purchases.rules.ts'
import { findPurchase, lockPurchase } from './purchases.store.ts'
import type { PurchasePatch } from './purchases.store.ts'
import { findAddress } from './addresses.store.ts'
import { changesOfField, undoOf } from './undo.rules.ts'
import type { UndoPlan } from './undo.rules.ts'

type Endpoints = typeof ENDPOINTS
const refused = (why: string): Refusal => new Refusal('state-not-allowed', { why })

/** History (beyond, item 3): shows earlier states of a purchase order and undoes one edit or a whole bulk edit. */
export function undoService(deps: {
  db: Db
  newId: NewId
  orders: OrdersApi
  marketplace: MarketplaceService
  planning: PlanningService
  writing: PurchaseWriting
  editing: EditingService
  details: DetailsService
}) {
  const { db, writing, editing, details } = deps

  /** The restored address and account must still exist. */
  const checkTerms = async (tx: Tx, { addressId, accountId }: PurchasePatch): Promise<void> => {
    if (typeof addressId === 'string' && !(await findAddress(tx, addressId)))
      throw refused('原来的收货地址已被删除，不能撤销')
    if (typeof accountId === 'string') await deps.marketplace.requireAccount(tx, accountId)
  }

  /** Removed lines are restored with their demand, except demand that has been bought elsewhere since. */
  const restore = async (tx: Tx, whole: Whole, kept: readonly KeptLine[]): Promise<void> => {
    if (kept.length === 0) return
    const demand = kept.flatMap((one) => one.demand)
    const moves = summed(demand.map((one) => ({ lineId: one.orderLineId, quantity: one.saleQuantity })))
    const open = new Map(
      (
        await deps.orders.linesForPurchase(
          tx,
          moves.map(({ lineId }) => lineId),
        )
      ).map((line) => [line.lineId, line.refusal === null ? line.toBuy : 0]),
    )
    const gone = moves.find(({ lineId, quantity }) => (open.get(lineId) ?? 0) < quantity)
    const order = demand.find((one) => one.orderLineId === gone?.lineId)
    if (order) throw refused(`订单 ${order.orderName} 已在别处采购或不再需要，移出的商品不能放回`)
    if (moves.length > 0) await deps.orders.movePurchased(tx, moves)
    const last = Math.max(-1, ...whole.lines.map((line) => line.position))
    const at = writing.now()
    await insertLines(
      tx,
      // The kept dates are texts: the history stores the line as JSON. Only a line without arrivals can be removed; a trigger sets `purchasedAt`.
      kept.map(({ line }, index) => ({
        ...line,
        position: last + 1 + index,
        receivedAt: null,
        purchasedAt: at,
        createdAt: at,
        updatedAt: at,
      })),
    )
    await insertDemand(
      tx,
      demand.map(({ lineId, orderId, orderLineId, orderName, saleQuantity, ratioSource, ratioSale }) => ({
        id: deps.newId(),
        lineId,
        orderId,
        orderLineId,
        orderName,
        saleQuantity,
        ratioSource,
        ratioSale,
        createdAt: at,
      })),
    )
  }

  const putBackLines = async (tx: Tx, plan: UndoPlan): Promise<void> => {
    for (const { id, patch } of plan.lines) {
      const need =
        patch.extraNeed === undefined ? {} : { need: sourceNeed(await findDemand(tx, [id]), patch.extraNeed) }
      await patchLine(tx, id, { ...patch, ...need, updatedAt: writing.now() })
    }
  }

  const checkLines = async (tx: Tx, purchaseId: string): Promise<void> => {
    const lines = await findLines(tx, [purchaseId])
    if (lines.length > SKUS_PER_PURCHASE) throw refused(`撤销后会超过${SKUS_PER_PURCHASE}个规格`)
    const short = lines.find((line) => line.quantity < line.need && line.shortReason === '')
    if (short) throw refused(`撤销后“${nameOf(short)}”会少于需要的${short.need}件，请直接修改数量`)
  }

  const takeBack = async (
    tx: Tx,
    whole: Whole,
    revision: Pick<RevisionRow, 'id' | 'reason' | 'changes'>,
    by: By,
  ): Promise<Finished> => {
    const plan = undoOf(whole, revision.changes)
    if ('why' in plan) throw refused(plan.why)
    await checkTerms(tx, plan.patch)
    await putBackLines(tx, plan)
    await editing.dropLines(tx, whole, plan.removedIds)
    await restore(tx, whole, plan.restored)
    const linesMoved = plan.lines.length + plan.removedIds.length + plan.restored.length > 0
    if (linesMoved) {
      await checkLines(tx, whole.row.id)
      const offerIds = (await findLines(tx, [whole.row.id])).map((line) => line.offerId)
      await editing.reprice(tx, whole.row.id, await deps.planning.keptSources(tx, offerIds))
    }
    // The purchase is exactly as before the edit, so the former freight estimate is valid again.
    const isLast = plan.movesFreight && (await findLastByPerson(tx, whole.row.id)) === revision.id
    const former = isLast ? plan.formerFreightMinor : null
    const asksFreight = plan.movesFreight && former === null && !('freightMinor' in plan.patch)
    const freight = plan.movesFreight && !('freightMinor' in plan.patch) ? { freightMinor: former } : {}
    const reason = `撤销：${revision.reason}`
    return editing.conclude(tx, whole, { ...plan.patch, ...freight }, { by, reason, linesMoved, asksFreight })
  }

  const mayUndo = (whole: Whole | undefined, revision: RevisionRow): string | true => {
    if (!whole) return '采购单已被删除，不能撤销'
    if (revision.byId === null) return '这一条是系统写入的，不能撤销'
    const why = whyNotEdit(whole.row)
    if (why !== undefined) return why
    const plan = undoOf(whole, revision.changes)
    return 'why' in plan ? plan.why : true
  }

  return {
    async getPurchaseHistory(
      tx: Tx,
      input: InputOf<Endpoints['getPurchaseHistory']>,
    ): Promise<OutputOf<Endpoints['getPurchaseHistory']>> {
      const { rows, total } = await findRevisions(tx, input.purchaseId, input)
      const row = await findPurchase(tx, input.purchaseId)
      const whole = row && (await writing.wholeOf(tx, row))
      return {
        list: rows.map((revision) => ({
          id: revision.id,
          at: revision.at.getTime(),
          by: revision.byName,
          reason: revision.reason,
          state: revision.state,
          version: revision.version,
          batchId: revision.batchId,
          changes: wordedChanges(revision.changes),
          snapshot: snapshotView(revision),
          can: {
            undoPurchaseChange: mayUndo(whole, revision),
            ...(revision.batchId === null ? {} : { undoPurchaseBatch: true as const }),
          },
        })),
        total,
        page: input.page,
        pageSize: input.pageSize,
      }
    },

    async queryDeletedPurchases(
      tx: Tx,
      { keyword = '', page, pageSize }: InputOf<Endpoints['queryDeletedPurchases']>,
    ): Promise<OutputOf<Endpoints['queryDeletedPurchases']>> {
      const { rows, total } = await findDeleted(tx, keyword, { page, pageSize })
      return { list: rows.map(deletedView), total, page, pageSize }
    },

    undoPurchaseChange: (call: Call, input: InputOf<Endpoints['undoPurchaseChange']>): Promise<PurchaseDetail> =>
      db.transaction(async (tx) => {
        const row = await lockPurchase(tx, input.purchaseId)
        if (!row) throw new Refusal('not-found')
        const whole = await writing.wholeOf(tx, row)
        if (row.version !== input.version) throw new Refusal('stale', { current: await details.detailOf(tx, whole) })
        const revision = await findRevision(tx, row.id, input.revisionId)
        if (!revision) throw new Refusal('not-found', { why: '没有这一条历史' })
        const may = mayUndo(whole, revision)
        if (may !== true) throw new Refusal('state-not-allowed', { why: may, affects: row.number })
        const after = await takeBack(tx, whole, revision, byOf(call))
        noteChanges(call, after)
        return details.detailOf(tx, after)
      }),

    async undoPurchaseBatch(
      call: Call,
      { batchId, field }: InputOf<Endpoints['undoPurchaseBatch']>,
    ): Promise<BulkOutcome> {
      const revisions = new Map((await findBatch(db.handle, batchId)).map((one) => [one.purchaseId, one]))
      if (revisions.size === 0) throw new Refusal('not-found', { why: '没有这一次批量修改' })
      const outcome = await eachPurchase(deps, call, [...revisions.keys()], async (tx, row) => {
        obey(canOf(row), 'editPurchaseOrder', row)
        const revision = revisions.get(row.id)!
        const changes = [...changesOfField(revision.changes, field)]
        const after = await takeBack(tx, await writing.wholeOf(tx, row), { ...revision, changes }, byOf(call))
        noteChanges(call, after)
        return { message: '已撤销' }
      })
      // Rows are named by purchase number, because the other purchases of the batch are not on the screen.
      return { ...outcome, rows: outcome.rows.map((one) => ({ ...one, key: revisions.get(one.key)!.number })) }
    },
  }
}
