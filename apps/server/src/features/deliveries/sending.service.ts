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
import { findMade, openPieces, planParts, refusalOfShop } from './shipments.rules.ts'
import type { Piece, PlannedPart } from './shipments.rules.ts'
import {
  findFulfilments,
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
  fulfils: FulfilActs
  orders: OrdersApi
  stores: Pick<StoresApi, 'connectorOf' | 'explainStoreFailure'>
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
    if (!doc) return fail(row, { reason: '订单已不存在' })
    try {
      // What may have been carried out comes first: nothing is sent beside it.
      if (SENDABLE.includes(row.state) && !(await resolved(row, signal))) return
      const shop = await deps.stores.connectorOf(row.storeId)
      const order = await shop.readOrder(doc.shopifyGid, { signal })
      if (!order) return await fail(row, { reason: '店铺里没有这个订单，可能已被删除' })
      if (row.state === 'cancelling') return await deps.undoing.cancel(row, order, signal)
      if (row.state === 'updating') return await deps.undoing.update(row, order, signal)
      await send(row, order, signal)
    } catch (error) {
      if (isRemoteFailure(error)) return readFailed(row, error)
      if (isRefusal(error)) return fail(row, { reason: error.detail.why ?? error.message })
      throw error
    }
  }

  const fail = (row: ShipmentRow, why: { reason: string; failure?: RemoteFailure }): Promise<void> =>
    db.transaction((tx) => record.fail(tx, row, why))

  /** The shop could not be looked at: nothing was asked of it yet, or it was asked before. */
  async function readFailed(row: ShipmentRow, failure: RemoteFailure): Promise<void> {
    const reason = sentenceOf(deps.stores, failure)
    const isShort = isPassing(failure) || failure.word === 'unknown-outcome'
    if (!isShort && row.state === 'queued') return fail(row, { reason, failure })
    const afterMs = isShort ? (failure.detail.retryAfterMs ?? LATER_MS) : AFTER_REFUSED_ACCESS_MS
    await record.wait(db.handle, row, reason, afterMs)
  }

  /** Looks for what may have been carried out. Answers whether nothing is open any more, so that sending may go on. */
  async function resolved(row: ShipmentRow, signal: AbortSignal): Promise<boolean> {
    for (const act of await deps.fulfils.open(db.handle, [row.id]))
      if ((await deps.fulfils.look(act.id, signal)) === 'waiting') return false
    return true
  }

  async function send(row: ShipmentRow, order: ShopOrder, signal: AbortSignal): Promise<void> {
    const pieces = await piecesLeft(row)
    if (pieces.length === 0) return
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
      // Stopping is heard before the call and never in the middle of it: the answer is worth more than the second.
      signal.throwIfAborted()
      const act = await begin(row, part, order.id)
      if (!act || (await deps.fulfils.carryOut(act)).result !== 'done') return
    }
  }

  /** The intent, before the call. Undefined: the shipment was cancelled meanwhile. */
  async function begin(row: ShipmentRow, part: PlannedPart, orderGid: string): Promise<Act<Fulfilling> | undefined> {
    return db.transaction(async (tx) => {
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
