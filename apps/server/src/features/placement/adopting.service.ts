import type { SourceOrder } from '@huoqiao/connector-1688'
import type { Tx } from '../../db/db.ts'
import type { Clock } from '../../platform/clock.ts'
import type { MarketplaceService } from '../marketplace/index.ts'
import type { PurchaseDoc, PurchasesApi, PurchaseState } from '../purchases/index.ts'
import type { OrderRecord } from './order-record.ts'
import { surplusOrders } from './placement.rules.ts'
import { findLivePlacement, updatePlacement } from './placement.store.ts'
import type { PlacementRow } from './placement.store.ts'

export type Adopting = ReturnType<typeof adoptingService>

/** The way on for a purchase whose order turned up late; undefined: it can't go on. */
const WAYS: Partial<Record<PurchaseState, readonly PurchaseState[]>> = {
  reviewing: ['to-place', 'placing'],
  'to-place': ['placing'],
  'price-check': ['placing'],
  'place-failed': ['to-place', 'placing'],
  placing: [],
  unknown: [],
}

const DAY = 86_400_000

/** Orders that stand at 1688 under a purchase's number and that no answer named: the purchase's own, or one too many. */
export function adoptingService(deps: {
  clock: Clock
  marketplace: Pick<MarketplaceService, 'withConnector'>
  purchases: PurchasesApi
  record: OrderRecord
}) {
  const { purchases, record } = deps

  const service = {
    /** Everything that stands at 1688 under the attempt's number. */
    ordersUnder: (row: PlacementRow, signal?: AbortSignal): Promise<SourceOrder[]> =>
      deps.marketplace.withConnector(row.accountId, (connector) =>
        connector.ordersByOutOrderId(
          row.outOrderId,
          // A day and more of slack: the two clocks need not agree.
          { createdFrom: row.sentAt.getTime() - 2 * DAY, history: false },
          signal === undefined ? {} : { signal },
        ),
      ),

    /** What stands at 1688 under our number is ours. More than was asked for is kept apart and told. */
    adopt: (tx: Tx, row: PlacementRow, doc: PurchaseDoc, found: readonly SourceOrder[]): Promise<void> => {
      const orders = found.map((reported) => ({ ...reported, reported }))
      return service.takeIn(tx, row, doc, orders, surplusOrders(row.sent.cargo, found))
    },

    /**
     * Orders of one attempt that stand at 1688. `surplus`: those of them that are more than it asked for. Where the attempt was given
     * up and another one was made for the purchase, all of them are too many.
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
      surplus: readonly string[],
    ): Promise<void> {
      // A later attempt may have worked, or may still.
      const live = await findLivePlacement(tx, row.purchaseId)
      const isReplaced = live !== undefined && live.id !== row.id
      await updatePlacement(tx, row.id, ['sent', 'unknown', ...(isReplaced ? [] : ['absent' as const])], {
        state: 'adopted',
        resolvedAt: new Date(deps.clock.now()),
        message: `在1688查到 ${orders.length} 个订单，已认领`,
      })
      const way = isReplaced ? undefined : WAYS[doc.state]
      // Where the purchase has become something else meanwhile, nothing of it is wanted any more.
      const tooMany = way === undefined ? orders.map((order) => order.orderId) : surplus
      for (const order of orders)
        await record.add(tx, {
          placement: row,
          number: doc.number,
          kind: 'place-adopted',
          order,
          surplus: tooMany.includes(order.orderId),
        })
      // It was thought absent, and somebody may have it back in 待下单 or before that.
      let from = doc.state
      for (const to of way ?? []) {
        await purchases.moveState(tx, doc.id, [from], to, { reason: '1688上查到了迟到的订单' })
        from = to
      }
      await record.summarise(tx, doc, '核对后认领1688订单')
      await record.tellSurplus(tx, doc.number, tooMany)
    },
  }
  return service
}
