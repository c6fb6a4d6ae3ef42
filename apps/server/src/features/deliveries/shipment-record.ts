import { isRemoteFailure } from '@huoqiao/connector-kit'
import type { RemoteFailure } from '@huoqiao/connector-kit'
import type { ShipmentState } from '@huoqiao/contract/deliveries/deliveries.status'
import type { Reported } from '../../acts/acts.ts'
import { isPassing } from '../../acts/failure.rules.ts'
import type { Db, Tx } from '../../db/db.ts'
import type { Clock } from '../../platform/clock.ts'
import { MESSAGE_CHARS } from '../../platform/message-length.ts'
import type { NoticesService } from '../notices/index.ts'
import type { OrdersApi } from '../orders/index.ts'
import type { FulfilmentState } from './deliveries.types.ts'
import type { OrderTracking } from './order-tracking.service.ts'
import { isSameRequest, openPieces } from './shipments.rules.ts'
import {
  findFulfilments,
  findSentByGids,
  findShipment,
  findShipmentLines,
  updateFulfilment,
  updateShipment,
  WORKING,
} from './shipments.store.ts'
import type { FulfilmentRow, ShipmentRow } from './shipments.store.ts'

/** States of fulfilments that exist in the shop, or may exist. */
const LIVE: readonly FulfilmentState[] = ['sending', 'unknown', 'sent']

/** The shop's id and name of a fulfilment of ours. */
export type Made = { id: string; name: string }
/** Pause before asking a busy shop again. */
const LATER_MS = 30_000

export type ShipmentRecord = ReturnType<typeof shipmentRecord>

