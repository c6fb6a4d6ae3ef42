import { z } from 'zod'
import { defineEvent, defineJob } from '../../jobs/define.ts'

/** A 1688 order of the purchase is new or was read again: parcels may be on their way. */
export const alibabaOrderChanged = defineEvent(
  'alibaba-order-changed',
  z.object({ purchaseId: z.uuid(), orderIds: z.array(z.string()) }),
)

/** Preview and create for one purchase. Run twice it does what is left to do, never the same again. */
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

/** Hands purchases that stand in 下单中, and that nobody works at, to their job. */
export const handOnPlacements = defineJob({
  name: 'hand-on-placements',
  payload: z.object({}),
  cron: '* * * * *',
  exclusive: true,
  retryLimit: 3,
  concurrency: 1,
})

/** Reads the named 1688 orders of an account: a push said that something happened to them. */
export const readAlibabaOrders = defineJob({
  name: 'read-alibaba-orders',
  payload: z.object({ orderIds: z.array(z.string()).min(1).max(500) }),
  concurrency: 2,
  retryLimit: 10,
})

/** Bound to alibabaOrderChanged: what the purchase's part of its orders really costs. */
export const costPurchase = defineJob({
  name: 'cost-purchase',
  payload: z.object({ purchaseId: z.uuid(), orderIds: z.array(z.string()) }),
  concurrency: 2,
})

/** Bound to purchaseStateChanged: demand that was given back costs its orders nothing any more. */
export const costMovedPurchase = defineJob({
  name: 'cost-moved-purchase',
  payload: z.object({ purchaseId: z.uuid(), number: z.string(), from: z.string(), to: z.string() }),
})

/** Bound to orderChanged: whether everything that an order wants is bought may have changed. */
export const costChangedOrders = defineJob({
  name: 'cost-changed-orders',
  payload: z.object({
    orderIds: z.array(z.uuid()).min(1),
    why: z.enum(['cancelled', 'reduced', 'refunded', 'held', 'fulfilled']),
  }),
})

/** Bound to demandReleased: kept as stock, or given back without the purchase moving. */
export const costReleasedDemand = defineJob({
  name: 'cost-released-demand',
  payload: z.object({ orderIds: z.array(z.uuid()).min(1) }),
})

/** Bound to sparesTaken: their cost goes with the goods. */
export const costTakenSpares = defineJob({
  name: 'cost-taken-spares',
  payload: z.object({ purchaseIds: z.array(z.uuid()).min(1) }),
})

/** The net under the pushes: every account's orders that changed since the last reading. */
export const pollAlibabaOrders = defineJob({
  name: 'poll-alibaba-orders',
  payload: z.object({}),
  cron: '*/2 * * * *',
  exclusive: true,
  retryLimit: 1,
  concurrency: 1,
})

/** What 1688 could not deliver to us, fetched. */
export const catchUpOnPushes = defineJob({
  name: 'catch-up-on-pushes',
  payload: z.object({}),
  cron: '*/10 * * * *',
  exclusive: true,
  retryLimit: 1,
  concurrency: 1,
})
