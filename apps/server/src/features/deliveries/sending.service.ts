import type { ShopOrder } from '@huoqiao/connector-shopify'
import { isRemoteFailure } from '@huoqiao/connector-kit'
import type { RemoteFailure } from '@huoqiao/connector-kit'
import type { ShipmentState } from '@huoqiao/contract/deliveries/deliveries.status'
import type { Act } from '../../acts/acts.ts'
import { isPassing } from '../../acts/failure.rules.ts'
import type { Db } from '../../db/db.ts'
import type { Clock } from '../../platform/clock.ts'
import type { NewId } from '../../platform/ids.ts'
import { isRefusal } from '../../platform/refusal.ts'
import type { OrdersApi } from '../orders/index.ts'
import type { StoresApi } from '../stores/index.ts'
import type { FulfilActs, Fulfilling } from './fulfil.act.ts'
import type { ShipmentRecord } from './shipment-record.ts'
import type { ShipmentUndoing } from './shipment-undoing.service.ts'
import { findMade, openPieces, planParts, refusalOfShop, trackingKey } from './shipments.rules.ts'
import type { Piece, PlannedPart } from './shipments.rules.ts'
import {
  findFulfilments,
  findShipment,
  findShipmentLines,
  findShipmentsOf,
  findTakenGids,
  insertFulfilment,
  updateShipment,
  WORKING,
} from './shipments.store.ts'
import type { ShipmentRow } from './shipments.store.ts'
import { sentenceOf } from './shop-words.ts'
import { requestOf } from './tracking.service.ts'

/** States in which sending continues. */
const SENDABLE: readonly ShipmentState[] = ['queued', 'sending', 'unknown']
const LATER_MS = 30_000
const AFTER_REFUSED_ACCESS_MS = 300_000

/**
 * Sends tracking numbers to shops, each at most once: the request is recorded before the call. After a lost answer the shop's fulfilments
 * are searched for exactly these numbers and pieces before anything is sent again (decisions, section 5; reference shopify-admin, section
 * 5: fulfillmentCreate has no idempotency key).
 */
