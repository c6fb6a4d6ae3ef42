import { z } from 'zod'
import { defineEvent, defineJob } from '../../jobs/define.ts'

/** A 1688 order of the purchase was created or read again; parcels may have been sent. */
export const alibabaOrderChanged = defineEvent(
  'alibaba-order-changed',
  z.object({ purchaseId: z.uuid(), orderIds: z.array(z.string()) }),
)

/** Previews and places one purchase. Running it twice is safe: the second run does only what is left. */
export const placePurchase = defineJob({
  name: 'place-purchase',
  payload: z.object({
    purchaseId: z.uuid(),
    byId: z.uuid().nullable(),
    by: z.string(),
    /** the 分阶段付款 that a person agreed to */
    tradeType: z.string().nullable().default(null),
  }),
  exclusive: true,
  retryLimit: 10_000,
  retryDelay: 1,
  retryDelayMax: 30,
  expireInSeconds: 600,
  concurrency: 4,
})

/** Starts the job again for purchases in 下单中 that no job works on. */
export const handOnPlacements = defineJob({
  name: 'hand-on-placements',
  payload: z.object({}),
  cron: '* * * * *',
  exclusive: true,
  retryLimit: 3,
  concurrency: 1,
})

/** Reads the named 1688 orders of an account after a push reported a change. */
export const readAlibabaOrders = defineJob({
  name: 'read-alibaba-orders',
  payload: z.object({ orderIds: z.array(z.string()).min(1).max(500) }),
  concurrency: 2,
  retryLimit: 10,
})

/** Follows alibabaOrderChanged: calculates the real cost of the purchase's orders. */
export const costPurchase = defineJob({
  name: 'cost-purchase',
  payload: z.object({ purchaseId: z.uuid(), orderIds: z.array(z.string()) }),
  concurrency: 2,
})

/** Follows purchaseStateChanged: demand that was given back no longer costs its orders anything. */
export const costMovedPurchase = defineJob({
  name: 'cost-moved-purchase',
  payload: z.object({ purchaseId: z.uuid(), number: z.string(), from: z.string(), to: z.string() }),
})

/** Follows orderChanged: the order's needs changed, so whether all of them are bought may have changed. */
export const costChangedOrders = defineJob({
  name: 'cost-changed-orders',
  payload: z.object({
    orderIds: z.array(z.uuid()).min(1),
    why: z.enum(['cancelled', 'reduced', 'refunded', 'held', 'fulfilled']),
  }),
})

/** Follows demandReleased: demand was moved to stock or given back without a state change of the purchase. */
export const costReleasedDemand = defineJob({
  name: 'cost-released-demand',
  payload: z.object({ orderIds: z.array(z.uuid()).min(1) }),
})

/** Follows sparesTaken: the cost of spare pieces moves to the order that takes them. */
export const costTakenSpares = defineJob({
  name: 'cost-taken-spares',
  payload: z.object({ purchaseIds: z.array(z.uuid()).min(1) }),
})

/** Safety net for lost pushes: reads every account's orders that changed since the last reading. */
export const pollAlibabaOrders = defineJob({
  name: 'poll-alibaba-orders',
  payload: z.object({}),
  cron: '*/2 * * * *',
  exclusive: true,
  retryLimit: 1,
  concurrency: 1,
})

/** Fetches the messages that 1688 could not deliver to us. */
export const catchUpOnPushes = defineJob({
  name: 'catch-up-on-pushes',
  payload: z.object({}),
  cron: '*/10 * * * *',
  exclusive: true,
  retryLimit: 1,
  concurrency: 1,
})
