import { z } from 'zod'
import { defineJob } from '../../jobs/define.ts'

/** Parcels and traces of 1688 orders that changed. Bound to alibabaOrderChanged. */
export const readParcels = defineJob({
  name: 'read-parcels',
  payload: z.object({ purchaseId: z.uuid(), orderIds: z.array(z.string()) }),
  concurrency: 2,
  retryLimit: 10,
})

/** A push spoke of their parcels at `since` (ms): read again, unless they were read after that. */
export const followParcels = defineJob({
  name: 'follow-parcels',
  payload: z.object({ orderIds: z.array(z.string()), since: z.number() }),
  concurrency: 2,
  retryLimit: 10,
})

/** The net under the pushes: what is under way and was not read for a while, and what stalled. */
export const pollParcels = defineJob({
  name: 'poll-parcels',
  payload: z.object({}),
  cron: '*/10 * * * *',
  exclusive: true,
  retryLimit: 1,
  concurrency: 1,
})

/** Bound to fulfilmentsCancelled: somebody took fulfilments of ours back in the shop. */
export const handleCancelledFulfilments = defineJob({
  name: 'heed-cancelled-fulfilments',
  payload: z.object({ orderId: z.uuid(), fulfillmentGids: z.array(z.string()) }),
  concurrency: 1,
  retryLimit: 10,
})

/** Everything that is to be done at the shop for one order's shipments, one after the other. */
export const sendShipments = defineJob({
  name: 'send-shipments',
  payload: z.object({ orderId: z.uuid() }),
  exclusive: true,
  concurrency: 4,
  retryLimit: 5,
})

/** Hands orders with open shipments to their job: those whose job came too late or died, and those to be looked at again. */
export const resolveShipments = defineJob({
  name: 'settle-shipments',
  payload: z.object({}),
  cron: '* * * * *',
  exclusive: true,
  retryLimit: 1,
  concurrency: 1,
})

/** 确认收货 at 1688 of what was received whole, where the setting says so. */
export const confirmAlibabaOrders = defineJob({
  name: 'confirm-alibaba-orders',
  payload: z.object({ purchaseId: z.uuid() }),
  exclusive: true,
  retryLimit: 5,
  concurrency: 1,
})

/** Bound to sparesTaken: spare goods that are here already are shared out to the orders that took them. */
export const shareSpares = defineJob({
  name: 'share-spares',
  payload: z.object({ purchaseIds: z.array(z.uuid()).min(1) }),
})

/** Bound to coversUnwanted: what was taken beside a purchase that is no more. */
export const giveBackCovers = defineJob({
  name: 'give-back-covers',
  payload: z.object({ demandIds: z.array(z.uuid()).min(1), why: z.string() }),
})

/** Bound to orderChanged: what an order no longer wants and had taken of spare goods goes back, before anybody is asked about the rest. */
export const handleSparesOfOrders = defineJob({
  name: 'heed-spares-of-orders',
  payload: z.object({
    orderIds: z.array(z.uuid()).min(1),
    why: z.enum(['cancelled', 'reduced', 'refunded', 'held', 'fulfilled']),
  }),
})