export function sendingService(deps: {
  db: Db
  clock: Clock
  newId: NewId
  fulfils: FulfilActs
  orders: OrdersApi
  stores: Pick<StoresApi, 'connectorOf' | 'explainStoreFailure'>
  record: ShipmentRecord
  undoing: ShipmentUndoing
}) {
  const { db, record } = deps
  const now = (): Date => new Date(deps.clock.now())

  /** Sends everything that is due for one order, oldest first; each shipment once in a run, and again when its tracking was corrected. */
  async function run(orderId: string, signal: AbortSignal): Promise<void> {
    const seen = new Set<string>()
    const keyOf = (row: ShipmentRow): string => `${row.id} ${trackingKey(row)}`
    for (;;) {
      signal.throwIfAborted()
      const due = (await findShipmentsOf(db.handle, [orderId])).find(
        (row) => !seen.has(keyOf(row)) && WORKING.includes(row.state) && (row.nextAt === null || row.nextAt <= now()),
      )
      if (!due) return
      seen.add(keyOf(due))
      await work(due, signal)
    }
  }

  async function work(row: ShipmentRow, signal: AbortSignal): Promise<void> {
    const [doc] = await deps.orders.orderDocs(db.handle, [row.orderId])
    if (!doc) return fail(row, { reason: '订单已不存在' })
    try {
      // Requests with an unknown outcome are resolved first; nothing is sent before that.
      if (SENDABLE.includes(row.state) && !(await resolved(row, signal))) return
      const shop = await deps.stores.connectorOf(row.storeId)
      const order = await shop.readOrder(doc.shopifyGid, { signal })
      if (!order) return await fail(row, { reason: '店铺里没有这个订单，可能已被删除' })
      if (row.state === 'cancelling') return await deps.undoing.cancel(row, order, signal)
      if (row.state === 'updating') return await deps.undoing.update(row, order, signal)
      await send(row, order, signal)
    } catch (error) {
      if (isRemoteFailure(error)) return readFailed(row, error)
      if (isRefusal(error)) return refused(row, error.detail.why ?? error.message)
      throw error
    }
  }

  const fail = (row: ShipmentRow, why: { reason: string; failure?: RemoteFailure }): Promise<void> =>
    db.transaction((tx) => record.fail(tx, row, why))

  /** The shop must not be called. An unsent shipment fails; a change or cancellation of a sent one waits, as only the shop can do it. */
  async function refused(row: ShipmentRow, reason: string): Promise<void> {
    if (SENDABLE.includes(row.state)) return fail(row, { reason })
    await record.wait(db.handle, row, reason, AFTER_REFUSED_ACCESS_MS)
  }

  /** The shop could not be read, either before the first request for this shipment or after one. */
  async function readFailed(row: ShipmentRow, failure: RemoteFailure): Promise<void> {
    const reason = sentenceOf(deps.stores, failure)
    const isShort = isPassing(failure) || failure.word === 'unknown-outcome'
    if (!isShort && row.state === 'queued') return fail(row, { reason, failure })
    const afterMs = isShort ? (failure.detail.retryAfterMs ?? LATER_MS) : AFTER_REFUSED_ACCESS_MS
    await record.wait(db.handle, row, reason, afterMs)
  }

  /** Looks up requests with an unknown outcome. Returns whether none is left, so that sending may continue. */
  async function resolved(row: ShipmentRow, signal: AbortSignal): Promise<boolean> {
    for (const act of await deps.fulfils.open(db.handle, [row.id]))
      if ((await deps.fulfils.look(act.id, signal)) === 'waiting') return false
    return true
  }

  async function send(row: ShipmentRow, order: ShopOrder, signal: AbortSignal): Promise<void> {
    const pieces = await piecesLeft(row)
    // The shop already has all pieces, for example when a change of tracking failed and was retried.
    if (pieces.length === 0)
      return db.transaction((tx) => record.finish(tx, row, `运单号 ${row.numbers.join('、')} 店铺里已有，没有再发`))
    const byHand = findMade({ numbers: row.numbers, lines: pieces }, order.fulfillments, await takenOf(order))
    if (byHand) {
      const act = await begin(row, { locationName: '', lines: pieces, fulfillmentOrders: [] }, order.id)
      if (act) await deps.fulfils.find(act.id, { id: byHand.id, name: byHand.name })
      return
    }
    const why = refusalOfShop(order)
    if (why !== undefined) return fail(row, { reason: why })
    const plan = planParts(pieces, order.fulfillmentOrders)
    if ('refusal' in plan) return fail(row, { reason: plan.refusal })
    for (const part of plan.parts) {
      // The abort signal is checked before the call and ignored during it: waiting for the answer matters more than stopping a second
      // earlier.
      signal.throwIfAborted()
      const act = await begin(row, part, order.id)
      if (!act || (await deps.fulfils.carryOut(act)).result !== 'done') return
    }
  }

  /** Records the intent before the call. Undefined: the shipment was cancelled, or its tracking corrected, since it was read. */
  async function begin(before: ShipmentRow, part: PlannedPart, orderGid: string): Promise<Act<Fulfilling> | undefined> {
    return db.transaction(async (tx) => {
      const row = await findShipment(tx, before.id, { lock: true })
      if (!row || trackingKey(row) !== trackingKey(before)) return undefined
      const claim = { state: 'sending' as const, reason: '', advice: null, nextAt: null }
      if (!(await updateShipment(tx, row.id, SENDABLE, claim))) return undefined
      const id = deps.newId()
      const sentAt = new Date(deps.clock.now())
      const { locationName, lines, fulfillmentOrders } = part
      await insertFulfilment(tx, { id, shipmentId: row.id, state: 'sending', locationName, lines, sentAt })
      const { storeId, orderId, notifyCustomer, byId, by } = row
      const shop = { storeId, orderGid, fulfillmentOrders, tracking: requestOf(row), notifyCustomer }
      const intent = { shipmentId: row.id, orderId, ...shop }
      return deps.fulfils.intend(tx, { id, key: row.id, intent, byId, by })
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
