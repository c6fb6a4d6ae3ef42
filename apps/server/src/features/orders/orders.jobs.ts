import { z } from 'zod'
import { defineEvent, defineJob } from '../../jobs/define.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { orderHint } from './order-hints.rules.ts'

/** An order changed in a way that those who bought for it must hear (截单提醒). Only orders with purchased lines. */
export const orderChanged = defineEvent(
  'order-changed',
  z.object({
    orderIds: z.array(z.uuid()).min(1),
    why: z.enum(['cancelled', 'reduced', 'refunded', 'held', 'fulfilled']),
  }),
)

/** Fulfilments that stood in a shop were cancelled there, by whomever. The shop never takes such a cancellation back. */
export const fulfilmentsCancelled = defineEvent(
  'fulfilments-cancelled',
  z.object({ orderId: z.uuid(), fulfillmentGids: z.array(z.string()).min(1) }),
)

/** The net under the webhooks. */
export const pullOrders = defineJob({
  name: 'pull-orders',
  payload: z.object({}),
  cron: '* * * * *',
  exclusive: true,
  retryLimit: 1,
  concurrency: 1,
})

/** Reads whole what messages brought. */
const deepenOrders = defineJob({
  name: 'deepen-orders',
  payload: z.object({}),
  cron: '* * * * *',
  exclusive: true,
  retryLimit: 1,
  concurrency: 1,
})

const compactOrderCounts = defineJob({
  name: 'compact-order-counts',
  payload: z.object({}),
  cron: '* * * * *',
  exclusive: true,
  retryLimit: 1,
  concurrency: 1,
})

/** Profits worked out anew after a rate, a fee or the freight of a price rule changed. `from` and `to`: instants; to is not included. */
export const reckonOrders = defineJob({
  name: 'reckon-orders',
  payload: z.object({
    storeId: z.uuid().optional(),
    /** of the stores that price by it */
    priceRuleId: z.uuid().optional(),
    currency: z.string().optional(),
    from: z.number().optional(),
    to: z.number().optional(),
  }),
  concurrency: 1,
})

/** One task of a person: orders looked for, or a sheet written. */
export const runOrderTask = defineJob({
  name: 'run-order-task',
  payload: z.object({ taskId: z.uuid() }),
  exclusive: true,
  retryLimit: 200,
  retryDelay: 1,
  retryDelayMax: 30,
  concurrency: 2,
})

/** Webhooks of every store: registered when missing, since a shop deletes what failed too often (reference, section 6). */
export const registerShopWebhooks = defineJob({
  name: 'register-shop-webhooks',
  payload: z.object({}),
  cron: '* * * * *',
  exclusive: true,
  retryLimit: 1,
  concurrency: 1,
})

/** Alerts about paid orders that nobody buys for and about stores that no longer answer (`order-alerts.service`). */
export const checkOrders = defineJob({
  name: 'look-for-order-trouble',
  payload: z.object({}),
  cron: '*/10 * * * *',
  exclusive: true,
  retryLimit: 1,
  concurrency: 1,
})

/** Orders that webhooks only hinted at. Tried for hours: a shop that is out of reach comes back. */
export const rereadOrders = defineJob({
  name: 'reread-orders',
  payload: z.object({
    storeId: z.uuid(),
    shopifyIds: z.array(z.string()),
    fulfillmentOrderIds: z.array(z.string()),
    returnIds: z.array(z.string()).optional(),
    /** read only where what is held by then does not show what they tell */
    hints: z.array(orderHint).optional(),
  }),
  retryLimit: 50,
  concurrency: 2,
})

/**
 * What was given back of orders whose messages told it in the shopper's money alone. The one sum that they lack: asked for by itself, for a
 * fiftieth of what an order read whole costs, so that a flood of them is over in seconds.
 */
export const readRefunds = defineJob({
  name: 'read-refunds',
  payload: z.object({ storeId: z.uuid(), shopifyIds: z.array(z.string()).min(1) }),
  retryLimit: 50,
  concurrency: 1,
})

/** shop/redact: everybody of a store. */
export const forgetStore = defineJob({
  name: 'forget-store-customers',
  payload: z.object({ storeId: z.uuid() }),
  concurrency: 1,
})

/** Nightly: persons of orders that are older than the retention. */
export const expirePersons = defineJob({
  name: 'expire-persons',
  payload: z.object({}),
  cron: '10 3 * * *',
  concurrency: 1,
})

export function handleOrderJobs(
  jobs: Jobs,
  work: {
    pull(signal: AbortSignal): Promise<void>
    compact(): Promise<void>
    deepen(signal: AbortSignal): Promise<void>
    reckon(which: z.infer<typeof reckonOrders.payload>, signal: AbortSignal): Promise<void>
    task(taskId: string, signal: AbortSignal): Promise<void>
    registerWebhooks(signal: AbortSignal): Promise<void>
    checkOrders(): Promise<void>
    expirePersons(): Promise<void>
    reread(which: z.infer<typeof rereadOrders.payload>, signal: AbortSignal): Promise<void>
    refunds(which: z.infer<typeof readRefunds.payload>, signal: AbortSignal): Promise<void>
    forgetStore(storeId: string): Promise<unknown>
  },
): void {
  jobs.handle(pullOrders, (_payload, run) => work.pull(run.signal))
  jobs.handle(deepenOrders, (_payload, run) => work.deepen(run.signal))
  jobs.handle(compactOrderCounts, () => work.compact())
  jobs.handle(reckonOrders, (payload, run) => work.reckon(payload, run.signal))
  jobs.handle(runOrderTask, ({ taskId }, run) => work.task(taskId, run.signal))
  jobs.handle(registerShopWebhooks, (_payload, run) => work.registerWebhooks(run.signal))
  jobs.handle(checkOrders, () => work.checkOrders())
  jobs.handle(expirePersons, () => work.expirePersons())
  jobs.handle(rereadOrders, (payload, run) => work.reread(payload, run.signal))
  jobs.handle(readRefunds, (payload, run) => work.refunds(payload, run.signal))
  jobs.handle(forgetStore, async ({ storeId }) => void (await work.forgetStore(storeId)))
}
