import { z } from 'zod'
import { defineJob } from '../../jobs/define.ts'

/** Reads parcels and traces of changed 1688 orders. Follows alibabaOrderChanged. */
export const readParcels = defineJob({
  name: 'read-parcels',
  payload: z.object({ purchaseId: z.uuid(), orderIds: z.array(z.string()) }),
  concurrency: 2,
  retryLimit: 10,
})

/** A message about parcels arrived at `since` (ms): reads them again, unless they were read after that. */
export const followParcels = defineJob({
  name: 'follow-parcels',
  payload: z.object({ orderIds: z.array(z.string()), since: z.number() }),
  concurrency: 2,
  retryLimit: 10,
})

/** Safety net for lost messages: reads parcels that are under way and were not read for some time, and flags stalled ones. */
export const pollParcels = defineJob({
  name: 'poll-parcels',
  payload: z.object({}),
  cron: '*/10 * * * *',
  exclusive: true,
  retryLimit: 1,
  concurrency: 1,
})

/** Follows fulfilmentsCancelled: fulfilments of ours were cancelled in the shop. */
export const handleCancelledFulfilments = defineJob({
  name: 'heed-cancelled-fulfilments',
  payload: z.object({ orderId: z.uuid(), fulfillmentGids: z.array(z.string()) }),
  concurrency: 1,
  retryLimit: 10,
})

/** Does all pending work at the shop for one order's shipments, one after the other. */
export const sendShipments = defineJob({
  name: 'send-shipments',
  payload: z.object({ orderId: z.uuid() }),
  exclusive: true,
  concurrency: 4,
  retryLimit: 5,
})

/** Starts the job again for orders with open shipments: those whose job failed or died, and those due for a lookup. */
export const resolveShipments = defineJob({
  name: 'settle-shipments',
  payload: z.object({}),
  cron: '* * * * *',
  exclusive: true,
  retryLimit: 1,
  concurrency: 1,
})

/** 确认收货 at 1688 for orders that were received completely, if the setting is on. */
export const confirmAlibabaOrders = defineJob({
  name: 'confirm-alibaba-orders',
  payload: z.object({ purchaseId: z.uuid() }),
  exclusive: true,
  retryLimit: 5,
  concurrency: 1,
})

/** Follows sparesTaken: spare goods that have already arrived are allocated to the orders that took them. */
export const shareSpares = defineJob({
  name: 'share-spares',
  payload: z.object({ purchaseIds: z.array(z.uuid()).min(1) }),
})

/** Follows coversUnwanted: gives back covers that were taken together with a purchase that no longer exists. */
export const giveBackCovers = defineJob({
  name: 'give-back-covers',
  payload: z.object({ demandIds: z.array(z.uuid()).min(1), why: z.string() }),
})

/** Follows orderChanged: covers that an order no longer wants are given back before a person is asked about the rest. */
export const handleSparesOfOrders = defineJob({
  name: 'heed-spares-of-orders',
  payload: z.object({
    orderIds: z.array(z.uuid()).min(1),
    why: z.enum(['cancelled', 'reduced', 'refunded', 'held', 'fulfilled']),
  }),
})
