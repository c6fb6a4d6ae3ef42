import { isRemoteFailure } from '@huoqiao/connector-kit'
import type { OrderCreated, SourceOrder } from '@huoqiao/connector-1688'
import type { Leases } from '../../acts/lease.ts'
import type { Db, Tx } from '../../db/db.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import { explainMarketplaceFailure } from '../marketplace/index.ts'
import type { MarketplaceService } from '../marketplace/index.ts'
import type { NoticesService } from '../notices/index.ts'
import type { PurchaseDoc, PurchasesDoor, PurchaseState } from '../purchases/index.ts'
import type { SystemConfigService } from '../system-config/index.ts'
import type { LedgerService } from './ledger.service.ts'
import type { OrderRecord } from './order-record.ts'
import { isOutside } from './outside.ts'
import { lookAfterPlacement, placePurchase, readAlibabaOrders } from './placement.jobs.ts'
import { nextLookAfterMs, surelyAbsent, surplusOrders } from './placement.rules.ts'
import { findDuePlacements, findLivePlacement, findPlacement, updatePlacement } from './placement.store.ts'
import type { PlacementRow } from './placement.store.ts'

export type SettleService = ReturnType<typeof settleService>
/** The way on for a purchase whose order turned up late; undefined: it can't go on. */
const WAYS: Partial<Record<PurchaseState, readonly PurchaseState[]>> = {
  reviewing: ['to-place', 'placing'],
  'to-place': ['placing'],
  'price-check': ['placing'],
  'place-failed': ['to-place', 'placing'],
  placing: [],
  unknown: [],
}
const wayToPlacing = (state: PurchaseState): readonly PurchaseState[] | undefined => WAYS[state]

export type LookOutcome = 'found' | 'absent' | 'waiting' | 'settled'

const DAY = 86_400_000
/** A purchase in 下单中 that no attempt and no job moved for this long is handed to the job again. */
const STUCK_MS = 60_000

