import type { ShopFulfillment, ShopifyConnector, ShopOrder, TrackingWish } from '@huoqiao/connector-shopify'
import { isRemoteFailure } from '@huoqiao/connector-kit'
import type { RemoteFailure } from '@huoqiao/connector-kit'
import type { Db } from '../../db/db.ts'
import { MESSAGE_CHARS } from '../../platform/message-length.ts'
import type { StoresDoor } from '../stores/index.ts'
import type { ShipmentRecord } from './shipment-record.ts'
import { wishKey } from './shipments.rules.ts'
import { findFulfilments, findShipmentLines } from './shipments.store.ts'
import type { FulfilmentRow, ShipmentRow } from './shipments.store.ts'
import { searchTextOf } from './tracking.rules.ts'
import { wishOf } from './tracking.service.ts'

export type ShipmentUndoing = ReturnType<typeof shipmentUndoing>
const LATER_MS = 30_000
const LOOK_MS = 5_000

/** Takes fulfilments back in the shop, and gives them other tracking. Each looks at the shop first, so it bears being run again. */
export function shipmentUndoing(deps: {
  db: Db
  stores: Pick<StoresDoor, 'explainStoreFailure'>
  record: ShipmentRecord
}) {
  const { db, record } = deps

  const sentParts = async (row: ShipmentRow): Promise<FulfilmentRow[]> =>
    (await findFulfilments(db.handle, [row.id])).filter((one) => one.state === 'sent')

  /**
   * What a refused call means: passing trouble is tried again, a lost answer looked for, a refusal ends the wish. Answers
   * whether the outcome is open.
   */
  async function heed(row: ShipmentRow, failure: RemoteFailure, what: string): Promise<boolean> {
    if (failure.word === 'unknown-outcome') {
      await record.wait(row, `${what}：请求已发出但没有收到结果，正在核对`, LOOK_MS)
      return true
    }
    if (failure.word === 'throttled' || failure.word === 'unavailable') {
      const afterMs = failure.detail.retryAfterMs ?? LATER_MS
      await record.wait(row, `${what}：店铺暂时没有受理，稍后自动再试`, afterMs)
    } else {
      const reason = `${what}失败：${deps.stores.explainStoreFailure(failure).detail.why ?? failure.message}`
      await record.settle(
        row,
        ['cancelling', 'updating'],
        { state: 'sent', reason: reason.slice(0, MESSAGE_CHARS) },
        reason,
      )
    }
    return false
  }

  return {
    /** Both answer whether a call was made whose outcome is open. */
    async cancel(row: ShipmentRow, shop: ShopifyConnector, order: ShopOrder, signal: AbortSignal): Promise<boolean> {
      for (const part of await sentParts(row)) {
        signal.throwIfAborted()
        const live = order.fulfillments.find((one) => one.id === part.fulfillmentGid)
        if (live && live.status !== 'CANCELLED') {
          try {
            await shop.cancelFulfillment(live.id)
          } catch (error) {
            if (!isRemoteFailure(error)) throw error
            if (error.word !== 'already-done' && error.word !== 'not-found') return heed(row, error, '撤销')
          }
        }
        await record.undone(row, part)
      }
      await record.settle(
        row,
        ['cancelling'],
        { state: 'cancelled', reason: '' },
        `运单号 ${row.numbers.join('、')} 的发货已撤销`,
      )
      return false
    },

    async update(row: ShipmentRow, shop: ShopifyConnector, order: ShopOrder, signal: AbortSignal): Promise<boolean> {
      const { change } = row
      if (change === null) {
        await record.settle(row, ['updating'], { state: 'sent' }, '运单号没有变化')
        return false
      }
      for (const part of await sentParts(row)) {
        signal.throwIfAborted()
        const live = order.fulfillments.find((one) => one.id === part.fulfillmentGid)
        if (!live || live.status === 'CANCELLED' || hasTracking(live, wishOf(change))) continue
        try {
          await shop.updateTracking(live.id, wishOf(change), change.notifyCustomer)
        } catch (error) {
          if (!isRemoteFailure(error)) throw error
          return heed(row, error, '修改运单号')
        }
      }
      const lines = await findShipmentLines(db.handle, [row.id])
      await record.settle(
        row,
        ['updating'],
        {
          state: 'sent',
          reason: '',
          carrier: change.carrier,
          numbers: change.numbers,
          urls: change.urls,
          wishKey: wishKey(
            row.orderId,
            change.numbers,
            lines.map((line) => ({ ...line, lineItemId: line.shopifyGid })),
          ),
          searchText: searchTextOf(row.orderName, change),
        },
        `运单号 ${row.numbers.join('、')} 改为 ${change.numbers.join('、')}`,
      )
      return false
    },
  }
}

/** Whether the shop has it so already: after a lost answer the second try finds it done. */
function hasTracking(live: ShopFulfillment, wish: TrackingWish): boolean {
  const same = (a: readonly string[], b: readonly string[]): boolean =>
    a.toSorted().join(' ') === b.toSorted().join(' ')
  return (
    same(
      live.tracking.flatMap((one) => one.number ?? []),
      wish.numbers,
    ) &&
    (wish.company === undefined || live.tracking.every((one) => one.company === wish.company)) &&
    (wish.urls === undefined ||
      same(
        live.tracking.flatMap((one) => one.url ?? []),
        wish.urls,
      ))
  )
}
