import type { FulfillmentRequest, TrackingRequest } from '@huoqiao/connector-shopify'
import type { Act, Acts, ActsOf } from '../../acts/acts.ts'
import type { Db, Tx } from '../../db/db.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { StoresApi } from '../stores/index.ts'
import { sendShipments } from './deliveries.jobs.ts'
import type { Made, ShipmentRecord } from './shipment-record.ts'
import { findMade, lookAgainAfterMs } from './shipments.rules.ts'
import { findFulfilments, findShipment, findTakenGids } from './shipments.store.ts'
import type { FulfilmentRow, ShipmentRow } from './shipments.store.ts'
import { sentenceOf } from './shop-words.ts'

/** One call for pieces from one location. What a lookup compares is stored in its row (`shipment_fulfilment`, under the act's id). */
export type Fulfilling = FulfillmentRequest & {
  shipmentId: string
  orderId: string
  storeId: string
  /** gid://shopify/Order/… */
  orderGid: string
  tracking: TrackingRequest
}
export type FulfilActs = ActsOf<Fulfilling, Made, Made>

/** The shop may still be processing a request whose answer was lost. */
const PATIENCE = { absentAfterMs: 120_000, leastLooks: 2 }

/**
 * Remote acts that create fulfilments. The act's key is the shipment; its locations follow one after the other. fulfillmentCreate has no
 * idempotency key (reference shopify-admin, section 5), so a lookup searches the shop's fulfilments for exactly these numbers and pieces.
 */
export function fulfilActs(deps: {
  db: Db
  jobs: Jobs
  acts: Acts
  stores: Pick<StoresApi, 'connectorOf' | 'explainStoreFailure'>
  record: ShipmentRecord
}): FulfilActs {
  const { record } = deps

  async function rowsOf(tx: Tx, { id, intent }: Act<Fulfilling>): Promise<[ShipmentRow?, FulfilmentRow?]> {
    const part = (await findFulfilments(tx, [intent.shipmentId])).find((one) => one.id === id)
    return [await findShipment(tx, intent.shipmentId), part]
  }
  const withRows = async (
    tx: Tx,
    act: Act<Fulfilling>,
    work: (row: ShipmentRow, part: FulfilmentRow) => Promise<void>,
  ): Promise<void> => {
    const [row, part] = await rowsOf(tx, act)
    if (row && part) await work(row, part)
  }

  return deps.acts.define<Fulfilling, Made, Made>({
    kind: 'fulfil',
    // No abort signal: when the process is asked to stop, waiting for the answer matters more than stopping a second earlier.
    async send({ intent: { storeId, fulfillmentOrders, tracking, notifyCustomer } }, { guard }) {
      const shop = await deps.stores.connectorOf(storeId)
      const made = await shop.createFulfillment({ fulfillmentOrders, tracking, notifyCustomer }, { guard })
      return { id: made.fulfillmentId, name: made.name }
    },
    async look(act, signal) {
      const [row, part] = await rowsOf(deps.db.handle, act)
      if (!row || !part) return undefined
      const shop = await deps.stores.connectorOf(row.storeId)
      const order = await shop.readOrder(act.intent.orderGid, { signal })
      const there = order?.fulfillments ?? []
      const taken = await findTakenGids(
        deps.db.handle,
        there.map((one) => one.id),
      )
      return findMade({ numbers: act.intent.tracking.numbers, lines: part.lines }, there, taken)
    },
    patience: () => PATIENCE,
    lookAgainMs: lookAgainAfterMs,
    // The goods of a shipment were bought and received long before, so no purchase is involved.
    purchasesOf: () => [],
    explain: (error) => sentenceOf(deps.stores, error),
    done: (tx, act, made) => withRows(tx, act, (row, part) => record.sent(tx, row, part, made)),
    found: (tx, act, { id, name }) =>
      withRows(tx, act, (row, part) =>
        record.sent(
          tx,
          row,
          part,
          { id, name },
          act.sends === 0 ? '店铺里已有相同的发货，直接认领' : '在店铺里查到了，认领',
        ),
      ),
    refused: (tx, act, reported) => withRows(tx, act, (row, part) => record.refused(tx, row, part, reported)),
    unknown: (tx, act, reported) => withRows(tx, act, (row, part) => record.unknown(tx, row, part, reported)),
    absent: (tx, act) =>
      withRows(tx, act, async (row, part) => {
        await record.absent(tx, row, part, '已确认店铺没有收到')
        await deps.jobs.enqueue(tx, sendShipments, { orderId: row.orderId }, { key: row.orderId })
      }),
  })
}
