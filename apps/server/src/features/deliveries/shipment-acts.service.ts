import { knownCarrier } from '@huoqiao/connector-shopify'
import type { BulkOutcome, InputOf, OutputOf } from '@huoqiao/contract'
import type { Shipment } from '@huoqiao/contract/deliveries/deliveries.schema'
import { SHIPMENT_STATES } from '@huoqiao/contract/deliveries/deliveries.status'
import type { ShipmentState } from '@huoqiao/contract/deliveries/deliveries.status'
import type { ShipmentFilter, shipmentsEndpoints } from '@huoqiao/contract/deliveries/shipments.endpoints'
import type { Db, Tx } from '../../db/db.ts'
import { isUniqueViolation } from '../../db/db.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { byOf } from '../../platform/call.ts'
import type { Call } from '../../platform/call.ts'
import type { Clock } from '../../platform/clock.ts'
import type { NewId } from '../../platform/ids.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { StoresApi } from '../stores/index.ts'
import { handleSparesOfOrders, sendShipments } from './deliveries.jobs.ts'
import { shipmentView } from './deliveries.view.ts'
import { eachRow } from '../../platform/each-row.ts'
import type { OrderTracking } from './order-tracking.service.ts'
import { canOf, requestKey } from './shipments.rules.ts'
import {
  countShipments,
  findByRequest,
  findFulfilments,
  findShipment,
  findShipmentLines,
  findShipmentPage,
  updateShipment,
} from './shipments.store.ts'
import type { ShipmentRow } from './shipments.store.ts'
import { searchTextOf } from './tracking.rules.ts'
import type { TrackingService } from './tracking.service.ts'

type Endpoints = typeof shipmentsEndpoints
const STATES = Object.keys(SHIPMENT_STATES) as ShipmentState[]
const sameRequest = (): Refusal => new Refusal('state-not-allowed', { why: '这个订单已有同样运单号和数量的发货' })

