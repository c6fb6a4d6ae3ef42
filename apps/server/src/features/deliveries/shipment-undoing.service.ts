import type { ShopOrder } from '@huoqiao/connector-shopify'
import type { ActsOf } from '../../acts/acts.ts'
import type { Db } from '../../db/db.ts'
import type { NewId } from '../../platform/ids.ts'
import type { ShipmentRecord } from './shipment-record.ts'
import { isSameRequest, requestKey, requestOfChange } from './shipments.rules.ts'
import { findByRequest, findFulfilments, findShipment, findShipmentLines } from './shipments.store.ts'
import type { FulfilmentRow, ShipmentRow } from './shipments.store.ts'
import { searchTextOf } from './tracking.rules.ts'
import { requestOf } from './tracking.service.ts'
import { hasTracking } from './undo.act.ts'
import type { UndoActs } from './undo.act.ts'

export type ShipmentUndoing = ReturnType<typeof shipmentUndoing>

/** Cancels fulfilments in the shop, or changes their tracking, part by part; a repeated run continues where the last one stopped. */
export function shipmentUndoing(deps: { db: Db; newId: NewId; record: ShipmentRecord; undo: UndoActs }) {
  const { db, record, undo } = deps

  const sentParts = async (row: ShipmentRow): Promise<FulfilmentRow[]> =>
    (await findFulfilments(db.handle, [row.id])).filter((one) => one.state === 'sent')

  /**
   * Records and sends the request; sends it a second time if a lookup shows that the first had no effect. Returns whether the shop has
   * carried it out. Nothing is sent for a request or a part that another node has finished meanwhile, because this run may have been
   * frozen. `key`: identifies the part and the request.
   */
  async function once<I extends { partId: string }>(
    acts: ActsOf<I, void, true>,
    row: ShipmentRow,
    { key, intent }: { key: string; intent: I },
    signal: AbortSignal,
    tries = 2,
  ): Promise<boolean> {
    signal.throwIfAborted()
    // Earlier versions used the part's id alone as the act's key.
    for (const open of await acts.open(db.handle, [...new Set([intent.partId, key])]))
      if ((await acts.look(open.id, signal)) === 'waiting') return false
    const act = await db.transaction(async (tx) => {
      // The row and the order were read before; another node may have finished the request since.
      if (!isSameRequest(await findShipment(tx, row.id, { lock: true }), row)) return 'other-request'
      if (await acts.happened(tx, key)) return 'happened'
      return acts.intend(tx, { id: deps.newId(), key, intent, byId: row.byId, by: row.by })
    })
    if (act === 'other-request' || act === 'happened') return act === 'happened'
    const { result } = await acts.carryOut(act)
    if (result !== 'unknown') return result === 'done'
    // In most cases the request was carried out and only its answer was lost.
    const looked = await acts.look(act.id, signal)
    if (looked === 'absent' && tries > 1) return once(acts, row, { key, intent }, signal, tries - 1)
    return looked === 'found'
  }

  const at = (row: ShipmentRow, part: FulfilmentRow, order: ShopOrder) => ({
    shipmentId: row.id,
    partId: part.id,
    storeId: row.storeId,
    orderGid: order.id,
    fulfillmentGid: part.fulfillmentGid!,
  })

  return {
    async cancel(row: ShipmentRow, order: ShopOrder, signal: AbortSignal): Promise<void> {
      for (const part of await sentParts(row)) {
        const live = order.fulfillments.find((one) => one.id === part.fulfillmentGid)
        if (!live || live.status === 'CANCELLED') {
          await db.transaction((tx) => record.undone(tx, row, part))
          continue
        }
        const intent = at(row, part, order)
        if (!(await once(undo.withdrawals, row, { key: part.id, intent }, signal))) return
      }
      const text = `运单号 ${row.numbers.join('、')} 的发货已撤销`
      const to = { state: 'cancelled' as const, reason: '' }
      await db.transaction((tx) => record.resolve(tx, row, ['cancelling'], to, text))
    },

    async update(row: ShipmentRow, order: ShopOrder, signal: AbortSignal): Promise<void> {
      const { change } = row
      if (change === null)
        return db.transaction((tx) => record.resolve(tx, row, ['updating'], { state: 'sent' }, '运单号没有变化'))
      const tracking = requestOf(change)
      for (const part of await sentParts(row)) {
        const live = order.fulfillments.find((one) => one.id === part.fulfillmentGid)
        if (!live || live.status === 'CANCELLED' || hasTracking(live, tracking)) continue
        const { requestId, notifyCustomer } = change
        const intent = { ...at(row, part, order), tracking, requestId, notifyCustomer }
        const key = `${part.id} ${requestOfChange(change)}`
        if (!(await once(undo.changes, row, { key, intent }, signal))) return
      }
      const lines = await findShipmentLines(db.handle, [row.id])
      const pieces = lines.map((line) => ({ ...line, lineItemId: line.shopifyGid }))
      const key = requestKey(row.orderId, change.numbers, pieces)
      const to = {
        state: 'sent' as const,
        reason: '',
        carrier: change.carrier,
        numbers: change.numbers,
        urls: change.urls,
        searchText: searchTextOf(row.orderName, change),
      }
      const text = `运单号 ${row.numbers.join('、')} 改为 ${change.numbers.join('、')}`
      await db.transaction(async (tx) => {
        // The shop already has the number. If another shipment got this request key meanwhile, this one keeps its former key.
        const same = await findByRequest(tx, key)
        await record.resolve(tx, row, ['updating'], { ...to, requestKey: same ? row.requestKey : key }, text)
      })
    },
  }
}