/** 下单结果未知 is settled by looking at 1688 for our number, never by sending again (decisions, section 5). */
export function settleService(deps: {
  db: Db
  clock: Clock
  log: Log
  jobs: Jobs
  leases: Leases
  config: Pick<SystemConfigService, 'setting'>
  marketplace: Pick<MarketplaceService, 'withConnector'>
  notices: Pick<NoticesService, 'tell'>
  purchases: PurchasesDoor
  ledger: LedgerService
  record: OrderRecord
}) {
  const { db, purchases, record, jobs } = deps

  const service = {
    /** The answer got lost: the purchase says so, and the first look follows at once. */
    async becomeUnknown(placementId: string, error: unknown): Promise<void> {
      await db.transaction(async (tx) => {
        const row = await findPlacement(tx, placementId)
        if (!row) return
        const doc = await purchases.purchaseForPlacement(tx, row.purchaseId)
        const told = isRemoteFailure(error) ? explainMarketplaceFailure(error) : undefined
        const changed = await updatePlacement(tx, placementId, ['sent'], {
          state: 'unknown',
          word: isRemoteFailure(error) ? error.word : 'unknown-outcome',
          message: told ? `${told.message}：${told.detail.why ?? ''}`.slice(0, 1000) : '没有收到1688的答复',
          exchange: told?.detail.exchange ?? null,
          nextLookAt: new Date(deps.clock.now()),
        })
        if (!changed || !doc) return
        if (doc.state === 'placing') await moveToUnknown(tx, doc.id, doc.number)
        await jobs.enqueue(tx, lookAfterPlacement, { placementId }, { key: placementId })
      })
    },

    /**
     * An attempt whose sender is gone, or stands still: where nothing of it has left it is called off, and answers true: the purchase
     * may be placed again at once. Otherwise nobody knows what came of it.
     */
    async callOff(live: PlacementRow): Promise<boolean> {
      const isFree = await db.transaction(async (tx) => {
        const doc = await purchases.purchaseForPlacement(tx, live.purchaseId)
        const row = await findPlacement(tx, live.id, { lock: true })
        if (!doc || row?.state !== 'sent') return false
        if ((await deps.leases.withdraw(tx, row.id)) !== 'never-sent') return false
        await giveUp(tx, row, doc.number, '下单请求还没有发出，发送它的进程已停下，作废')
        return true
      })
      if (!isFree) await service.becomeUnknown(live.id, undefined)
      return isFree
    },

    /**
     * Our own request was answered after the attempt had been given up: what it names stands at 1688. It is the purchase's order where
     * nothing else was ordered for it, and one too many where something was.
     */
    async takeLate(tx: Tx, placementId: string, orders: OrderCreated['orders']): Promise<void> {
      const row = await findPlacement(tx, placementId, { lock: true })
      const doc = row && (await purchases.purchaseForPlacement(tx, row.purchaseId))
      if (!row || !doc) return
      await takeIn(tx, row, doc, orders, [])
    },

    /** One look. Throws the remote's failure when 1688 could not be asked. */
    async look(placementId: string, signal: AbortSignal): Promise<void> {
      await service.lookAt(placementId, signal)
    },

    async lookAt(placementId: string, signal: AbortSignal): Promise<LookOutcome> {
      const row = await findPlacement(db.handle, placementId)
      if (!row || (row.state !== 'sent' && row.state !== 'unknown')) return 'settled'
      const found = await service.ordersUnder(row, signal)
      return found.length > 0 ? service.adopt(row.id, found) : noteAbsence(row)
    },

    /** Everything that stands at 1688 under the attempt's number. */
    ordersUnder: (row: PlacementRow, signal?: AbortSignal): Promise<SourceOrder[]> =>
      deps.marketplace.withConnector(row.accountId, (connector) =>
        connector.ordersByOutOrderId(
          row.outOrderId,
          // A day and more of slack: the two clocks need not agree.
          { createdFrom: row.sentAt.getTime() - 2 * DAY, history: false },
          signal === undefined ? {} : { signal },
        ),
      ),

    /** What stands at 1688 under our number is ours. More than was asked for is kept apart and told. */
    async adopt(placementId: string, found: readonly SourceOrder[]): Promise<LookOutcome> {
      return db.transaction(async (tx) => {
        const row = await findPlacement(tx, placementId)
        if (!row) return 'settled'
        const doc = await purchases.purchaseForPlacement(tx, row.purchaseId)
        if (!doc) return 'settled'
        const orders = found.map((told) => ({ ...told, told }))
        return (await takeIn(tx, row, doc, orders, surplusOrders(row.sent.cargo, found))) ? 'found' : 'settled'
      })
    },

    /** Attempts that are due, and purchases that nobody works at. Run each minute. */
    async settleAll(signal: AbortSignal): Promise<void> {
      const now = deps.clock.now()
      for (const row of await findDuePlacements(db.handle, new Date(now), 200)) {
        if (signal.aborted) return
        try {
          await service.lookAt(row.id, signal)
        } catch (error) {
          if (!isOutside(error)) throw error
          deps.log.warn(
            { placement: row.id, word: error.word },
            'placement: 1688 could not be asked, tried again later',
          )
          // Until it can be asked the purchase is no longer 下单中: a person has to see that nobody knows.
          if (row.state === 'sent') await service.becomeUnknown(row.id, error)
          await updatePlacement(db.handle, row.id, ['sent', 'unknown'], { nextLookAt: new Date(now + 60_000) })
        }
      }
      const stuck = await purchases.purchasesInState(db.handle, 'placing', new Date(now - STUCK_MS), 500)
      for (const { id } of stuck) {
        if (await findLivePlacement(db.handle, id)) continue
        await db.transaction((tx) =>
          jobs.enqueue(tx, placePurchase, { purchaseId: id, byId: null, by: '系统', tradeType: null }, { key: id }),
        )
      }
    },

    readSoon: async (tx: Tx, orderIds: readonly string[]): Promise<void> => {
      if (orderIds.length > 0) await jobs.enqueue(tx, readAlibabaOrders, { orderIds: [...orderIds] })
    },
  }

  const moveToUnknown = (tx: Tx, purchaseId: string, number: string): Promise<void> =>
    purchases
      .moveState(tx, purchaseId, ['placing'], 'unknown', { reason: '没有收到1688的答复，正在按采购单号核对' })
      .then(() => tell(tx, number, '下单没有收到1688的答复，系统正在核对，核对完之前不会重新下单'))

  const tell = (tx: Tx, number: string, text: string): Promise<void> =>
    deps.notices.tell(tx, {
      kind: 'purchase-problem',
      about: number,
      title: `采购单 ${number}`,
      text,
      to: `/purchase/list?keyword=${number}`,
    })

  /** Orders of one attempt that stand at 1688. `surplus`: those of them that are more than it asked for. */
  async function takeIn(
    tx: Tx,
    row: PlacementRow,
    doc: PurchaseDoc,
    orders: readonly { orderId: string; totalFen: number | null; freightFen: number | null; told?: SourceOrder }[],
    surplus: readonly string[],
  ): Promise<boolean> {
    // A later attempt may have worked, or may still: then all of these are too many.
    const live = await findLivePlacement(tx, row.purchaseId)
    const isReplaced = live !== undefined && live.id !== row.id
    const adopted = await updatePlacement(tx, row.id, ['sent', 'unknown', ...(isReplaced ? [] : ['absent' as const])], {
      state: 'adopted',
      settledAt: new Date(deps.clock.now()),
      nextLookAt: null,
      message: `在1688查到 ${orders.length} 个订单，已认领`,
    })
    if (!adopted && !isReplaced) return false
    const way = isReplaced ? undefined : wayToPlacing(doc.state)
    // Where the purchase has become something else meanwhile, nothing of it is wanted any more.
    const tooMany = way === undefined ? orders.map((order) => order.orderId) : surplus
    for (const order of orders)
      await record.add(tx, {
        placement: row,
        number: doc.number,
        kind: 'place-adopted',
        order,
        surplus: tooMany.includes(order.orderId),
      })
    // It was thought absent, and somebody may have it back in 待下单 or before that.
    let from = doc.state
    for (const to of way ?? []) {
      await purchases.moveState(tx, doc.id, [from], to, { reason: '1688上查到了迟到的订单' })
      from = to
    }
    await record.summarise(tx, doc, '核对后认领1688订单')
    await record.tellSurplus(tx, doc.number, tooMany)
    return true
  }

  /** The attempt did not happen, and can't any more. */
  async function giveUp(tx: Tx, row: PlacementRow, number: string, summary: string): Promise<void> {
    await updatePlacement(tx, row.id, ['sent', 'unknown'], {
      state: 'absent',
      looks: row.looks + 1,
      message: summary,
      settledAt: new Date(deps.clock.now()),
      nextLookAt: null,
    })
    await deps.ledger.append(tx, {
      kind: 'place-absent',
      placementId: row.id,
      purchaseId: row.purchaseId,
      purchaseNumber: number,
      accountName: row.accountName,
      orderId: null,
      amountMinor: null,
      by: '系统',
      summary,
      facts: { looks: row.looks + 1 },
    })
  }

  async function noteAbsence(seen: PlacementRow): Promise<LookOutcome> {
    const absentAfterMs = (await deps.config.setting(db.handle, 'purchase.absentAfterMinutes')) * 60_000
    return db.transaction(async (tx) => {
      const doc = await purchases.purchaseForPlacement(tx, seen.purchaseId)
      const row = await findPlacement(tx, seen.id, { lock: true })
      if (!row || !doc || (row.state !== 'sent' && row.state !== 'unknown')) return 'settled'
      const now = deps.clock.now()
      const looks = row.looks + 1
      // Nobody can send it any more: only then does what 1688 does not have stay that way.
      const withdrawal = await deps.leases.withdraw(tx, row.id)
      const isAbsent =
        withdrawal === 'never-sent' ||
        (withdrawal === 'maybe-sent' && surelyAbsent(row.sentAt.getTime(), now, looks, absentAfterMs))
      if (!isAbsent) {
        await updatePlacement(tx, row.id, ['sent', 'unknown'], {
          state: 'unknown',
          looks,
          nextLookAt: new Date(Math.max(now + nextLookAfterMs(looks), 0)),
          message: row.message === '' ? '没有收到1688的答复' : row.message,
        })
        if (doc.state === 'placing') await moveToUnknown(tx, doc.id, doc.number)
        return 'waiting'
      }
      await giveUp(tx, row, doc.number, `核对 ${looks} 次，1688上没有这张采购单的订单`)
      if (doc.state === 'placing') await moveToUnknown(tx, doc.id, doc.number)
      await purchases.moveState(tx, doc.id, ['unknown'], 'to-place', { reason: '已确认1688没有这个订单，可以重新下单' })
      return 'absent'
    })
  }

  return service
}