/** Read access to shipments, and requests to change them; the order's job calls the shop. */
export function shipmentActs(deps: {
  db: Db
  clock: Clock
  newId: NewId
  jobs: Jobs
  stores: Pick<StoresApi, 'storeNames'>
  tracking: TrackingService
  orderTracking: OrderTracking
}) {
  const { db } = deps

  const viewsOf = async (rows: readonly ShipmentRow[]): Promise<Shipment[]> => {
    const ids = rows.map((row) => row.id)
    const parts = {
      lines: await findShipmentLines(db.handle, ids),
      fulfilments: await findFulfilments(db.handle, ids),
    }
    const names = await deps.stores.storeNames()
    return rows.map((row) =>
      shipmentView(row, parts, {
        storeName: names.get(row.storeId) ?? '已删除的店铺',
        knownCarrier: knownCarrier(row.carrier),
      }),
    )
  }

  const getShipment = async (shipmentId: string): Promise<Shipment> => {
    const row = await findShipment(db.handle, shipmentId)
    if (!row) throw new Refusal('not-found')
    return (await viewsOf([row]))[0]!
  }

  /** Locks the row and checks that its state allows the action. Throws the reason otherwise. */
  const allowed = async (tx: Tx, id: string, act: string): Promise<ShipmentRow> => {
    const row = await findShipment(tx, id, { lock: true })
    if (!row) throw new Refusal('not-found')
    const may = canOf(row.state)[act]
    if (may !== true) throw new Refusal('state-not-allowed', { why: `${row.orderName}：${may ?? '不允许'}` })
    return row
  }

  const hand = (tx: Tx, row: ShipmentRow): Promise<void> =>
    deps.jobs.enqueue(tx, sendShipments, { orderId: row.orderId }, { key: row.orderId })
  const hasSent = async (tx: Tx, row: ShipmentRow): Promise<boolean> =>
    (await findFulfilments(tx, [row.id])).some((one) => one.state === 'sent')

  return {
    getShipment,
    async getShipments({
      page,
      pageSize,
      sort,
      direction,
      ...filter
    }: InputOf<Endpoints['getShipments']>): Promise<OutputOf<Endpoints['getShipments']>> {
      const found = await findShipmentPage(db.handle, filter, { page, pageSize, sort, direction })
      const { rows, total, totalCapped } = found
      return { list: await viewsOf(rows), total, page, pageSize, ...(totalCapped ? { totalCapped } : {}) }
    },
    getShipmentCountByState: (filter: ShipmentFilter) => countShipments(db.handle, filter, STATES),

    retryShipments: (call: Call, ids: readonly string[]): Promise<BulkOutcome> =>
      eachRow([...new Set(ids)], String, (id) =>
        db.transaction(async (tx) => {
          const row = await allowed(tx, id, 'retryShipments')
          const isOpen = row.state === 'unknown'
          await updateShipment(tx, id, [row.state], {
            nextAt: null,
            ...(isOpen ? {} : { state: 'queued', reason: '', advice: null, exchange: null }),
          })
          await deps.orderTracking.follow(tx, row.orderId)
          await hand(tx, row)
          call.notes.object('shipment', id, row.orderName)
          return { ok: true, message: `${row.orderName}：${isOpen ? '正在店铺里核对' : '已重新提交'}` }
        }),
      ),

    async changeTracking(call: Call, input: InputOf<Endpoints['changeTracking']>): Promise<Shipment> {
      await db
        .transaction(async (tx) => {
          const row = await allowed(tx, input.shipmentId, 'changeTracking')
          const next = await deps.tracking.complete(tx, input)
          const lines = await findShipmentLines(tx, [row.id])
          const pieces = lines.map((line) => ({ ...line, lineItemId: line.shopifyGid }))
          const key = requestKey(row.orderId, next.numbers, pieces)
          call.notes.object('shipment', row.id, row.orderName)
          call.notes.change('numbers', row.numbers, next.numbers)
          call.notes.change('carrier', row.carrier, next.carrier)
          if (row.state === 'sent') {
            const same = await findByRequest(tx, key)
            if (same && same.id !== row.id) throw sameRequest()
            await updateShipment(tx, row.id, ['sent'], {
              state: 'updating',
              change: { ...next, requestId: deps.newId(), notifyCustomer: input.notifyCustomer ?? false },
              nextAt: null,
            })
          } else {
            if (await hasSent(tx, row))
              throw new Refusal('state-not-allowed', { why: `${row.orderName}：有一部分已回传，请先撤销再重新发货` })
            await updateShipment(tx, row.id, [row.state], {
              ...next,
              state: 'queued',
              reason: '',
              advice: null,
              nextAt: null,
              notifyCustomer: input.notifyCustomer ?? row.notifyCustomer,
              requestKey: key,
              searchText: searchTextOf(row.orderName, next),
            })
          }
          await deps.orderTracking.follow(tx, row.orderId, {
            text: `运单号 ${row.numbers.join('、')} 要改为 ${next.numbers.join('、')}`,
            by: byOf(call),
          })
          await hand(tx, row)
        })
        .catch((error: unknown) => {
          throw isUniqueViolation(error, 'shipment_wish') ? sameRequest() : error
        })
      return getShipment(input.shipmentId)
    },

    cancelShipment: (call: Call, ids: readonly string[]): Promise<BulkOutcome> =>
      eachRow([...new Set(ids)], String, (id) =>
        db.transaction(async (tx) => {
          const row = await allowed(tx, id, 'cancelShipment')
          const inShop = await hasSent(tx, row)
          await updateShipment(tx, id, [row.state], {
            state: inShop ? 'cancelling' : 'cancelled',
            reason: '',
            advice: null,
            nextAt: null,
          })
          await deps.orderTracking.follow(tx, row.orderId, {
            text: `撤销运单号 ${row.numbers.join('、')} 的发货`,
            by: byOf(call),
          })
          if (inShop) await hand(tx, row)
          // The order may no longer want the pieces that this shipment reserved, for example because it was cancelled.
          await deps.jobs.enqueue(tx, handleSparesOfOrders, { orderIds: [row.orderId], why: 'reduced' })
          call.notes.object('shipment', id, row.orderName)
          return { ok: true, message: `${row.orderName}：${inShop ? '正在店铺里撤销' : '已撤销'}` }
        }),
      ),
  }
}
