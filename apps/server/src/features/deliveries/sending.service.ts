import type { ShopifyConnector, ShopOrder } from '@huoqiao/connector-shopify'
import { isRemoteFailure, isSendWithdrawn } from '@huoqiao/connector-kit'
import type { RemoteFailure } from '@huoqiao/connector-kit'
import type { ShipmentState } from '@huoqiao/contract/deliveries/deliveries.status'
import type { Leases } from '../../acts/lease.ts'
import type { Db } from '../../db/db.ts'
import type { Clock } from '../../platform/clock.ts'
import type { NewId } from '../../platform/ids.ts'
import { MESSAGE_CHARS } from '../../platform/message-length.ts'
import { isRefusal } from '../../platform/refusal.ts'
import type { OrdersDoor } from '../orders/index.ts'
import type { StoresDoor } from '../stores/index.ts'
import type { ShipmentRecord } from './shipment-record.ts'
import type { ShipmentUndoing } from './shipment-undoing.service.ts'
import { findMade, lookAgainAfterMs, openPieces, planParts, refusalOfShop, surelyAbsent } from './shipments.rules.ts'
import type { Piece, PlannedPart } from './shipments.rules.ts'
import {
  findFulfilments,
  findShipment,
  findShipmentLines,
  findShipmentsOf,
  findTakenGids,
  insertFulfilment,
  updateFulfilment,
  updateShipment,
  WORKING,
} from './shipments.store.ts'
import type { FulfilmentRow, ShipmentRow } from './shipments.store.ts'
import { wishOf } from './tracking.service.ts'

const isUndone = (state: ShipmentState): boolean => state === 'cancelling' || state === 'updating'
/** States from which sending goes on. */
const SENDABLE: readonly ShipmentState[] = ['queued', 'sending', 'unknown']
const LATER_MS = 30_000
const AFTER_REFUSED_ACCESS_MS = 300_000

/**
 * Tells shops of tracking numbers, each at most once whatever happens: what is asked for is written before the call; after a
 * lost answer the shop's own fulfilments are looked through for exactly these numbers and pieces before anything is sent again
 * (decisions, section 5; reference shopify-admin, section 5: fulfillmentCreate takes no key).
 */
