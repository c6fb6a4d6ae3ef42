import type { AlibabaConnector, SourceOrder } from '@huoqiao/connector-1688'
import { isExternalFailure } from '../../acts/failure.rules.ts'
import type { Db } from '../../db/db.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import type { MarketplaceService } from '../marketplace/index.ts'
import type { PurchasesApi } from '../purchases/index.ts'
import type { Adopting } from './adopting.service.ts'
import type { OrderRecord } from './order-record.ts'
import type { PlaceActs } from './place.act.ts'
import { duplicateOrders, isClosed, statusLabel } from './placement.rules.ts'
import {
  findItems,
  findOrderByNumber,
  findOrdersByNumbers,
  findOrdersOf,
  findPlacement,
  findPlacements,
  findPoll,
  findStaleOrders,
  savePoll,
} from './placement.store.ts'
import type { OrderRow, PlacementRow } from './placement.store.ts'

export type OrdersSyncService = ReturnType<typeof ordersSyncService>

/** Reading windows overlap by this much: 1688 returns orders unsorted, and its clock differs from ours. */
const OVERLAP_MS = 10 * 60_000
/** How far back the first reading of an account goes. */
const FIRST_WINDOW_MS = 7 * 86_400_000
const PAGE = 20
/** An open order that neither a push nor a window has brought for this long is read on its own. */
const STALE_MS = 30 * 60_000
/** How long the answer to a placing call may take. Until then its orders are not adopted, because the answer will name them. */
const IN_FLIGHT_MS = 60_000
/** The format of our purchase numbers. */
const OURS = /^CG\d{12,20}$/

/**
 * Keeps our copies of the 1688 orders up to date: single orders after a push, and all changed orders at intervals in case a push was lost.
 */
