import type { ShopFulfillment, TrackingRequest } from '@huoqiao/connector-shopify'
import { isRemoteFailure } from '@huoqiao/connector-kit'
import type { Act, ActDefinition, Acts, ActsOf, Reported } from '../../acts/acts.ts'
import { isPassing } from '../../acts/failure.rules.ts'
import type { Db, Tx } from '../../db/db.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { MESSAGE_CHARS } from '../../platform/message-length.ts'
import type { StoresApi } from '../stores/index.ts'
import { sendShipments } from './deliveries.jobs.ts'
import type { ShipmentRecord } from './shipment-record.ts'
import { lookAgainAfterMs } from './shipments.rules.ts'
import { findFulfilments, findShipment, updateShipment } from './shipments.store.ts'
import type { FulfilmentRow, ShipmentRow } from './shipments.store.ts'
import { sentenceOf } from './shop-words.ts'

/** A fulfilment in a shop that is to be cancelled, or to get other tracking data. */
type AtShop = {
  shipmentId: string
  partId: string
  storeId: string
  orderGid: string
  fulfillmentGid: string
  /** a person's request for a change; none of a cancellation, nor of an act of an earlier version */
  requestId?: string | undefined
}
export type Retracking = AtShop & { tracking: TrackingRequest; notifyCustomer: boolean }
export type UndoActs = { withdrawals: ActsOf<AtShop, void, true>; changes: ActsOf<Retracking, void, true> }

/** Cancelling twice does no harm, so if the shop does not show it, it is requested again at once. */
const PATIENCE = { absentAfterMs: 0, leastLooks: 1 }
/**
 * A change of tracking notifies the shopper, who should get one message only; the shop may still be processing a request whose answer was
 * lost.
 */
const TRACKING_PATIENCE = { absentAfterMs: 30_000, leastLooks: 2 }
const LATER_MS = 30_000

/**
 * Remote acts that cancel fulfilments or change their tracking. The act's key is our part of the shipment; for a change also the person's
 * request, so that it is sent once for each part, whatever the shop shows.
 */
export function undoActs(deps: {
  db: Db
  jobs: Jobs
  acts: Acts
  stores: Pick<StoresApi, 'connectorOf' | 'explainStoreFailure'>
  record: ShipmentRecord
}): UndoActs {
  const { record } = deps

  async function withRows(
    tx: Tx,
    { intent }: Act<AtShop>,
    work: (row: ShipmentRow, part: FulfilmentRow) => Promise<void>,
  ): Promise<void> {
    const row = await findShipment(tx, intent.shipmentId)
    // A person has requested another change since: this outcome belongs to the earlier request.
    if (intent.requestId !== undefined && intent.requestId !== row?.change?.requestId) return
    const part = (await findFulfilments(tx, [intent.shipmentId])).find((one) => one.id === intent.partId)
    if (row && part) await work(row, part)
  }

  async function liveOf({ storeId, orderGid, fulfillmentGid }: AtShop, signal: AbortSignal) {
    const shop = await deps.stores.connectorOf(storeId)
    const order = await shop.readOrder(orderGid, { signal })
    return order?.fulfillments.find((one) => one.id === fulfillmentGid)
  }

  /** Starts the order's job, which continues with the rest of the shipment. */
  const goOn = async (tx: Tx, row: ShipmentRow): Promise<void> => {
    await updateShipment(tx, row.id, ['cancelling', 'updating'], { nextAt: null })
    await deps.jobs.enqueue(tx, sendShipments, { orderId: row.orderId }, { key: row.orderId })
  }

  /** What both kinds share; `what` names the request in messages, `state` is that of a shipment with such a request. */
  const common = <I extends AtShop>(what: string, state: 'cancelling' | 'updating') =>
    ({
      patience: () => PATIENCE,
      lookAgainMs: lookAgainAfterMs,
      purchasesOf: () => [],
      explain: (error) => sentenceOf(deps.stores, error),
      /** A temporary failure is tried again; a refusal ends the request. */
      refused: (tx, act, { message, error }: Reported) =>
        withRows(tx, act, async (row) => {
          if (isPassing(error)) {
            const afterMs = isRemoteFailure(error) ? error.detail.retryAfterMs : undefined
            return record.wait(tx, row, `${what}：店铺暂时没有受理，稍后自动再试`, afterMs ?? LATER_MS)
          }
          const reason = `${what}失败：${message}`
          const back = { state: 'sent' as const, reason: reason.slice(0, MESSAGE_CHARS) }
          await record.resolve(tx, row, [state], back, reason)
        }),
      unknown: (tx, act) =>
        withRows(tx, act, (row) => record.wait(tx, row, `${what}：请求已发出但没有收到结果，正在核对`, LATER_MS)),
      absent: (tx, act) => withRows(tx, act, (row) => goOn(tx, row)),
    }) satisfies Partial<ActDefinition<I, void, true>>

  const undone = (tx: Tx, act: Act<AtShop>): Promise<void> =>
    withRows(tx, act, (row, part) => record.undone(tx, row, part))

  const withdrawals = deps.acts.define<AtShop, void, true>({
    ...common<AtShop>('撤销', 'cancelling'),
    kind: 'withdraw-fulfilment',
    async send({ intent: { storeId, fulfillmentGid } }, { guard }) {
      const shop = await deps.stores.connectorOf(storeId)
      try {
        await shop.cancelFulfillment(fulfillmentGid, { guard })
      } catch (error) {
        // Somebody else cancelled it first, which is the wanted result.
        if (!isRemoteFailure(error) || (error.word !== 'already-done' && error.word !== 'not-found')) throw error
      }
    },
    async look({ intent }, signal) {
      const live = await liveOf(intent, signal)
      return live === undefined || live.status === 'CANCELLED' ? true : undefined
    },
    done: undone,
    async found(tx, act) {
      await undone(tx, act)
      await withRows(tx, act, (row) => goOn(tx, row))
    },
  })

  const changes = deps.acts.define<Retracking, void, true>({
    ...common<Retracking>('修改运单号', 'updating'),
    kind: 'change-tracking',
    patience: () => TRACKING_PATIENCE,
    async send({ intent: { storeId, fulfillmentGid, tracking, notifyCustomer } }, { guard }) {
      const shop = await deps.stores.connectorOf(storeId)
      await shop.updateTracking(fulfillmentGid, tracking, notifyCustomer, { guard })
    },
    async look({ intent }, signal) {
      const live = await liveOf(intent, signal)
      return live === undefined || live.status === 'CANCELLED' || hasTracking(live, intent.tracking) ? true : undefined
    },
    done: () => Promise.resolve(),
    found: (tx, act) => withRows(tx, act, (row) => goOn(tx, row)),
  })

  return { withdrawals, changes }
}

/** Whether the shop already has this tracking: after a lost answer, the second try finds it done. */
export function hasTracking(live: ShopFulfillment, request: TrackingRequest): boolean {
  const same = (a: readonly string[], b: readonly string[]): boolean =>
    a.toSorted().join(' ') === b.toSorted().join(' ')
  const numbers = live.tracking.flatMap((one) => one.number ?? [])
  const urls = live.tracking.flatMap((one) => one.url ?? [])
  return (
    same(numbers, request.numbers) &&
    (request.company === undefined || live.tracking.every((one) => one.company === request.company)) &&
    (request.urls === undefined || same(urls, request.urls))
  )
}
