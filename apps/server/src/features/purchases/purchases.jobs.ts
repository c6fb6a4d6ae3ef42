import { z } from 'zod'
import { defineEvent, defineJob } from '../../jobs/define.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { OrderChangeWhy } from '../orders/index.ts'

/** A purchase order moved from one state to another. Emitted in the transaction that moved it. */
export const purchaseStateChanged = defineEvent(
  'purchase-state-changed',
  z.object({ purchaseId: z.uuid(), number: z.string(), from: z.string(), to: z.string() }),
)

/** Demand was given back to these orders, or became stock of the app: the pieces are no longer bought for them. */
export const demandReleased = defineEvent('purchase-demand-released', z.object({ orderIds: z.array(z.uuid()).min(1) }))

/**
 * Orders took spare pieces of these purchases, or a count found more. Arrived goods are allocated to the orders, and the cost moves along.
 */
export const sparesTaken = defineEvent('purchase-spares-taken', z.object({ purchaseIds: z.array(z.uuid()).min(1) }))

/** Covers of spare pieces are no longer wanted. The deliveries feature gives them back, because it follows the goods. */
export const coversUnwanted = defineEvent(
  'purchase-covers-unwanted',
  z.object({ demandIds: z.array(z.uuid()).min(1), why: z.string() }),
)

/** Asks 1688 for the expected freight, for the list and for merging. Only a hint, so it is retried only a few times. */
export const expectFreight = defineJob({
  name: 'expect-purchase-freight',
  payload: z.object({ purchaseId: z.uuid() }),
  retryLimit: 2,
  concurrency: 2,
})

/** Orders that were bought for were cancelled, reduced, held, or fulfilled by their shop: creates 截单提醒. */
export const handleOrderChanges = defineJob({
  name: 'heed-order-changes',
  payload: z.object({
    orderIds: z.array(z.uuid()).min(1),
    why: z.enum(['cancelled', 'reduced', 'refunded', 'held', 'fulfilled']),
  }),
})

export function handlePurchaseJobs(
  jobs: Jobs,
  work: {
    expectFreight(purchaseId: string, signal: AbortSignal): Promise<void>
    handleOrders(orderIds: readonly string[], why: OrderChangeWhy): Promise<void>
  },
): void {
  jobs.handle(expectFreight, ({ purchaseId }, run) => work.expectFreight(purchaseId, run.signal))
  jobs.handle(handleOrderChanges, ({ orderIds, why }) => work.handleOrders(orderIds, why))
}