export function sendingService(deps: {
  db: Db
  clock: Clock
  newId: NewId
  leases: Leases
  orders: OrdersDoor
  stores: Pick<StoresDoor, 'connectorOf' | 'explainStoreFailure'>
  record: ShipmentRecord
  undoing: ShipmentUndoing
}) {
  const { db, record } = deps
  const now = (): Date => new Date(deps.clock.now())

  /** Everything that is due for one order, oldest first; each shipment once a run. */
  async function run(orderId: string, signal: AbortSignal): Promise<void> {
    const seen = new Set<string>()
    for (;;) {
      signal.throwIfAborted()
      const due = (await findShipmentsOf(db.handle, [orderId])).find(
        (row) => !seen.has(row.id) && WORKING.includes(row.state) && (row.nextAt === null || row.nextAt <= now()),
      )
      if (!due) return
      seen.add(due.id)
      await work(due, signal)
    }
  }

  async function work(row: ShipmentRow, signal: AbortSignal): Promise<void> {
    const [doc] = await deps.orders.orderDocs(db.handle, [row.orderId])
    if (!doc) return record.fail(row, { reason: '订单已不存在' })
    try {
      const shop = await deps.stores.connectorOf(row.storeId)
      const order = await shop.readOrder(doc.shopifyGid, { signal })
      if (!order) return await record.fail(row, { reason: '店铺里没有这个订单，可能已被删除' })
      const isOpen = await act(row, shop, order, signal)
      // The answer of the call got lost: look at once, most often it was carried out.
      const again = isOpen ? await shop.readOrder(doc.shopifyGid, { signal }) : undefined
      if (again) await (isUndone(row.state) ? act(row, shop, again, signal) : settle(row, again))
    } catch (error) {
      if (isRemoteFailure(error)) return readFailed(row, error)
      if (isRefusal(error)) return record.fail(row, { reason: error.detail.why ?? error.message })
      throw error
    }
  }

  /** Answers whether a call was made whose outcome is open. */
  function act(row: ShipmentRow, shop: ShopifyConnector, order: ShopOrder, signal: AbortSignal): Promise<boolean> {
    if (row.state === 'cancelling') return deps.undoing.cancel(row, shop, order, signal)
    if (row.state === 'updating') return deps.undoing.update(row, shop, order, signal)
    return send(row, shop, order, signal)
  }

  /** The shop could not be looked at: nothing was asked of it yet, or it was asked before. */
  async function readFailed(row: ShipmentRow, failure: RemoteFailure): Promise<void> {
    const { message, detail } = deps.stores.explainStoreFailure(failure)
    const reason = detail.why ?? message
    const isPassing =
      failure.word === 'throttled' || failure.word === 'unavailable' || failure.word === 'unknown-outcome'
    if (!isPassing && row.state === 'queued') return record.fail(row, { reason, failure })
    await record.wait(row, reason, isPassing ? (failure.detail.retryAfterMs ?? LATER_MS) : AFTER_REFUSED_ACCESS_MS)
  }

  /** Answers whether a call was made whose outcome is open. */
  async function send(
    row: ShipmentRow,
    shop: ShopifyConnector,
    order: ShopOrder,
    signal: AbortSignal,
  ): Promise<boolean> {
    if (!(await settle(row, order))) return false
    const pieces = await piecesLeft(row)
    if (pieces.length === 0) return false
    const taken = await takenOf(order)
    const byHand = findMade({ numbers: row.numbers, lines: pieces }, order.fulfillments, taken)
    if (byHand) {
      const part = await begin(row, { locationName: '', lines: pieces, fulfillmentOrders: [] })
      if (part) await record.sent(row, part, { id: byHand.id, name: byHand.name }, '店铺里已有相同的发货，直接认领')
      return false
    }
    const why = refusalOfShop(order)
    if (why !== undefined) {
      await record.fail(row, { reason: why })
      return false
    }
    const plan = planParts(pieces, order.fulfillmentOrders)
    if ('refusal' in plan) {
      await record.fail(row, { reason: plan.refusal })
      return false
    }
    for (const part of plan.parts) {
      const outcome = await sendPart(row, part, shop, signal)
      if (outcome !== 'sent') return outcome === 'open'
    }
    return false
  }

  /** The intent, before the call. Undefined: the shipment was cancelled meanwhile. */
  async function begin(row: ShipmentRow, part: PlannedPart): Promise<FulfilmentRow | undefined> {
    return db.transaction(async (tx) => {
      const claimed = await updateShipment(tx, row.id, SENDABLE, {
        state: 'sending',
        reason: '',
        advice: null,
        nextAt: null,
      })
      if (!claimed) return undefined
      const id = deps.newId()
      await insertFulfilment(tx, {
        id,
        shipmentId: row.id,
        state: 'sending',
        locationName: part.locationName,
        lines: part.lines,
        sentAt: now(),
      })
      await deps.leases.open(tx, id, 'fulfil')
      return (await findFulfilments(tx, [row.id])).find((one) => one.id === id)
    })
  }

  async function sendPart(
    row: ShipmentRow,
    plan: PlannedPart,
    shop: ShopifyConnector,
    signal: AbortSignal,
  ): Promise<'sent' | 'open' | 'not-sent'> {
    // Stopping is heard before the call and never in the middle of it: the answer is worth more than the second.
    signal.throwIfAborted()
    const part = await begin(row, plan)
    if (!part) return 'not-sent'
    try {
      const made = await shop.createFulfillment(
        { fulfillmentOrders: plan.fulfillmentOrders, tracking: wishOf(row), notifyCustomer: row.notifyCustomer },
        { guard: deps.leases.guard(part.id) },
      )
      await record.sent(row, part, { id: made.fulfillmentId, name: made.name })
      await deps.leases.end(db.handle, part.id)
      return 'sent'
    } catch (error) {
      await deps.leases.end(db.handle, part.id)
      // Another node has taken this shipment over, or this one stood still: a look at the shop says what became of it.
      if (isSendWithdrawn(error)) return 'open'
      if (!isRemoteFailure(error)) throw error
      if (error.word === 'unknown-outcome' || error.word === 'already-done') {
        await record.unknown(row, part, error)
        return 'open'
      }
      const isPassing = error.word === 'throttled' || error.word === 'unavailable'
      await updateFulfilment(db.handle, part.id, ['sending'], {
        state: isPassing ? 'absent' : 'failed',
        message: error.message.slice(0, MESSAGE_CHARS),
        settledAt: now(),
      })
      if (isPassing)
        await record.wait(row, '店铺暂时没有受理，稍后自动再发', error.detail.retryAfterMs ?? LATER_MS, 'queued')
      else
        await record.fail(row, {
          reason: deps.stores.explainStoreFailure(error).detail.why ?? error.message,
          failure: error,
        })
      return 'not-sent'
    }
  }

  /** Looks for what may have been carried out. Answers whether nothing is open any more, so that sending may go on. */
  async function settle(row: ShipmentRow, order: ShopOrder): Promise<boolean> {
    const fresh = await findShipment(db.handle, row.id)
    const open = (await findFulfilments(db.handle, [row.id])).filter(
      (one) => one.state === 'sending' || one.state === 'unknown',
    )
    if (!fresh || open.length === 0) return true
    let left = 0
    for (const part of open) {
      const made = findMade({ numbers: row.numbers, lines: part.lines }, order.fulfillments, await takenOf(order))
      if (made) await record.sent(row, part, { id: made.id, name: made.name }, '在店铺里查到了，认领')
      else if (!(await noteAbsence(part, fresh.looks + 1))) left++
    }
    if (left > 0) {
      await updateShipment(db.handle, row.id, SENDABLE, {
        state: 'unknown',
        looks: fresh.looks + 1,
        nextAt: new Date(deps.clock.now() + lookAgainAfterMs(fresh.looks)),
      })
      return false
    }
    await updateShipment(db.handle, row.id, ['sending', 'unknown'], { state: 'queued', looks: 0, nextAt: null })
    return true
  }

  /** Whether the part surely never reached the shop, and can't any more; then it says so. */
  async function noteAbsence(part: FulfilmentRow, looks: number): Promise<boolean> {
    return db.transaction(async (tx) => {
      const withdrawal = await deps.leases.withdraw(tx, part.id)
      const isAbsent =
        withdrawal === 'never-sent' ||
        (withdrawal === 'maybe-sent' && surelyAbsent(part.sentAt.getTime(), deps.clock.now(), looks))
      if (isAbsent)
        await updateFulfilment(tx, part.id, ['sending', 'unknown'], {
          state: 'absent',
          message: '已确认店铺没有收到',
          settledAt: now(),
        })
      return isAbsent
    })
  }

  async function piecesLeft(row: ShipmentRow): Promise<Piece[]> {
    const lines = await findShipmentLines(db.handle, [row.id])
    return openPieces(
      lines.map((line) => ({ orderLineId: line.orderLineId, lineItemId: line.shopifyGid, quantity: line.quantity })),
      await findFulfilments(db.handle, [row.id]),
    )
  }

  const takenOf = (order: ShopOrder): Promise<ReadonlySet<string>> =>
    findTakenGids(
      db.handle,
      order.fulfillments.map((one) => one.id),
    )

  return { run }
}