/** Records the outcome of a shipment in one transaction: its rows, the order's counters and 回传状态, timeline and notices. */
export function shipmentRecord(deps: {
  db: Db
  clock: Clock
  orders: OrdersApi
  notices: Pick<NoticesService, 'tell'>
  orderTracking: OrderTracking
}) {
  const { db } = deps
  const now = (): Date => new Date(deps.clock.now())

  /** Sets 已回传 if the shop has all pieces; otherwise the next part is sent. */
  async function finish(tx: Tx, row: ShipmentRow, text: string): Promise<void> {
    const lines = await findShipmentLines(tx, [row.id])
    const left = openPieces(
      lines.map((line) => ({ orderLineId: line.orderLineId, lineItemId: line.shopifyGid, quantity: line.quantity })),
      (await findFulfilments(tx, [row.id])).filter((one) => one.state === 'sent'),
    )
    if (left.length === 0)
      await updateShipment(tx, row.id, ['queued', 'sending', 'unknown', 'failed'], {
        state: 'sent',
        reason: '',
        advice: null,
        exchange: null,
        nextAt: null,
        sentAt: row.sentAt ?? now(),
      })
    await deps.orderTracking.follow(tx, row.orderId, { text, by: null })
  }

  /** Counted once: if the outcome is reported a second time, nothing changes. */
  async function takeBack(tx: Tx, row: ShipmentRow, part: FulfilmentRow, text: string): Promise<boolean> {
    if (!(await updateFulfilment(tx, part.id, ['sent'], { state: 'cancelled', resolvedAt: now() }))) return false
    await deps.orders.moveShipped(
      tx,
      part.lines.map((line) => ({ lineId: line.orderLineId, quantity: -line.quantity })),
    )
    await deps.orderTracking.follow(tx, row.orderId, { text, by: null })
    return true
  }

  const record = {
    finish,

    /** The shop has this part. Counted once: if the outcome is reported a second time, nothing changes. */
    async sent(tx: Tx, row: ShipmentRow, part: FulfilmentRow, made: Made, how = ''): Promise<void> {
      // A part that was given up is included: what exists in the shop counts, even if that is found out late.
      const isFirst = await updateFulfilment(tx, part.id, ['sending', 'unknown', 'absent'], {
        state: 'sent',
        fulfillmentGid: made.id,
        name: made.name,
        message: how,
        resolvedAt: now(),
      })
      if (!isFirst) return
      await deps.orders.moveShipped(
        tx,
        part.lines.map((line) => ({ lineId: line.orderLineId, quantity: line.quantity })),
      )
      await finish(tx, row, `运单号 ${row.numbers.join('、')} 已回传店铺（${made.name}）${how}`)
    },

    async unknown(tx: Tx, row: ShipmentRow, part: FulfilmentRow, reported: Reported): Promise<void> {
      await updateFulfilment(tx, part.id, ['sending'], { state: 'unknown', message: reported.message })
      const exchange = isRemoteFailure(reported.error) ? reported.error.detail.exchange : undefined
      await updateShipment(tx, row.id, ['sending'], {
        state: 'unknown',
        reason: '请求已发给店铺，但没有收到结果；系统正在店铺里核对，不会重复发货',
        advice: '稍后自动核对，也可以点重试立即核对',
        exchange: exchange ? { ...exchange } : null,
        nextAt: null,
      })
      await deps.orderTracking.follow(tx, row.orderId)
    },

    /** This part certainly did not reach the shop; the rest of the shipment can be sent. */
    async absent(tx: Tx, row: ShipmentRow, part: FulfilmentRow, message: string): Promise<void> {
      await updateFulfilment(tx, part.id, ['sending', 'unknown'], { state: 'absent', message, resolvedAt: now() })
      await updateShipment(tx, row.id, ['sending', 'unknown'], { state: 'queued', nextAt: null })
    },

    /** The shop refused this part. */
    async refused(tx: Tx, row: ShipmentRow, part: FulfilmentRow, reported: Reported): Promise<void> {
      const { message, error } = reported
      const isAgain = isPassing(error)
      const state = isAgain ? ('absent' as const) : ('failed' as const)
      await updateFulfilment(tx, part.id, ['sending', 'unknown'], { state, message, resolvedAt: now() })
      const failure = isRemoteFailure(error) ? error : undefined
      if (isAgain)
        await record.wait(tx, row, '店铺暂时没有受理，稍后自动再发', failure?.detail.retryAfterMs ?? LATER_MS, 'queued')
      else await record.fail(tx, row, { reason: message, ...(failure ? { failure } : {}) })
    },

    fail: async (tx: Tx, row: ShipmentRow, why: { reason: string; failure?: RemoteFailure }): Promise<void> => {
      const failed = await updateShipment(tx, row.id, WORKING, {
        state: 'failed',
        reason: why.reason.slice(0, MESSAGE_CHARS),
        advice: '处理后点重试；不再发货就撤销',
        exchange: why.failure?.detail.exchange ? { ...why.failure.detail.exchange } : null,
        change: null,
        nextAt: null,
      })
      if (!failed) return
      await deps.orderTracking.follow(tx, row.orderId, { text: `运单号回传失败：${why.reason}`, by: null })
      await deps.notices.tell(tx, {
        kind: 'tracking-failed',
        about: `shipment ${row.id}`,
        text: `订单 ${row.orderName} 的运单号 ${row.numbers.join('、')} 回传失败：${why.reason}`.slice(
          0,
          MESSAGE_CHARS,
        ),
        to: `/order/ship?shipment=${row.id}`,
      })
    },

    /** Nothing was done, or the outcome cannot be read yet: retried later. */
    async wait(tx: Tx, row: ShipmentRow, reason: string, afterMs: number, to?: ShipmentState): Promise<void> {
      await updateShipment(tx, row.id, WORKING, {
        ...(to === undefined ? {} : { state: to }),
        reason: reason.slice(0, MESSAGE_CHARS),
        nextAt: new Date(deps.clock.now() + afterMs),
      })
    },

    /** A part that the shop cancelled. Its pieces can be sent again after the order was read again. */
    async undone(tx: Tx, row: ShipmentRow, part: FulfilmentRow): Promise<void> {
      if (await takeBack(tx, row, part, `已在店铺撤销发货 ${part.name ?? ''}`))
        await deps.orders.readAgain(tx, row.orderId)
    },

    /** Fulfilments that somebody else cancelled in the shop; the order was already read. The shipment is cancelled with its last part. */
    undoneInShop: (gids: readonly string[]): Promise<void> =>
      db.transaction(async (tx) => {
        for (const part of await findSentByGids(tx, gids)) {
          const row = await findShipment(tx, part.shipmentId, { lock: true })
          if (!row || !(await takeBack(tx, row, part, `店铺里有人撤销了发货 ${part.name ?? ''}`))) continue
          const left = (await findFulfilments(tx, [row.id])).some(({ state }) => LIVE.includes(state))
          const reason = left ? '店铺里有人撤销了其中一部分，可以重新发货' : '店铺里有人撤销了发货，可以重新发货'
          await updateShipment(tx, row.id, ['sent', 'updating'], {
            ...(left ? {} : { state: 'cancelled', change: null, nextAt: null }),
            reason,
            advice: null,
          })
          await deps.orderTracking.follow(tx, row.orderId)
          // A cancellation that we requested ourselves changes nothing.
          if (row.state === 'cancelling') continue
          await deps.notices.tell(tx, {
            kind: 'tracking-failed',
            about: `fulfilment ${part.id} cancelled`,
            text: `订单 ${row.orderName} 的运单号 ${row.numbers.join('、')}：${reason}`.slice(0, MESSAGE_CHARS),
            to: `/order/ship?shipment=${row.id}`,
          })
        }
      }),

    /** Ends the request of `row` to change or cancel a shipment, unless a person made another one after `row` was read. */
    async resolve(
      tx: Tx,
      row: ShipmentRow,
      from: readonly ShipmentState[],
      change: Partial<ShipmentRow>,
      text: string,
    ): Promise<void> {
      if (!isSameRequest(await findShipment(tx, row.id, { lock: true }), row)) return
      if (!(await updateShipment(tx, row.id, from, { nextAt: null, change: null, ...change }))) return
      await deps.orderTracking.follow(tx, row.orderId, { text, by: null })
    },
  }
  return record
}