export function ordersSyncService(deps: {
  db: Db
  clock: Clock
  log: Log
  marketplace: Pick<MarketplaceService, 'withConnector' | 'queryMarketplaceAccounts'>
  purchases: PurchasesApi
  record: OrderRecord
  adopting: Adopting
  places: PlaceActs
}) {
  const { db, record, purchases } = deps

  const service = {
    /** Reads the named 1688 orders; orders that are not ours are skipped. Throws RemoteFailure. */
    async read(orderIds: readonly string[], signal: AbortSignal): Promise<void> {
      for (const row of await findOrdersByNumbers(db.handle, orderIds)) {
        if (signal.aborted) return
        await readOne(row, signal)
      }
    },

    /** Reads all 1688 orders of one purchase; returns how many there are. */
    async readPurchase(purchaseId: string, signal: AbortSignal): Promise<number> {
      const rows = await findOrdersOf(db.handle, [purchaseId])
      for (const row of rows) await readOne(row, signal)
      return rows.length
    },

    /** Reads open orders that were last read long ago. */
    async readStale(signal: AbortSignal): Promise<void> {
      const rows = await findStaleOrders(db.handle, new Date(deps.clock.now() - STALE_MS), 100)
      for (const row of rows) {
        if (signal.aborted) return
        await readOne(row, signal).catch((error: unknown) => {
          if (!isExternalFailure(error)) throw error
          deps.log.warn({ order: row.orderId, word: error.word }, 'placement: a 1688 order could not be read')
        })
      }
    },

    /** Reads every account's orders that changed since the last reading, and adopts unknown ones that carry our number. */
    async poll(signal: AbortSignal): Promise<void> {
      let failure: unknown
      for (const account of await deps.marketplace.queryMarketplaceAccounts(db.handle)) {
        if (signal.aborted) return
        try {
          await pollAccount(account.id, signal)
        } catch (error) {
          if (!isExternalFailure(error)) failure ??= error
          else deps.log.warn({ account: account.id, word: error.word }, 'placement: changed orders could not be read')
        }
      }
      await service.readStale(signal)
      if (failure !== undefined) throw failure
    },

    /** Applies one order that 1688 returned, whether it is known or not. */
    async take(reported: SourceOrder, signal?: AbortSignal): Promise<void> {
      const row = await findOrderByNumber(db.handle, reported.orderId)
      if (row) return apply(row.orderId, reported)
      if (reported.outOrderId === null || !OURS.test(reported.outOrderId)) return
      await adoptStray(reported, reported.outOrderId, signal)
    },
  }

  async function readOne(row: OrderRow, signal?: AbortSignal): Promise<void> {
    const reported = await deps.marketplace.withConnector(row.accountId, (connector) =>
      connector.getOrder(row.orderId, signal === undefined ? {} : { signal }),
    )
    await apply(row.orderId, reported)
  }

  /** Locks the purchase before the order, like every other transaction, so that two cannot deadlock. */
  async function apply(orderId: string, reported: SourceOrder): Promise<void> {
    await db.transaction(async (tx) => {
      const known = await findOrderByNumber(tx, orderId)
      if (!known) return
      const doc = await purchases.purchaseForPlacement(tx, known.purchaseId)
      const row = await record.findByNumber(tx, orderId)
      const placement = await findPlacement(tx, known.placementId)
      if (!doc || !row || !placement) return
      const closed = await record.apply(tx, row, reported, placement, doc.number)
      await record.summarise(tx, doc, `1688：${statusLabel(reported.status)}`)
      if (closed) await record.giveBack(tx, doc, row)
    })
  }

  /** Handles an unknown order that carries our number: its attempt's answer was lost, or the attempt was recorded as absent. */
  async function adoptStray(reported: SourceOrder, number: string, signal?: AbortSignal): Promise<void> {
    const doc = await db.transaction((tx) => purchases.purchaseByNumber(tx, number))
    const attempts = doc === undefined ? [] : await findPlacements(db.handle, doc.id)
    const placed = attempts.find((one) => one.state === 'placed' || one.state === 'adopted')
    if (placed) return addStray(placed, reported, number, signal)
    const open = attempts.find((one) => one.state === 'sent' || one.state === 'unknown')
    // The answer to the placing call is still expected.
    if (open?.state === 'sent' && deps.clock.now() - open.sentAt.getTime() < IN_FLIGHT_MS) return
    const attempt = open ?? attempts.find((one) => one.state === 'absent')
    if (!attempt) return db.transaction((tx) => record.tellUnknownOrder(tx, number, reported.orderId))
    // 1688 may have made several orders of one attempt. They are adopted together; otherwise the rest would count as duplicates.
    const found = await deps.adopting.ordersUnder(attempt, signal)
    const all = found.some((one) => one.orderId === reported.orderId) ? found : [...found, reported]
    // The outcome of the attempt was already recorded, so this is a further order of it.
    if (!(await deps.places.find(attempt.id, all))) await addStray(attempt, reported, number, signal)
  }

  /** Adds an unknown order to a purchase that has known ones: either a missing part of what was asked for, or a duplicate. */
  async function addStray(
    placement: PlacementRow,
    reported: SourceOrder,
    number: string,
    signal?: AbortSignal,
  ): Promise<void> {
    const unread = (await findOrdersOf(db.handle, [placement.purchaseId])).filter((order) => !order.read)
    for (const order of unread) await readOne(order, signal)
    await db.transaction(async (tx) => {
      const doc = await purchases.purchaseForPlacement(tx, placement.purchaseId)
      if (!doc) return
      const known = (await findOrdersOf(tx, [doc.id])).filter((order) => !order.duplicate)
      const items = await findItems(
        tx,
        known.map((order) => order.id),
      )
      const before = known.map((order) => ({
        orderId: order.orderId,
        status: order.status,
        // Orders that are already known count as older than the new one, so that only the new one can be the duplicate.
        createdAt: 0,
        items: items.filter((item) => item.alibabaOrderId === order.id),
      }))
      // All orders of the purchase are closed, so it needs no further order.
      const isOver = known.every((order) => isClosed(order.status))
      const duplicate =
        isOver || duplicateOrders(placement.sent.cargo, [...before, reported]).includes(reported.orderId)
      const added = await record.add(tx, {
        placement,
        number,
        kind: placement.state === 'placed' ? 'place-answer' : 'place-adopted',
        order: { orderId: reported.orderId, totalFen: reported.totalFen, freightFen: reported.freightFen, reported },
        ...(duplicate ? { duplicate } : {}),
      })
      if (!added) return
      await record.summarise(tx, doc, duplicate ? '1688上多出一个订单' : '1688上查到了这次下单的另一个订单')
      if (duplicate) await record.tellDuplicates(tx, number, [reported.orderId])
    })
  }

  async function pollAccount(accountId: string, signal: AbortSignal): Promise<void> {
    const now = deps.clock.now()
    const held = await findPoll(db.handle, accountId)
    let failure: unknown
    const from = (held?.readTo.getTime() ?? now - FIRST_WINDOW_MS) - OVERLAP_MS
    for (let page = 1; page <= 500; page++) {
      if (signal.aborted) return
      const answer = await deps.marketplace.withConnector(accountId, (connector: AlibabaConnector) =>
        connector.listOrders({ page, pageSize: PAGE, modifiedFrom: from }, { signal }),
      )
      // An order that cannot be recorded must not block the others. The next reading brings it again.
      for (const reported of answer.orders)
        await service.take(reported, signal).catch((error: unknown) => {
          failure = error
        })
      if (answer.orders.length < PAGE) break
    }
    if (failure !== undefined) throw failure
    await savePoll(db.handle, { accountId, readTo: new Date(now) })
  }

  return service
}
