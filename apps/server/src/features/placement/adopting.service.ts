import type { SourceOrder } from '@huoqiao/connector-1688'
import type { Tx } from '../../db/db.ts'
import type { Clock } from '../../platform/clock.ts'
import type { MarketplaceService } from '../marketplace/index.ts'
import type { PurchaseDoc, PurchasesApi, PurchaseState } from '../purchases/index.ts'
import type { OrderRecord } from './order-record.ts'
import { duplicateOrders } from './placement.rules.ts'
import { findLivePlacement, updatePlacement } from './placement.store.ts'
import type { PlacementRow } from './placement.store.ts'

export type Adopting = ReturnType<typeof adoptingService>

/** The states that a purchase passes through when its order is found late. No entry: its state cannot change any more. */
const WAYS: Partial<Record<PurchaseState, readonly PurchaseState[]>> = {
  reviewing: ['to-place', 'placing'],
  'to-place': ['placing'],
  'price-check': ['placing'],
  'place-failed': ['to-place', 'placing'],
  placing: [],
  unknown: [],
}

const DAY = 86_400_000

/** Takes in orders found at 1688 under a purchase's number that no answer named: they belong to the purchase, or are duplicates. */
export function adoptingService(deps: {
  clock: Clock
  marketplace: Pick<MarketplaceService, 'withConnector'>
  purchases: PurchasesApi
  record: OrderRecord
}) {
  const { purchases, record } = deps

  const service = {
    /** All orders at 1688 under the attempt's number. */
    ordersUnder: (row: PlacementRow, signal?: AbortSignal): Promise<SourceOrder[]> =>
      deps.marketplace.withConnector(row.accountId, (connector) =>
        connector.ordersByOutOrderId(
          row.outOrderId,
          // Two days earlier than sent, because 1688's clock and ours may differ.
          { createdFrom: row.sentAt.getTime() - 2 * DAY, history: false },
          signal === undefined ? {} : { signal },
        ),
      ),

    /** Orders at 1688 under our number are ours. Orders beyond what was asked for are marked as duplicates and reported to a person. */
    adopt: (tx: Tx, row: PlacementRow, doc: PurchaseDoc, found: readonly SourceOrder[]): Promise<void> => {
      const orders = found.map((reported) => ({ ...reported, reported }))
      return service.takeIn(tx, row, doc, orders, duplicateOrders(row.sent.cargo, found))
    },

    /**
     * Records orders of one attempt that were found at 1688. `duplicates`: the ids of those beyond what was asked for. If the attempt was
     * given up and replaced by another one, all of its orders are duplicates.
     */
    async takeIn(
      tx: Tx,
      row: PlacementRow,
      doc: PurchaseDoc,
      orders: readonly {
        orderId: string
        totalFen: number | null
        freightFen: number | null
        reported?: SourceOrder
      }[],
      duplicates: readonly string[],
    ): Promise<void> {
      // A later attempt may have succeeded, or may still succeed.
      const live = await findLivePlacement(tx, row.purchaseId)
      const isReplaced = live !== undefined && live.id !== row.id
      await updatePlacement(tx, row.id, ['sent', 'unknown', ...(isReplaced ? [] : ['absent' as const])], {
        state: 'adopted',
        resolvedAt: new Date(deps.clock.now()),
        message: `在1688查到 ${orders.length} 个订单，已认领`,
      })
      const way = isReplaced ? undefined : WAYS[doc.state]
      // If the purchase has moved to a state that cannot continue, all these orders are duplicates.
      const tooMany = way === undefined ? orders.map((order) => order.orderId) : duplicates
      for (const order of orders)
        await record.add(tx, {
          placement: row,
          number: doc.number,
          kind: 'place-adopted',
          order,
          duplicate: tooMany.includes(order.orderId),
        })
      // The attempt was recorded as absent, so a person may have moved the purchase back to 待下单 or an earlier state.
      let from = doc.state
      for (const to of way ?? []) {
        await purchases.moveState(tx, doc.id, [from], to, { reason: '1688上查到了迟到的订单' })
        from = to
      }
      await record.summarise(tx, doc, '核对后认领1688订单')
      await record.tellDuplicates(tx, doc.number, tooMany)
    },
  }
  return service
}
